/** News of what is kept in the browser's storage, for the parts of this page that show it. */
export interface StorageNews {
  /** This page changed something. */
  tell(): void
  /** Also hears what other tabs change. @returns how to stop */
  subscribe(listener: () => void): () => void
}

export function createStorageNews(): StorageNews {
  const listeners = new Set<() => void>()
  return {
    tell() {
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      // the browser tells it to the other tabs only
      addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', listener)
      }
    },
  }
}
