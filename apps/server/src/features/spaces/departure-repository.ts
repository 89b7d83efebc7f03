import type { Db, Tx } from '../../platform/database.ts'

/** Locks the spaces: whoever is joining one is in it or waits until this is over. */
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

export async function listSpacesInOrder(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('members')
    .innerJoin('spaces', 'spaces.id', 'members.space_id')
    .select('members.space_id')
    .where('members.account_id', '=', accountId)
    .where('spaces.deleted_at', 'is', null)
    .orderBy('members.space_id')
    .execute()
  return rows.map(({ space_id }) => space_id)
}

export async function deleteMember(tx: Tx, spaceId: string, accountId: string): Promise<void> {
  await tx.deleteFrom('members').where('space_id', '=', spaceId).where('account_id', '=', accountId).execute()
}

export async function markDeleted(tx: Tx, spaceId: string, at: Date): Promise<void> {
  await tx.updateTable('spaces').set({ deleted_at: at }).where('id', '=', spaceId).execute()
}

/** Makes the person who joined first an admin, one who is not deactivated where there is one; answers who. */
export async function promoteFirst(tx: Tx, spaceId: string): Promise<string | undefined> {
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

/** Personal spaces that were deleted before `before` and of which something may be left. */
export async function listToErase(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('spaces')
    .select('id')
    .where('is_personal', '=', true)
    .where('deleted_at', '<=', before)
    .where('purged_at', 'is', null)
    .orderBy('deleted_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The space's row stays, because others point to it; what it says of its owner goes. */
export async function markErased(db: Db, spaceId: string, at: Date): Promise<void> {
  await db
    .updateTable('spaces')
    .set({ name: 'Deleted workspace', slug: `deleted-${spaceId}`, description: null, purged_at: at })
    .where('id', '=', spaceId)
    .execute()
}
