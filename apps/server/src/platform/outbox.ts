/**
 * Every change in a space appends an event with the next `seq` of the space, in the transaction of the change. The table
 * is the source of truth: the wake-up that follows the commit names only the space and the seq.
 */
import { sql } from 'kysely'
import type { StoredEventName } from '@flockwork/contract/events'
import type { Clock } from './clock.ts'
import type { Tx } from './database.ts'

/** An event as the table and the hub have it. */
export interface StoredEvent {
  readonly spaceId: string
  readonly seq: number
  readonly name: StoredEventName
  /** JSON of the data without `space_id` and `at`. */
  readonly payload: string
  readonly audience: string | null
  /** Accounts whose delivery this event carries: it is delivered when they receive it. */
  readonly recipients: readonly string[] | null
  readonly messageId: string | null
  readonly at: Date
}

export interface NewEvent {
  readonly name: StoredEventName
  /** The event's data without `space_id` and `at`, which are added when it is written to a stream. */
  readonly payload: object
  /** The only account that may see it; absent: everyone in the space. */
  readonly audience?: string
  /** Whether it carries a delivery to its audience. */
  readonly isDelivery?: boolean
  /** The members to whom an event for everyone carries a delivery. */
  readonly recipients?: readonly string[]
  readonly messageId?: string
}

/**
 * Writes an event with the space's next seq, and returns the seq. Must be the last statement before the commit: it locks
 * the space's sequence until then, so that the order of seqs is the order of commits.
 */
export async function appendEvent(
  tx: Tx,
  clock: Clock,
  { spaceId, ...event }: NewEvent & { readonly spaceId: string },
): Promise<number> {
  return appendEvents(tx, clock, spaceId, [event])
}

/** The same for several events of one space; returns the seq of the last. */
export async function appendEvents(
  tx: Tx,
  clock: Clock,
  spaceId: string,
  events: readonly NewEvent[],
): Promise<number> {
  const answer = await sql<{ seq: number }>`
    with head as (
      update space_sequences set
        seq = seq + ${events.length},
        acted_at = case when ${events.some(isAct)} then greatest(acted_at, ${new Date(clock.now())}) else acted_at end
      where space_id = ${spaceId}
      returning seq
    ), written as (
      insert into events (space_id, seq, name, payload, audience, recipients, message_id, created_at)
      select ${spaceId}, head.seq - ${events.length} + e.nth, e.name, e.payload, e.audience,
        e.recipients::uuid[], e.message_id,
        ${new Date(clock.now())}
      from head, unnest(
        ${events.map(({ name }) => name)}::text[],
        ${events.map(({ payload }) => JSON.stringify(payload))}::text[],
        ${events.map(({ audience }) => audience ?? null)}::uuid[],
        ${events.map(recipientsOf)}::text[],
        ${events.map(({ messageId }) => messageId ?? null)}::uuid[]
      ) with ordinality as e(name, payload, audience, recipients, message_id, nth)
    ), wake as materialized (
      select pg_notify('events', ${spaceId} || ':' || seq) from head
    )
    select seq from head where (select count(*) from wake) >= 0
  `.execute(tx)

  const seq = answer.rows[0]?.seq
  if (seq === undefined) throw new Error(`Space ${spaceId} has no sequence`)
  return seq
}

/** Whether it counts as activity in the space: joining, reading and delivery receipts don't. */
function isAct({ name }: NewEvent): boolean {
  return name === 'message' || name === 'task_update'
}

/** As an array of PostgreSQL; null for none. */
function recipientsOf({ audience, isDelivery, recipients = [] }: NewEvent): string | null {
  const all = isDelivery === true && audience !== undefined ? [audience, ...recipients] : recipients
  return all.length === 0 ? null : `{${all.join(',')}}`
}

/** New events of several spaces, by space. */
export type EventsBySpace = ReadonlyMap<string, readonly NewEvent[]>

/** Merges by space, in the order given. */
export function mergeEvents(...all: readonly EventsBySpace[]): EventsBySpace {
  const spaceIds = new Set(all.flatMap((events) => [...events.keys()]))
  return new Map([...spaceIds].map((id) => [id, all.flatMap((events) => events.get(id) ?? [])]))
}

/** `appendEvents` in several spaces, whose sequences it locks in the common order. Last before the commit. */
export async function appendEventsInSpaces(tx: Tx, clock: Clock, events: EventsBySpace): Promise<void> {
  const spaces = [...events].filter(([, ofSpace]) => ofSpace.length > 0)
  if (spaces.length === 0) return
  await lockSequences(
    tx,
    spaces.map(([spaceId]) => spaceId),
  )
  for (const [spaceId, ofSpace] of spaces) await appendEvents(tx, clock, spaceId, ofSpace)
}

/** Locks the spaces' sequences until the commit, in a fixed order, so that no two transactions deadlock. */
export async function lockSequences(tx: Tx, spaceIds: readonly string[]): Promise<void> {
  await tx
    .selectFrom('space_sequences')
    .select('space_id')
    .where('space_id', 'in', [...spaceIds])
    .orderBy('space_id')
    .forNoKeyUpdate()
    .execute()
}
