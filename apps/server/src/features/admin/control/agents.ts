/** Every agent of the instance, with its owner, spaces, activity and refusals (docs/rules/agents.md#figures). */
import type {
  Act,
  adminAgentRoutes,
  AgentSort,
  InstanceAgent,
  InstanceAgentDetails,
} from '@flockwork/contract/admin/agents'
import type { AgentUsage } from '@flockwork/contract/budgets'
import type { Answer, Query } from '@flockwork/contract/route'
import { parentPreview } from '@flockwork/contract/text/preview'
import type { PersonActor } from '../../../platform/actor.ts'
import { wireTime, wireTimeOrNull } from '../../../platform/clock.ts'
import { NotFound } from '../../../platform/errors.ts'
import { usageOfAgents } from '../../budgets/index.ts'
import type { AdminServices } from '../services.ts'
import * as lists from './agents-repository.ts'
import * as repository from './rows-repository.ts'

const MINUTE_MS = 60_000
const LATELY_MINUTES = 5
const DAY_MS = 24 * 60 * MINUTE_MS
/** Nodes renew open counts every ten seconds. */
const OPEN_MS = 30_000
const POSTS_MAX = 50

type ListRoute = typeof adminAgentRoutes.list

/** Numbers are sorted in descending order. */
const ASCENDING: ReadonlySet<AgentSort> = new Set(['name'])

export async function listAgents(
  { db, clock }: AdminServices,
  query: Query<ListRoute>,
): Promise<Answer<ListRoute>> {
  const since = sinceNow(clock.now())
  const filter = {
    ...since,
    search: query.search === '' ? undefined : query.search,
    isManaged: query.managed,
    isPaused: query.paused,
    isActive: query.active,
    owners: query.owner,
    spaceId: query.space_id,
  }
  const { sort = 'lately', order, limit, offset } = query
  const isDescending = order === undefined ? !ASCENDING.has(sort) : order === 'desc'
  const { ids, total } = await lists.listAgentIds(db, filter, { sort, isDescending, limit, offset })
  const rows = await repository.readAgents(db, ids, since)
  const usage = await usageOf({ db, clock }, rows)
  return { agents: rows.map((row) => present(row, clock.now(), usage)), total, limit, offset }
}

/** @throws NotFound unless it is an existing agent. */
export async function readDetails(
  { db, clock }: AdminServices,
  actor: PersonActor,
  id: string,
): Promise<InstanceAgentDetails> {
  const now = clock.now()
  const [row] = await repository.readAgents(db, [id], sinceNow(now))
  if (row === undefined) throw new NotFound('No such agent')
  const since = new Date(now - DAY_MS)
  const acts = await repository.listActs(db, id, since)
  const spaceIds = [...new Set(acts.flatMap(({ space_id: spaceId }) => spaceId ?? []))]
  const usage = await usageOf({ db, clock }, [row])
  const [posts, tokens, clients] = await Promise.all([
    repository.listPosts(db, { agentId: id, readerId: actor.accountId, spaceIds, since, limit: POSTS_MAX }),
    repository.listTokens(db, id),
    repository.listClients(db, id, new Date(now)),
  ])
  return {
    ...present(row, now, usage),
    acts: acts.map(presentAct),
    posts: posts.map((post) => ({
      message_id: post.message_id,
      space: { id: post.space_id, name: post.space_name, slug: post.space_slug },
      channel: post.channel,
      preview: post.content === null ? null : parentPreview(post.content),
      at: wireTime(post.created_at),
      hops: post.hops,
    })),
    tokens: tokens.map((token) => ({
      id: token.id,
      created_at: wireTime(token.created_at),
      last_used_at: wireTimeOrNull(token.last_used_at),
    })),
    clients: clients.map((client) => ({
      id: client.id,
      client_name: client.client_name,
      scopes: client.scopes,
      created_at: wireTime(client.created_at),
      last_used_at: wireTimeOrNull(client.last_used_at),
    })),
  }
}

function sinceNow(now: number) {
  const minute = now - (now % MINUTE_MS)
  return {
    actedSince: new Date(minute - (LATELY_MINUTES - 1) * MINUTE_MS),
    openSince: new Date(now - OPEN_MS),
  }
}

/** The usage of managed agents, which have no owner, is completely known. */
function usageOf(deps: Pick<AdminServices, 'db' | 'clock'>, rows: readonly repository.AgentRow[]) {
  const measured = new Set(rows.filter(({ owner_id: ownerId }) => ownerId === null).map(({ id }) => id))
  return usageOfAgents(
    deps,
    rows.map(({ id }) => id),
    (id) => measured.has(id),
  )
}

function present(
  row: repository.AgentRow,
  now: number,
  usage: ReadonlyMap<string, AgentUsage>,
): InstanceAgent {
  const [calls, messages, tasks, refused] = row.lately
  return {
    id: row.id,
    username: row.handle,
    agent_type: row.agent_type,
    is_managed: row.is_managed,
    owner:
      row.owner_id === null
        ? null
        : { id: row.owner_id, username: row.owner_handle ?? '', is_active: row.owner_status === 'active' },
    placement: row.pinned_space_id === null ? (row.follow_user ? 'following' : 'free') : 'pinned',
    spaces: [...row.spaces],
    spaces_count: row.spaces_count,
    last_active_at: wireTimeOrNull(row.last_active_at),
    acted_at: wireTimeOrNull(row.acted_at),
    created_at: wireTime(row.created_at),
    control: {
      is_disabled: row.disabled_by.length > 0,
      disabled_reason: row.disabled_reason,
      disabled_by: row.disabled_by,
      user_hourly_limit: row.user_hourly_limit,
      user_daily_limit: row.user_daily_limit,
      agent_hourly_limit: row.agent_hourly_limit,
      agent_daily_limit: row.agent_daily_limit,
    },
    breaker_until:
      row.breaker_until !== null && row.breaker_until.getTime() > now ? wireTime(row.breaker_until) : null,
    day: {
      calls: row.calls,
      messages: row.messages,
      tasks: row.tasks,
      refused: {
        total: row.refused,
        limit: row.by_limit,
        breaker: row.by_breaker,
        guardrail: row.by_guardrail,
        rights: row.by_rights,
        pause: row.by_pause,
      },
    },
    lately: { calls, messages, tasks, refused },
    open: { waits: row.waits, streams: row.streams },
    deliveries: {
      stored: row.deliveries['stored'] ?? 0,
      delivered: row.deliveries['delivered'] ?? 0,
      held: row.deliveries['held'] ?? 0,
    },
    usage: usage.get(row.id) ?? { source: 'unknown', today: null, month: null },
    connection: row.has_connection
      ? { at: wireTimeOrNull(row.handshake_at), client: row.client, last_error: row.error }
      : null,
  }
}

function presentAct(row: Awaited<ReturnType<typeof repository.listActs>>[number]): Act {
  const isMessage = row.kind === 'message'
  return {
    hour: wireTime(row.hour),
    // ensured by a check constraint
    kind: row.kind as Act['kind'],
    call: isMessage ? null : row.what,
    space:
      row.space_id === null
        ? null
        : { id: row.space_id, name: row.space_name ?? '', slug: row.space_slug ?? '' },
    count: row.n,
    last_at: wireTime(row.last_at),
  }
}
