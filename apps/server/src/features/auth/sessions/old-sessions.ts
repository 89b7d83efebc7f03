import { ACCESS_TOKEN_PRODUCTION_S, REFRESH_TOKEN_MS } from '@flockwork/contract/limits'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { deleteOldRefreshTokens, deleteOldSessions } from './repository.ts'

const PORTION_ROWS = 5000

/**
 * Forgets sessions, and where they were used, once no token of theirs can live: an hour after their end, or thirty days
 * after their last use. Exchanged tokens stay to their own end, so that a thief's use of one is seen
 * (docs/rules/accounts.md#refresh-tokens).
 */
export async function pruneSessions({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now()
  const old = {
    at: new Date(now),
    endedBy: new Date(now - ACCESS_TOKEN_PRODUCTION_S * 1000),
    usedBy: new Date(now - REFRESH_TOKEN_MS),
    limit: PORTION_ROWS,
  }
  for (const forget of [deleteOldRefreshTokens, deleteOldSessions]) {
    while ((await forget(db, old)) === PORTION_ROWS);
  }
}
