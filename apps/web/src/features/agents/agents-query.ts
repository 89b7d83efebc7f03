import type { Agent } from '@flockwork/contract/agents'
import { queryOptions } from '@tanstack/react-query'
import { agentKeys } from './keys.ts'

const REFETCH_MS = 30_000
const STALE_MS = 15_000

/** The query of a space's agents (docs/rules/interface.md#cache). */
export function agentsQuery(spaceId: string | null, queryFn: () => Promise<{ agents: Agent[] }>) {
  return queryOptions({
    queryKey: agentKeys.list(spaceId),
    queryFn,
    staleTime: STALE_MS,
    refetchInterval: REFETCH_MS,
    refetchOnWindowFocus: 'always',
  })
}
