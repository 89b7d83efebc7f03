/** Reading messages: one, a page, a thread, and what became of those addressed (decisions 4.1, 4.2, 4.8). */
import type { Delivery, Message, Page } from '@flockwork/contract/messages'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { Forbidden, NotFound } from '../../../platform/errors.ts'
import { requireMember } from '../../spaces/index.ts'
import { cursorAt, readCursor, readSince } from './cursors.ts'
import { resolveMessageId } from '../message-id.ts'
import { presentDelivery, presentMessage } from '../present.ts'
import { listReactions, type ReactionRow } from '../reactions/reaction-repository.ts'
import * as pages from './page-repository.ts'
import * as repository from '../repository.ts'

interface Needs {
  readonly db: Db
  readonly clock: Clock
}

const noSuchMessage = () => new NotFound('Message not found')

/** The messages of the rows, as everyone may see them. */
export async function presentAll(db: Db, rows: readonly repository.MessageRow[]): Promise<Message[]> {
  const told = await withReactions(db, rows, null)
  return told.map(({ message }) => message)
}

async function withReactions(
  db: Db,
  rows: readonly repository.MessageRow[],
  readerId: string | null,
  known?: readonly ReactionRow[],
) {
  const ids = [...new Set(rows.flatMap((row) => row.replier_ids ?? []))]
  // one after the other: in a snapshot they share a connection
  const accounts = ids.length === 0 ? [] : await repository.listRepliers(db, { ids })
  const given = known ?? (await listReactions(db, rows, readerId))
  const repliers = new Map(accounts.map((account) => [account.id, account]))
  const reactions = Map.groupBy(given, ({ message_id }) => message_id)
  return rows.map((row) => {
    const ofRow = reactions.get(row.id) ?? []
    return { message: presentMessage(row, repliers, ofRow), given: ofRow }
  })
}

/** With what only this reader gets: their own reactions, and for their own messages what became of them. */
async function presentFor(
  db: Db,
  reader: Actor,
  rows: readonly repository.MessageRow[],
  reactions?: readonly ReactionRow[],
): Promise<Message[]> {
  const own = rows.filter((row) => row.author_id === reader.accountId)
  const spaceId = own[0]?.space_id
  const told = await withReactions(db, rows, reader.accountId, reactions)
  const deliveries =
    spaceId === undefined
      ? []
      : await repository.listDeliveries(db, { spaceId, ids: own.map(({ id }) => id) })
  return told.map(({ message, given }) => ({
    ...message,
    user_reactions: Object.fromEntries(
      given.filter(({ by_reader }) => by_reader).map(({ emoji }) => [emoji, true as const]),
    ),
    ...(message.author_id === reader.accountId && {
      deliveries: deliveries.filter((row) => row.message_id === message.id).map(presentDelivery),
    }),
  }))
}

/** One message of a space that the reader is known to be in. */
export async function readMessage(db: Db, reader: Actor, spaceId: string, id: string): Promise<Message> {
  const row = await repository.findMessage(db, spaceId, id)
  if (row === undefined) throw noSuchMessage()
  const [message] = await presentFor(db, reader, [row])
  if (message === undefined) throw noSuchMessage()
  return message
}

/** Some messages of a space that the reader is known to be in, in no order; those that are gone are left out. */
export async function readMessages(
  db: Db,
  reader: Actor,
  spaceId: string,
  ids: readonly string[],
): Promise<Message[]> {
  if (ids.length === 0) return []
  const keys = ids.map((id) => ({ space_id: spaceId, id }))
  const [rows, reactions] = await Promise.all([
    repository.findMessages(db, { spaceId, ids }),
    listReactions(db, keys, reader.accountId),
  ])
  return presentFor(db, reader, rows, reactions)
}

/** Some messages of a space. */
export interface Wanted {
  readonly spaceId: string
  readonly ids: readonly string[]
}

/** What each of many callers wants, as everyone may see it: one question a space. Those that are gone are left out. */
export async function readForEach(db: Db, all: readonly Wanted[]): Promise<Message[][]> {
  const bySpace = Map.groupBy(all, ({ spaceId }) => spaceId)
  const read = [...bySpace].map(async ([spaceId, wanted]) => {
    const ids = [...new Set(wanted.flatMap((one) => one.ids))]
    return presentAll(db, await repository.findMessages(db, { spaceId, ids }))
  })
  const byId = new Map((await Promise.all(read)).flat().map((message) => [message.id, message]))
  return all.map(({ ids }) => ids.flatMap((id) => byId.get(id) ?? []))
}

