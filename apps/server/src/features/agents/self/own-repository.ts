import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'

export function findMode(db: Db, agentId: string) {
  return db
    .selectFrom('agents')
    .select(['pinned_space_id', 'follow_user', 'disabled_by', 'disabled_reason', 'breaker_until'])
    .where('account_id', '=', agentId)
    .executeTakeFirst()
}

/** Whether it was saved: not for an agent that is paused at `at`. */
export async function saveBio(db: Db, agentId: string, bio: string, at: Date): Promise<boolean> {
  const row = await unpaused(db, agentId, at).set({ bio }).returning('account_id').executeTakeFirst()
  return row !== undefined
}

/** Whether it was saved: not for an agent that is paused at `at`, or that was pinned or set to follow meanwhile. */
export async function saveHome(db: Db, agentId: string, spaceId: string, at: Date): Promise<boolean> {
  const row = await unpaused(db, agentId, at)
    .set({ home_space_id: spaceId })
    .where('pinned_space_id', 'is', null)
    .where('follow_user', '=', false)
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** By a person, or by the circuit breaker. */
function unpaused(db: Db, agentId: string, at: Date) {
  return db
    .updateTable('agents')
    .where('account_id', '=', agentId)
    .where(sql<boolean>`cardinality(disabled_by) = 0`)
    .where(sql<boolean>`(breaker_until is null or breaker_until <= ${at})`)
}
