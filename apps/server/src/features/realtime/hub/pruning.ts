/** Events are kept 7 days; whoever comes back later begins anew (docs/rules/realtime.md#retention). */
import { EVENT_RETENTION_MS } from '@flockwork/contract/limits'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { deleteEvents } from './repository.ts'

/** A portion is short enough that no reader waits for it. */
const PORTION = 5000

export async function pruneEvents({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const before = new Date(clock.now() - EVENT_RETENTION_MS)
  while ((await deleteEvents(db, before, PORTION)) === PORTION);
}
