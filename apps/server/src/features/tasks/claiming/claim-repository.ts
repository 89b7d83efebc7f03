import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'

export interface Located {
  readonly spaceId: string
  /** Whether the claimant may be a paused agent; its breaker may have reset meanwhile. */
  readonly isPaused: boolean
}

/**
 * Locks the tasks until the commit, in the usual order, and returns the space of each claim's task; null if the
 * claimant isn't in that space, or there is no such task.
 */
export async function lockAndLocate(
  tx: Tx,
  claims: readonly { readonly taskId: string; readonly accountId: string }[],
): Promise<(Located | null)[]> {
  const { rows } = await sql<{ nth: number; space_id: string; is_paused: boolean }>`
    select c.nth, t.space_id, coalesce(a.disabled_by <> '{}' or a.breaker_until is not null, false) as is_paused
    from unnest(
      ${claims.map(({ taskId }) => taskId)}::uuid[],
      ${claims.map(({ accountId }) => accountId)}::uuid[]
    ) with ordinality as c(id, account_id, nth)
    join tasks t on t.id = c.id
    join members m on m.space_id = t.space_id and m.account_id = c.account_id
    join spaces s on s.id = t.space_id
    left join agents a on a.account_id = c.account_id
    where t.deleted_at is null and s.deleted_at is null
    order by t.id for no key update of t
  `.execute(tx)
  const byClaim = new Map(
    rows.map(({ nth, space_id: spaceId, is_paused: isPaused }) => [nth, { spaceId, isPaused }]),
  )
  return claims.map((_, index) => byClaim.get(index + 1) ?? null)
}

/** Saves claims of locked, unclaimed tasks. */
export async function saveClaims(
  tx: Tx,
  claims: readonly { readonly taskId: string; readonly accountId: string }[],
  at: Date,
): Promise<void> {
  if (claims.length === 0) return
  await sql`
    update tasks t set claimant_id = c.account_id, status = 'claimed', claimed_at = ${at}, worked_at = ${at},
      updated_at = ${at}, version = t.version + 1
    from unnest(
      ${claims.map(({ taskId }) => taskId)}::uuid[],
      ${claims.map(({ accountId }) => accountId)}::uuid[]
    ) as c(id, account_id)
    where t.id = c.id
  `.execute(tx)
}

export interface Page {
  readonly limit: number
  /** Ids of tasks to leave out. */
  readonly besides: readonly string[]
}

/** Claims of agents that haven't worked on their task for longer than its lease, oldest first. */
export async function listSilentClaims(
  db: Db,
  { now, graceMs, limit, besides }: Lease & Page,
): Promise<{ space_id: string; id: string }[]> {
  const { rows } = await sql<{ space_id: string; id: string }>`
    select t.space_id, t.id
    from tasks t join accounts a on a.id = t.claimant_id
    where ${isSilent({ now, graceMs })} and t.id <> all(${[...besides]}::uuid[])
    order by t.worked_at limit ${limit}
  `.execute(db)
  return rows
}

/**
 * Checks again once the task is locked: its agent may have become active, or the claim may be somebody else's by now.
 */
export async function isStillSilent(
  tx: Tx,
  task: { readonly space_id: string; readonly id: string },
  lease: Lease,
): Promise<boolean> {
  const { rows } = await sql`
    select from tasks t join accounts a on a.id = t.claimant_id
    where t.space_id = ${task.space_id} and t.id = ${task.id} and ${isSilent(lease)}
  `.execute(tx)
  return rows.length > 0
}

interface Lease {
  readonly now: Date
  readonly graceMs: number
}

/** Of the task `t`: in a deleted space nothing ends by itself. */
const isInLivingSpace = sql`(select s.deleted_at from spaces s where s.id = t.space_id) is null`

/** The condition for the task `t` with the claimant `a`. */
function isSilent({ now, graceMs }: Lease) {
  return sql`t.claimant_id is not null and t.deleted_at is null and ${isInLivingSpace}
      and t.status in ('available', 'claimed', 'assigned', 'in_progress', 'in_review', 'blocked')
      and t.worked_at < ${now}::timestamptz - ${graceMs} * interval '1 ms'
      and a.kind = 'agent' and a.status <> 'imported'
      and t.worked_at + t.expected_minutes * interval '1 minute' + ${graceMs} * interval '1 ms' < ${now}
      and not exists (
        select from messages m
        where m.space_id = t.space_id and m.thread_root_id = t.message_id and m.author_id = t.claimant_id
          and m.created_at + t.expected_minutes * interval '1 minute' + ${graceMs} * interval '1 ms' >= ${now})`
}

/**
 * Open tasks of people who have left the space or are deactivated, and of their agents. An agent that is elsewhere,
 * because its owner looks at another space, comes back. Starts from everyone with tasks, since most of them
 * are still members.
 */
export async function listAbandonedTasks(
  db: Db,
  { limit, besides }: Page,
): Promise<{ space_id: string; id: string }[]> {
  const { rows } = await sql<{ space_id: string; id: string }>`
    with gone as materialized (
      select distinct c.space_id, c.worker_id
      from task_counts c
      join spaces s on s.id = c.space_id
      join accounts a on a.id = c.worker_id
      left join agents g on g.account_id = c.worker_id
      left join members m on m.space_id = c.space_id and m.account_id in (c.worker_id, g.owner_id)
      where c.tasks > 0 and c.status in ('available', 'claimed', 'assigned', 'in_progress', 'in_review', 'blocked')
        and s.deleted_at is null and (m.account_id is null or a.status <> 'active')
        -- who never was here didn't leave
        and a.status <> 'imported'
    )
    select t.space_id, t.id
    from gone join tasks t on t.space_id = gone.space_id and t.worker_id = gone.worker_id
      and (t.claimant_id = gone.worker_id or t.assignee_id = gone.worker_id)
    where t.deleted_at is null and t.id <> all(${[...besides]}::uuid[])
      and t.status in ('available', 'claimed', 'assigned', 'in_progress', 'in_review', 'blocked')
    limit ${limit}
  `.execute(db)
  return rows
}

/** Unclaimed tasks past their deadline, without ideas, which can't be claimed. */
export async function listMissedDeadlines(
  db: Db,
  { now, limit, besides }: Page & { readonly now: Date },
): Promise<{ space_id: string; id: string }[]> {
  const { rows } = await sql<{ space_id: string; id: string }>`
    select t.space_id, t.id from tasks t
    where t.deadline is not null and t.claimant_id is null and t.deleted_at is null and t.status in ('available', 'assigned')
      and t.status_extended is distinct from 'idea' and t.deadline < ${now} and t.id <> all(${[...besides]}::uuid[])
      and ${isInLivingSpace}
    order by t.deadline limit ${limit}
  `.execute(db)
  return rows
}
