/** Counts of agents' actions: agent_acts by the hour, agent_minutes, their sums, and open waits and streams. */
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { ActKind } from './kinds.ts'

export interface Act {
  readonly agentId: string
  /** When the minute begins, in milliseconds since 1970; `hour` likewise. */
  readonly minute: number
  readonly hour: number
  readonly kind: ActKind
  readonly what: string
  readonly n: number
  readonly lastAt: number
}

/** What an agent has open on a node. */
export interface OpenCount {
  readonly waits: number
  readonly streams: number
}

/** How often a node renews its open counts. */
export const RENEW_OPEN_MS = 10_000
const DAY_HOURS = 24
const HOUR_MS = 60 * 60 * 1000
/** The maximum number of rows subtracted in one transaction. */
const BATCH_ROWS = 5000

/** The first hour of the last day: this hour and the 24 before it, so that it is never less than a day. */
export function startOfLastDay(now: number): Date {
  return new Date(now - (now % HOUR_MS) - DAY_HOURS * HOUR_MS)
}

const sumOf = (kind: ActKind) => sql`coalesce(sum(n) filter (where kind = ${kind}), 0)`
const DID = ['call', 'message', 'task'] as const
const REFUSED = sql`coalesce(sum(n) filter (where kind not in ('call', 'message', 'task')), 0)`

/** Adds to the counts. Rows are ordered by agent, so that all nodes lock them in the same order. */
export async function addActs(db: Db, acts: readonly Act[], now: number): Promise<void> {
  // an outage may have lasted longer than the retention
  const since = startOfLastDay(now)
  const kept = acts.filter(({ hour }) => hour >= since.getTime())
  if (kept.length === 0) return
  await sql`
    with acts as materialized (
      select * from unnest(
        ${kept.map(({ agentId }) => agentId)}::uuid[],
        ${kept.map(({ minute }) => new Date(minute))}::timestamptz[],
        ${kept.map(({ hour }) => new Date(hour))}::timestamptz[],
        ${kept.map(({ kind }) => kind)}::text[],
        ${kept.map(({ what }) => what)}::text[],
        ${kept.map(({ n }) => n)}::int[],
        ${kept.map(({ lastAt }) => new Date(lastAt))}::timestamptz[]
      ) as a(agent_id, minute, hour, kind, what, n, last_at)
    ), figures as (
      insert into agent_figures as f (
        agent_id, calls, messages, tasks, by_limit, by_breaker, by_guardrail, by_rights, by_pause, refused, acted_at)
      select agent_id, ${sql.join(DID.map(sumOf))}, ${sumOf('limit')}, ${sumOf('breaker')}, ${sumOf('guardrail')},
        ${sumOf('rights')}, ${sumOf('pause')}, ${REFUSED}, max(last_at)
      from acts group by agent_id order by agent_id
      on conflict (agent_id) do update set
        calls = f.calls + excluded.calls,
        messages = f.messages + excluded.messages,
        tasks = f.tasks + excluded.tasks,
        by_limit = f.by_limit + excluded.by_limit,
        by_breaker = f.by_breaker + excluded.by_breaker,
        by_guardrail = f.by_guardrail + excluded.by_guardrail,
        by_rights = f.by_rights + excluded.by_rights,
        by_pause = f.by_pause + excluded.by_pause,
        refused = f.refused + excluded.refused,
        acted_at = greatest(f.acted_at, excluded.acted_at)
      returning agent_id
    ), minutes as (
      insert into agent_minutes as m (minute, agent_id, calls, messages, tasks, refused)
      select minute, agent_id, ${sql.join(DID.map(sumOf))}, ${REFUSED}
      from acts group by minute, agent_id order by agent_id, minute
      on conflict (minute, agent_id) do update set
        calls = m.calls + excluded.calls,
        messages = m.messages + excluded.messages,
        tasks = m.tasks + excluded.tasks,
        refused = m.refused + excluded.refused
    )
    insert into agent_acts as a (agent_id, hour, kind, what, n, last_at)
    select agent_id, hour, kind, what, sum(n), max(last_at)
    -- after the figures, which are locked first, as where acts are taken back
    from acts where (select count(*) from figures) >= 0
    group by agent_id, hour, kind, what order by agent_id, hour, kind, what
    on conflict (agent_id, hour, kind, what) do update set
      n = a.n + excluded.n, last_at = greatest(a.last_at, excluded.last_at)
  `.execute(db)
}

/** Subtracts a batch of counts from before that hour from the sums; returns the number of rows. */
export async function subtractActs(db: Db, before: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows: due } = await sql<{ agent_id: string }>`
      select distinct agent_id
      from (select agent_id from agent_acts where hour < ${before} order by hour limit ${BATCH_ROWS}) old
    `.execute(tx)
    if (due.length === 0) return 0
    const ids = due.map(({ agent_id: id }) => id)
    await sql`
      select from agent_figures where agent_id = any(${ids}::uuid[]) order by agent_id for update
    `.execute(tx)
    const { rows } = await sql<{ n: number }>`
      with gone as (
        delete from agent_acts where hour < ${before} and agent_id = any(${ids}::uuid[])
        returning agent_id, kind, n
      ), sums as (
        select agent_id, ${sumOf('call')} as calls, ${sumOf('message')} as messages, ${sumOf('task')} as tasks,
          ${sumOf('limit')} as by_limit, ${sumOf('breaker')} as by_breaker, ${sumOf('guardrail')} as by_guardrail,
          ${sumOf('rights')} as by_rights, ${sumOf('pause')} as by_pause, ${REFUSED} as refused, count(*) as n
        from gone group by agent_id
      ), taken as (
        update agent_figures f set
          calls = f.calls - s.calls, messages = f.messages - s.messages, tasks = f.tasks - s.tasks,
          by_limit = f.by_limit - s.by_limit, by_breaker = f.by_breaker - s.by_breaker,
          by_guardrail = f.by_guardrail - s.by_guardrail, by_rights = f.by_rights - s.by_rights,
          by_pause = f.by_pause - s.by_pause, refused = f.refused - s.refused
        from sums s where f.agent_id = s.agent_id
        returning s.n
      )
      select coalesce(sum(n), 0)::int as n from taken
    `.execute(tx)
    return rows[0]?.n ?? 0
  })
}

export async function deleteOldMinutes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('agent_minutes').where('minute', '<', before).execute()
}

export async function saveOpen(
  db: Db,
  nodeId: string,
  open: readonly (readonly [string, OpenCount])[],
  at: Date,
): Promise<void> {
  await sql`
    insert into agent_open (node_id, seen_at, agent_id, waits, streams)
    select ${nodeId}::uuid, ${at}::timestamptz, * from unnest(
      ${open.map(([agentId]) => agentId)}::uuid[],
      ${open.map(([, { waits }]) => waits)}::int[],
      ${open.map(([, { streams }]) => streams)}::int[])
    on conflict (agent_id, node_id) do update set
      waits = excluded.waits, streams = excluded.streams, seen_at = excluded.seen_at
  `.execute(db)
}

export async function deleteOpen(db: Db, nodeId: string, agentIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('agent_open')
    .where('node_id', '=', nodeId)
    .where('agent_id', '=', sql<string>`any(${[...agentIds]}::uuid[])`)
    .execute()
}

export async function deleteNode(db: Db, nodeId: string): Promise<void> {
  await db.deleteFrom('agent_open').where('node_id', '=', nodeId).execute()
}

export async function deleteOldOpen(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('agent_open').where('seen_at', '<', before).execute()
}
