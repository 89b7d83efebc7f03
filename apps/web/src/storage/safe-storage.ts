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
  /**
   * From now on this page keeps nothing under `prefix`: whatever still wants to write there after a logout is too
   * late. What stands there already is not touched.
   */
  seal(prefix: string): void
  unseal(prefix: string): void
  isSealed(key: string): boolean
}

/**
 * Wraps `backing`; what it refuses is kept in memory, so that the page works on until it is closed.
 * `backing` is a function because reading `window.localStorage` itself throws where storage is blocked.
 *
 * @param isSpare keys that may go when there is no room for others: what can be fetched again gives way to
 *   what was typed.
 */
export function createSafeStorage(
  backing: () => Backing | null,
  isSpare: (key: string) => boolean = () => false,
): SafeStorage {
  const memory = new Map<string, string>()
  const sealed = new Set<string>()
  const store = attempt(backing) ?? null

  const stored = () => attempt(() => (store === null ? [] : allKeys(store))) ?? []
  const isSealed = (key: string) => [...sealed].some((prefix) => key.startsWith(prefix))
  const write = (key: string, value: string) =>
    attempt(() => {
      store?.setItem(key, value)
      return store !== null
    }) ?? false

  function writeWithRoom(key: string, value: string): boolean {
    if (write(key, value)) return true
    const spare = isSpare(key) ? [] : stored().filter(isSpare)
    for (const other of spare) attempt(() => store?.removeItem(other))
    return spare.length > 0 && write(key, value)
  }

  return {
    get: (key) => memory.get(key) ?? attempt(() => store?.getItem(key)) ?? null,
    set(key, value) {
      if (isSealed(key)) return false
      const isKept = writeWithRoom(key, value)
      if (isKept) memory.delete(key)
      else memory.set(key, value)
      return isKept
    },
    remove(key) {
      memory.delete(key)
      attempt(() => store?.removeItem(key))
    },
    keys: (prefix) => [...new Set([...stored(), ...memory.keys()])].filter((key) => key.startsWith(prefix)),
    seal: (prefix) => void sealed.add(prefix),
    unseal: (prefix) => void sealed.delete(prefix),
    isSealed,
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
