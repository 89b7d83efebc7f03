/**
 * Fetched data persisted for the next page: per user, for ten minutes (docs/rules/interface.md#cache). It is wiped with
 * the session and the space, and evicted when storage is full: see keys.ts.
 */
import type { Keys } from './keys.ts'
import { readJson, type SafeStorage } from './safe-storage.ts'

const CACHE_TTL_MS = 10 * 60 * 1000
const FAMILY = 'query_cache_v1'

export interface CacheEntry {
  data: unknown
  /** When it was fetched; milliseconds since 1970. */
  at: number
}

export interface CacheStore {
  /** Null when there is none, it is too old, or another version of the app wrote it. */
  read(name: string): CacheEntry | null
  names(): string[]
  /** If storage is full or blocked, the previous entry of this name is removed, too. */
  write(name: string, entry: CacheEntry): void
  /** Removes expired entries and all of other users. */
  prune(): void
}

interface Deps {
  storage: SafeStorage
  keys: Keys
  now: () => number
  userId: string
  /** Entries of another version of the app are ignored. */
  buster: string
}

export function createCacheStore({ storage, keys, now, userId, buster }: Deps): CacheStore {
  const keyOf = (name: string) => keys.in(FAMILY, userId, name)
  const names = () => storage.keys(keyOf('')).map((key) => key.slice(keyOf('').length))

  function read(name: string): CacheEntry | null {
    const stored = readJson(storage, keyOf(name))
    if (!isStored(stored) || stored.buster !== buster) return null
    const ageMs = now() - stored.at
    // a negative age (the clock was set back) counts as too old
    return ageMs >= 0 && ageMs <= CACHE_TTL_MS ? { data: stored.data, at: stored.at } : null
  }

  return {
    read,
    names,
    write(name, { data, at }) {
      const key = keyOf(name)
      if (!storage.set(key, JSON.stringify({ buster, at, data }))) storage.remove(key)
    },
    prune() {
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
