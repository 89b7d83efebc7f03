import { expect, test } from 'vitest'
import { withDraft, withRead } from './space-state.ts'
import { testStorage, type TestTab } from './test-storage.ts'

const KEY = 'ax_production_space_state_v2:ana:s1'
const GLOBAL = 'ax_production_space_state_v2:ana:global'
const VERSION_1 = 'ax_production_space_state'

const type = (tab: TestTab, text: string, space: string | null = 's1', place = 'composer') =>
  tab.states.update('ana', space, (state) => withDraft(state, place, text))
const drafts = (tab: TestTab, space: string | null = 's1') => tab.states.read('ana', space).drafts

test('drafts are stored per user and space, and counted over all spaces', () => {
  const { openTab } = testStorage()
  const tab = openTab()
  type(tab, 'hello')
  type(tab, '  ', 's1', 'reply:m1')
  type(tab, 'elsewhere', 's2', 'reply:m2')
  tab.states.update('bo', 's1', (state) => withDraft(state, 'composer', 'not hers'))

  const later = openTab()
  expect(drafts(later)).toEqual({ composer: 'hello' })
  expect(drafts(later, 's2')).toEqual({ 'reply:m2': 'elsewhere' })
  expect(drafts(later, 's3')).toEqual({})
  expect(later.states.countDrafts('ana')).toBe(2)
})

test('a state is stored as version 2, with the fields of docs/rules/interface.md#storage', () => {
  const { openTab, map } = testStorage()
  type(openTab(), 'hello')
  expect(JSON.parse(map.get(KEY) ?? '')).toEqual({
    version: 2,
    drafts: { composer: 'hello' },
    readMessageIds: [],
    lastReadTimestamp: null,
    scrollPosition: null,
    expandedPosts: [],
  })
})

test('a state is the same object until it changes', () => {
  const tab = testStorage().openTab()
  const before = tab.states.read('ana', 's1')
  expect(tab.states.read('ana', 's1')).toBe(before)
  type(tab, 'hello')
  expect(tab.states.read('ana', 's1')).not.toBe(before)
})

test('a read mark of one tab does not undo a draft of another', () => {
  const { openTab } = testStorage()
  const [one, other] = [openTab(), openTab()]
  drafts(one)
  type(other, 'hello')
  one.states.update('ana', 's1', (state) => withRead(state, ['m1']))
  expect(openTab().states.read('ana', 's1')).toMatchObject({
    drafts: { composer: 'hello' },
    readMessageIds: ['m1'],
  })
})

test('a draft without a space shows in each space until it is edited in one', () => {
  const { openTab, map } = testStorage()
  const tab = openTab()
  type(tab, 'nowhere yet', null)
  expect([drafts(tab), drafts(tab, 's2')]).toEqual([{ composer: 'nowhere yet' }, { composer: 'nowhere yet' }])

  type(tab, 'nowhere yet, but here', 's2')
  expect([drafts(tab), drafts(tab, 's2')]).toEqual([{}, { composer: 'nowhere yet, but here' }])
  expect(JSON.parse(map.get(GLOBAL) ?? '')).toMatchObject({ drafts: {} })
  expect(tab.states.countDrafts('ana')).toBe(1)
})

test('a draft sent from the global state is removed from every space', () => {
  const { openTab } = testStorage()
  const tab = openTab()
  type(tab, 'nowhere yet', null)
  type(tab, '', 's2')
  expect([drafts(openTab()), drafts(openTab(), 's2')]).toEqual([{}, {}])
})

const VERSION_1_STATE = {
  readMessageIds: ['m1'],
  expandedPosts: ['m2'],
  scrollPosition: 40,
  drafts: { composer: 'old thought', 'reply:m9': 'old answer' },
  lastReadTimestamp: '2026-01-01T00:00:00.000Z',
}

