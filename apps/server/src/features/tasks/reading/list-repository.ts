import { TASK_STALE_MS, TASK_SLA_HOURS, TASK_ATTENTION_STALE_MAX } from '@flockwork/contract/limits'
import type { TaskGroup } from '@flockwork/contract/tasks/filter'
import { TASK_PRIORITIES } from '@flockwork/contract/tasks/priorities'
import { OPEN_STATUSES } from '@flockwork/contract/tasks/statuses'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { selectTasks, type TaskRow } from '../repository.ts'

export interface ListFilter {
  readonly spaceId: string
  readonly status: readonly string[]
  readonly priority: readonly string[]
  /** An account's id; null for tasks without a worker. */
  readonly workerId?: string | null | undefined
  readonly skill?: string | undefined
  /** The text of a tsquery; null finds nothing. */
  readonly words?: string | null | undefined
  /** A task with this number matches regardless of its words. */
  readonly number?: number | null | undefined
  readonly group?: TaskGroup | undefined
  readonly now: number
}

export type TaskSort = 'newest' | 'oldest' | 'updated' | 'priority'

interface Page extends ListFilter {
  readonly limit: number
  readonly offset: number
  readonly sort: TaskSort
}

// literals, as in the partial indexes
export const IS_OPEN = sql`status in (${sql.join(OPEN_STATUSES.map((status) => sql.lit(status)))})`
/** Approved and not done, so without ideas. */
export const IS_WAITING = sql`(${IS_OPEN} and status_extended is distinct from 'idea')`

export const PRIORITY_RANK = sql`array_position(array[${sql.join(TASK_PRIORITIES.map((one) => sql.lit(one)))}], priority)`

const ORDERS: Readonly<Record<TaskSort, RawBuilder<unknown>>> = {
  newest: sql`number desc`,
  oldest: sql`number`,
  updated: sql`updated_at desc, number desc`,
  priority: sql`${PRIORITY_RANK}, number desc`,
}

/** Why a task needs attention, by the rules of packages/contract/src/tasks/attention.ts; null for one that doesn't. */
export function attentionAt(now: number): RawBuilder<unknown> {
  const before = (ms: number) => sql`${new Date(now - ms)}::timestamptz`
  const overdue = TASK_PRIORITIES.map(
    (priority) =>
      sql`when priority = ${sql.lit(priority)} then created_at < ${before(TASK_SLA_HOURS[priority] * 3_600_000)}`,
  )
  return sql`case
    when status = 'blocked' then 'blocked'
    when not ${IS_WAITING} then null
    when case ${sql.join(overdue, sql` `)} end then 'overdue'
    when priority in ('critical', 'high') and worker_id is null then 'urgent'
    when created_at < ${before(TASK_STALE_MS)} then 'stale'
  end`
}

/** The order of tasks that need attention. */
export const BY_URGENCY = sql`array_position(array['blocked', 'overdue', 'urgent', 'stale'], reason), ${PRIORITY_RANK}, created_at, id`

/** The condition for open tasks that need attention; of those that are only stale, the first two. */
function needsAttention(spaceId: string, now: number): RawBuilder<unknown> {
  const reason = attentionAt(now)
  return sql`(${IS_OPEN} and (${reason} <> 'stale' or id in (
    select id from tasks
    where space_id = ${spaceId} and deleted_at is null and ${IS_OPEN} and ${reason} = 'stale'
    order by ${PRIORITY_RANK}, created_at, id limit ${sql.lit(TASK_ATTENTION_STALE_MAX)}
  )))`
}

function inGroup(group: TaskGroup, { spaceId, now }: ListFilter): RawBuilder<unknown> {
  switch (group) {
    case 'open':
      return IS_OPEN
    case 'completed':
      return sql`status = 'completed'`
    case 'high_priority':
      return sql`(${IS_OPEN} and priority in ('critical', 'high'))`
    case 'stale':
      return sql`(${IS_WAITING} and created_at < ${new Date(now - TASK_STALE_MS)})`
    case 'attention':
      return needsAttention(spaceId, now)
  }
}

