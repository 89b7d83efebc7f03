/** Lists and counts of the instance's people: an index for each order, counts from running totals. */
import { sql, type RawBuilder } from 'kysely'
import type { PersonRole, PersonStatus, UserSort } from '@flockwork/contract/admin/people'
import type { Db } from '../../../platform/database.ts'

interface Since {
  readonly activeSince: Date
  readonly newSince: Date
}

interface AccountCounts {
  readonly total_users: number
  readonly active_users: number
  readonly total_agents: number
  readonly active_agents: number
  readonly recent_signups: number
}

const IS_LIVE = sql<boolean>`status in ('active', 'disabled')`

export async function countInstance(db: Db, { activeSince, newSince }: Since): Promise<AccountCounts> {
  const tally = (kind: 'user' | 'agent') =>
    sql`(select coalesce(sum(n), 0)::int from account_tallies where kind = ${kind} and ${IS_LIVE})`
  const active = (kind: 'user' | 'agent') => sql`(
    select count(*)::int from accounts where kind = ${kind} and last_active_at >= ${activeSince} and ${IS_LIVE})`
  const { rows } = await sql<AccountCounts>`
    select ${tally('user')} as total_users, ${active('user')} as active_users,
      ${tally('agent')} as total_agents, ${active('agent')} as active_agents,
      (select count(*)::int from accounts where kind = 'user' and created_at >= ${newSince} and ${IS_LIVE}) as recent_signups
  `.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('Counting answers a row')
  return counts
}

export interface PeopleFilter {
  readonly search: string | undefined
  readonly role: PersonRole | undefined
  readonly status: PersonStatus | undefined
}

export interface PeoplePage {
  readonly sort: UserSort
  readonly isDescending: boolean
  readonly limit: number
  readonly offset: number
}

const STORED = { active: 'active', inactive: 'disabled' } as const satisfies Record<PersonStatus, string>

const isPerson = sql<boolean>`a.kind = 'user' and a.status in ('active', 'disabled')`

function orderOf({ sort, isDescending }: PeoplePage): RawBuilder<unknown> {
  const direction = isDescending ? sql`desc` : sql`asc`
  if (sort === 'username') return sql`a.handle collate "C" ${direction}`
  if (sort === 'created_at') return sql`a.created_at ${direction}, a.id ${direction}`
  // like the index: nulls sort first
  const nulls = isDescending ? sql`nulls last` : sql`nulls first`
  return sql`a.last_active_at ${direction} ${nulls}, a.id ${direction}`
}

function conditionOf({ search, role, status }: PeopleFilter): RawBuilder<boolean> {
  const conditions = [isPerson]
  if (search !== undefined) conditions.push(sql`p.words @@ person_search(${search})`)
  if (role !== undefined) conditions.push(sql`p.role = ${role}`)
  if (status !== undefined) conditions.push(sql`a.status = ${STORED[status]}`)
  return sql`${sql.join(conditions, sql` and `)}`
}

