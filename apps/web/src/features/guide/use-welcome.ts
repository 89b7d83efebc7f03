import { useSyncExternalStore } from 'react'
import { useSignedIn } from '../../api/use-session.ts'
import { useGuideMemory } from './guide-memory.ts'

export interface Welcome {
  /** Once per device and user, until dismissed (docs/rules/guide.md#welcome). */
  isDue: boolean
  dismiss: () => void
}

export function useWelcome(): Welcome {
  const memory = useGuideMemory()
  const userId = useSignedIn().profile.id
  const isDue = useSyncExternalStore(memory.subscribe, () => memory.isWelcomeDue(userId))
  return { isDue, dismiss: () => memory.dismissWelcome(userId) }
}
