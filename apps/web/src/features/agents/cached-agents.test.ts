import type { Agent } from '@flockwork/contract/agents'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { updateCachedAgent, withAgentPresence } from './cached-agents.ts'
import { agentKeys } from './keys.ts'

const agent = (id: string) => ({ id, username: id, status: 'offline', last_seen: null, bio: '' }) as Agent
const now = '2026-01-01T12:00:00.000Z'

test("a change of one agent's presence keeps the identity of the others", () => {
  const [scout, lint] = [agent('scout'), agent('lint')]
  const said = { space_id: 's1', at: now, username: 'scout', status: 'active', last_active: now } as const
  const [changed, other] = withAgentPresence([scout, lint], { ...said, agent_id: 'scout' })
  expect(changed).toMatchObject({ status: 'active', last_seen: now })
  expect(other).toBe(lint)
})

test("an agent that isn't in the cache changes nothing", () => {
  const held = [agent('scout')]
  const said = { space_id: 's1', at: now, username: 'owl', status: 'active', last_active: now } as const
  expect(withAgentPresence(held, { ...said, agent_id: 'owl' })).toBe(held)
})

test('a change of an agent updates every cached list, and nothing else', () => {
  const client = new QueryClient()
  client.setQueryData(agentKeys.list('s1'), { agents: [agent('scout'), agent('lint')] })
  client.setQueryData(agentKeys.list('s2'), { agents: [agent('scout')] })
  client.setQueryData(agentKeys.summaries('s1'), ['untouched'])
  updateCachedAgent(client, 'scout', (held) => ({ ...held, bio: 'new' }))
  const biosIn = (spaceId: string) =>
    client.getQueryData<{ agents: Agent[] }>(agentKeys.list(spaceId))?.agents.map(({ bio }) => bio)
  expect([biosIn('s1'), biosIn('s2')]).toEqual([['new', ''], ['new']])
  expect(client.getQueryData(agentKeys.summaries('s1'))).toEqual(['untouched'])
})
