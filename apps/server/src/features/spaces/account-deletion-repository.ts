import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

/** Locks the account's spaces: concurrent joins have either committed or wait for this commit. */
export function lockSpacesOf(tx: Tx, accountId: string) {
  return tx
    .selectFrom('spaces')
    .select(['id', 'is_personal'])
    .where('deleted_at', 'is', null)
    .where('id', 'in', (query) =>
      query.selectFrom('members').select('space_id').where('account_id', '=', accountId),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function hasAdmin(tx: Tx, spaceId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('members')
    .select('account_id')
    .where('space_id', '=', spaceId)
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Promotes the longest-standing member to admin, preferably an active person. Returns who. */
export async function promoteFirstMember(tx: Tx, spaceId: string): Promise<string | undefined> {
  const row = await tx
    .updateTable('members')
    .set({ role: 'admin' })
    .where('space_id', '=', spaceId)
    .where('account_id', '=', (query) =>
      query
        .selectFrom('members as m')
        .innerJoin('accounts', 'accounts.id', 'm.account_id')
        .select('m.account_id')
        .where('m.space_id', '=', spaceId)
        .where('accounts.kind', '=', 'user')
        .orderBy((order) => order('accounts.status', '=', 'active'), 'desc')
        .orderBy('m.joined_at')
        .orderBy('m.account_id')
        .limit(1),
    )
    .returning('account_id')
    .executeTakeFirst()
  return row?.account_id
}

/** The space that was deleted first, before `before`, and isn't purged. */
export async function findSpaceToPurge(
  db: Db,
  before: Date,
  besides: readonly string[],
): Promise<string | undefined> {
  const row = await db
    .selectFrom('spaces')
    .select('id')
    .where('deleted_at', '<=', before)
    .where('purged_at', 'is', null)
    .where(sql<boolean>`id <> all(${[...besides]}::uuid[])`)
    .orderBy('deleted_at')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** The row stays, because others refer to it, but its personal data is removed. */
export async function markPurged(db: Db, spaceId: string, at: Date): Promise<void> {
  await db
    .updateTable('spaces')
    .set({ name: 'Deleted workspace', slug: `deleted-${spaceId}`, description: null, purged_at: at })
    .where('id', '=', spaceId)
    .execute()
}
