import { expect, test } from 'vitest'
import { createCacheStore } from './cache-store.ts'
import { createKeys } from './keys.ts'
import { createSafeStorage, type Backing } from './safe-storage.ts'
import { memoryBacking } from './test-storage.ts'

const MINUTE_MS = 60_000

function setUp(limit: (backing: Backing) => Backing | null = (backing) => backing) {
  const map = new Map<string, string>()
  const now = { ms: 1_000_000 }
  const storage = createSafeStorage(() => limit(memoryBacking(map, () => {})))
  const keys = createKeys(storage)
  const open = (userId = 'ana', buster = '1.0.0.1') =>
    createCacheStore({ storage, keys, now: () => now.ms, userId, buster })
  return { map, now, storage, keys, open }
}

test("entries are stored under the app's prefix and the user's id", () => {
  const { map, now, keys, open } = setUp()
  open().write('things', { data: [1], at: now.ms })
  expect([...map.keys()]).toEqual(['ax_production_query_cache_v1:ana:things'])
  keys.setEnvironment('test')
  expect(open().read('things')).toEqual({ data: [1], at: now.ms })
  expect([...map.keys()]).toContain('ax_test_query_cache_v1:ana:things')
})

test.for([
  { ageMs: 0, isRead: true },
  { ageMs: 10 * MINUTE_MS, isRead: true },
  { ageMs: 10 * MINUTE_MS + 1, isRead: false },
  { ageMs: -1, isRead: false },
])('$ageMs ms old it is read: $isRead', ({ ageMs, isRead }) => {
  const { map, now, open } = setUp()
  const at = now.ms
  open().write('things', { data: 'x', at })
  now.ms += ageMs
  expect(open().read('things')).toEqual(isRead ? { data: 'x', at } : null)
  open().prune()
  expect(map.size).toBe(isRead ? 1 : 0)
})

test("another user's entries are never read, and are removed at the next sign-in", () => {
  const { map, now, open } = setUp()
  open('ana').write('things', { data: 'x', at: now.ms })
  open('ana2').write('things', { data: 'y', at: now.ms })
  expect([open('bo').read('things'), open('bo').names()]).toEqual([null, []])
  expect([open('ana').names(), open('ana').read('things')?.data]).toEqual([['things'], 'x'])
  open('bo').prune()
  expect(map.size).toBe(0)
})

test('another version of the app ignores the entries', () => {
  const { now, open } = setUp()
  open('ana', '1.0.0.1').write('things', { data: 'x', at: now.ms })
  expect(open('ana', '1.0.1.1').read('things')).toBeNull()
  expect(open('ana', '1.0.0.2').read('things')).toBeNull()
})

test.for([
  '',
  '{',
  'null',
  '7',
  '[]',
  '{}',
  '{"buster":"1.0.0.1","data":1}',
  '{"buster":"1.0.0.1","data":1,"at":"x"}',
])('garbage is nothing, and is swept: %s', (text) => {
  const { map, open } = setUp()
  map.set('ax_production_query_cache_v1:ana:things', text)
  expect(open().read('things')).toBeNull()
  open().prune()
  expect(map.size).toBe(0)
})

test('full storage keeps neither the new entry nor the old one, and nothing fails', () => {
  const room = { chars: Number.POSITIVE_INFINITY }
  const { map, now, storage, open } = setUp((backing) => ({
    ...backing,
    setItem(key, value) {
      if (value.length > room.chars) throw new Error('QuotaExceededError')
      backing.setItem(key, value)
    },
  }))
  open().write('things', { data: 'old', at: now.ms })
  room.chars = 10
  open().write('things', { data: 'new and longer', at: now.ms })
  expect([open().read('things'), map.size, storage.keys('')]).toEqual([null, 0, []])
})

test('blocked storage is harmless', () => {
  const { now, open } = setUp(() => {
    throw new Error('SecurityError')
  })
  open().write('things', { data: 'x', at: now.ms })
  open().prune()
  expect(open().read('things')).toBeNull()
})

test.for(['wipeSession', 'wipeCaches', 'wipeAll'] as const)(
  'after %s it is gone, and this page keeps nothing more until somebody is admitted',
  (wipe) => {
    const { map, now, keys, open } = setUp()
    const store = open()
    store.write('things', { data: 'x', at: now.ms })
    keys[wipe]('ana')
    store.write('things', { data: 'x', at: now.ms })
    expect([map.size, store.read('things')]).toEqual([0, null])
    keys.allowWrites('bo')
    open('bo').write('things', { data: 'y', at: now.ms })
    expect(map.size).toBe(1)
  },
)
