/**
 * What was addressed to agents that are paused: it reaches nobody, in every space (docs/rules/deliveries.md#paused).
 */
import { cancelDeliveriesTo, spacesWithPendingDeliveries } from '../features/inbox/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database.ts'
import { lockSequences, appendEvents } from '../platform/outbox.ts'

/** Ends what is on its way to these agents and tells its authors. The spaces' sequences are taken here. */
export async function cancelDeliveries(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  agentIds: readonly string[],
  why: string,
): Promise<void> {
  if (agentIds.length === 0) return
  const spaceIds = await spacesWithPendingDeliveries(tx, agentIds)
  if (spaceIds.length === 0) return
  await lockSequences(tx, spaceIds)
  const told = await cancelDeliveriesTo(tx, agentIds, why, new Date(clock.now()))
  for (const spaceId of spaceIds) {
    const events = told.get(spaceId) ?? []
    if (events.length > 0) await appendEvents(tx, clock, spaceId, events)
  }
}
