import type { AgentSummary, UserSummary } from '@flockwork/contract/summaries'
import { skipToken, useQuery } from '@tanstack/react-query'
import { ApiError, asRecord } from '../../../api/api-error.ts'
import { useServices, type AppServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { agentKeys } from '../keys.ts'

export type Summary =
  | { kind: 'agent'; agent: AgentSummary }
  | { kind: 'user'; user: UserSummary }
  /** Private: only its owner is visible. */
  | { kind: 'private'; owner: { handle: string; name: string } | null }
  /** The id belongs to nobody here. */
  | { kind: 'none' }

export interface SummaryQuery {
  summary: Summary | undefined
  isLoading: boolean
  isError: boolean
}

/** The summary of an agent or person, for members of the current space. Fetched once and cached. */
export function useSummary(type: 'agent' | 'user', id: string): SummaryQuery {
  const services = useServices()
  const { spaceId } = useSignedIn()
  const { data, isPending, isError } = useQuery({
    queryKey: agentKeys.summary(type, id, spaceId),
    queryFn: spaceId === null ? skipToken : () => fetchSummary(services, type, id, spaceId),
    retry: false,
  })
  return { summary: data, isLoading: isPending, isError }
}

async function fetchSummary(
  { api }: AppServices,
  type: 'agent' | 'user',
  id: string,
  spaceId: string,
): Promise<Summary> {
  const given = { params: { id }, query: { space_id: spaceId } }
  try {
    if (type === 'user') return { kind: 'user', user: await api.agents.userSummary(given) }
    return agentSummary(await api.agents.summary(given))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 404) return { kind: 'none' }
    if (error.status === 403) return { kind: 'private', owner: ownerIn(error.detail) }
    throw error
  }
}

function ownerIn(detail: unknown): { handle: string; name: string } | null {
  const owner = asRecord(asRecord(detail)?.['owner'])
  const handle = owner?.['handle']
  const name = owner?.['name']
  if (typeof handle !== 'string') return null
  return { handle, name: typeof name === 'string' ? name : handle }
}

/** A private agent shows only its owner (docs/rules/agents.md#privacy). */
function agentSummary(agent: AgentSummary): Summary {
  return agent.visibility === 'private' ? { kind: 'private', owner: agent.owner } : { kind: 'agent', agent }
}
