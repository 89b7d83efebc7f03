/**
 * Counts for the limits of agents (docs/rules/agents.md#limits): messages that an account addresses to a limited agent,
 * and those that a limited agent posts. Checked and incremented in the transaction of the post, under a row lock, so
 * that no two posts on any node take the same slot.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'
import { AgentLimited } from '../../../platform/agent-errors.ts'
import { executorOf, type Executor } from '../../../platform/jobs.ts'

/**
 * Identifies a counter: of what `accountId` addresses to the agent, or, for the agent's own account, of what it posts.
 */
export interface UsageKey {
  readonly agentId: string
  readonly accountId: string
}

export function usageName({ agentId, accountId }: UsageKey): string {
  return `${agentId}:${accountId}`
}

/** Creates missing counters. Not in the post's transaction, or others would wait for the inserted rows. */
export async function ensureUsageRows(client: Executor, keys: readonly UsageKey[]): Promise<void> {
  await client.query(
    `insert into agent_usage (agent_id, account_id)
     select agent_id, account_id from unnest($1::uuid[], $2::uuid[]) as k(agent_id, account_id)
     where not exists (select from agent_usage u where u.agent_id = k.agent_id and u.account_id = k.account_id)
     on conflict do nothing`,
    columnsOf(keys),
  )
}

/**
 * Locks counters until the transaction ends; call it before locking anything else. Without `wait`, counters that
 * another transaction locks are left out. Returns the names of the locked ones.
 */
export async function lockUsageRows(
  client: Executor,
  keys: readonly UsageKey[],
  { wait }: { wait: boolean },
): Promise<Set<string>> {
  const { rows } = await client.query(
    `select u.agent_id, u.account_id
     from agent_usage u join unnest($1::uuid[], $2::uuid[]) as k(agent_id, account_id)
       on k.agent_id = u.agent_id and k.account_id = u.account_id
     order by u.agent_id, u.account_id
     for update of u ${wait ? '' : 'skip locked'}`,
    columnsOf(keys),
  )
  // the columns are named above
  const locked = rows as { agent_id: string; account_id: string }[]
  return new Set(locked.map((row) => usageName({ agentId: row.agent_id, accountId: row.account_id })))
}

/** Adds one message to each counter, which must be locked. */
export async function incrementUsage(
  client: Executor,
  keys: readonly UsageKey[],
  now: number,
): Promise<void> {
  if (keys.length === 0) return
  await client.query(
    `update agent_usage u set
       hour = greatest(u.hour, w.hour), in_hour = case when u.hour >= w.hour then u.in_hour else 0 end + 1,
       day = greatest(u.day, w.day), in_day = case when u.day >= w.day then u.in_day else 0 end + 1
     from unnest($1::uuid[], $2::uuid[]) as k(agent_id, account_id),
       (select date_trunc('hour', $3::timestamptz, 'UTC') as hour, date_trunc('day', $3::timestamptz, 'UTC') as day) w
     where u.agent_id = k.agent_id and u.account_id = k.account_id`,
    [...columnsOf(keys), new Date(now)],
  )
}

function columnsOf(keys: readonly UsageKey[]): [string[], string[]] {
  return [keys.map(({ agentId }) => agentId), keys.map(({ accountId }) => accountId)]
}

interface UsageBy {
  readonly agentIds: readonly string[]
  readonly accountId: string
  readonly now: number
}

/** The refusal for the reached limit of these agents that resets last, if any. */
export async function findReachedLimit(
  db: Db,
  { agentIds, accountId, now }: UsageBy,
): Promise<AgentLimited | undefined> {
  const { rows } = await sql<{ id: string; handle: string; bound: number; period: string; opens_at: Date }>`
    select a.id, a.handle, l.*
    from accounts a, agent_limit_reached(a.id, ${accountId}, ${new Date(now)}) l
    where a.id = any(${[...agentIds]}::uuid[])
    order by l.opens_at desc limit 1
  `.execute(db)
  const [reached] = rows
  if (reached === undefined) return undefined
  const { id, handle, bound, period, opens_at: opensAt } = reached
  const messages = `${bound === 0 ? 'no' : `at most ${bound}`} ${bound === 1 ? 'message' : 'messages'}`
  const what = id === accountId ? `may post ${messages}` : `takes ${messages} from one sender`
  return new AgentLimited(
    handle,
    {
      limit: bound,
      remaining: 0,
      retryAfterSeconds: Math.max(1, Math.ceil((opensAt.getTime() - now) / 1000)),
    },
    `@${handle} ${what} ${period === 'hour' ? 'an hour' : 'a day'}`,
  )
}

/** Creates and locks the counters that a change of a message may increment; call it before locking anything else. */
export async function lockUsage(tx: Tx, { agentIds, accountId }: Omit<UsageBy, 'now'>): Promise<void> {
  if (agentIds.length === 0) return
  const keys = agentIds.map((agentId) => ({ agentId, accountId }))
  await ensureUsageRows(executorOf(tx), keys)
  await lockUsageRows(executorOf(tx), keys, { wait: true })
}

/** Adds one message to the counters of these agents, which must be locked. @throws AgentLimited */
export async function consumeUsage(tx: Tx, usage: UsageBy): Promise<void> {
  const { agentIds, accountId, now } = usage
  if (agentIds.length === 0) return
  const reached = await findReachedLimit(tx, usage)
  if (reached !== undefined) throw reached
  const keys = agentIds.map((agentId) => ({ agentId, accountId }))
  await incrementUsage(executorOf(tx), keys, now)
}

/** Older counters no longer affect any limit. */
const RETENTION_MS = 48 * 60 * 60 * 1000

export async function pruneUsage({ db, now }: { db: Db; now: number }): Promise<void> {
  await db
    .deleteFrom('agent_usage')
    .where('day', '<', new Date(now - RETENTION_MS))
    .execute()
}
