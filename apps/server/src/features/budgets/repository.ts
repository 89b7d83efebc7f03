import { sql } from 'kysely'
import type { Cap, SpendSubject } from '@flockwork/contract/budgets'
import type { Db, Tx } from '../../platform/database.ts'

export interface Subject {
  readonly subject: SpendSubject
  readonly id: string
}

/** The pseudo-day that sums up all days. */
export const ALL_DAYS = 'infinity'

export interface Charge {
  readonly tokens: number
  readonly microdollars: number
  readonly input: number
  readonly output: number
  readonly calls: number
  readonly runs: number
  readonly reports: number
  readonly isUnpriced: boolean
}

export interface SpendRow {
  readonly subject: SpendSubject
  readonly subject_id: string
  readonly is_total: boolean
  readonly tokens: number
  readonly microdollars: number
}

/**
 * Adds to what the subjects spent on the day and in total, and returns both. The rows are locked in a fixed order, so
 * that calls with common subjects don't deadlock, and until the commit, so that two calls can't both take the rest of a
 * cap.
 */
export async function charge(
  tx: Tx,
  subjects: readonly Subject[],
  day: string,
  more: Charge,
): Promise<SpendRow[]> {
  const { rows } = await sql<SpendRow>`
    insert into spend as s (subject, subject_id, day, tokens, microdollars, input_tokens, output_tokens, calls, runs,
      reports, is_unpriced)
    select subject, subject_id, day, ${more.tokens}::bigint, ${more.microdollars}::bigint, ${more.input}::bigint,
      ${more.output}::bigint, ${more.calls}::int, ${more.runs}::int, ${more.reports}::int, ${more.isUnpriced}::boolean
    from unnest(${subjects.map(({ subject }) => subject)}::text[], ${subjects.map(({ id }) => id)}::uuid[])
      as u (subject, subject_id), unnest(array[${day}, ${ALL_DAYS}]::date[]) as day
    order by subject, subject_id, day
    on conflict (subject, subject_id, day) do update set
      tokens = greatest(s.tokens + excluded.tokens, 0),
      microdollars = greatest(s.microdollars + excluded.microdollars, 0),
      input_tokens = s.input_tokens + excluded.input_tokens,
      output_tokens = s.output_tokens + excluded.output_tokens,
      calls = s.calls + excluded.calls,
      runs = s.runs + excluded.runs,
      reports = s.reports + excluded.reports,
      is_unpriced = s.is_unpriced or excluded.is_unpriced
    returning subject, subject_id, day = 'infinity' as is_total, tokens, microdollars
  `.execute(tx)
  return rows
}

export interface CapRow extends Cap, Subject {}

/** In a fixed order, so that the same state always names the same cap. */
export async function listCaps(db: Db, subjects: readonly Subject[]): Promise<CapRow[]> {
  const { rows } = await sql<CapRow>`
    select c.subject, c.subject_id as id, c.unit, c.span, c.amount
    from spend_caps c
    join unnest(${subjects.map(({ subject }) => subject)}::text[], ${subjects.map(({ id }) => id)}::uuid[])
      as u (subject, id) on u.subject = c.subject and u.id = c.subject_id
    order by c.subject, c.unit, c.span
  `.execute(db)
  return rows
}

export async function saveCap(tx: Tx, { subject, id }: Subject, { unit, span, amount }: Cap): Promise<void> {
  await tx
    .insertInto('spend_caps')
    .values({ subject, subject_id: id, unit, span, amount })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'subject_id', 'unit', 'span']).doUpdateSet({ amount }),
    )
    .execute()
}

export async function deleteCap(
  tx: Tx,
  { subject, id }: Subject,
  { unit, span }: Pick<Cap, 'unit' | 'span'>,
): Promise<void> {
  await tx
    .deleteFrom('spend_caps')
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .where('unit', '=', unit)
    .where('span', '=', span)
    .execute()
}

export async function deleteCaps(tx: Tx, { subject, id }: Subject): Promise<void> {
  await tx.deleteFrom('spend_caps').where('subject', '=', subject).where('subject_id', '=', id).execute()
}

export interface LeaseRow {
  readonly id: string
  readonly agent_id: string
  readonly space_id: string
  readonly task_id: string | null
  readonly person_id: string | null
  readonly day: string
  readonly tokens: number
  readonly microdollars: number
}

export async function insertLease(tx: Tx, lease: LeaseRow, expiresAt: Date): Promise<void> {
  await sql`
    insert into spend_leases (id, agent_id, space_id, task_id, person_id, day, tokens, microdollars, expires_at)
    values (${lease.id}, ${lease.agent_id}, ${lease.space_id}, ${lease.task_id}, ${lease.person_id}, ${lease.day}::date,
      ${lease.tokens}, ${lease.microdollars}, ${expiresAt})
  `.execute(tx)
}

/** Undefined for one that is over. */
export async function enlargeLease(
  tx: Tx,
  id: string,
  more: { readonly tokens: number; readonly microdollars: number },
  { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
): Promise<LeaseRow | undefined> {
  const { rows } = await sql<LeaseRow>`
    update spend_leases set tokens = tokens + ${more.tokens}, microdollars = microdollars + ${more.microdollars},
      expires_at = ${expiresAt}
    where id = ${id} and expires_at > ${now}
    returning id, agent_id, space_id, task_id, person_id, day::text, tokens, microdollars
  `.execute(tx)
  return rows[0]
}

/** Undefined for one that is over. */
export async function takeLease(tx: Tx, id: string): Promise<LeaseRow | undefined> {
  const { rows } = await sql<LeaseRow>`
    delete from spend_leases where id = ${id}
    returning id, agent_id, space_id, task_id, person_id, day::text, tokens, microdollars
  `.execute(tx)
  return rows[0]
}

export async function deleteExpiredLeases(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('spend_leases').where('expires_at', '<', before).execute()
}

export async function deleteDaysBefore(db: Db, day: string): Promise<void> {
  await sql`delete from spend where day < ${day}::date`.execute(db)
}

export interface UsageRow {
  readonly id: string
  readonly tokens: number
  readonly microdollars: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly runs: number
  readonly reports: number
  readonly is_unpriced: boolean
}

/** The sums over the days `first` to `last`, by subject; no entry for subjects of unknown usage. */
export async function sumUsage(
  db: Db,
  subject: SpendSubject,
  ids: readonly string[],
  { first, last }: { readonly first: string; readonly last: string },
): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    select subject_id as id, sum(tokens)::bigint as tokens, sum(microdollars)::bigint as microdollars,
      sum(input_tokens)::bigint as input_tokens, sum(output_tokens)::bigint as output_tokens,
      sum(runs)::bigint as runs, sum(reports)::bigint as reports, bool_or(is_unpriced) as is_unpriced
    from spend
    where subject = ${subject} and subject_id = any(${[...ids]}::uuid[]) and day between ${first}::date and ${last}::date
    group by subject_id
  `.execute(db)
  return rows
}
