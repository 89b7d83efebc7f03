import { useCallback, useEffect, useRef, useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { withDraft } from '../../../storage/space-state.ts'

const SAVE_AFTER_MS = 400

/** The key of the draft in a message's edit box. */
export const editDraft = (messageId: string) => `edit:${messageId}`

export interface Draft {
  text: string
  setText: (text: string) => void
  /** Deletes the draft at once: the text was sent or discarded. */
  clear: () => void
  /**
   * Deletes the draft if this is still its text, also after the component was unmounted: another field may hold the
   * draft now. @returns whether it was
   */
  clearIf: (sent: string) => boolean
}

/**
 * Unsent text under a key, stored per user and space. Saved 400 ms after the last keystroke, and when the component is
 * unmounted or the page is left.
 */
export function useDraft(key: string): Draft {
  const { spaceStates } = useServices()
  const { profile, spaceId } = useSignedIn()
  const userId = profile.id
  const [text, setText] = useState(() => spaceStates.read(userId, spaceId).drafts[key] ?? '')
  const unsaved = useRef<{ text: string; timer: ReturnType<typeof setTimeout> } | null>(null)

  const save = useCallback(
    (value: string) => {
      if (unsaved.current) clearTimeout(unsaved.current.timer)
      unsaved.current = null
      spaceStates.update(userId, spaceId, (state) => withDraft(state, key, value))
    },
    [spaceStates, userId, spaceId, key],
  )
  const saveNow = useCallback(() => {
    if (unsaved.current) save(unsaved.current.text)
  }, [save])

  useEffect(() => {
    addEventListener('pagehide', saveNow)
    const unsubscribe = spaceStates.onSave(saveNow)
    return () => {
      removeEventListener('pagehide', saveNow)
      unsubscribe()
      saveNow()
    }
  }, [spaceStates, saveNow])

  const clear = () => {
    setText('')
    save('')
  }

  return {
    text,
    clear,
    clearIf(sent) {
      spaceStates.saveOpenFields()
      const isSame = (spaceStates.read(userId, spaceId).drafts[key] ?? '') === sent
      if (isSame) clear()
      return isSame
    },
    setText(value) {
      setText(value)
      if (unsaved.current) clearTimeout(unsaved.current.timer)
      unsaved.current = { text: value, timer: setTimeout(() => save(value), SAVE_AFTER_MS) }
    },
  }
}
