/** Lists of the instance's agents, filtered, or in index order without filters. */
import { sql, type RawBuilder } from 'kysely'
import type { AgentSort } from '@flockwork/contract/admin/agents'
import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'
import type { Db } from '../../../platform/database.ts'

export interface AgentFilter {
  readonly search: string | undefined
  readonly isManaged: boolean
  readonly isPaused: boolean
  readonly isActive: boolean
  readonly owners: readonly string[]
  readonly spaceId: string | undefined
  /** Agents that acted since then are active. */
  readonly actedSince: Date
  /** Waits and streams renewed since then count as open. */
  readonly openSince: Date
}

export interface AgentPage {
  readonly sort: AgentSort
  readonly isDescending: boolean
  readonly limit: number
  readonly offset: number
}

const MANAGED_TYPE = 'cloud_gcp'
/** The maximum number of owners that a search matches by handle prefix. */
const OWNERS_MAX = 100
/** The maximum number of agents that a search matches. */
const MATCHES_MAX = 2000

export const isManaged = sql<boolean>`(g.agent_type = ${MANAGED_TYPE}
  or (a.handle = ${GUIDE_HANDLE} and g.owner_id is null))`

const ALL = sql`accounts a join agents g on g.account_id = a.id`
// the condition of the partial index accounts_agents
const IS_AGENT = sql<boolean>`a.kind = 'agent' and a.status <> 'deleted'`

/** The filter as conditions on `accounts a` and `agents g`; empty if every agent matches. */
function conditionsOf(filter: AgentFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (filter.search !== undefined) {
    const text = filter.search
      .replace(/^@/, '')
      .toLowerCase()
      .replaceAll(/[\\%_]/g, '\\$&')
    // an array, so that the few matches are looked up instead of comparing many agents
    conditions.push(sql`a.id = any(array(
      (select a.id from accounts a where ${IS_AGENT} and a.handle like ${`%${text}%`} limit ${MATCHES_MAX})
      union
      (select g.account_id from agents g where g.owner_id = any(array(
        select o.id from accounts o where o.kind = 'user' and o.handle like ${`${text}%`} limit ${OWNERS_MAX}))
       limit ${MATCHES_MAX})))`)
  }
  if (filter.isManaged) conditions.push(isManaged)
  if (filter.isPaused) conditions.push(sql`g.disabled_by <> '{}'`)
  if (filter.isActive) {
    conditions.push(sql`a.id in (
      select agent_id from agent_figures where acted_at >= ${filter.actedSince}
      union all
      select agent_id from agent_open where seen_at >= ${filter.openSince})`)
  }
  if (filter.owners.length > 0) {
    const handles = filter.owners.map((handle) => handle.replace(/^@/, '').toLowerCase())
    conditions.push(sql`g.owner_id in (select id from accounts where handle = any(${handles}))`)
  }
  if (filter.spaceId !== undefined) {
    conditions.push(sql`a.id in (
      select account_id from members where space_id = ${filter.spaceId} and kind = 'agent')`)
  }
  return conditions
}

const FIGURES = {
  acted: 'acted_at',
  messages: 'messages',
  tasks: 'tasks',
  calls: 'calls',
  refused: 'refused',
} as const

/** The ids of a page, in order, and the number of matching agents. */
export async function listAgentIds(
  db: Db,
  filter: AgentFilter,
  page: AgentPage,
): Promise<{ ids: string[]; total: number }> {
  const conditions = conditionsOf(filter)
  if (conditions.length === 0) return listAll(db, filter, page)
  const where = sql.join([IS_AGENT, ...conditions], sql` and `)
  const { rows } = await sql<{ id: string; total: number }>`
    with found as materialized (select a.id, a.handle from ${ALL} where ${where}), ${doing(filter)}
    select found.id, count(*) over ()::int as total
    from found left join agent_figures f on f.agent_id = found.id left join doing d on d.agent_id = found.id
    order by ${orderOf(page, sql`found.handle`)} limit ${page.limit} offset ${page.offset}
  `.execute(db)
  const [first] = rows
  if (first !== undefined) return { ids: rows.map(({ id }) => id), total: first.total }
  // beyond the end, or no matches
  const counted = await sql<{ n: number }>`select count(*)::int as n from ${ALL} where ${where}`.execute(db)
  return { ids: [], total: counted.rows[0]?.n ?? 0 }
}

/** Without filters an index provides the order, and only the page is read. */
async function listAll(
  db: Db,
  filter: AgentFilter,
  page: AgentPage,
): Promise<{ ids: string[]; total: number }> {
  const { limit, offset, sort } = page
  const part = sql`limit ${limit} offset ${offset}`
  const direction = page.isDescending ? sql`desc` : sql`asc`
  const query = () => {
    if (sort === 'name') {
      return sql<{ id: string }>`
        select a.id from accounts a where ${IS_AGENT} order by a.handle ${direction} ${part}`
    }
    if (sort !== 'lately') {
      return sql<{ id: string }>`
        select a.id from agent_figures f join accounts a on a.id = f.agent_id and ${IS_AGENT}
        order by ${orderOf(page, sql`f.agent_id`)} ${part}`
    }
    // agents with activity, merged with all others, which have none
    const reach = limit + offset
    return sql<{ id: string }>`
      with ${doing(filter)}
      select id from (
        (select a.id, d.n, d.calls, a.handle from doing d join accounts a on a.id = d.agent_id and ${IS_AGENT}
         order by d.n ${direction}, d.calls ${direction}, a.handle limit ${reach})
        union all
        (select a.id, 0, 0, a.handle from accounts a
         where ${IS_AGENT} and not exists (select from doing d where d.agent_id = a.id)
         order by a.handle limit ${reach})
      ) ranked
      order by n ${direction}, calls ${direction}, handle ${part}`
  }
  const [{ rows }, counted] = await Promise.all([
    query().execute(db),
    sql<{ n: number }>`
      select coalesce(sum(n), 0)::int as n from account_tallies where kind = 'agent' and status <> 'deleted'`.execute(
      db,
    ),
  ])
  return { ids: rows.map(({ id }) => id), total: counted.rows[0]?.n ?? 0 }
}

/** The recent activity of agents that have any. */
function doing({ actedSince }: AgentFilter) {
  return sql`doing as materialized (
    select agent_id, sum(messages + tasks + refused) as n, sum(calls) as calls
    from agent_minutes where minute >= ${actedSince} group by agent_id
  )`
}

function orderOf({ sort, isDescending }: AgentPage, last: RawBuilder<unknown>): RawBuilder<unknown> {
  const direction = isDescending ? sql`desc` : sql`asc`
  if (sort === 'name') return sql`${last} ${direction}`
  if (sort === 'lately') {
    return sql`coalesce(d.n, 0) ${direction}, coalesce(d.calls, 0) ${direction}, ${last}`
  }
  const figure = sql.ref(`f.${FIGURES[sort]}`)
  if (sort !== 'acted') return sql`${figure} ${direction}, ${last} ${direction}`
  // like the index: agents without activity sort before all times
  return sql`${figure} ${direction} ${isDescending ? sql`nulls last` : sql`nulls first`}, ${last} ${direction}`
}
