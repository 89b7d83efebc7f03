/** Changes of deliveries, and their authors hearing of them: one transaction, the `delivery` event in it. */
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { lockSequences, appendEvents, type NewEvent } from '../../platform/outbox.ts'
import { deliveryEvent } from '../messages/index.ts'
import type { ChangedRow } from './repository.ts'

/**
 * Makes a change in these spaces and tells the authors. The spaces' locks are taken first and in one order,
 * as a post takes them: it also changes deliveries, and must never wait for us while we wait for it.
 */
export async function changeAndTell(
  { db, clock }: { db: Db; clock: Clock },
  spaceIds: readonly string[],
  change: (tx: Tx) => Promise<ChangedRow[]>,
): Promise<void> {
  if (spaceIds.length === 0) return
  await db.transaction().execute(async (tx) => {
    await lockSequences(tx, spaceIds)
    const bySpace = deliveryEvents(await change(tx))
    for (const [spaceId, events] of bySpace) await appendEvents(tx, clock, spaceId, events)
  })
}

/** What the authors of changed deliveries are told, by space. */
export function deliveryEvents(rows: readonly ChangedRow[]): Map<string, NewEvent[]> {
  const told = new Map<string, NewEvent[]>()
  for (const row of rows) {
    told.set(row.space_id, [...(told.get(row.space_id) ?? []), deliveryEvent(row)])
  }
  return told
}
