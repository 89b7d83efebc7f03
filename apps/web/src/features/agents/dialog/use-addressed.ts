import type { Agent } from '@flockwork/contract/agents'
import type { RosterItem } from '@flockwork/contract/spaces'
import { useSignedIn } from '../../../api/use-session.ts'
import { useRoster } from '../../spaces/index.ts'

export type Addressed =
  | { kind: 'agent'; agent: Agent }
  /** A person, or an agent of which only its summary may be known. */
  | { kind: 'other'; item: RosterItem }
  | { kind: 'missing' }

/** Who the handle of the address is; null while that isn't known, and for no handle. */
export function useAddressed(handle: string | null, agents: readonly Agent[] | undefined): Addressed | null {
  const { spaceId } = useSignedIn()
  const roster = useRoster(spaceId)
  if (handle === null || agents === undefined) return null
  const agent = agents.find(({ username }) => username === handle)
  if (agent) return { kind: 'agent', agent }
  const item = roster.items?.find((one) => one.handle === handle)
  if (item) return { kind: 'other', item }
  return roster.isLoading && spaceId !== null ? null : { kind: 'missing' }
}
