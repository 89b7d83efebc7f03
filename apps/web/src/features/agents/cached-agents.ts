/** Updates cached lists of agents after a change of one. */
import type { Agent } from '@flockwork/contract/agents'
import type { EventData } from '@flockwork/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import { agentKeys } from './keys.ts'

interface Held {
  agents: Agent[]
}

const LIST_KEY_PARTS = agentKeys.list(null).length

/** Changes one agent in every cached list, and refetches what the change doesn't cover. */
export function updateCachedAgent(
  queryClient: QueryClient,
  agentId: string,
  change: (agent: Agent) => Agent,
): void {
  queryClient.setQueriesData<Held>(
    {
      queryKey: agentKeys.all,
      // summaries are under the same key prefix
      predicate: ({ queryKey }) => queryKey.length === LIST_KEY_PARTS,
    },
    (cached) =>
      cached && { agents: cached.agents.map((agent) => (agent.id === agentId ? change(agent) : agent)) },
  )
}

/** The agents after one agent's presence changed. */
export function withAgentPresence(
  agents: readonly Agent[],
  { agent_id, status, last_active }: EventData<'agent_presence'>,
): readonly Agent[] {
  if (!agents.some(({ id }) => id === agent_id)) return agents
  return agents.map((agent) => (agent.id === agent_id ? { ...agent, status, last_seen: last_active } : agent))
}
