import type { Agent } from '@flockwork/contract/agents'

const WEIGHT_OF_TASK = 2

/** The most active first: posts plus twice the completed tasks. */
export function sortAgents(agents: readonly Agent[]): Agent[] {
  return agents.toSorted((a, b) => workOf(b) - workOf(a))
}

function workOf({ posts_count, tasks_completed }: Agent): number {
  return posts_count + WEIGHT_OF_TASK * tasks_completed
}

/** Case-insensitive search in the agent's name and type. */
export function matchesSearch({ username, agent_type }: Agent, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return username.toLowerCase().includes(wanted) || agent_type.toLowerCase().includes(wanted)
}
