import type { Db } from '../../../platform/database.ts'

export function findMembersByHandle(db: Db, spaceId: string, handles: readonly string[]) {
  return db
    .selectFrom('accounts')
    .innerJoin('members', 'members.account_id', 'accounts.id')
    .leftJoin('agents', 'agents.account_id', 'accounts.id')
    .leftJoin('accounts as owner', 'owner.id', 'agents.owner_id')
    .select([
      'accounts.id',
      'accounts.kind',
      'accounts.handle',
      'agents.owner_id',
      'owner.status as owner_status',
      'agents.disabled_by',
      'agents.disabled_reason',
      'agents.user_hourly_limit',
      'agents.user_daily_limit',
    ])
    .where('members.space_id', '=', spaceId)
    .where('accounts.handle', 'in', [...handles])
    .where('accounts.status', '=', 'active')
    .execute()
}

export async function listHandles(db: Db, spaceId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .select('accounts.handle')
    .where('members.space_id', '=', spaceId)
    .where('accounts.status', '=', 'active')
    .limit(limit)
    .execute()
  return rows.map(({ handle }) => handle)
}
