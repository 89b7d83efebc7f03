import { DELIVERY_EXPIRES_MS } from '@flockwork/contract/limits'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'

/** What nobody took within 7 days is expired; its author can see that (decisions 4.8). */
export async function expireOld({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now()
  await db
    .updateTable('deliveries')
    .set({ state: 'expired', at: new Date(now) })
    .where('state', 'in', ['stored', 'delivered'])
    .where('created_at', '<', new Date(now - DELIVERY_EXPIRES_MS))
    .execute()
}
