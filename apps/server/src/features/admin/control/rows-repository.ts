/** Data of a page of the instance's agents, and details of one. */
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { isManaged } from './agents-repository.ts'

export interface AgentRow {
  readonly id: string
  readonly handle: string
  readonly agent_type: string
  readonly is_managed: boolean
  readonly owner_id: string | null
  readonly owner_handle: string | null
  readonly owner_status: string | null
  readonly pinned_space_id: string | null
  readonly follow_user: boolean
  readonly spaces: readonly { id: string; name: string; slug: string }[]
  readonly spaces_count: number
  readonly last_active_at: Date | null
  readonly acted_at: Date | null
  readonly created_at: Date
  readonly disabled_by: string[]
  readonly disabled_reason: string | null
  readonly user_hourly_limit: number | null
  readonly user_daily_limit: number | null
  readonly agent_hourly_limit: number | null
  readonly agent_daily_limit: number | null
  readonly breaker_until: Date | null
  readonly calls: number
  readonly messages: number
  readonly tasks: number
  readonly by_limit: number
  readonly by_breaker: number
  readonly by_guardrail: number
  readonly by_rights: number
  readonly by_pause: number
  readonly refused: number
  readonly lately: readonly [calls: number, messages: number, tasks: number, refused: number]
  readonly waits: number
  readonly streams: number
  readonly deliveries: Readonly<Record<string, number>>
  readonly handshake_at: Date | null
  readonly client: string | null
  readonly error: string | null
  readonly has_connection: boolean
}

interface Since {
  readonly actedSince: Date
  readonly openSince: Date
}

const SPACES_SHOWN = 3
const DELIVERIES_MAX = 1000

/** In the order of the ids, without deleted agents. */
export async function readAgents(db: Db, ids: readonly string[], since: Since): Promise<AgentRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<AgentRow>`
    select a.id, a.handle, g.agent_type, ${isManaged} as is_managed, g.owner_id, o.handle as owner_handle,
      o.status as owner_status, g.pinned_space_id, g.follow_user, a.last_active_at, f.acted_at, a.created_at,
      g.disabled_by, g.disabled_reason, g.user_hourly_limit, g.user_daily_limit, g.agent_hourly_limit,
      g.agent_daily_limit, g.breaker_until,
      coalesce(f.calls, 0) as calls, coalesce(f.messages, 0) as messages, coalesce(f.tasks, 0) as tasks,
      coalesce(f.by_limit, 0) as by_limit, coalesce(f.by_breaker, 0) as by_breaker,
      coalesce(f.by_guardrail, 0) as by_guardrail, coalesce(f.by_rights, 0) as by_rights,
      coalesce(f.by_pause, 0) as by_pause, coalesce(f.refused, 0) as refused,
      lately.sums as lately, open.waits, open.streams, open_to.counts as deliveries,
      coalesce(here.spaces, '[]') as spaces, coalesce(here.total, 0) as spaces_count,
      c.handshake_at, c.client, c.error, c.agent_id is not null as has_connection
    from unnest(${[...ids]}::uuid[]) with ordinality as wanted(id, nth)
    join accounts a on a.id = wanted.id and a.kind = 'agent' and a.status <> 'deleted'
    join agents g on g.account_id = a.id
    left join accounts o on o.id = g.owner_id
    left join agent_figures f on f.agent_id = a.id
    left join agent_connections c on c.agent_id = a.id
    cross join lateral (
      select array[coalesce(sum(m.calls), 0), coalesce(sum(m.messages), 0), coalesce(sum(m.tasks), 0),
        coalesce(sum(m.refused), 0)]::int[] as sums
      from agent_minutes m
      where m.agent_id = a.id and m.minute >= ${since.actedSince}
    ) lately
    cross join lateral (
      select coalesce(sum(waits), 0)::int as waits, coalesce(sum(streams), 0)::int as streams
      from agent_open where agent_id = a.id and seen_at >= ${since.openSince}
    ) open
    cross join lateral (
      select coalesce(json_object_agg(state, n), '{}') as counts
      from (
        select state, count(*) as n
        from (
          (select state from deliveries where recipient_id = a.id and state in ('stored', 'delivered')
           limit ${DELIVERIES_MAX})
          union all
          (select state from deliveries where recipient_id = a.id and state = 'held' limit ${DELIVERIES_MAX})
        ) each
        group by state
      ) counted
    ) open_to
    left join lateral (
      select json_agg(json_build_object('id', id, 'name', name, 'slug', slug) order by place) filter (where place <= ${SPACES_SHOWN})
          as spaces, count(*)::int as total
      from (
        select s.id, s.name, s.slug,
          row_number() over (order by s.id is distinct from coalesce(g.pinned_space_id, g.home_space_id), m.joined_at) as place
        from members m join spaces s on s.id = m.space_id and s.deleted_at is null
        where m.account_id = a.id
      ) placed
    ) here on true
    order by wanted.nth
  `.execute(db)
  return rows
}

