/** Changes of deliveries, and their authors hearing of them: one transaction, the `delivery` event in it. */
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { recordAll } from '../../platform/outbox.ts'
import { presentDelivery } from '../messages/index.ts'
import { lockHeads, type ChangedRow } from './repository.ts'

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
    await lockHeads(tx, spaceIds)
    const bySpace = Map.groupBy(await change(tx), (row) => row.space_id)
    for (const [spaceId, changed] of bySpace) {
      const events = changed.map((row) => ({
        name: 'delivery' as const,
        payload: { message_id: row.message_id, delivery: presentDelivery(row) },
        audience: row.author_id,
      }))
      await recordAll(tx, clock, spaceId, events)
    }
  })
}
