/**
 * Reads the material of an answer in a constant number of statements. Messages arrive as one JSON text, which this
 * thread passes on unparsed: parsing 20,000 rows would block everybody else.
 */
import { sql, type RawBuilder } from 'kysely'
import type { DeliveryReason } from '@flockwork/contract/messages'
import { CATCH_UP_MESSAGES_MAX, DELIVERY_EXPIRES_MS } from '@flockwork/contract/limits'
import type { Db } from '../../platform/database.ts'
import type { Span } from './material.ts'

/** The characters per message that suffice to classify and preview it. */
const TEXT_CHARS = 500
const TAIL_CHARS = 100
/** Reactions that mark something as settled, without variation selectors. */
const CHECK_MARKS = ['✅', '✔', '☑']
const TASKS_MAX = 500
/** Unread deliveries are never older: they expire. */
const UNREAD_FOR_MS = DELIVERY_EXPIRES_MS + 24 * 60 * 60 * 1000

export interface Place {
  readonly name: string
  /** The head of the space, and its time. */
  readonly head: number
  readonly headAt: Date | null
  readonly lastSeen: number
  /** The reader's newest message; 0 for none. */
  readonly lastOwn: number
}

/** The space, for a member of it; `undefined` for anyone else. */
export async function findPlace(db: Db, spaceId: string, readerId: string): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select s.name, q.seq as head, m.last_seen_seq as "lastSeen",
      (select e.created_at from events e where e.space_id = s.id and e.seq = q.seq) as "headAt",
      coalesce((
        select own.seq from messages own where own.space_id = s.id and own.author_id = m.account_id
        order by own.seq desc limit 1), 0) as "lastOwn"
    from members m
    join spaces s on s.id = m.space_id and s.deleted_at is null
    join space_sequences q on q.space_id = s.id
    where m.space_id = ${spaceId} and m.account_id = ${readerId}
  `.execute(db)
  return rows[0]
}

/** The number of the last message at or before `at`; 0 when there is none. Times in a space never decrease. */
export async function lastUpTo(db: Db, spaceId: string, at: Date): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`
    select max(seq) as seq from messages where space_id = ${spaceId} and created_at = (
      select created_at from messages where space_id = ${spaceId} and created_at <= ${at}
      order by created_at desc limit 1)
  `.execute(db)
  return rows[0]?.seq ?? 0
}

interface Within {
  readonly spaceId: string
  readonly readerId: string
  readonly span: Span
  readonly channel: string | undefined
}

const milliseconds = (column: RawBuilder<unknown>) => sql`(extract(epoch from ${column}) * 1000)::bigint`

const inChannel = (channel: string | undefined) =>
  channel === undefined ? sql`` : sql`and m.channel = ${channel}`

/** The numbers of the span's messages; only the newest, if there are too many. */
const numbersOf = ({ spaceId, span, channel }: Within) => sql`
  select m.seq from messages m
  where m.space_id = ${spaceId} and m.seq > ${span.after} and m.seq <= ${span.until} and m.deleted_at is null
    ${inChannel(channel)}
  order by m.seq desc limit ${CATCH_UP_MESSAGES_MAX}`

export interface SaidText {
  /** An array per message with the fields of `Said` in order; oldest first. */
  readonly said: string
  readonly first: number | null
  /** The times of the span's last message, and of the last one before the span. */
  readonly to: Date | null
  readonly from: Date | null
  /** The time of the first event after the position, if any. */
  readonly begin: Date | null
}

export async function readSaid(db: Db, within: Within): Promise<SaidText> {
  const { spaceId, span } = within
  const { rows } = await sql<SaidText>`
    with span as materialized (
      select seq, id, author_id, content, channel, thread_root_id, created_at, topics, waiting_since, message_type
      from messages m
      where m.space_id = ${spaceId} and m.seq = any(array(${numbersOf(within)}))
    )
    select min(seq) as first, max(created_at) as to,
      (select max(b.created_at) from messages b where b.space_id = ${spaceId} and b.seq = (
        select max(seq) from messages where space_id = ${spaceId} and seq <= ${span.after})) as from,
      (select e.created_at from events e where e.space_id = ${spaceId} and e.seq = ${span.after + 1}) as begin,
      coalesce(json_agg(json_build_array(
        seq, id, author_id, left(content, ${TEXT_CHARS}),
        case when length(content) > ${TEXT_CHARS} then right(content, ${TAIL_CHARS}) else '' end,
        channel, thread_root_id, ${milliseconds(sql`created_at`)}, topics, waiting_since is not null,
        message_type = 'task') order by seq), '[]')::text as said
    from span
  `.execute(db)
  return rows[0] ?? { said: '[]', first: null, to: null, from: null, begin: null }
}

/** Whether the span has messages before this number. */
export async function hasBefore(db: Db, { spaceId, span, channel }: Within, first: number): Promise<boolean> {
  const { rows } = await sql`
    select from messages m
    where m.space_id = ${spaceId} and m.seq > ${span.after} and m.seq < ${first} and m.deleted_at is null
      ${inChannel(channel)}
    limit 1
  `.execute(db)
  return rows.length > 0
}

/** An array per message with reactions by then: its id, their number, and that of check marks. */
export async function readReacted(db: Db, within: Within): Promise<string> {
  const { rows } = await sql<{ reacted: string }>`
    select coalesce(json_agg(json_build_array(id, n, checks)), '[]')::text as reacted
    from (
      select m.id, count(*) as n, count(*) filter (where r.emoji = any(${CHECK_MARKS}::text[])) as checks
      from messages m
      join reactions r on r.space_id = m.space_id and r.message_id = m.id
      where m.space_id = ${within.spaceId} and m.seq = any(array(${numbersOf(within)}))
        and r.created_at <= ${new Date(within.span.asOf)}
      group by m.id order by m.id
    ) counted
  `.execute(db)
  return rows[0]?.reacted ?? '[]'
}

export interface AccountRow {
  readonly id: string
  readonly handle: string
  readonly kind: string
  readonly ownerHandle: string | null
}

/** The authors of the span's messages, plus these accounts. */
export async function listAccounts(db: Db, within: Within, ids: readonly string[]): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select a.id, a.handle, a.kind, owner.handle as "ownerHandle"
    from accounts a
    left join agents g on g.account_id = a.id
    left join accounts owner on owner.id = g.owner_id
    where a.id in (
      select m.author_id from messages m
      where m.space_id = ${within.spaceId} and m.seq = any(array(${numbersOf(within)}))
      union select unnest(${[...new Set(ids)]}::uuid[]))
  `.execute(db)
  return rows
}