const ACTS_MAX = 500

/** Its activity since then, latest first. */
export async function listActs(db: Db, agentId: string, since: Date) {
  return db
    .selectFrom('agent_acts as act')
    .leftJoin('spaces', (join) =>
      join
        .on('act.kind', '=', 'message')
        .on('spaces.id', '=', sql<string>`case when act.kind = 'message' then act.what::uuid end`),
    )
    .select(['act.hour', 'act.kind', 'act.what', 'act.n', 'act.last_at'])
    .select(['spaces.id as space_id', 'spaces.name as space_name', 'spaces.slug as space_slug'])
    .where('act.agent_id', '=', agentId)
    .where('act.hour', '>=', since)
    .orderBy('act.last_at', 'desc')
    .orderBy('act.kind')
    .orderBy('act.what')
    .limit(ACTS_MAX)
    .execute()
}

export interface PostRow {
  readonly message_id: string
  readonly space_id: string
  readonly space_name: string
  readonly space_slug: string
  readonly channel: string
  /** Null if the reader isn't a member, or the message is deleted. */
  readonly content: string | null
  readonly created_at: Date
  readonly hops: number
}

interface PostsOf {
  readonly agentId: string
  readonly readerId: string
  /** The spaces in which it posted, by the counts. */
  readonly spaceIds: readonly string[]
  readonly since: Date
  readonly limit: number
}

/** Its newest messages in these spaces, without task announcements and deleted ones. */
export async function listPosts(
  db: Db,
  { agentId, readerId, spaceIds, since, limit }: PostsOf,
): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select m.id as message_id, s.id as space_id, s.name as space_name, s.slug as space_slug, m.channel, m.created_at, m.hops,
      case when exists (select from members r where r.space_id = s.id and r.account_id = ${readerId}) then m.content end
        as content
    from unnest(${[...spaceIds]}::uuid[]) as wanted(id)
    join spaces s on s.id = wanted.id and s.deleted_at is null
    cross join lateral (
      select * from messages
      where space_id = s.id and author_id = ${agentId} and deleted_at is null and message_type <> 'task'
      order by seq desc limit ${limit}
    ) m
    where m.created_at >= ${since}
    order by m.created_at desc, m.id limit ${limit}
  `.execute(db)
  return rows
}

/** Its live tokens, newest first, without their names, which only the owner may see. */
export function listTokens(db: Db, agentId: string) {
  return db
    .selectFrom('agent_tokens')
    .select(['id', 'created_at', 'last_used_at'])
    .where('agent_id', '=', agentId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

const CLIENTS_MAX = 50

/** The programs with a live grant to act as it. */
export function listClients(db: Db, agentId: string, at: Date) {
  return db
    .selectFrom('oauth_grants')
    .select(['id', 'client_name', 'scopes', 'created_at', 'last_used_at'])
    .where('agent_id', '=', agentId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(CLIENTS_MAX)
    .execute()
}
