import { useSyncExternalStore } from 'react'
import { guideMemory, onGuideMemory } from './guide-memory.ts'

export interface Welcome {
  /** Once per device, until it was dismissed (platform, section 4). */
  isDue: boolean
  dismiss: () => void
}

export function useWelcome(): Welcome {
  const isDue = useSyncExternalStore(onGuideMemory, guideMemory.isWelcomeDue)
  return { isDue, dismiss: guideMemory.dismissWelcome }
}