test.for([
  { stored: { version: 1, ...VERSION_1_STATE }, because: 'it says so' },
  { stored: VERSION_1_STATE, because: 'it says nothing' },
])('version 1 is taken over by the first user when $because', ({ stored }) => {
  const { openTab, map } = testStorage()
  map.set(VERSION_1, JSON.stringify(stored))
  const tab = openTab()
  tab.states.migrateVersion1('ana')

  expect(drafts(tab)).toEqual({ composer: 'old thought', 'reply:m9': 'old answer' })
  expect(tab.states.read('ana', 's1')).toMatchObject({
    readMessageIds: ['m1'],
    expandedPosts: ['m2'],
    lastReadTimestamp: '2026-01-01T00:00:00.000Z',
    scrollPosition: null,
  })
  expect(map.has(VERSION_1)).toBe(false)
  tab.states.migrateVersion1('bo')
  expect(tab.states.read('bo', 's1').drafts).toEqual({})
})

test('a migration neither loses nor duplicates existing text', () => {
  const { openTab, map } = testStorage()
  const tab = openTab()
  type(tab, 'new thought', null)
  map.set(VERSION_1, JSON.stringify(VERSION_1_STATE))
  tab.states.migrateVersion1('ana')
  expect(drafts(tab)['composer']).toBe('new thought\n\nold thought')

  // interrupted before the old key was removed
  map.set(VERSION_1, JSON.stringify(VERSION_1_STATE))
  const later = openTab()
  later.states.migrateVersion1('ana')
  expect(drafts(later)['composer']).toBe('new thought\n\nold thought')
})

test('a migration that does not fit into storage loses nothing, and runs once there is room', () => {
  const { openTab, map, room } = testStorage()
  map.set(VERSION_1, JSON.stringify(VERSION_1_STATE))
  room.chars = 10
  const tab = openTab()
  tab.states.migrateVersion1('ana')
  expect(drafts(tab)['composer']).toBe('old thought')
  expect(map.has(VERSION_1)).toBe(true)

  room.chars = 10_000
  const later = openTab()
  later.states.migrateVersion1('ana')
  expect(drafts(later)['composer']).toBe('old thought')
  expect(map.has(VERSION_1)).toBe(false)
})

test.for(['no json', '7', '[]', 'null', '{"version":3,"drafts":{"composer":"newer"}}'])(
  'what is no version 1 stays where it is: %s',
  (stored) => {
    const { openTab, map } = testStorage()
    map.set(VERSION_1, stored)
    const tab = openTab()
    tab.states.migrateVersion1('ana')
    expect(map.get(VERSION_1)).toBe(stored)
    expect(drafts(tab)).toEqual({})
  },
)

test.for([3, '2', 'next'])(
  'a state of version %j is left as it is, and ours stored next to it',
  (version) => {
    const { openTab, map } = testStorage()
    const newer = JSON.stringify({ version, drafts: { composer: 'by a newer program' } })
    map.set(KEY, newer)
    const tab = openTab()
    expect(drafts(tab)).toEqual({})
    type(tab, 'typed here')
    tab.states.update('ana', 's1', (state) => withRead(state, ['m1']))

    expect(map.get(KEY)).toBe(newer)
    expect(openTab().states.read('ana', 's1')).toMatchObject({
      drafts: { composer: 'typed here' },
      readMessageIds: ['m1'],
    })
  },
)

test.for([
  { stored: 'no json', drafts: {} },
  { stored: '[1,2]', drafts: {} },
  { stored: '{"version":2,"drafts":"x","readMessageIds":[1],"scrollPosition":"top"}', drafts: {} },
  { stored: '{"version":2,"drafts":{"composer":"good","reply:m1":7}}', drafts: { composer: 'good' } },
  { stored: '{"version":1,"drafts":{"composer":"old"}}', drafts: { composer: 'old' } },
])(
  'garbage in the storage is no failure, and what is good in it is kept: $stored',
  ({ stored, drafts: kept }) => {
    const { openTab, map } = testStorage()
    map.set(KEY, stored)
    const tab = openTab()
    expect(tab.states.read('ana', 's1')).toMatchObject({
      drafts: kept,
      readMessageIds: [],
      scrollPosition: null,
    })
    type(tab, 'typed here', 's1', 'reply:m2')
    expect(drafts(openTab())).toEqual({ ...kept, 'reply:m2': 'typed here' })
  },
)

