/**
 * Every change in a space becomes an event with the next number of the space's sequence, written in the
 * transaction of the change. The table is the truth; whoever is told about it reads it there.
 */
import { sql } from 'kysely'
import type { StoredEventName } from '@flockwork/contract/events'
import type { Clock } from './clock.ts'
import type { Tx } from './database.ts'

/** An event as the table has it and as a hub hands it on. */
export interface StoredEvent {
  readonly spaceId: string
  readonly seq: number
  readonly name: StoredEventName
  /** JSON of the data without `space_id` and `at`. */
  readonly payload: string
  readonly audience: string | null
  /** Those whose delivery is marked when this event is handed to them. */
  readonly recipients: readonly string[] | null
  readonly messageId: string | null
  readonly at: Date
}

export interface NewEvent {
  readonly name: StoredEventName
  /** The event's data without `space_id` and `at`, which are joined on when it is written to a stream. */
  readonly payload: object
  /** An account, for what is meant for it alone. */
  readonly audience?: string
  /** The audience's delivery is marked when this event is handed to it. */
  readonly isDelivery?: boolean
  readonly messageId?: string
}

/**
 * Takes the next number of the space's sequence and writes the event. Must be the last statement before
 * the commit: it holds the space's lock until then, so that the order of numbers is the order of commits.
 * Answers the number.
 */
export async function appendEvent(
  tx: Tx,
  clock: Clock,
  { spaceId, ...event }: NewEvent & { readonly spaceId: string },
): Promise<number> {
  return appendEvents(tx, clock, spaceId, [event])
}

/** The same for several events of one space; answers the number of the last. */
export async function appendEvents(
  tx: Tx,
  clock: Clock,
  spaceId: string,
  events: readonly NewEvent[],
): Promise<number> {
  const answer = await sql<{ seq: number }>`
    with head as (
      update space_sequences set seq = seq + ${events.length} where space_id = ${spaceId} returning seq
    ), written as (
      insert into events (space_id, seq, name, payload, audience, recipients, message_id, created_at)
      select ${spaceId}, head.seq - ${events.length} + e.nth, e.name, e.payload, e.audience,
        case when e.is_delivery then array[e.audience] end, e.message_id,
        ${new Date(clock.now())}
      from head, unnest(
        ${events.map(({ name }) => name)}::text[],
        ${events.map(({ payload }) => JSON.stringify(payload))}::text[],
        ${events.map(({ audience }) => audience ?? null)}::uuid[],
        ${events.map(({ isDelivery }) => isDelivery ?? false)}::boolean[],
        ${events.map(({ messageId }) => messageId ?? null)}::uuid[]
      ) with ordinality as e(name, payload, audience, is_delivery, message_id, nth)
    ), wake as materialized (
      select pg_notify('events', ${spaceId} || ':' || seq) from head
    )
    select seq from head where (select count(*) from wake) >= 0
  `.execute(tx)

  const seq = answer.rows[0]?.seq
  if (seq === undefined) throw new Error(`Space ${spaceId} has no sequence`)
  return seq
}

/** What the readers of each of these spaces are to be told. */
export type EventsBySpace = ReadonlyMap<string, readonly NewEvent[]>

/** One space's events of each in turn. */
export function mergeEvents(...all: readonly EventsBySpace[]): EventsBySpace {
  const spaceIds = new Set(all.flatMap((events) => [...events.keys()]))
  return new Map([...spaceIds].map((id) => [id, all.flatMap((events) => events.get(id) ?? [])]))
}

/** `recordAll` in several spaces, which are locked in the order in which everyone locks them. Last before the commit. */
export async function appendEventsInSpaces(tx: Tx, clock: Clock, events: EventsBySpace): Promise<void> {
  const told = [...events].filter(([, ofSpace]) => ofSpace.length > 0)
  if (told.length === 0) return
  await lockSequences(
    tx,
    told.map(([spaceId]) => spaceId),
  )
  for (const [spaceId, ofSpace] of told) await appendEvents(tx, clock, spaceId, ofSpace)
}

/** Takes the spaces' sequences until the commit, in the order in which everyone takes them. */
export async function lockSequences(tx: Tx, spaceIds: readonly string[]): Promise<void> {
  await tx
    .selectFrom('space_sequences')
    .select('space_id')
    .where('space_id', 'in', [...spaceIds])
    .orderBy('space_id')
    .forNoKeyUpdate()
    .execute()
}
