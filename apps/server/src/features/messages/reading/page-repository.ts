/**
 * Pages of a space's messages. The numbers of a page are found first, by the index that fits its filter, and only those
 * rows are joined: the rarest author in a million messages costs as much as the busiest.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { preparedQuery } from '../../../platform/prepared-query.ts'
import { selectNumbered, type MessageRow } from '../repository.ts'

export interface PageFilter {
  /** Any of these channels; all if empty. */
  readonly channels?: readonly string[]
  readonly authors?: readonly string[]
  readonly topics?: readonly string[]
  readonly mentions?: string | undefined
  readonly from?: Date | undefined
}

export interface PageRange {
  readonly after?: number | undefined
  readonly before?: number | undefined
  /** Leaves newer messages to the next page. */
  readonly upTo?: number | undefined
  readonly order: 'oldest' | 'newest'
  readonly limit: number
}

/** A page; a filter requires a transaction. */
export async function listMessages(
  db: Db,
  spaceId: string,
  range: PageRange,
  filter: PageFilter,
): Promise<MessageRow[]> {
  const { channels = [], authors = [], topics = [], mentions, from } = filter
  const isFiltered = channels.length + authors.length + topics.length > 0 || mentions !== undefined
  const after = Math.max(range.after ?? 0, from === undefined ? 0 : await lastUpTo(db, spaceId, from))
  const { order, limit, upTo = Number.MAX_SAFE_INTEGER, before = Number.MAX_SAFE_INTEGER } = range
  const bounds = { spaceId, after, last: Math.min(upTo, before - 1), limit }
  if (!isFiltered) return (order === 'oldest' ? selectOldest : selectNewest)(db, bounds)
  const numbers = sql`select unnest(${await findNumbers(db, order, bounds, filter)}::bigint[])`
  return selectPage(db, spaceId, order, numbers).execute()
}

type Order = PageRange['order']

/** The range of a space's sequence that a page covers. */
interface Bounds {
  readonly spaceId: string
  readonly after: number
  readonly last: number
  readonly limit: number
}

const selectOldest = preparedQuery((db, bounds: Bounds) =>
  selectPage(db, bounds.spaceId, 'oldest', pageNumbers('oldest', bounds)),
)
const selectNewest = preparedQuery((db, bounds: Bounds) =>
  selectPage(db, bounds.spaceId, 'newest', pageNumbers('newest', bounds)),
)

function selectPage(db: Db, spaceId: string, order: Order, numbers: RawBuilder<unknown>) {
  return selectNumbered(db, spaceId, numbers).orderBy('messages.seq', order === 'oldest' ? 'asc' : 'desc')
}

/** The numbers of a page of messages that match the conditions, in order. */
function pageNumbers(
  order: Order,
  { spaceId, after, last, limit }: Bounds,
  conditions: readonly RawBuilder<unknown>[] = [],
): RawBuilder<unknown> {
  const all = [sql`m.space_id = ${spaceId} and m.seq > ${after} and m.seq <= ${last}`, ...conditions]
  return sql`
    select m.seq from messages m where ${sql.join(all, sql` and `)} order by m.seq ${directionOf(order)} limit ${limit}`
}

function directionOf(order: Order): RawBuilder<unknown> {
  return order === 'oldest' ? sql`asc` : sql`desc`
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

/**
 * Older messages that changed after `after`, in the order of their changes; of the first change after it only those
 * after `message`, if that is given.
 */
export function listChanged(
  db: Db,
  spaceId: string,
  {
    after,
    message = 0,
    upTo,
    limit,
  }: { after: number; message?: number | undefined; upTo: number; limit: number },
) {
  const numbers = sql`
    select m.seq from messages m
    where m.space_id = ${spaceId} and (m.changed_seq, m.seq) > (${after + 1}, ${message})
      and m.changed_seq <= ${upTo} and m.seq <= ${after}
    order by m.changed_seq, m.seq limit ${limit}`
  return selectNumbered(db, spaceId, numbers)
    .orderBy('messages.changed_seq')
    .orderBy('messages.seq')
    .execute()
}

export function listThread(db: Db, spaceId: string, rootId: string, range: { after: number; limit: number }) {
  const numbers = sql`
    select m.seq from messages m
    where m.space_id = ${spaceId} and m.thread_root_id = ${rootId} and m.seq > ${range.after}
    order by m.seq limit ${range.limit}`
  return selectNumbered(db, spaceId, numbers).orderBy('messages.seq').execute()
}

/** The last replies of a thread, oldest first; `upTo` is the sequence number of the last one. */
export function listThreadEnd(
  db: Db,
  spaceId: string,
  rootId: string,
  { limit, upTo = null }: { limit: number; upTo?: number | null },
) {
  const numbers = sql`
    select m.seq from messages m
    where m.space_id = ${spaceId} and m.thread_root_id = ${rootId} and (${upTo}::bigint is null or m.seq <= ${upTo})
    order by m.seq desc limit ${limit}`
  return selectNumbered(db, spaceId, numbers).orderBy('messages.seq').execute()
}

async function findNumbers(
  db: Db,
  order: Order,
  bounds: Bounds,
  { channels = [], authors = [], topics = [], mentions }: PageFilter,
): Promise<number[]> {
  // the best plan depends on how rare the value is; a generic one would read the whole space
  await sql`set local plan_cache_mode = force_custom_plan`.execute(db)
  const page = (...conditions: RawBuilder<unknown>[]) => pageNumbers(order, bounds, conditions)

  const conditions: RawBuilder<unknown>[] = []
  if (topics.length > 0) {
    // worded as the partial index's condition
    conditions.push(sql`m.topics <> '{}' and m.topics && ${topics.map(plainName)}::text[]`)
  }
  if (mentions !== undefined) {
    conditions.push(sql`exists (
      select from deliveries d
      where d.space_id = m.space_id and d.message_id = m.id and d.recipient_id = ${mentions} and d.reason = 'mention')`)
  }
  // one page per author or channel, because their indexes are ordered by number, and one page of these. The
  // list is repeated because only there the planner knows its values
  const ofEach = (
    column: RawBuilder<unknown>,
    list: RawBuilder<unknown>,
    ...rest: RawBuilder<unknown>[]
  ) => sql`
    select p.seq from unnest(${list}) as each(value) cross join lateral (
      ${page(sql`${column} = each.value and ${column} = any(${list})`, ...rest, ...conditions)}
    ) p
    order by p.seq ${directionOf(order)} limit ${bounds.limit}`
  const channelList = sql`${[...new Set(channels)]}::text[]`
  const ofChannels = sql`m.channel = any(${channelList})`
  const authorList = sql`${authors.length > 0 ? await accountsOf(db, authors) : []}::uuid[]`
  const query =
    authors.length > 0
      ? ofEach(sql`m.author_id`, authorList, ...(channels.length > 0 ? [ofChannels] : []))
      : channels.length > 0
        ? ofEach(sql`m.channel`, channelList)
        : page(...conditions)
  const { rows } = await sql<{ seq: number }>`${query}`.execute(db)
  await sql`set local plan_cache_mode = auto`.execute(db)
  return rows.map(({ seq }) => seq)
}

async function accountsOf(db: Db, handles: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where handle = any(${handles.map(plainName)}::text[])
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** A handle or a topic in its stored form. */
function plainName(name: string): string {
  return name.replace(/^[@#]/, '').toLowerCase().normalize('NFC')
}