test.for([
  {
    stored: { id: 'm7', seq: 7, offsetPx: 12 },
    read: { id: 'm7', seq: 7, offsetPx: 12 },
    because: 'that is what is kept',
  },
  {
    stored: { seq: 7, offsetPx: 12 },
    read: { id: null, seq: 7, offsetPx: 12 },
    because: 'earlier the message had no id',
  },
  { stored: 7, read: { id: null, seq: 7, offsetPx: 0 }, because: 'before that it was the number alone' },
  { stored: { seq: 7 }, read: null, because: 'half a place is none' },
  { stored: [7, 12], read: null, because: 'a list is none' },
])('the reader was at $read because $because', ({ stored, read }) => {
  const { openTab, map } = testStorage()
  map.set(KEY, JSON.stringify({ version: 2, scrollPosition: stored }))
  expect(openTab().states.read('ana', 's1').scrollPosition).toEqual(read)
})

test('while storage is full a draft lasts as long as the page, and is stored once there is room', () => {
  const { openTab, room } = testStorage()
  const tab = openTab()
  room.chars = 0
  type(tab, 'half a thought')
  expect(drafts(tab)).toEqual({ composer: 'half a thought' })
  expect(drafts(openTab())).toEqual({})
  room.chars = 10_000
  type(tab, 'half a thought, and on')
  expect(drafts(openTab())).toEqual({ composer: 'half a thought, and on' })
})

test.for([
  { how: 'and the browser says so', isTold: true },
  { how: 'and the browser says nothing', isTold: false },
])('storage cleared by the user while the page is open $how: what was typed stays', ({ isTold }) => {
  const { openTab, map, clear } = testStorage()
  const tab = openTab()
  type(tab, 'half a thought')
  type(tab, 'an answer', 's1', 'reply:m1')
  if (isTold) clear()
  else map.clear()
  tab.states.update('ana', 's1', (state) => withRead(state, ['m1']))
  expect(drafts(openTab())).toEqual({ composer: 'half a thought', 'reply:m1': 'an answer' })
})

test('two tabs that write in the same field each find their own text after a reload', () => {
  const { openTab } = testStorage()
  const [one, other] = [openTab(), openTab()]
  type(one, 'mine')
  type(other, 'yours')
  one.reload()
  other.reload()
  expect([drafts(one), drafts(other)]).toEqual([{ composer: 'mine' }, { composer: 'yours' }])
  // and a tab opened later finds the latest text
  expect(drafts(openTab())).toEqual({ composer: 'yours' })
})

test("sending in one tab doesn't discard the other's draft", () => {
  const { openTab } = testStorage()
  const [one, other] = [openTab(), openTab()]
  type(one, 'mine')
  type(other, 'yours')
  type(other, '')
  expect(drafts(other)).toEqual({})
  one.reload()
  expect(drafts(one)).toEqual({ composer: 'mine' })
  expect(drafts(openTab())).toEqual({ composer: 'mine' })
})

test('a draft that was sent from another tab is not restored', () => {
  const { openTab, now } = testStorage()
  const one = openTab()
  type(one, 'hello')
  now.ms += 10_000
  const other = openTab()
  expect(drafts(other)).toEqual({ composer: 'hello' })
  type(other, '')
  one.reload()
  expect([drafts(one), drafts(other), drafts(openTab())]).toEqual([{}, {}, {}])
})

test('a draft that another tab overwrote, because storage events are late, is restored', () => {
  const { openTab, map, holdNews, now } = testStorage()
  const [one, other] = [openTab(), openTab()]
  drafts(other)
  const tellAll = holdNews()
  const before = map.get(KEY)
  type(one, 'hello')
  // the other tab's process doesn't see that write yet
  if (before === undefined) map.delete(KEY)
  other.states.update('ana', 's1', (state) => withRead(state, ['m1']))
  now.ms += 1_500
  tellAll()
  expect(openTab().states.read('ana', 's1')).toMatchObject({
    drafts: { composer: 'hello' },
    readMessageIds: ['m1'],
  })
})

test("dropping a user's data also drops what the page has in memory", () => {
  const { openTab, map } = testStorage()
  const tab = openTab()
  type(tab, 'hello')
  map.clear()
  tab.states.forget('ana')
  expect(drafts(tab)).toEqual({})
  tab.reload()
  expect(drafts(tab)).toEqual({})
  expect(tab.states.countDrafts('ana')).toBe(0)
})
