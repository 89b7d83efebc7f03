/**
 * Pages of a space's messages. What narrows a page is looked for by the one index that fits, and only what is found
 * is joined with all that is shown of it: the rarest author of a million messages costs what the busiest does.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { preparedQuery } from '../../../platform/prepared-query.ts'
import { selectNumbered, type MessageRow } from '../repository.ts'

export interface PageFilter {
  /** Any of them; of none, all. */
  readonly channels?: readonly string[]
  readonly authors?: readonly string[]
  readonly topics?: readonly string[]
  readonly mentions?: string | undefined
  readonly from?: Date | undefined
}

export interface PageRange {
  readonly after?: number | undefined
  readonly before?: number | undefined
  /** Complete up to this number of the sequence; what is newer is left for the next page. */
  readonly upTo?: number | undefined
  readonly order: 'oldest' | 'newest'
  readonly limit: number
}

/** A page; one that is narrowed must be read in a transaction. */
export async function listMessages(
  db: Db,
  spaceId: string,
  range: PageRange,
  filter: PageFilter,
): Promise<MessageRow[]> {
  const { channels = [], authors = [], topics = [], mentions, from } = filter
  const isNarrowed = channels.length + authors.length + topics.length > 0 || mentions !== undefined
  const after = Math.max(range.after ?? 0, from === undefined ? 0 : await lastUpTo(db, spaceId, from))
  const { order, limit, upTo = Number.MAX_SAFE_INTEGER, before = Number.MAX_SAFE_INTEGER } = range
  const bounds = { spaceId, after, last: Math.min(upTo, before - 1), limit }
  if (!isNarrowed) return (order === 'oldest' ? selectOldest : selectNewest)(db, bounds)
  const numbers = sql`select unnest(${await findNumbers(db, order, bounds, filter)}::bigint[])`
  return selectPage(db, spaceId, order, numbers).execute()
}

type Order = PageRange['order']

/** The numbers of a space's sequence between which a page lies. */
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

/** The numbers of a page of those messages that meet the conditions, in its order. */
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

/** The number of the last message that is as old as `at`; 0 when none is. A space's time never falls. */
export async function lastUpTo(db: Db, spaceId: string, at: Date): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`
    select max(seq) as seq from messages where space_id = ${spaceId} and created_at = (
      select created_at from messages where space_id = ${spaceId} and created_at <= ${at}
      order by created_at desc limit 1)
  `.execute(db)
  return rows[0]?.seq ?? 0
}

/** Older messages that changed after `after`, in the order of their changes. */
export function listChanged(db: Db, spaceId: string, range: { after: number; upTo: number; limit: number }) {
  const numbers = sql`
    select m.seq from messages m
    where m.space_id = ${spaceId} and m.changed_seq > ${range.after} and m.changed_seq <= ${range.upTo}
      and m.seq <= ${range.after}
    order by m.changed_seq limit ${range.limit}`
  return selectNumbered(db, spaceId, numbers).orderBy('messages.changed_seq').execute()
}

export function listThread(db: Db, spaceId: string, rootId: string, range: { after: number; limit: number }) {
  const numbers = sql`
    select m.seq from messages m
    where m.space_id = ${spaceId} and m.thread_root_id = ${rootId} and m.seq > ${range.after}
    order by m.seq limit ${range.limit}`
  return selectNumbered(db, spaceId, numbers).orderBy('messages.seq').execute()
}

async function findNumbers(
  db: Db,
  order: Order,
  bounds: Bounds,
  { channels = [], authors = [], topics = [], mentions }: PageFilter,
): Promise<number[]> {
  // how rare what is asked for is decides how it is found: a plan for any value reads the whole space
  await sql`set local plan_cache_mode = force_custom_plan`.execute(db)
  const page = (...conditions: RawBuilder<unknown>[]) => pageNumbers(order, bounds, conditions)

  const narrowing: RawBuilder<unknown>[] = []
  if (topics.length > 0) {
    // said as the partial index says it
    narrowing.push(sql`m.topics <> '{}' and m.topics && ${topics.map(plainName)}::text[]`)
  }
  if (mentions !== undefined) {
    narrowing.push(sql`exists (
      select from deliveries d
      where d.space_id = m.space_id and d.message_id = m.id and d.recipient_id = ${mentions} and d.reason = 'mention')`)
  }
  // each author's page by itself, or each channel's, and of these the page: their indexes are in the order of numbers.
  // The list is said twice: what the values are, the planner sees only there
  const ofEach = (
    column: RawBuilder<unknown>,
    list: RawBuilder<unknown>,
    ...rest: RawBuilder<unknown>[]
  ) => sql`
    select p.seq from unnest(${list}) as one(value) cross join lateral (
      ${page(sql`${column} = one.value and ${column} = any(${list})`, ...rest, ...narrowing)}
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
        : page(...narrowing)
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

/** A handle or a topic as it is stored, however it was typed. */
function plainName(name: string): string {
  return name.replace(/^[@#]/, '').toLowerCase().normalize('NFC')
}