/** The space of a message that the reader may see. @throws NotFound for a foreign one as for none. */
export async function spaceOfMessage(db: Db, reader: Actor, id: string): Promise<string> {
  const spaceId = await repository.findSpaceOfMessage(db, id)
  if (spaceId === undefined) throw noSuchMessage()
  await requireMember(db, spaceId, reader.accountId).catch((error: unknown) => {
    throw error instanceof NotFound ? noSuchMessage() : error
  })
  return spaceId
}

export async function getMessage({ db }: Pick<Needs, 'db'>, reader: Actor, id: string): Promise<Message> {
  return readMessage(db, reader, await spaceOfMessage(db, reader, id), id)
}

export interface HistoryQuery {
  readonly limit: number
  readonly since?: string | undefined
  readonly hours?: number | undefined
  readonly before?: string | undefined
  readonly after?: string | undefined
  readonly around?: string | undefined
  readonly channel: readonly string[]
  readonly author: readonly string[]
  readonly topic: readonly string[]
  readonly mentions_me: boolean
}

const HOUR_MS = 60 * 60 * 1000

/**
 * A page of a space's messages, newest last. With `since`, the oldest that came after it and the older ones
 * that changed: whoever polls with the answered cursor misses nothing and sees nothing twice.
 */
export function listHistory(
  { db, clock }: Needs,
  reader: Actor,
  spaceId: string,
  query: HistoryQuery,
): Promise<Page> {
  return inOneSnapshot(db, (snapshot) => pageOf({ db: snapshot, clock }, reader, spaceId, query))
}

/** What a page says of its messages and the number it is complete to must be of one moment. */
function inOneSnapshot<T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

async function pageOf(
  { db, clock }: Needs,
  reader: Actor,
  spaceId: string,
  query: HistoryQuery,
): Promise<Page> {
  // every number up to it is committed, so what the page holds is complete to it
  const head = await repository.headOf(db, spaceId)
  const filter: pages.PageFilter = {
    channels: query.channel,
    authors: query.author,
    topics: query.topic,
    mentions: query.mentions_me ? reader.accountId : undefined,
    from: query.hours === undefined ? undefined : new Date(clock.now() - query.hours * HOUR_MS),
  }
  const build = (rows: repository.MessageRow[], rest: Partial<Page>) =>
    buildPage(db, reader, head, rows, rest)
  const { limit } = query

  if (query.since !== undefined) {
    const since = readSince(query.since)
    const seq = 'at' in since ? await pages.lastUpTo(db, spaceId, since.at) : since.seq
    if (seq <= head) {
      const range = { after: seq, head, limit }
      const page = await listSince(db, reader, spaceId, range, filter)
      if (page !== undefined) return page
    }
    // a number from the future (this database was set back), or too much has changed at once: begin anew
  }
  if (query.after !== undefined) {
    const after = readCursor(query.after, 'after')
    const rows = await pages.listMessages(
      db,
      spaceId,
      { after, upTo: head, order: 'oldest', limit: limit + 1 },
      filter,
    )
    const page = rows.slice(0, limit)
    const hasMore = rows.length > limit
    return build(page, {
      has_more: hasMore,
      latest_timestamp: cursorAt(hasMore ? (page.at(-1)?.seq ?? head) : head),
    })
  }
  if (query.around !== undefined)
    return listAround(db, reader, spaceId, { id: query.around, head, limit }, filter)

  const before = query.before === undefined ? undefined : readCursor(query.before, 'before')
  const rows = await pages.listMessages(
    db,
    spaceId,
    { before, upTo: head, order: 'newest', limit: limit + 1 },
    filter,
  )
  const page = rows.slice(0, limit).toReversed()
  return build(page, { has_more: rows.length > limit, reset: query.since !== undefined })
}

