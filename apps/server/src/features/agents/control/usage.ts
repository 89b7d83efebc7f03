/**
 * What counts towards the limits of agents (docs/rules/agents.md#limits): messages that an account addresses to a
 * limited agent, and those that a limited agent posts. Judged and counted in the transaction of the post, under a lock,
 * so that no two posts take the same place, on whichever node.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'
import { AgentLimited } from '../../../platform/errors.ts'
import { executorOf, type Executor } from '../../../platform/jobs.ts'

/** A count: what `accountId` addresses to the agent; for the agent's own account, what it posts. */
export interface UsageKey {
  readonly agentId: string
  readonly accountId: string
}

export function usageName({ agentId, accountId }: UsageKey): string {
  return `${agentId}:${accountId}`
}

/** Makes sure that the counts are there. Not in a transaction: a count being made would be waited for. */
export async function prepareUsage(client: Executor, keys: readonly UsageKey[]): Promise<void> {
  await client.query(
    `insert into agent_usage (agent_id, account_id)
     select agent_id, account_id from unnest($1::uuid[], $2::uuid[]) as k(agent_id, account_id)
     where not exists (select from agent_usage u where u.agent_id = k.agent_id and u.account_id = k.account_id)
     on conflict do nothing`,
    columnsOf(keys),
  )
}

/**
 * Locks the counts until the transaction ends, before anything else that it locks. Without `wait` those that somebody
 * else holds are left out. Answers the names of those it holds.
 */
export async function holdUsage(
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
  const held = rows as { agent_id: string; account_id: string }[]
  return new Set(held.map((row) => usageName({ agentId: row.agent_id, accountId: row.account_id })))
}

/** Counts one message more for each. The counts must be held. */
export async function countUsage(client: Executor, keys: readonly UsageKey[], now: number): Promise<void> {
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

interface Asked {
  readonly agentIds: readonly string[]
  readonly accountId: string
  readonly now: number
}

/** The limit of one of these agents that leaves no room now; the one that opens last. */
export async function findReachedLimit(
  db: Db,
  { agentIds, accountId, now }: Asked,
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

/** Locks what a change of a message may count towards, before anything else that the change locks. */
export async function lockUsage(tx: Tx, { agentIds, accountId }: Omit<Asked, 'now'>): Promise<void> {
  if (agentIds.length === 0) return
  const keys = agentIds.map((agentId) => ({ agentId, accountId }))
  await prepareUsage(executorOf(tx), keys)
  await holdUsage(executorOf(tx), keys, { wait: true })
}

/** Counts one message more for these agents, whose counts are locked. @throws AgentLimited */
export async function takeUsage(tx: Tx, asked: Asked): Promise<void> {
  const { agentIds, accountId, now } = asked
  if (agentIds.length === 0) return
  const reached = await findReachedLimit(tx, asked)
  if (reached !== undefined) throw reached
  const keys = agentIds.map((agentId) => ({ agentId, accountId }))
  await countUsage(executorOf(tx), keys, now)
}

/** What was counted before yesterday counts nowhere. */
const KEPT_MS = 48 * 60 * 60 * 1000

export async function pruneUsage({ db, now }: { db: Db; now: number }): Promise<void> {
  await db
    .deleteFrom('agent_usage')
    .where('day', '<', new Date(now - KEPT_MS))
    .execute()
}
