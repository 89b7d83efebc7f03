import { useRef } from 'react'
import type { RefObject } from 'react'
import type { FieldHandle } from '../text-field/message-field.tsx'

interface Insert {
  /** Inserts a name and a space. */
  insertName: (name: string) => void
  /** Inserts a text right at the caret. */
  insertAsIs: (piece: string) => void
  /** What gets the focus when the menu or dialog closes: the field if something was inserted, else null. */
  returnTo: () => HTMLElement | null
}

/** For menus and dialogs that insert into the composer's text, which then gets the focus instead of their button. */
export function useInsert(field: RefObject<FieldHandle | null>): Insert {
  const hasInserted = useRef(false)
  return {
    insertName(name) {
      hasInserted.current = true
      field.current?.insert(`${name} `)
    },
    insertAsIs(piece) {
      hasInserted.current = true
      field.current?.insertAsIs(piece)
    },
    returnTo() {
      const isField = hasInserted.current
      hasInserted.current = false
      return isField ? (focusedByUser() ?? field.current?.element() ?? null) : null
    },
  }
}

/** What the user has focused while the menu or dialog was closing: it keeps the focus. */
function focusedByUser(): HTMLElement | null {
  const { activeElement, body } = document
  const isFree = activeElement === body || activeElement?.closest('[role="menu"], [role="dialog"]')
  return !isFree && activeElement instanceof HTMLElement ? activeElement : null
}
