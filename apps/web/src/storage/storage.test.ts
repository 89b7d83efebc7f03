import { expect, test } from 'vitest'
import { createKeys } from './keys.ts'
import { createSafeStorage, type Backing } from './safe-storage.ts'
import { createSpaceStates, EMPTY_SPACE_STATE, parseSpaceState, withDraft, withRead } from './space-state.ts'

function memory(limit = Number.POSITIVE_INFINITY): Backing {
  const map = new Map<string, string>()
  return {
    get length() {
      return map.size
    },
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem(key, value) {
      if (value.length > limit) throw new Error('QuotaExceededError')
      map.set(key, value)
    },
    removeItem: (key) => void map.delete(key),
  }
}

test('blocked storage lasts as long as the page', () => {
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

test('keys carry the environment, and move along when it becomes known', () => {
  const storage = createSafeStorage(() => memory())
  const keys = createKeys(storage)
  storage.set(keys.of('deviceId'), 'd1')
  expect(keys.of('deviceId')).toBe('ax_production_deviceId')
  keys.setEnvironment('staging')
  expect(keys.of('deviceId')).toBe('ax_staging_deviceId')
  expect(storage.get('ax_staging_deviceId')).toBe('d1')
  expect(storage.get('ax_production_deviceId')).toBeNull()
})

test('logging out keeps the device and small choices, a session that ends by itself keeps texts too', () => {
  const storage = createSafeStorage(() => memory())
  const keys = createKeys(storage)
  const kept = [keys.of('deviceId'), 'ax_production_auto_route:ana', 'darkMode', 'ax_environment']
  const texts = [keys.in('space_state_v2', 'ana', 's1'), keys.in('pending_v1', 'ana', 's1', 'c1')]
  const session = [keys.of('userToken'), keys.of('has_session'), keys.of('userMetadata')]
  for (const key of [...kept, ...texts, ...session]) storage.set(key, 'production')

  keys.wipeSession()
  expect(storage.keys('').toSorted()).toEqual([...kept, ...texts].toSorted())
  keys.wipeAll()
  expect(storage.keys('').toSorted()).toEqual(kept.toSorted())
})

test('drafts are kept per user and space, and counted over all spaces', () => {
  const storage = createSafeStorage(() => memory())
  const keys = createKeys(storage)
  const states = createSpaceStates(storage, keys)
  states.update('ana', 's1', (state) => withDraft(state, 'composer', 'hello'))
  states.update('ana', 's1', (state) => withDraft(state, 'reply:m1', '  '))
  states.update('ana', null, (state) => withDraft(state, 'composer', 'nowhere yet'))
  states.update('bo', 's1', (state) => withDraft(state, 'composer', 'not hers'))

  const later = createSpaceStates(storage, keys)
  expect(later.read('ana', 's1').drafts).toEqual({ composer: 'hello' })
  expect(later.read('ana', 's2').drafts).toEqual({})
  expect(later.read('ana', null).drafts).toEqual({ composer: 'nowhere yet' })
  expect(later.countDrafts('ana')).toBe(2)
})

test('a read mark of one tab does not undo a draft of another', () => {
  const storage = createSafeStorage(() => memory())
  const keys = createKeys(storage)
  const [one, other] = [createSpaceStates(storage, keys), createSpaceStates(storage, keys)]
  one.read('ana', 's1')
  other.update('ana', 's1', (state) => withDraft(state, 'composer', 'hello'))
  one.update('ana', 's1', (state) => withRead(state, ['m1']))
  expect(createSpaceStates(storage, keys).read('ana', 's1')).toMatchObject({
    drafts: { composer: 'hello' },
    readMessageIds: ['m1'],
  })
})

test('a state is the same object until it changes', () => {
  const storage = createSafeStorage(() => memory())
  const states = createSpaceStates(storage, createKeys(storage))
  expect(states.read('ana', 's1')).toBe(states.read('ana', 's1'))
})

test.for([
  { stored: null, because: 'nothing was stored' },
  { stored: { version: 1, drafts: { composer: 'old' } }, because: 'it is of another version' },
  {
    stored: { version: 2, drafts: 'x', readMessageIds: [1], scrollPosition: 'top' },
    because: 'its fields are of other kinds',
  },
])('a stored state counts as empty because $because', ({ stored }) => {
  expect(parseSpaceState(stored)).toEqual(EMPTY_SPACE_STATE)
})
