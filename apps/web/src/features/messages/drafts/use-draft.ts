import { useCallback, useEffect, useRef, useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { withDraft } from '../../../storage/space-state.ts'

const SAVE_AFTER_MS = 400

/** Where a draft belongs: the composer, the reply box of a message, or the field that changes one. */
export const COMPOSER_DRAFT = 'composer'
export const editDraft = (messageId: string) => `edit:${messageId}`

export interface Draft {
  text: string
  setText: (text: string) => void
  /** Empties it and forgets it at once: the text was sent or given up. */
  clear: () => void
}

/**
 * Unsent text under a key, kept per user and space. Saved once the typing rests for 400 ms, and whenever
 * the part or the page goes away.
 */
export function useDraft(key: string): Draft {
  const { spaceStates } = useServices()
  const { profile, spaceId } = useSignedIn()
  const userId = profile.id
  const [text, show] = useState(() => spaceStates.read(userId, spaceId).drafts[key] ?? '')
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
    const forgetSaver = spaceStates.onSave(saveNow)
    return () => {
      removeEventListener('pagehide', saveNow)
      forgetSaver()
      saveNow()
    }
  }, [spaceStates, saveNow])

  return {
    text,
    setText(value) {
      show(value)
      if (unsaved.current) clearTimeout(unsaved.current.timer)
      unsaved.current = { text: value, timer: setTimeout(() => save(value), SAVE_AFTER_MS) }
    },
    clear() {
      show('')
      save('')
    },
  }
}
