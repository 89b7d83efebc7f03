import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { retryDeadlocks, type Tx } from '../../../platform/database.ts'
import type { StoreKey } from '../../../platform/idempotency.ts'
import type { EventsBySpace } from '../../../platform/outbox.ts'
import { requireActivePerson } from '../../auth/index.ts'
import { noSuchAgent, requireOwn } from '../access.ts'
import { syncAgentMemberships } from '../membership/memberships.ts'
import * as repository from '../repository.ts'
import type { AgentServices } from '../services.ts'
import { revokeTokensOf } from '../tokens/repository.ts'

/**
 * Deletes an agent: its tokens are revoked, its connections end, it leaves its spaces, and what is pending for it
 * becomes undeliverable. Its messages stay, and its name stays taken (docs/rules/accounts.md#deletion).
 * @throws NotFound for an agent that the caller doesn't know, Forbidden for another person's.
 */
export async function deleteAgent(
  services: AgentServices,
  actor: PersonActor,
  id: string,
  keep: StoreKey,
): Promise<void> {
  const { db, clock, onAgentDeleted } = services
  const { handle } = await requireOwn(db, actor, id)
  // marking deliveries as seen locks the same rows in another order
  await retryDeadlocks(() =>
    db.transaction().execute(async (tx) => {
      await keep(tx)
      await requireActivePerson(tx, actor.accountId)
      if (!(await repository.markDeleted(tx, id))) throw noSuchAgent()
      const at = new Date(clock.now())
      await revokeTokensOf(tx, [id], at)
      await repository.leaveTeams(tx, id)
      const left = await syncAgentMemberships(tx, actor.accountId, at)
      const target = { type: 'agent', id, name: handle }
      await audit(tx, clock, { actorId: actor.accountId, action: 'agent_deleted', target })
      await onAgentDeleted(tx, id, left)
    }),
  )
  await services.invalidateAccount(id)
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
