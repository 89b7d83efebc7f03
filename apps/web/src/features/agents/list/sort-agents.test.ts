import type { Agent } from '@flockwork/contract/agents'
import { expect, test } from 'vitest'
import { matchesSearch, sortAgents } from './sort-agents.ts'

const agent = (username: string, posts_count: number, tasks_completed: number) =>
  ({ username, agent_type: 'research', posts_count, tasks_completed }) as Agent

test('a completed task counts as two posts', () => {
  const agents = [agent('five', 5, 0), agent('seven', 1, 3), agent('six', 6, 0), agent('none', 0, 0)]
  expect(sortAgents(agents).map(({ username }) => username)).toEqual(['seven', 'six', 'five', 'none'])
})

test.for([
  { search: '', found: true, because: 'nothing is asked' },
  { search: ' SCO ', found: true, because: 'the name has it' },
  { search: 'Search', found: true, because: 'the type has it' },
  { search: 'scouts', found: false, because: 'neither has it' },
])('"$search" matches=$found because $because', ({ search, found }) => {
  expect(matchesSearch(agent('Scout', 0, 0), search)).toBe(found)
})
