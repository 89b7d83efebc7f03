import type { Agent } from '@flockwork/contract/agents'
import type { FoundAccount } from '@flockwork/contract/summaries'
import { skipToken, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { useServices, type AppServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { useRoster } from '../../spaces/index.ts'
import { agentKeys } from '../keys.ts'

/** A person, or an agent of which only the summary is visible. */
export type Other = Pick<FoundAccount, 'id' | 'type' | 'handle'>

export type LinkedAgent =
  | { kind: 'agent'; agent: Agent }
  | { kind: 'other'; other: Other }
  /** In another of the user's spaces. */
  | { kind: 'otherSpace'; spaceId: string }
  | { kind: 'missing'; handle: string }

/** Whether the account is in the current space; null while unknown. */
export function placeOf(addressed: LinkedAgent | null): 'here' | 'otherSpace' | null {
  if (addressed === null || addressed.kind === 'missing') return null
  return addressed.kind === 'otherSpace' ? 'otherSpace' : 'here'
}

/** The account of the handle in the URL; null while loading and without a handle. */
export function useLinkedAgent(
  handle: string | null,
  agents: readonly Agent[] | undefined,
): LinkedAgent | null {
  const services = useServices()
  const { spaceId } = useSignedIn()
  const roster = useRoster(spaceId)
  const agent = agents?.find(({ username }) => username === handle)
  const item = roster.items?.find((one) => one.handle === handle)
  const isKnownHere = agent !== undefined || item !== undefined
  const isAbsent = agents !== undefined && (roster.items !== undefined || spaceId === null) && !isKnownHere
  const { data: met, error } = useQuery({
    queryKey: agentKeys.met(handle ?? '', spaceId),
    queryFn: handle === null || !isAbsent ? skipToken : () => find(services, handle, spaceId),
    // an agent's space changes
    staleTime: 0,
  })

  if (handle === null || agents === undefined) return null
  if (agent) return { kind: 'agent', agent }
  if (item)
    return { kind: 'other', other: { id: item.metadata.agent_id ?? item.id, type: item.type, handle } }
  if (met === null || error !== null || roster.error !== null) return { kind: 'missing', handle }
  if (met === undefined) return null
  return met.org_id === spaceId ? { kind: 'other', other: met } : { kind: 'otherSpace', spaceId: met.org_id }
}

async function find(
  { api }: AppServices,
  handle: string,
  spaceId: string | null,
): Promise<FoundAccount | null> {
  try {
    return await api.agents.find({ query: { handle, ...(spaceId !== null && { org_id: spaceId }) } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
