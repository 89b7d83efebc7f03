import { expect, test } from 'vitest'
import {
  bodyOf,
  changedFrom,
  isBound,
  parseUnsaved,
  resumed,
  unsavedOf,
  type SpaceSettings,
} from './space-settings.ts'

const BASE: SpaceSettings = {
  name: 'Lab',
  description: 'Ours',
  visibility: 'invite_only',
  max_hops: '',
  max_chain: '60',
}

test.for<{ typed: Partial<SpaceSettings>; sent: Partial<SpaceSettings>; because: string }>([
  { typed: {}, sent: {}, because: 'nothing was typed' },
  { typed: { name: ' Lab ' }, sent: {}, because: 'blanks at the ends are none of the name' },
  { typed: { name: 'Deep Lab' }, sent: { name: 'Deep Lab' }, because: 'the name alone' },
  { typed: { description: '' }, sent: { description: '' }, because: 'an empty description is one' },
  { typed: { visibility: 'public' }, sent: { visibility: 'public' }, because: 'who can join' },
])('$typed sends $sent: $because', ({ typed, sent }) => {
  expect(changedFrom(BASE, { ...BASE, ...typed })).toEqual(sent)
})

test.each([
  { typed: { max_hops: '3' }, sent: { max_hops: 3 }, because: 'a number of its own' },
  { typed: { max_chain: '' }, sent: { max_chain: null }, because: 'as the instance says' },
  { typed: { name: 'Lab 2', max_hops: '0' }, sent: { name: 'Lab 2', max_hops: 0 }, because: 'none at all' },
])('the bounds $typed send $sent: $because', ({ typed, sent }) => {
  expect(bodyOf(changedFrom(BASE, { ...BASE, ...typed }))).toEqual(sent)
})

test.each([
  { typed: '', is: true },
  { typed: ' 12 ', is: true },
  { typed: '0', is: true },
  { typed: '100', is: true },
  { typed: '101', is: false },
  { typed: '-1', is: false },
  { typed: '1.5', is: false },
  { typed: '1e2', is: false },
  { typed: 'six', is: false },
])('"$typed" is a bound up to 100: $is', ({ typed, is }) => {
  expect(isBound(typed, 100)).toBe(is)
})

test('a draft is restored over what others changed meanwhile', () => {
  const unsaved = unsavedOf(BASE, { ...BASE, name: 'Mine', max_chain: '' })
  const now = { ...BASE, name: 'Theirs', description: 'All of ours' }
  expect(resumed(now, parseUnsaved(JSON.stringify(unsaved)))).toEqual({
    base: { ...now, name: 'Lab', max_chain: '60' },
    typed: { ...now, name: 'Mine', max_chain: '' },
  })
  expect(unsavedOf(BASE, BASE)).toBeNull()
})

test.for(['', 'no JSON', '[]', '{"to":{"name":1,"visibility":"secret","other":"x"}}'])(
  'nothing goes on from %j',
  (stored) => {
    expect(resumed(BASE, parseUnsaved(stored))).toEqual({ base: BASE, typed: BASE })
  },
)
