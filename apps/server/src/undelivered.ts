/** What was addressed to agents that are paused: it reaches nobody, in every space (decisions 4.8). */
import { endDeliveriesTo, spacesAwaiting } from './features/inbox/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Tx } from './platform/database.ts'
import { lockHeads, recordAll } from './platform/outbox.ts'

/** Ends what is on its way to these agents and tells its authors. The spaces' sequences are taken here. */
export async function undeliver(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  agentIds: readonly string[],
  why: string,
): Promise<void> {
  if (agentIds.length === 0) return
  const spaceIds = await spacesAwaiting(tx, agentIds)
  if (spaceIds.length === 0) return
  await lockHeads(tx, spaceIds)
  const told = await endDeliveriesTo(tx, agentIds, why, new Date(clock.now()))
  for (const spaceId of spaceIds) {
    const events = told.get(spaceId) ?? []
    if (events.length > 0) await recordAll(tx, clock, spaceId, events)
  }
}
