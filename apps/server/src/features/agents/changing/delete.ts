/** The agents room's part of deleting agents (lifecycle/delete-agent.ts, lifecycle/delete-account.ts). */
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import type { EventsBySpace } from '../../../platform/outbox.ts'
import { noSuchAgent } from '../access.ts'
import { syncAgentMemberships } from '../membership/memberships.ts'
import * as repository from '../repository.ts'
import { revokeTokensOf } from '../tokens/repository.ts'

/**
 * Marks one of the caller's agents deleted: its tokens are revoked, it leaves its teams and spaces. The owner's row
 * must be locked. Returns the events for the caller to append. @throws NotFound when it was deleted meanwhile.
 */
export async function retireAgent(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  { accountId: ownerId }: PersonActor,
  { id, handle }: { readonly id: string; readonly handle: string },
): Promise<EventsBySpace> {
  if (!(await repository.markDeleted(tx, id))) throw noSuchAgent()
  const at = new Date(clock.now())
  await revokeTokensOf(tx, [id], at)
  await repository.leaveTeams(tx, id)
  const left = await syncAgentMemberships(tx, ownerId, at)
  await audit(tx, clock, {
    actorId: ownerId,
    action: 'agent_deleted',
    target: { type: 'agent', id, name: handle },
  })
  return left
}

/**
 * Deletes the agents of an owner whose account is deleted: their tokens are revoked and they leave their spaces. Their
 * names stay taken (docs/rules/accounts.md#deletion). Returns their ids, and the events for the caller to append.
 */
export async function deleteAgentsOf(
  tx: Tx,
  ownerId: string,
  at: Date,
): Promise<{ agentIds: string[]; left: EventsBySpace }> {
  const agentIds = await repository.markDeletedOf(tx, ownerId)
  await revokeTokensOf(tx, agentIds, at)
  return { agentIds, left: await syncAgentMemberships(tx, ownerId, at) }
}

/** The ids of an owner's agents, deleted ones included. */
export function agentIdsOf(tx: Tx, ownerId: string): Promise<string[]> {
  return repository.listOwnedIds(tx, ownerId)
}
