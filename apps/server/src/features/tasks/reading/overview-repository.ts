import {
  TASK_ATTENTION_STALE_MAX,
  TASK_IDLE_MS,
  TASK_STALE_MS,
  TASK_WAITING_MS,
} from '@flockwork/contract/limits'
import type { AttentionReason } from '@flockwork/contract/tasks/attention'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { attentionAt, BY_URGENCY, IS_OPEN, IS_WAITING, PRIORITY_RANK } from './list-repository.ts'

/** A summary of a space's open tasks. */
export interface OpenTasks {
  /** Tasks older than they should get. */
  readonly stale: number
  /** Tasks that need attention; of those that are only stale, at most two. */
  readonly attention: number
  /** The first of these. */
  readonly first: readonly { readonly id: string; readonly reason: AttentionReason }[]
  /** Per worker, the number of delayed tasks, and of those not started. */
  readonly workers: readonly { readonly id: string; readonly kept: number; readonly idle: number }[]
}

/** Reads the open tasks once, because there may be many. */
export async function readOpenTasks(
  db: Db,
  spaceId: string,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<OpenTasks> {
  const before = (ms: number) => sql`${new Date(now - ms)}::timestamptz`
  const staleMax = sql.lit(TASK_ATTENTION_STALE_MAX)
  const { rows } = await sql<OpenTasks>`
    with open as materialized (
      select id, worker_id, priority, created_at, ${attentionAt(now)} as reason,
        ${IS_WAITING} and created_at < ${before(TASK_STALE_MS)} as is_stale,
        ${IS_WAITING} and created_at < ${before(TASK_WAITING_MS)} as is_kept,
        status in ('available', 'assigned') and assigned_at < ${before(TASK_IDLE_MS)} as is_idle
      from tasks where space_id = ${spaceId} and deleted_at is null and ${IS_OPEN}
    ), first_stale as (
      select id from open where reason = 'stale' order by ${PRIORITY_RANK}, created_at, id limit ${staleMax}
    ), first as (
      select id, reason from open
      where reason <> 'stale' or id in (select id from first_stale)
      order by ${BY_URGENCY} limit ${limit}
    ), workers as (
      select worker_id as id, count(*) filter (where is_kept) as kept, count(*) filter (where is_idle) as idle
      from open where worker_id is not null group by worker_id
    )
    select
      (select count(*) from open where is_stale) as stale,
      (select count(*) filter (where reason <> 'stale') + least(count(*) filter (where reason = 'stale'), ${staleMax})
        from open) as attention,
      (select coalesce(json_agg(first), '[]') from first) as first,
      (select coalesce(json_agg(workers), '[]') from workers) as workers
  `.execute(db)
  const [row] = rows
  return row ?? { stale: 0, attention: 0, first: [], workers: [] }
}

/** The newest completions. */
export function listCompletions(db: Db, spaceId: string, limit: number) {
  return db
    .selectFrom('tasks')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .where('status', '=', sql.lit('completed'))
    .orderBy('completed_at', 'desc')
    .limit(limit)
    .execute()
}

export async function countCreatedSince(db: Db, spaceId: string, since: Date): Promise<number> {
  // numbers rise with time: reads only the newest tasks
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from tasks
    where space_id = ${spaceId} and deleted_at is null and number > coalesce(
      (select number from tasks where space_id = ${spaceId} and created_at <= ${since} order by number desc limit 1), 0)
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** The number of completed tasks, by worker. */
export async function listCompletedSince(db: Db, spaceId: string, since: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ worker_id: string; tasks: number }>`
    select worker_id, count(*) as tasks from tasks
    where space_id = ${spaceId} and deleted_at is null and status = 'completed' and completed_at >= ${since}
      and worker_id is not null
    group by worker_id
  `.execute(db)
  return new Map(rows.map(({ worker_id, tasks }) => [worker_id, tasks]))
}

export type AccountRow = Awaited<ReturnType<typeof findAccounts>>[number]

export async function findAccounts(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('accounts')
    .select(['id', 'handle', 'kind'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}
