/** The end of an account in every room, in the transaction that deletes it (decisions 1.6). */
import { endAgentsOf } from './features/agents/index.ts'
import { endDeliveriesTo, spacesAwaiting } from './features/inbox/index.ts'
import { leaveEverySpace } from './features/spaces/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Tx } from './platform/database.ts'
import { lockHeads, recordAll } from './platform/outbox.ts'

const WHY = 'This account was deleted'

/**
 * Ends a person's agents, memberships and pending deliveries, and tells those who stay. The spaces' sequences
 * are taken last and in one order, as by everything that writes events.
 */
export async function farewell(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  accountId: string,
): Promise<void> {
  const at = new Date(clock.now())
  const departures = await leaveEverySpace(tx, accountId, at)
  const agentIds = await endAgentsOf(tx, accountId, at)
  const ended = [accountId, ...agentIds]
  const spaceIds = new Set([...departures.keys(), ...(await spacesAwaiting(tx, ended))])
  if (spaceIds.size === 0) return

  await lockHeads(tx, [...spaceIds])
  const undelivered = await endDeliveriesTo(tx, ended, WHY, at)
  for (const spaceId of spaceIds) {
    const events = [...(undelivered.get(spaceId) ?? []), ...(departures.get(spaceId) ?? [])]
    if (events.length > 0) await recordAll(tx, clock, spaceId, events)
  }
}
