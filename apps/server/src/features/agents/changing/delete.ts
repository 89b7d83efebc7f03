import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { retryDeadlocks } from '../../../platform/database.ts'
import type { StoreKey } from '../../../platform/idempotency.ts'
import { requireActivePerson } from '../../auth/index.ts'
import { placeAgents } from '../membership/memberships.ts'
import { noSuchAgent, requireOwn } from '../reading/agents.ts'
import * as repository from '../repository.ts'
import type { AgentServices } from '../services.ts'
import { revokeTokensOf } from '../tokens/repository.ts'

/**
 * Deletes an agent: no token of it works, what is open with one ends, it is in no space, and whoever wrote to it is
 * told that it won't read it. What it wrote stays; its name stays taken (docs/rules/accounts.md#deletion).
 * @throws NotFound for an agent that the caller doesn't know, Forbidden for another person's.
 */
export async function deleteAgent(
  services: AgentServices,
  actor: PersonActor,
  id: string,
  keep: StoreKey,
): Promise<void> {
  const { db, clock, onAgentDeleted } = services
  const { handle } = await requireOwn(services, actor, id)
  // what marks the deliveries that end here takes the same rows in another order
  await retryDeadlocks(() =>
    db.transaction().execute(async (tx) => {
      await keep(tx)
      await requireActivePerson(tx, actor.accountId)
      if (!(await repository.markDeleted(tx, id))) throw noSuchAgent()
      const at = new Date(clock.now())
      await revokeTokensOf(tx, [id], at)
      await repository.leaveTeams(tx, id)
      const left = await placeAgents(tx, actor.accountId, at)
      const target = { type: 'agent', id, name: handle }
      await audit(tx, clock, { actorId: actor.accountId, action: 'agent_deleted', target })
      await onAgentDeleted(tx, id, left)
    }),
  )
  await services.invalidateAccount(id)
}
