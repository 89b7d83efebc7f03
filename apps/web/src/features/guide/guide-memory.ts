import { keys, storage } from '../../api/browser.ts'
import { createGuideMemory } from './memory.ts'

/** This browser's own. */
export const guideMemory = createGuideMemory(storage, keys)

/** Also hears what other tabs write. @returns how to stop */
export function onGuideMemory(listener: () => void): () => void {
  const unsubscribe = guideMemory.subscribe(listener)
  addEventListener('storage', listener)
  return () => {
    unsubscribe()
    removeEventListener('storage', listener)
  }
}
