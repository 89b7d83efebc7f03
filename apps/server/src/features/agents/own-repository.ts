import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

export function findMode(db: Db, agentId: string) {
  return db
    .selectFrom('agents')
    .select(['pinned_space_id', 'follow_user', 'disabled_reason'])
    .where('account_id', '=', agentId)
    .executeTakeFirst()
}

/** Whether it was saved: not for an agent that is paused. */
export async function saveBio(db: Db, agentId: string, bio: string): Promise<boolean> {
  const row = await unpaused(db, agentId).set({ bio }).returning('account_id').executeTakeFirst()
  return row !== undefined
}

/** Whether it was saved: not for an agent that is paused, or that was pinned or set to follow meanwhile. */
export async function saveHome(db: Db, agentId: string, spaceId: string): Promise<boolean> {
  const row = await unpaused(db, agentId)
    .set({ home_space_id: spaceId })
    .where('pinned_space_id', 'is', null)
    .where('follow_user', '=', false)
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

function unpaused(db: Db, agentId: string) {
  return db
    .updateTable('agents')
    .where('account_id', '=', agentId)
    .where(sql<boolean>`cardinality(disabled_by) = 0`)
}
