import { expect, test } from 'vitest'
import { findItems, type PaletteGroup, type PaletteItem } from './palette-items.ts'

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

test('a long group is cut, and its last is still found by name', () => {
  const crowd = Array.from({ length: 30 }, (_, index) => item('people', `@person${index + 1}`))
  expect(findItems(crowd, '')).toHaveLength(8)
  expect(findItems(crowd, 'person30').map(({ name }) => name)).toEqual(['@person30'])
})
