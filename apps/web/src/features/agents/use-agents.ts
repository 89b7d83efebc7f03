import type { Agent } from '@flockwork/contract/agents'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { agentsQuery } from './agents-query.ts'

export interface Agents {
  /** The user's own agents, those of the current space, and Chirpy; undefined while loading. */
  agents: readonly Agent[] | undefined
  isLoading: boolean
  error: Error | null
  refetch: () => Promise<void>
}

export function useAgents(): Agents {
  const { api } = useServices()
  const { spaceId } = useSignedIn()
  const { data, isPending, error, refetch } = useQuery(
    agentsQuery(spaceId, () => api.agents.list({ query: spaceId === null ? {} : { org_id: spaceId } })),
  )
  return {
    agents: data?.agents,
    isLoading: isPending,
    error,
    // all callers share one request
    refetch: async () => void (await refetch({ cancelRefetch: false })),
  }
}