export interface DeliveryRow {
  readonly messageId: string
  readonly taskId: string | null
  readonly reason: DeliveryReason
  readonly isUnread: boolean
  readonly authorId: string
  readonly channel: string
  readonly at: Date
  readonly number: number | null
  readonly taskWriterIds: readonly string[] | null
  /** The length of its text. */
  readonly chars: number
  /** The total, including skipped ones. */
  readonly total: number
}

/**
 * The reader's deliveries, as in the inbox: those of the span, and unread ones from before it. Unread ones come
 * first, then the oldest. Expired ones count as unread, and so does a state that changed after the span.
 */
export async function listAddressed(
  db: Db,
  { spaceId, readerId, span, channel }: Within,
  from: Date | null,
): Promise<DeliveryRow[]> {
  const asOf = new Date(span.asOf)
  const unreadSince = new Date(span.asOf - UNREAD_FOR_MS)
  const since = from === null ? new Date(0) : span.withUnread && unreadSince < from ? unreadSince : from
  const { rows } = await sql<DeliveryRow>`
    select *, count(*) over ()::int as total from (
      select d.message_id as "messageId", d.task_id as "taskId", d.reason,
        (d.state in ('stored', 'delivered', 'expired') or d.at > ${asOf}) as "isUnread",
        d.author_id as "authorId", m.channel, d.created_at as at, t.number,
        case when t.id is not null then array_remove(array[t.author_id, t.edited_by], null)::text[] end
          as "taskWriterIds",
        coalesce(length(t.title) + length(t.description), length(m.content)) as chars, d.seq
      from deliveries d
      join messages m on m.space_id = d.space_id and m.id = d.message_id and m.deleted_at is null
      left join tasks t on t.space_id = d.space_id and t.id = d.task_id and t.deleted_at is null
      where d.recipient_id = ${readerId} and d.space_id = ${spaceId} and d.created_at >= ${since}
        and d.seq <= ${span.until} and d.state not in ('undeliverable', 'held')
        and (d.task_id is null or t.id is not null)
        ${inChannel(channel)}
    ) addressed
    where seq > ${span.after} or (${span.withUnread} and "isUnread")
    order by "isUnread" desc, seq, "taskId" nulls first
    offset ${span.skip} limit ${CATCH_UP_MESSAGES_MAX}
  `.execute(db)
  return rows
}

/** The whole texts of messages, by id. */
export async function readTexts(
  db: Db,
  spaceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; content: string }>`
    select id, content from messages where space_id = ${spaceId} and id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, content }) => [id, content]))
}

export async function readTaskTexts(
  db: Db,
  spaceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; title: string; description: string }>`
    select id, title, description from tasks
    where space_id = ${spaceId} and id = any(${ids}::uuid[]) and deleted_at is null
  `.execute(db)
  return new Map(
    rows.map(({ id, title, description }) => [id, description === '' ? title : `${title}\n${description}`]),
  )
}

export interface TaskChange {
  readonly kind: 'completed' | 'approved' | 'blocked'
  readonly id: string
  readonly number: number
  readonly title: string
  readonly workerId: string | null
  readonly writerIds: readonly string[]
  readonly messageId: string
  readonly channel: string
  readonly at: Date
}

/** Tasks that were completed, approved or blocked within the span, newest first. */
export async function listTasks(
  db: Db,
  { spaceId, span, channel }: Within,
  from: Date | null,
): Promise<TaskChange[]> {
  const after = from ?? new Date(0)
  const asOf = new Date(span.asOf)
  const { rows } = await sql<TaskChange>`
    select case when t.status = 'completed' then 'completed' when t.status = 'blocked' then 'blocked'
        else 'approved' end as kind,
      t.id, t.number, t.title, t.worker_id as "workerId",
      array_remove(array[t.author_id, t.edited_by], null)::text[] as "writerIds",
      t.message_id as "messageId", m.channel, coalesce(t.completed_at, t.updated_at) as at
    from tasks t
    join messages m on m.space_id = t.space_id and m.id = t.message_id
    where t.space_id = ${spaceId} and t.deleted_at is null
      and t.updated_at > ${after} and coalesce(t.completed_at, t.updated_at) <= ${asOf}
      and (
        (t.status = 'completed' and t.completed_at > ${after})
        or t.status = 'blocked'
        or (t.status_extended = 'ready' and t.status <> 'completed' and exists (
          select from deliveries d
          where d.space_id = t.space_id and d.task_id = t.id and d.reason = 'approval'
            and d.created_at > ${after} and d.created_at <= ${asOf})))
      ${inChannel(channel)}
    order by at desc, t.number desc
    limit ${TASKS_MAX}
  `.execute(db)
  return rows
}
