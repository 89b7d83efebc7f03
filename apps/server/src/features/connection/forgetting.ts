import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { deleteOld } from './repository.ts'

/** Forgets the connections of deleted agents, and credentials of tests that were cut off. */
export async function pruneConnections({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await deleteOld(db, new Date(clock.now()))
}