/** At most `limit` ids of people who match the filter, including a search, in no order. */
export async function findSome(db: Db, filter: PeopleFilter, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from people p join accounts a on a.id = p.account_id where ${conditionOf(filter)} limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** A page of the matching people among these ids, and the number of matches. */
export async function listAmong(
  db: Db,
  ids: readonly string[],
  filter: PeopleFilter,
  page: PeoplePage,
): Promise<{ ids: string[]; total: number }> {
  const found = sql`
    accounts a join people p on p.account_id = a.id
    where a.id = any(${[...ids]}::uuid[]) and ${conditionOf(filter)}
  `
  const { rows } = await sql<{ id: string; total: number }>`
    select a.id, count(*) over ()::int as total from ${found}
    order by ${orderOf(page)} limit ${page.limit} offset ${page.offset}
  `.execute(db)
  if (rows[0] !== undefined || page.offset === 0) {
    return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
  }
  const counted = await sql<{ n: number }>`select count(*)::int as n from ${found}`.execute(db)
  return { ids: [], total: counted.rows[0]?.n ?? 0 }
}

/** A page in order, for a filter that many people match. */
export async function listInOrder(db: Db, filter: PeopleFilter, page: PeoplePage): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a join people p on p.account_id = a.id
    where ${conditionOf(filter)}
    order by ${orderOf(page)} limit ${page.limit} offset ${page.offset}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Ids of the few people with a special role; without a role, of those who are deactivated. */
export async function listExceptions(db: Db, { role }: PeopleFilter): Promise<string[]> {
  const { rows } =
    role === undefined || role === 'user'
      ? await sql<{ id: string }>`
          select id from accounts where kind = 'user' and status = 'disabled'
        `.execute(db)
      : await sql<{ id: string }>`select account_id as id from people where role = ${role}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The number of people with a role and a status, for values that most people have. */
export async function countPeople(db: Db, { role, status }: PeopleFilter): Promise<number> {
  const stored = status === undefined ? ['active', 'disabled'] : [STORED[status]]
  const others =
    role === 'user'
      ? sql`(select count(*)::int from people p join accounts a on a.id = p.account_id
          where p.role <> 'user' and a.status = any(${stored}))`
      : sql`0`
  const { rows } = await sql<{ n: number }>`
    select (select coalesce(sum(n), 0)::int from account_tallies where kind = 'user' and status = any(${stored})) - ${others} as n
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** The people with these ids, in the same order. */
export async function readPeople(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<{
    id: string
    handle: string
    status: string
    created_at: Date
    last_active_at: Date | null
    email: string | null
    full_name: string | null
    role: string
    org_count: number
    agent_count: number
    task_count: number
    violations_count: number
  }>`
    select a.id, a.handle, a.status, a.created_at, a.last_active_at, p.email, p.full_name, p.role,
      (select count(*)::int from members m join spaces s on s.id = m.space_id
        where m.account_id = a.id and s.deleted_at is null) as org_count,
      (select count(*)::int from agents g join accounts o on o.id = g.account_id
        where g.owner_id = a.id and o.status <> 'deleted') as agent_count,
      (select coalesce(sum(c.tasks), 0)::int from members m join task_counts c
        on c.space_id = m.space_id and c.worker_id = a.id where m.account_id = a.id) as task_count,
      (select count(*)::int from violations v where v.person_id = a.id) as violations_count
    from unnest(${[...ids]}::uuid[]) with ordinality as w(id, nth)
    join accounts a on a.id = w.id
    join people p on p.account_id = a.id
    where ${isPerson}
    order by w.nth
  `.execute(db)
  return rows
}

/** The spaces of these people. */
export async function listSpacesOf(
  db: Db,
  ids: readonly string[],
): Promise<{ spaceId: string; accountId: string }[]> {
  return db
    .selectFrom('members')
    .select(['space_id as spaceId', 'account_id as accountId'])
    .where('account_id', 'in', [...ids])
    .execute()
}

/** When each of these people last posted, in their current spaces. */
export async function lastMessages(db: Db, ids: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select m.account_id as id, max(last.created_at) as at
    from members m cross join lateral (
      select created_at from messages
      where space_id = m.space_id and author_id = m.account_id order by seq desc limit 1
    ) last
    where m.account_id = any(${[...ids]}::uuid[])
    group by m.account_id
  `.execute(db)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** A person's agents by name, at most `limit`. */
export function listAgentsOf(db: Db, ownerId: string, limit: number) {
  return db
    .selectFrom('agents')
    .innerJoin('accounts', 'accounts.id', 'agents.account_id')
    .select([
      'accounts.id',
      'accounts.handle',
      'accounts.last_active_at',
      'agents.agent_type',
      'agents.disabled_by',
    ])
    .where('agents.owner_id', '=', ownerId)
    .where('accounts.status', '<>', 'deleted')
    .orderBy('accounts.handle')
    .limit(limit)
    .execute()
}
