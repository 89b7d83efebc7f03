import { expect, test } from 'vitest'
import { createKeys, isEvictable } from './keys.ts'
import { createSafeStorage, type Backing } from './safe-storage.ts'

function memory(limit = Number.POSITIVE_INFINITY, room = Number.POSITIVE_INFINITY): Backing {
  const map = new Map<string, string>()
  return {
    get length() {
      return map.size
    },
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem(key, value) {
      const used = [...map].reduce(
        (sum, [name, text]) => sum + (name === key ? 0 : name.length + text.length),
        0,
      )
      const isTooMuch = value.length > limit || used + key.length + value.length > room
      if (isTooMuch) throw new Error('QuotaExceededError')
      map.set(key, value)
    },
    removeItem: (key) => void map.delete(key),
  }
}

test('with blocked storage, values last as long as the page', () => {
  const storage = createSafeStorage(() => {
    throw new Error('SecurityError')
  })
  expect(storage.set('a', '1')).toBe(false)
  expect(storage.get('a')).toBe('1')
  expect(storage.keys('')).toEqual(['a'])
  storage.remove('a')
  expect(storage.get('a')).toBeNull()
})

test('full storage keeps the newer value in memory', () => {
  const storage = createSafeStorage(() => memory(3))
  expect(storage.set('a', 'abc')).toBe(true)
  expect(storage.set('a', 'abcd')).toBe(false)
  expect(storage.get('a')).toBe('abcd')
  expect(storage.set('a', 'x')).toBe(true)
  expect(storage.get('a')).toBe('x')
})

test('keys contain the environment, and are moved when it becomes known', () => {
  const storage = createSafeStorage(() => memory())
  const keys = createKeys(storage)
  storage.set(keys.of('deviceId'), 'd1')
  expect(keys.of('deviceId')).toBe('ax_production_deviceId')
  keys.setEnvironment('staging')
  expect(keys.of('deviceId')).toBe('ax_staging_deviceId')
  expect(storage.get('ax_staging_deviceId')).toBe('d1')
  expect(storage.get('ax_production_deviceId')).toBeNull()
})

const KEPT = [
  'ax_environment',
  'ax_production_deviceId',
  'ax_production_welcome_seen:ana',
  'ax_production_onboarding_seen_v1:ana',
  'ax_production_chirpy_banner_v2:ana',
  'ax_production_auto_route:ana',
  'ax_production_quick_mentions:ana',
  'darkMode',
  'sidebarCollapsed',
]
const OF_BO = ['ax_production_space_state_v2:bo:s1', 'ax_production_pending_v1:bo:s1:c1']
const TEXTS = ['ax_production_space_state_v2:ana:s1', 'ax_production_pending_v1:ana:s1:c1']
const SESSION = ['userToken', 'has_session', 'userMetadata', 'username', 'currentOrganization']
const CACHES = ['ax_production_query_cache_v1:ana', 'ax_production_query_cache_v1:bo']
const OTHERS = ['ax_production_lastTab', 'ax_production_space_state']

function filled() {
  const storage = createSafeStorage(() => memory())
  const keys = createKeys(storage)
  const session = SESSION.map((name) => `ax_production_${name}`)
  for (const key of [...KEPT, ...OF_BO, ...TEXTS, ...session, ...CACHES, ...OTHERS])
    storage.set(key, 'production')
  return { storage, keys, left: () => storage.keys('').toSorted() }
}

test("a session that ends without a logout leaves its user's drafts and read state, and no cache", () => {
  const { keys, left } = filled()
  keys.wipeSession()
  expect(left()).toEqual([...KEPT, ...OF_BO, ...TEXTS, ...OTHERS].toSorted())
})

test("a logout leaves the device id, preferences and other users' drafts, and nothing else", () => {
  const { keys, left } = filled()
  keys.wipeAll('ana')
  expect(left()).toEqual([...KEPT, ...OF_BO].toSorted())
})

test('after a logout a page can write neither drafts nor caches until the next sign-in', () => {
  const { storage, keys } = filled()
  keys.wipeAll('ana')
  const late = [keys.in('space_state_v2', 'ana', 's1'), keys.in('query_cache_v1', 'ana')]
  for (const key of late) storage.set(key, 'late')
  expect(late.map((key) => storage.get(key))).toEqual([null, null])
  storage.set(keys.in('space_state_v2', 'bo', 's1'), 'his')
  expect(storage.get(keys.in('space_state_v2', 'bo', 's1'))).toBe('his')

  keys.allowWrites('ana')
  for (const key of late) storage.set(key, 'hers again')
  expect(late.map((key) => storage.get(key))).toEqual(['hers again', 'hers again'])
})

test('when storage is full, cached data is evicted in favour of drafts', () => {
  const store = memory(Number.POSITIVE_INFINITY, 100)
  const storage = createSafeStorage(() => store, isEvictable)
  const keys = createKeys(storage)
  expect(storage.set(keys.in('query_cache_v1', 'ana'), 'c'.repeat(50))).toBe(true)
  expect(storage.set(keys.in('pending_v1', 'ana', 's1', 'c1'), 't'.repeat(40))).toBe(true)
  expect(storage.keys('')).toEqual([keys.in('pending_v1', 'ana', 's1', 'c1')])
  // and a cache entry evicts no draft
  expect(storage.set(keys.in('query_cache_v1', 'ana'), 'c'.repeat(50))).toBe(false)
  expect(store.getItem(keys.in('pending_v1', 'ana', 's1', 'c1'))).toBe('t'.repeat(40))
})

test('a key that exists in the other environment is not overwritten', () => {
  const storage = createSafeStorage(() => memory())
  const keys = createKeys(storage)
  storage.set('ax_staging_deviceId', 'older')
  storage.set('ax_production_deviceId', 'newer')
  keys.setEnvironment('staging')
  expect(storage.get(keys.of('deviceId'))).toBe('older')
})

test('a refresh token that an older version left is removed in every environment', () => {
  const { storage, keys } = filled()
  for (const key of ['ax_production_refreshToken', 'ax_test_refreshToken']) storage.set(key, 'secret')
  keys.dropRefreshToken()
  expect(storage.keys('').filter((key) => key.includes('refresh'))).toEqual([])
  expect(storage.get('ax_production_userToken')).toBe('production')
})
