/**
 * What was fetched, kept for the next page: under its user's id and for ten minutes (docs/rules/interface.md#cache). It
 * goes with the session and with the space, and gives way when storage is full: see keys.ts.
 */
import type { Keys } from './keys.ts'
import { readJson, type SafeStorage } from './safe-storage.ts'

const CACHE_KEPT_MS = 10 * 60 * 1000
const FAMILY = 'query_cache_v1'

export interface CacheEntry {
  data: unknown
  /** When the server said so; milliseconds since 1970. */
  at: number
}

export interface CacheStore {
  /** Null when there is none, it is too old, or another version of the program wrote it. */
  read(name: string): CacheEntry | null
  names(): string[]
  /** Storage that is full or blocked keeps nothing, and nothing older under this name either. */
  write(name: string, entry: CacheEntry): void
  /** Forgets what can't be read any more, and all that is another user's. */
  sweep(): void
}

interface Deps {
  storage: SafeStorage
  keys: Keys
  now: () => number
  userId: string
  /** What one version of the program writes, no other reads. */
  buster: string
}

export function createCacheStore({ storage, keys, now, userId, buster }: Deps): CacheStore {
  const keyOf = (name: string) => keys.in(FAMILY, userId, name)
  const names = () => storage.keys(keyOf('')).map((key) => key.slice(keyOf('').length))

  function read(name: string): CacheEntry | null {
    const stored = readJson(storage, keyOf(name))
    if (!isStored(stored) || stored.buster !== buster) return null
    const ageMs = now() - stored.at
    // a clock that was set back makes it as good as too old
    return ageMs >= 0 && ageMs <= CACHE_KEPT_MS ? { data: stored.data, at: stored.at } : null
  }

  return {
    read,
    names,
    write(name, { data, at }) {
      const key = keyOf(name)
      if (!storage.set(key, JSON.stringify({ buster, at, data }))) storage.remove(key)
    },
    sweep() {
      for (const name of names()) if (read(name) === null) storage.remove(keyOf(name))
      const isOthers = (key: string) => !key.startsWith(keyOf(''))
      for (const key of storage.keys(keys.in(FAMILY, '')).filter(isOthers)) storage.remove(key)
    },
  }
}

function isStored(value: unknown): value is CacheEntry & { buster: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'buster' in value &&
    'data' in value &&
    'at' in value &&
    typeof value.at === 'number'
  )
}