function conditions(filter: ListFilter): RawBuilder<unknown> {
  const { spaceId, status, priority, workerId, skill, words, number, group } = filter
  const found =
    words === null ? sql`false` : words === undefined ? undefined : sql`words @@ ${words}::tsquery`
  const all = [
    sql`space_id = ${spaceId}`,
    sql`deleted_at is null`,
    ...(status.length > 0 ? [sql`status = any(${[...status]}::text[])`] : []),
    ...(priority.length > 0 ? [sql`priority = any(${[...priority]}::text[])`] : []),
    ...(workerId === undefined
      ? []
      : [
          workerId === null
            ? sql`worker_id is null`
            : sql`(assignee_id = ${workerId} or claimant_id = ${workerId})`,
        ]),
    ...(skill === undefined
      ? []
      : [sql`exists (select from unnest(skills) s where lower(s) = ${skill.toLowerCase()})`]),
    ...(found === undefined ? [] : [number == null ? found : sql`(number = ${number} or ${found})`]),
    ...(group === undefined ? [] : [inGroup(group, filter)]),
  ]
  return sql.join(all, sql` and `)
}

export async function listPage(db: Db, page: Page): Promise<TaskRow[]> {
  const order = ORDERS[page.sort]
  const { rows } = await sql<{ id: string }>`
    select id from tasks where ${conditions(page)} order by ${order} limit ${page.limit} offset ${page.offset}
  `.execute(db)
  return inOrder(
    await findByIds(
      db,
      page.spaceId,
      rows.map(({ id }) => id),
    ),
    rows,
  )
}

export function findByIds(db: Db, spaceId: string, ids: readonly string[]): Promise<TaskRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return selectTasks(db)
    .where('tasks.space_id', '=', spaceId)
    .where('tasks.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('tasks.deleted_at', 'is', null)
    .execute()
}

function inOrder(rows: readonly TaskRow[], order: readonly { readonly id: string }[]): TaskRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return order.flatMap(({ id }) => byId.get(id) ?? [])
}

export async function countMatches(db: Db, filter: ListFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from tasks where ${conditions(filter)}
  `.execute(db)
  return rows[0]?.count ?? 0
}

export interface CountRow {
  /** Null for tasks without a worker. */
  readonly worker_id: string | null
  readonly status: string
  readonly priority: string
  readonly tasks: number
  readonly seconds: number
}

/** The number of tasks of each kind in the space. */
export async function listCounts(db: Db, spaceId: string): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select nullif(worker_id, space_id) as worker_id, status, priority, tasks, seconds from task_counts
    where space_id = ${spaceId} and tasks > 0
  `.execute(db)
  return rows
}

/** The tasks with these numbers and ids, in no order. */
export function findNamed(
  db: Db,
  spaceId: string,
  { numbers, ids }: { readonly numbers: readonly number[]; readonly ids: readonly string[] },
): Promise<TaskRow[]> {
  return selectTasks(db)
    .where('tasks.space_id', '=', spaceId)
    .where('tasks.deleted_at', 'is', null)
    .where(({ or, eb }) =>
      or([
        eb('tasks.number', '=', sql<number>`any(${[...numbers]}::int[])`),
        eb('tasks.id', '=', sql<string>`any(${[...ids]}::uuid[])`),
      ]),
    )
    .execute()
}

/** At most `limit` ids of the space that begin with these eight digits. */
export async function findByShortId(
  db: Db,
  spaceId: string,
  prefix: string,
  limit: number,
): Promise<{ id: string; number: number }[]> {
  return db
    .selectFrom('tasks')
    .select(['id', 'number'])
    .where('space_id', '=', spaceId)
    .where('id', '>=', `${prefix}-0000-0000-0000-000000000000`)
    .where('id', '<=', `${prefix}-ffff-ffff-ffff-ffffffffffff`)
    .where('deleted_at', 'is', null)
    .limit(limit)
    .execute()
}

/** The id of the account with this handle; `undefined` if there is none. */
export async function findAccountId(db: Db, handle: string): Promise<string | undefined> {
  const row = await db.selectFrom('accounts').select('id').where('handle', '=', handle).executeTakeFirst()
  return row?.id
}
