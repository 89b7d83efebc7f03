/** Storage that never throws: a browser may block it, fill up, or hand out something broken. */

/** What we use of the browser's `Storage`. */
export interface Backing {
  readonly length: number
  key(index: number): string | null
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

export interface SafeStorage {
  get(key: string): string | null
  /** False when the value only lasts as long as the page: storage is blocked or full. */
  set(key: string, value: string): boolean
  remove(key: string): void
  /** The keys that begin with `prefix`. */
  keys(prefix: string): string[]
}

/**
 * Wraps `backing`; what it refuses is kept in memory, so that the page works on until it is closed.
 * `backing` is a function because reading `window.localStorage` itself throws where storage is blocked.
 */
export function createSafeStorage(backing: () => Backing | null): SafeStorage {
  const memory = new Map<string, string>()
  const store = attempt(backing) ?? null

  return {
    get: (key) => memory.get(key) ?? attempt(() => store?.getItem(key)) ?? null,
    set(key, value) {
      const isKept =
        attempt(() => {
          store?.setItem(key, value)
          return store !== null
        }) ?? false
      if (isKept) memory.delete(key)
      else memory.set(key, value)
      return isKept
    },
    remove(key) {
      memory.delete(key)
      attempt(() => store?.removeItem(key))
    },
    keys(prefix) {
      const stored = attempt(() => (store === null ? [] : allKeys(store))) ?? []
      return [...new Set([...stored, ...memory.keys()])].filter((key) => key.startsWith(prefix))
    },
  }
}

/** The value stored as JSON; null when there is none or it can't be read. */
export function readJson(storage: SafeStorage, key: string): unknown {
  const text = storage.get(key)
  return text === null ? null : (attempt(() => JSON.parse(text) as unknown) ?? null)
}

function allKeys(store: Backing): string[] {
  return Array.from({ length: store.length }, (_, index) => store.key(index)).filter((key) => key !== null)
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
