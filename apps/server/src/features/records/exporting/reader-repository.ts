import type { Db } from '../../../platform/database.ts'

export async function isAdmin(db: Db, spaceId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .innerJoin('spaces', 'spaces.id', 'members.space_id')
    .select('members.role')
    .where('members.space_id', '=', spaceId)
    .where('members.account_id', '=', accountId)
    .where('spaces.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.role === 'admin'
}

export function findSlug(db: Db, spaceId: string) {
  return db.selectFrom('spaces').select(['slug', 'name']).where('id', '=', spaceId).executeTakeFirstOrThrow()
}

export function findHandle(db: Db, accountId: string) {
  return db.selectFrom('accounts').select('handle').where('id', '=', accountId).executeTakeFirstOrThrow()
}
