import { useRef } from 'react'
import type { RefObject } from 'react'
import type { FieldHandle } from '../text-field/message-field.tsx'

interface Writing {
  /** Puts a name into the text, and a space after it. */
  write: (name: string) => void
  /** Puts a piece into the text as it is, right at the caret. */
  put: (piece: string) => void
  /** For the window that wrote, as it closes: the field, if something was written. */
  returnTo: () => HTMLElement | null
}

/** For menus and windows that write into the composer: afterwards the focus is in the text, not on their button. */
export function useWriting(field: RefObject<FieldHandle | null>): Writing {
  const hasWritten = useRef(false)
  return {
    write(name) {
      hasWritten.current = true
      field.current?.insert(`${name} `)
    },
    put(piece) {
      hasWritten.current = true
      field.current?.insertAsIs(piece)
    },
    returnTo() {
      const isField = hasWritten.current
      hasWritten.current = false
      return isField ? (focusedElsewhere() ?? field.current?.element() ?? null) : null
    },
  }
}

/** Closing takes a moment: who went on to another place meanwhile stays there. */
function focusedElsewhere(): HTMLElement | null {
  const { activeElement, body } = document
  const isFree = activeElement === body || activeElement?.closest('[role="menu"], [role="dialog"]')
  return !isFree && activeElement instanceof HTMLElement ? activeElement : null
}
