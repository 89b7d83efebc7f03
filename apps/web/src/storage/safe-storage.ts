/** Storage that never throws: a browser may block it, fill up, or return something broken. */

/** The part of `Storage` that we use. */
export interface Backing {
  readonly length: number
  key(index: number): string | null
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

export interface SafeStorage {
  get(key: string): string | null
  /** False when the value lasts only as long as the page: storage is blocked or full. */
  set(key: string, value: string): boolean
  remove(key: string): void
  /** The keys that begin with `prefix`. */
  keys(prefix: string): string[]
  /**
   * Makes this page ignore writes under `prefix`, such as late ones after a logout. What is stored there already isn't
   * touched.
   */
  blockWrites(prefix: string): void
  unblockWrites(prefix: string): void
  isBlocked(key: string): boolean
}

/**
 * Wraps `backing`, with a fallback in memory that lasts as long as the page. `backing` is a function because reading
 * `window.localStorage` itself throws where storage is blocked.
 *
 * @param isEvictable keys that may be removed to make room: data that can be fetched again, in favour of drafts.
 */
export function createSafeStorage(
  backing: () => Backing | null,
  isEvictable: (key: string) => boolean = () => false,
): SafeStorage {
  const memory = new Map<string, string>()
  const blocked = new Set<string>()
  const store = attempt(backing) ?? null

  const stored = () => attempt(() => (store === null ? [] : allKeys(store))) ?? []
  const isBlocked = (key: string) => [...blocked].some((prefix) => key.startsWith(prefix))
  const write = (key: string, value: string) =>
    attempt(() => {
      store?.setItem(key, value)
      return store !== null
    }) ?? false

  function writeEvicting(key: string, value: string): boolean {
    if (write(key, value)) return true
    const evictable = isEvictable(key) ? [] : stored().filter(isEvictable)
    for (const other of evictable) attempt(() => store?.removeItem(other))
    return evictable.length > 0 && write(key, value)
  }

  return {
    get: (key) => memory.get(key) ?? attempt(() => store?.getItem(key)) ?? null,
    set(key, value) {
      if (isBlocked(key)) return false
      const isStored = writeEvicting(key, value)
      if (isStored) memory.delete(key)
      else memory.set(key, value)
      return isStored
    },
    remove(key) {
      memory.delete(key)
      attempt(() => store?.removeItem(key))
    },
    keys: (prefix) => [...new Set([...stored(), ...memory.keys()])].filter((key) => key.startsWith(prefix)),
    blockWrites: (prefix) => void blocked.add(prefix),
    unblockWrites: (prefix) => void blocked.delete(prefix),
    isBlocked,
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
