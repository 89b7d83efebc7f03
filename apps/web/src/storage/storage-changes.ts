/** Change notifications of stored values, for components that show them. */
export interface StorageChanges {
  /** This page changed something. */
  notify(): void
  /** Includes changes by other tabs. @returns a function to unsubscribe */
  subscribe(listener: () => void): () => void
}

export function createStorageChanges(): StorageChanges {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      // `storage` events reach other tabs only
      addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', listener)
      }
    },
  }
}
