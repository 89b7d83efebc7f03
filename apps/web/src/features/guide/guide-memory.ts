import { oncePerServices } from '../../api/once-per-services.ts'
import { useServices } from '../../api/services.ts'
import { CHIRPY_EVENT } from '../agents/index.ts'
import { createGuideMemory, type GuideMemory } from './memory.ts'

const browserMemory = oncePerServices(({ storage, keys }) => {
  const memory = createGuideMemory(storage, keys)
  return {
    ...memory,
    /** Includes writes of other tabs. */
    subscribe(listener: () => void): () => void {
      const unsubscribe = memory.subscribe(listener)
      addEventListener('storage', listener)
      // Chirpy was switched off or on in the agents' dialog
      addEventListener(CHIRPY_EVENT, listener)
      return () => {
        unsubscribe()
        removeEventListener('storage', listener)
        removeEventListener(CHIRPY_EVENT, listener)
      }
    },
  }
})

/** This browser's local storage. */
export function useGuideMemory(): GuideMemory {
  return browserMemory(useServices())
}
