import { expect, test } from 'vitest'
import { findItems, placeId, recentAmong, type PaletteGroup, type PaletteItem } from './palette-items.ts'

const item = (group: PaletteGroup, name: string): PaletteItem => ({
  id: name,
  group,
  name,
  run: () => undefined,
})

const items = [
  item('places', 'Messages'),
  item('places', 'Register Agent'),
  item('places', 'Agents'),
  item('spaces', 'Field Lab'),
  item('people', '@mateo'),
  item('people', '@scout_agent'),
  item('actions', 'Switch to dark mode'),
  item('actions', 'Logout'),
]

test.for([
  { query: '', finds: items.map(({ name }) => name), because: 'nothing is asked' },
  { query: 'lab', finds: ['Field Lab'], because: 'a word begins with it' },
  {
    query: 'agent',
    finds: ['Agents', 'Register Agent', '@scout_agent'],
    because: 'the groups keep their order, and what begins with it comes first in each',
  },
  { query: 'REG ag', finds: ['Register Agent'], because: 'every word counts, in any case' },
  { query: '@mat', finds: ['@mateo'], because: 'a mention may be typed as one' },
  { query: 'ateo', finds: ['@mateo'], because: 'the middle counts when no beginning fits' },
  { query: 'dark', finds: ['Switch to dark mode'], because: 'actions are found too' },
  { query: 'zebra', finds: [], because: 'nothing has it' },
])('"$query" finds $finds because $because', ({ query, finds }) => {
  expect(findItems(items, query).map(({ name }) => name)).toEqual(finds)
})

test('a long group is truncated, and its last item is still found by name', () => {
  const crowd = Array.from({ length: 30 }, (_, index) => item('people', `@person${index + 1}`))
  expect(findItems(crowd, '')).toHaveLength(8)
  expect(findItems(crowd, 'person30').map(({ name }) => name)).toEqual(['@person30'])
})

test("a server result is listed in its group even if its name doesn't match", () => {
  const task = { ...item('tasks', 'T-12 Batch the check'), isFound: true }
  expect(findItems([...items, task], 'mat').map(({ name }) => name)).toEqual([
    'T-12 Batch the check',
    '@mateo',
  ])
  // results of an earlier query must match the current one
  expect(findItems([...items, { ...task, isFound: false }], 'mat').map(({ name }) => name)).toEqual([
    '@mateo',
  ])
  expect(findItems([{ ...task, isFound: false }], 't-12')).toHaveLength(1)
})

test('recent places are the last three before the current one, and are never search results', () => {
  const places = ['/home', '/tasks', '/agents', '/inbox', '/help'].map((path) => ({
    ...item('places', path),
    id: placeId(path),
  }))
  const recent = recentAmong(places, ['/tasks', '/inbox', '/gone', '/home', '/agents'])
  expect(recent.map(({ name }) => name)).toEqual(['/inbox', '/home'])
  const found = findItems([...recent, ...places], '')
  expect(found.slice(0, 3).map(({ group }) => group)).toEqual(['recent', 'recent', 'places'])
  expect(findItems([...recent, ...places], 'inbox')).toHaveLength(1)
})
