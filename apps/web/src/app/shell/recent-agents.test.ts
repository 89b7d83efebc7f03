import type { RosterItem } from '@flockwork/contract/spaces'
import { expect, test } from 'vitest'
import { recentAgentsOf, recentPeopleOf } from './recent-agents.ts'

function member(handle: string, minute: number | null, type: 'user' | 'agent' = 'agent'): RosterItem {
  const last_active = minute === null ? null : new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString()
  return {
    id: handle,
    type,
    handle,
    display_name: handle,
    avatar_url: null,
    workspace_id: 's1',
    team_id: null,
    team_name: null,
    metadata: { agent_id: null },
    presence: { status: 'idle', last_active },
    owner_user: null,
  }
}

test.for([
  { roster: [], shown: [], because: 'nobody is there' },
  { roster: [member('scout', null)], shown: [], because: 'it was never active' },
  { roster: [member('ana', 9, 'user')], shown: [], because: 'people perch nowhere' },
  {
    roster: [member('scout', 1), member('lint', 3), member('atlas', 2)],
    shown: ['lint', 'atlas', 'scout'],
    because: 'the latest stands first',
  },
  {
    roster: [1, 2, 3, 4, 5].map((minute) => member(`agent-${minute}`, minute)),
    shown: ['agent-5', 'agent-4', 'agent-3', 'agent-2'],
    because: 'a fifth has no place',
  },
])('perched now: $because', ({ roster, shown }) => {
  expect(recentAgentsOf(roster).map(({ handle }) => handle)).toEqual(shown)
})

test.for([
  { roster: [member('scout', 1)], shown: [], because: 'agents are in a list of their own' },
  { roster: [member('me', 9, 'user')], shown: [], because: 'nobody mentions themselves' },
  {
    roster: [
      member('cy', null, 'user'),
      member('bo', 1, 'user'),
      member('ana', 2, 'user'),
      member('al', null, 'user'),
    ],
    shown: ['ana', 'bo', 'al', 'cy'],
    because: 'the latest stands first, and who never was here last, by name',
  },
  {
    roster: [1, 2, 3, 4, 5].map((minute) => member(`p${minute}`, minute, 'user')),
    shown: ['p5', 'p4', 'p3', 'p2'],
    because: 'a fifth has no place',
  },
])('people at hand: $because', ({ roster, shown }) => {
  expect(recentPeopleOf(roster, 'me').map(({ handle }) => handle)).toEqual(shown)
})
