import { DELIVERY_EXPIRES_MS } from '@flockwork/contract/limits'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { listOpenBefore, markExpired } from './repository.ts'
import { changeAndTell } from './telling.ts'

/** A portion is short enough that no post waits for it. */
const PORTION = 500

/**
 * What nobody took within 7 days is expired, and its author hears of it (docs/rules/deliveries.md#expiry). In portions,
 * one space at a time; a run that is cut off is taken up by the next.
 */
export async function expireDeliveries({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const before = new Date(clock.now() - DELIVERY_EXPIRES_MS)
  for (let count = PORTION; count === PORTION;) {
    const open = await listOpenBefore(db, before, PORTION)
    for (const [spaceId, rows] of Map.groupBy(open, (row) => row.space_id)) {
      const ids = rows.map(({ id }) => id)
      await changeAndTell({ db, clock }, [spaceId], (tx) => markExpired(tx, ids, new Date(clock.now())))
    }
    count = open.length
  }
}
