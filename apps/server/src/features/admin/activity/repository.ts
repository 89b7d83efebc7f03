import { sql } from 'kysely'
import type { ActivityType } from '@flockwork/contract/admin/activity'
import { ADMIN_COUNT_MAX } from '@flockwork/contract/limits'
import type { Db } from '../../../platform/database.ts'

export interface Wanted {
  readonly since: Date
  /** The upper bound, in case the clock was set back. */
  readonly until: Date
  readonly type: ActivityType | undefined
  /** Whose activity; undefined: everyone's. */
  readonly accounts: readonly string[] | undefined
}

export interface ActivityRow {
  readonly id: string
  readonly type: ActivityType
  readonly account_id: string
  readonly handle: string
  readonly space_id: string | null
  readonly space_name: string | null
  /** A deleted space isn't named. */
  readonly is_gone: boolean
  readonly agent: string | null
  readonly task_number: number | null
  readonly at: Date
}

/** At most `limit` accounts whose handles have this prefix. */
export async function findAccounts(db: Db, prefix: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where handle collate "C" >= ${prefix} and handle collate "C" < ${prefix} || '~'
    order by handle collate "C" limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The rows as `v`. With accounts they are looked up per account, because a few accounts' rows are rare among many. */
const acts = ({ since, until, type, accounts }: Wanted) => {
  const ofType = type === undefined ? sql`true` : sql`v.type = ${type}`
  const inTime = sql`v.at > ${since} and v.at <= ${until}`
  if (accounts === undefined) return sql`activities v where ${inTime} and ${ofType}`
  return sql`unnest(${accounts}::uuid[]) as whose(id) cross join lateral (
    select * from activities v where v.account_id = whose.id and v.occasion > ${since}::timestamptz - interval '1 hour'
      and ${inTime} and ${ofType} offset 0
  ) v`
}

/** Counts up to a maximum. */
export async function countActivities(db: Db, wanted: Wanted): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select 1 from ${acts(wanted)} limit ${ADMIN_COUNT_MAX}
    ) counted
  `.execute(db)
  return rows[0]?.n ?? 0
}

export async function listActivities(
  db: Db,
  wanted: Wanted & { readonly limit: number; readonly offset: number },
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select v.id::text, v.type, v.account_id, v.at, a.handle, v.space_id, s.name as space_name,
      coalesce(s.deleted_at is not null, false) as is_gone, g.handle as agent, t.number as task_number
    from (
      select v.* from ${acts(wanted)}
      order by v.at desc, v.id desc limit ${wanted.limit} offset ${wanted.offset}
    ) v
    join accounts a on a.id = v.account_id
    left join spaces s on s.id = v.space_id
    left join accounts g on v.type = 'agent' and g.id = v.target_id
    left join tasks t on t.space_id = v.space_id and t.id = v.target_id
    order by v.at desc, v.id desc
  `.execute(db)
  return rows
}