/** What came and what changed after a number; nothing when one change alone is of more messages than a page. */
async function listSince(
  db: Db,
  reader: Actor,
  spaceId: string,
  { after, head, limit }: { after: number; head: number; limit: number },
  filter: pages.PageFilter,
): Promise<Page | undefined> {
  const range = { after, upTo: head, limit: limit + 1 }
  const newer = await pages.listMessages(db, spaceId, { ...range, order: 'oldest' }, filter)
  const changed = await repository.listChanged(db, spaceId, range)
  const hasMorePosts = newer.length > limit
  const hasMoreChanges = changed.length > limit
  const changedUpTo = hasMoreChanges ? lastWhole(changed.map((row) => row.changed_seq ?? 0)) : head
  if (changedUpTo === undefined) return undefined
  // the cursor stops where either list does; what lies behind it comes with the next page
  const upTo = Math.min(hasMorePosts ? (newer[limit - 1]?.seq ?? head) : head, changedUpTo)
  const updated = changed.slice(0, limit).filter((row) => (row.changed_seq ?? 0) <= upTo)
  return buildPage(
    db,
    reader,
    head,
    newer.slice(0, limit).filter((row) => row.seq <= upTo),
    {
      updated: await presentFor(db, reader, updated),
      latest_timestamp: cursorAt(upTo),
      has_more: hasMorePosts || hasMoreChanges,
    },
  )
}

/** The last number of a page that none of the rows behind it has: a channel's new name is one change of all its messages. */
function lastWhole(numbers: readonly number[]): number | undefined {
  return numbers.findLast((number) => number !== numbers.at(-1))
}

async function listAround(
  db: Db,
  reader: Actor,
  spaceId: string,
  { id, head, limit }: { id: string; head: number; limit: number },
  filter: pages.PageFilter,
): Promise<Page> {
  const middle = await repository.findMessage(
    db,
    spaceId,
    await resolveMessageId(db, spaceId, id, ['query', 'around']),
  )
  if (middle === undefined) throw noSuchMessage()
  const half = Math.floor(limit / 2)
  const before = { before: middle.seq, order: 'newest', limit: half + 1 } as const
  const from = { after: middle.seq - 1, upTo: head, order: 'oldest', limit: limit - half + 1 } as const
  const older = await pages.listMessages(db, spaceId, before, filter)
  const newer = await pages.listMessages(db, spaceId, from, filter)
  const page = [...older.slice(0, half).toReversed(), ...newer.slice(0, limit - half)]
  const hasNewer = newer.length > limit - half
  return buildPage(db, reader, head, page, {
    has_more: older.length > half,
    latest_timestamp: cursorAt(hasNewer ? (page.at(-1)?.seq ?? head) : head),
  })
}

async function buildPage(
  db: Db,
  reader: Actor,
  head: number,
  rows: readonly repository.MessageRow[],
  rest: Partial<Page>,
): Promise<Page> {
  const oldest = rows[0]?.seq
  return {
    posts: await presentFor(db, reader, rows),
    updated: [],
    latest_timestamp: cursorAt(head),
    oldest_cursor: oldest === undefined ? null : cursorAt(oldest),
    has_more: false,
    reset: false,
    ...rest,
  }
}

/** The newest messages of a space as everyone sees them, and the number they are complete to. */
export function latestMessages(
  db: Db,
  spaceId: string,
  limit: number,
): Promise<{ seq: number; posts: Message[] }> {
  return inOneSnapshot(db, async (snapshot) => {
    const seq = await repository.headOf(snapshot, spaceId)
    const rows = await pages.listMessages(snapshot, spaceId, { upTo: seq, order: 'newest', limit }, {})
    return { seq, posts: await presentAll(snapshot, rows.toReversed()) }
  })
}

export async function readThread(
  { db }: Pick<Needs, 'db'>,
  reader: Actor,
  id: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const spaceId = await spaceOfMessage(db, reader, id)
  const row = await repository.findMessage(db, spaceId, id)
  if (row === undefined) throw noSuchMessage()
  const rootId = row.thread_root_id ?? row.id
  const after = cursor === undefined ? 0 : readCursor(cursor, 'cursor')
  const replies = await repository.listThread(db, spaceId, rootId, { after, limit: limit + 1 })
  const page = replies.slice(0, limit)
  const last = page.at(-1)
  return {
    root: await readMessage(db, reader, spaceId, rootId),
    messages: await presentFor(db, reader, page),
    next_cursor: replies.length > limit && last !== undefined ? cursorAt(last.seq) : null,
  }
}

/** What became of a message, for its author alone. @throws Forbidden for anyone else. */
export async function listDeliveries(
  { db }: Pick<Needs, 'db'>,
  reader: Actor,
  id: string,
): Promise<Delivery[]> {
  const message = await getMessage({ db }, reader, id)
  if (message.author_id !== reader.accountId)
    throw new Forbidden('Only the author may see what became of a message')
  return message.deliveries ?? []
}
