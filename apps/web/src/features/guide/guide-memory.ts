import { keys, storage } from '../../api/browser.ts'
import { CHIRPY_EVENT } from '../agents/index.ts'
import { createGuideMemory } from './memory.ts'

/** This browser's own. */
export const guideMemory = createGuideMemory(storage, keys)

/** Also hears what other tabs write. @returns how to stop */
export function onGuideMemory(listener: () => void): () => void {
  const unsubscribe = guideMemory.subscribe(listener)
  addEventListener('storage', listener)
  // the agents' dialog switched Chirpy off or on
  addEventListener(CHIRPY_EVENT, listener)
  return () => {
    unsubscribe()
    removeEventListener('storage', listener)
    removeEventListener(CHIRPY_EVENT, listener)
  }
}
