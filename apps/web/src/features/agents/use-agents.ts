import type { Agent } from '@flockwork/contract/agents'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { agentKeys } from './keys.ts'

const REFETCH_MS = 30_000
const STALE_MS = 15_000

export interface Agents {
  /** The user's own agents, those of the space on screen, and Chirpy; undefined until they are known. */
  agents: readonly Agent[] | undefined
  isLoading: boolean
  error: Error | null
  refetch: () => Promise<void>
}

export function useAgents(): Agents {
  const { spaceId } = useSignedIn()
  const { data, isPending, error, refetch } = useQuery({
    queryKey: agentKeys.list(spaceId),
    queryFn: () => api.agents.list({ query: spaceId === null ? {} : { org_id: spaceId } }),
    staleTime: STALE_MS,
    refetchInterval: REFETCH_MS,
    refetchOnWindowFocus: true,
  })
  return { agents: data?.agents, isLoading: isPending, error, refetch: async () => void (await refetch()) }
}
