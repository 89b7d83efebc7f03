import type { RosterItem } from '@flockwork/contract/spaces'
import { expect, test } from 'vitest'
import { assigneeOf, assigneeOptions } from './assignees.ts'

function item(handle: string, type: 'user' | 'agent', display_name = handle): RosterItem {
  return {
    id: `id of ${handle}`,
    type,
    handle,
    display_name,
    avatar_url: null,
    workspace_id: 's1',
    team_id: null,
    team_name: null,
    metadata: { agent_id: null },
    presence: { status: 'offline', last_active: null },
    owner_user: null,
  }
}

const ROSTER = [
  item('ana', 'user', 'Ana Lima'),
  item('scout', 'agent'),
  item('lint', 'agent'),
  item('bo', 'user'),
  item('atlas', 'agent'),
]

test.for([
  {
    search: '',
    found: ['lint', 'atlas', 'scout', 'ana', 'bo'],
    because: 'own agents come first, people last',
  },
  { search: 'LIMA', found: ['ana'], because: 'a name counts, in any case' },
  { search: ' @sc', found: ['scout'], because: 'a handle may be typed as a mention' },
  { search: 'nobody', found: [], because: 'nobody is called that' },
])('"$search" finds $found: $because', ({ search, found }) => {
  expect(assigneeOptions(ROSTER, ['id of lint'], search).map(({ username }) => username)).toEqual(found)
})

test('the assignee is an agent, a person, or nobody', () => {
  const ana = { id: 'a', username: 'ana', type: 'user' as const }
  expect(assigneeOf({ assigned_agent: { id: 'g', name: 'scout' }, assigned_user: null })).toEqual({
    id: 'g',
    username: 'scout',
    type: 'agent',
  })
  expect(assigneeOf({ assigned_agent: null, assigned_user: ana })).toBe(ana)
  expect(assigneeOf({ assigned_agent: null, assigned_user: null })).toBeNull()
})
