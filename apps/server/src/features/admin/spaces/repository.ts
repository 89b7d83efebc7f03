import { sql, type RawBuilder } from 'kysely'
import type { AdminSpaceSort, SpaceKind } from '@flockwork/contract/admin/spaces'
import { ADMIN_COUNT_MAX } from '@flockwork/contract/limits'
import type { Db } from '../../../platform/database.ts'

export interface Page {
  readonly kind: SpaceKind | undefined
  /** Lower case, not empty. */
  readonly search: string | undefined
  readonly sort: AdminSpaceSort
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

export interface SpaceRow {
  readonly id: string
  readonly name: string
  readonly owner_username: string | null
  readonly owner_email: string | null
  readonly visibility: 'private' | 'invite_only' | 'public'
  readonly is_personal: boolean
  readonly member_count: number
  readonly agent_count: number
  readonly message_count: number
  readonly task_count: number
  readonly created_at: Date
}

const FROM: Record<AdminSpaceSort, { readonly from: RawBuilder<unknown>; readonly by: RawBuilder<unknown> }> =
  {
    created_at: { from: sql`spaces s`, by: sql`s.created_at` },
    name: { from: sql`spaces s`, by: sql`lower(s.name)` },
    members: { from: sql`spaces s join space_people p on p.space_id = s.id`, by: sql`p.people` },
    messages: { from: sql`spaces s join space_sequences q on q.space_id = s.id`, by: sql`q.messages` },
    tasks: { from: sql`spaces s join space_sequences q on q.space_id = s.id`, by: sql`q.tasks` },
  }

/**
 * The spaces that a search finds by prefixes of the words of their name or of their creator's handle: all of them, in
 * no order, or `undefined` if there are too many.
 */
export async function findSpaces(
  db: Db,
  { search, kind }: { readonly search: string; readonly kind: SpaceKind | undefined },
): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string }>`
    select s.id from (
      (select id from spaces where deleted_at is null and space_words(name) @@ space_search(${search})
        and ${isOfKind(kind)} limit ${ADMIN_COUNT_MAX + 1})
      union
      (select s.id from (
        select id from accounts where kind = 'user'
          and handle collate "C" >= ${search} and handle collate "C" < ${search} || '~'
        limit ${ADMIN_COUNT_MAX + 1}
      ) a join spaces s on s.created_by = a.id and s.deleted_at is null
      where ${isOfKind(kind)} limit ${ADMIN_COUNT_MAX + 1})
    ) s limit ${ADMIN_COUNT_MAX + 1}
  `.execute(db)
  return rows.length > ADMIN_COUNT_MAX ? undefined : rows.map(({ id }) => id)
}

/** Worded like the index. */
function isOfKind(kind: SpaceKind | undefined): RawBuilder<unknown> {
  return kind === undefined ? sql`true` : sql`space_kind(is_personal, visibility) = ${kind}`
}

/** @param among the results of the search, unless there are too many */
export async function listSpaces(
  db: Db,
  { kind, search, sort, order, limit, offset }: Page,
  among: readonly string[] | undefined,
): Promise<SpaceRow[]> {
  const { from, by } = FROM[sort]
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const found =
    among !== undefined
      ? sql`s.id = any(${among}::uuid[])`
      : search !== undefined
        ? sql`(space_words(s.name) @@ space_search(${search}) or exists (
            select 1 from accounts a where a.id = s.created_by and starts_with(a.handle, ${search})))`
        : sql`true`
  const { rows } = await sql<SpaceRow>`
    select s.id, s.name, s.visibility, s.is_personal, s.created_at,
      a.handle as owner_username, p.email as owner_email,
      coalesce((select people from space_people n where n.space_id = s.id), 0) as member_count,
      coalesce((select sum(n)::int from space_tallies t where t.space_id = s.id and t.kind = 'agents'), 0) as agent_count,
      coalesce(q.messages, 0) as message_count, coalesce(q.tasks, 0) as task_count
    from (
      select s.id, row_number() over () as nth from (
        select s.id from ${from} where s.deleted_at is null and ${isOfKind(kind)} and ${found}
        order by ${by} ${direction}, s.id ${direction} limit ${limit} offset ${offset}
      ) s
    ) page
    join spaces s on s.id = page.id
    left join space_sequences q on q.space_id = s.id
    left join accounts a on a.id = s.created_by and a.status <> 'deleted'
    left join people p on p.account_id = a.id
    order by page.nth
  `.execute(db)
  return rows
}

/** The sums of the instance's running totals of these kinds. */
export async function sumTallies(db: Db, kinds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ kind: string; n: number }>`
    select kind, sum(n)::float8 as n from instance_tallies where kind = any(${kinds}::text[]) group by kind
  `.execute(db)
  return new Map(rows.map(({ kind, n }) => [kind, n]))
}

export async function countPeople(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n from account_tallies where kind = 'user' and status in ('active', 'disabled')
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** Scans all people. */
export async function countPeopleWithoutSpace(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from people p join accounts a on a.id = p.account_id and a.status in ('active', 'disabled')
    where not exists (
      select 1 from members m join spaces s on s.id = m.space_id and s.deleted_at is null
      where m.account_id = p.account_id)
  `.execute(db)
  return rows[0]?.n ?? 0
}

interface Named {
  readonly id: string
  readonly name: string
}

/** The space with the most active people since then. */
export async function findMostActive(
  db: Db,
  since: Date,
): Promise<(Named & { active_users: number }) | undefined> {
  const { rows } = await sql<Named & { active_users: number }>`
    select s.id, s.name, busy.people as active_users
    from (select space_id, count(*)::int as people from space_actors where minute >= ${since} group by space_id) busy
    join spaces s on s.id = busy.space_id and s.deleted_at is null
    order by busy.people desc, s.id limit 1
  `.execute(db)
  return rows[0]
}

export async function findLargest(db: Db): Promise<(Named & { member_count: number }) | undefined> {
  const { rows } = await sql<Named & { member_count: number }>`
    select s.id, s.name, p.people as member_count
    from space_people p join spaces s on s.id = p.space_id and s.deleted_at is null and not s.is_personal
    order by p.people desc, p.space_id desc limit 1
  `.execute(db)
  return rows[0]
}

export async function findNewest(db: Db): Promise<(Named & { created_at: Date }) | undefined> {
  const { rows } = await sql<Named & { created_at: Date }>`
    select id, name, created_at from (
      (select * from spaces where deleted_at is null and space_kind(is_personal, visibility) = 'private'
        order by created_at desc, id desc limit 1)
      union all
      (select * from spaces where deleted_at is null and space_kind(is_personal, visibility) = 'invite_only'
        order by created_at desc, id desc limit 1)
      union all
      (select * from spaces where deleted_at is null and space_kind(is_personal, visibility) = 'public'
        order by created_at desc, id desc limit 1)
    ) newest order by created_at desc, id desc limit 1
  `.execute(db)
  return rows[0]
}
