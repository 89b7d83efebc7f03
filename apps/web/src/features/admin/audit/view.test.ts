import { expect, test } from 'vitest'
import { actorOf, differences, isNarrowed, NO_FILTER, queryOf, targetOf } from './view.ts'

test.for([
  {
    before: { role: 'user', name: 'ana' },
    after: { role: 'admin', name: 'ana' },
    shows: [
      { field: 'role', before: 'user', after: 'admin', isChanged: true },
      { field: 'name', before: 'ana', after: 'ana', isChanged: false },
    ],
    because: 'what differs comes first',
  },
  {
    before: null,
    after: { scopes: ['mcp'] },
    shows: [{ field: 'scopes', before: null, after: '[\n "mcp"\n]', isChanged: true }],
    because: 'there was nothing before',
  },
  {
    before: { limit: null },
    after: { limit: 0 },
    shows: [{ field: 'limit', before: null, after: '0', isChanged: true }],
    because: 'no limit is not a limit of none',
  },
  { before: null, after: null, shows: [], because: 'nothing was noted' },
])('before and after are compared: $because', ({ before, after, shows }) => {
  expect(differences({ before, after })).toEqual(shows)
})

test('a date range includes both its days, and empty filters are omitted', () => {
  expect(queryOf(NO_FILTER)).toEqual({})
  expect(isNarrowed(NO_FILTER)).toBe(false)
  const { from, until } = queryOf({ ...NO_FILTER, from: '2026-03-01', until: '2026-03-01' })
  expect(new Date(from ?? '').getHours()).toBe(0)
  expect(Date.parse(until ?? '') - Date.parse(from ?? '')).toBe(24 * 60 * 60 * 1000)
})

test('an actor or target without a name gets a description', () => {
  const id = '5f2b1c9e-8d3a-4f60-9b7e-1a2b3c4d5e6f'
  expect(actorOf({ actor: null })).toBe('Operator or system')
  expect(actorOf({ actor: { id, type: 'user', username: null } })).toBe('Deleted account')
  expect(actorOf({ actor: { id, type: 'agent', username: 'scout' } })).toBe('@scout')
  expect(targetOf({ target: { type: 'signing_key', id, name: null } })).toBe('Signing key 5f2b1c9e')
})
