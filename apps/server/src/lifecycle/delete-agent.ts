/** Deletes an agent (docs/rules/accounts.md#deletion): the part of each room, in one transaction. */
import { requireOwn, retireAgent } from '../features/agents/index.ts'
import { requireActivePerson } from '../features/auth/index.ts'
import { endGrantsOf } from '../features/oauth/index.ts'
import type { PersonActor } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Once } from '../platform/idempotency.ts'
import { cancelDeliveries } from './cancel-deliveries.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly invalidateAccount: (accountId: string) => Promise<void>
}

/**
 * Revokes the agent's tokens and grants, takes it out of its spaces and ends what is pending for it. Its messages stay,
 * and its name stays taken.
 * @throws NotFound for an agent that the caller doesn't know, Forbidden for another person's.
 */
export async function deleteAgent(
  { db, clock, invalidateAccount }: Deps,
  actor: PersonActor,
  agentId: string,
  once: Once<void>,
): Promise<void> {
  const agent = await requireOwn(db, actor, agentId)
  // marking deliveries as seen locks the same rows in another order
  await once(async (tx) => {
    await requireActivePerson(tx, actor)
    const left = await retireAgent({ clock }, tx, actor, agent)
    await endGrantsOf({ clock }, tx, { agentIds: [agentId] })
    await cancelDeliveries({ clock }, tx, {
      recipientIds: [agentId],
      why: 'This agent was deleted',
      events: left,
    })
  })
  await invalidateAccount(agentId)
}
