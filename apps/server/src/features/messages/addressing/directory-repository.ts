import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database.ts'

export function findMembersByHandle(db: Db, spaceId: string, handles: readonly string[]) {
  return (
    db
      .selectFrom('accounts')
      .innerJoin('members', 'members.account_id', 'accounts.id')
      .leftJoin('agents', 'agents.account_id', 'accounts.id')
      .leftJoin('accounts as owner', 'owner.id', 'agents.owner_id')
      .leftJoin('agent_webhooks', 'agent_webhooks.agent_id', 'accounts.id')
      // agents that the server runs are called, too
      .leftJoin('managed_agents', 'managed_agents.agent_id', 'accounts.id')
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
      .select(
        sql<boolean>`coalesce(agent_webhooks.is_on, false) or managed_agents.agent_id is not null`.as(
          'has_webhook',
        ),
      )
      .where('members.space_id', '=', spaceId)
      .where('accounts.handle', 'in', [...handles])
      .where('accounts.status', '=', 'active')
      .execute()
  )
}

/** Neighbours per kind of account, in each of four directions. */
const NEIGHBOURS = 30

/**
 * For each given handle, the members' handles adjacent to it in alphabetical order, spelled forwards and backwards: a
 * typo usually leaves the beginning or the end intact. So the cost doesn't grow with the size of the space.
 */
export async function listNeighbours(
  db: Db,
  spaceId: string,
  handles: readonly string[],
): Promise<Map<string, string[]>> {
  const side = (column: RawBuilder<unknown>, typed: RawBuilder<unknown>, isAfter: boolean) => sql`(
    select handle from members
    where space_id = ${spaceId} and kind = kinds.kind
      and ${column} collate "C" ${isAfter ? sql`>` : sql`<`} ${typed} collate "C"
    order by ${column} collate "C" ${isAfter ? sql`asc` : sql`desc`} limit ${sql.lit(NEIGHBOURS)}
  )`
  const forwards = [sql`handle`, sql`typed.handle`] as const
  const backwards = [sql`reverse(handle)`, sql`reverse(typed.handle)`] as const
  const { rows } = await sql<{ typed: string; handle: string }>`
    select typed.handle as typed, near.handle
    from unnest(${handles}::text[]) as typed(handle)
    cross join (values ('user'), ('agent')) as kinds(kind)
    cross join lateral (
      ${side(...forwards, true)} union ${side(...forwards, false)}
      union ${side(...backwards, true)} union ${side(...backwards, false)}
    ) near
  `.execute(db)

  const near = new Map<string, string[]>()
  for (const { typed, handle } of rows) near.set(typed, [...(near.get(typed) ?? []), handle])
  return near
}

/** Which of the handles are those of active accounts. */
export async function activeAmong(db: Db, handles: readonly string[]): Promise<Set<string>> {
  if (handles.length === 0) return new Set()
  const rows = await db
    .selectFrom('accounts')
    .select('handle')
    .where('handle', 'in', [...handles])
    .where('status', '=', 'active')
    .execute()
  return new Set(rows.map(({ handle }) => handle))
}
