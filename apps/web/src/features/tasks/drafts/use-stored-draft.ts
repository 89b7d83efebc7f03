import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { useDraft } from '../../messages/index.ts'

export interface StoredDraft<Values> {
  /** The unsent draft when the form opened; null for none. */
  readonly initial: Values | null
  /** Null: nothing is unsent. */
  save: (values: Values | null) => void
  /** What another tab has typed since, while nothing is typed here. */
  readonly elsewhere: Values | null
}

/**
 * The unsent values of a form under a key, stored as message drafts are (docs/rules/interface.md#storage): they survive
 * failures and page loads, and each of two tabs restores its own.
 *
 * @param parse reads what an older page may have stored; null for what it can't use
 */
export function useStoredDraft<Values>(
  key: string,
  parse: (stored: unknown) => Values | null,
): StoredDraft<Values> {
  const { spaceStates } = useServices()
  const { profile, spaceId } = useSignedIn()
  const draft = useDraft(key)
  // not from the state: something is saved and cleared again between two renders
  const isKept = useRef(draft.text !== '')
  const [initial] = useState(() => read(draft.text, parse))
  const stored = useSyncExternalStore(
    spaceStates.subscribe,
    () => spaceStates.read(profile.id, spaceId).drafts[key] ?? '',
  )
  const other = draft.text === '' ? stored : ''
  const elsewhere = useMemo(() => read(other, parse), [other, parse])

  return {
    initial,
    elsewhere,
    save(values) {
      if (values !== null) draft.setText(JSON.stringify(values))
      else if (isKept.current) draft.clear()
      isKept.current = values !== null
    },
  }
}

function read<Values>(text: string, parse: (stored: unknown) => Values | null): Values | null {
  try {
    return text === '' ? null : parse(JSON.parse(text))
  } catch {
    return null
  }
}
