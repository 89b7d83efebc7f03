import { EVENT_RETENTION_MS } from '@flockwork/contract/limits'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { deleteEvents } from './repository.ts'

/** Few enough not to delay readers. */
const BATCH_ROWS = 5000

/** Deletes the events that are past their retention (docs/rules/realtime.md#retention). Safe to repeat. */
export async function pruneEvents({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const before = new Date(clock.now() - EVENT_RETENTION_MS)
  while ((await deleteEvents(db, before, BATCH_ROWS)) === BATCH_ROWS);
}
