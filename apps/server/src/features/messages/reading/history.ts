/** Pages of a space's history (docs/rules/messages.md#pages-and-cursors). */
import type { Message, Page } from '@flockwork/contract/messages'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { resolveMessageId } from '../message-id.ts'
import * as repository from '../repository.ts'
import { cursorAt, readCursor, readSince, type Since } from './cursors.ts'
import * as pages from './page-repository.ts'
import { noSuchMessage, presentAll, presentFor } from './read.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
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

interface PageRequest {
  readonly db: Db
  readonly clock: Clock
  readonly reader: Actor
  readonly spaceId: string
  /** Every event up to this number is committed, so pages are complete up to it. */
  readonly head: number
  readonly limit: number
  readonly filter: pages.PageFilter
}

const HOUR_MS = 60 * 60 * 1000

/**
 * A page of a space's messages, newest last. With `since`, the first messages after it and the older ones that changed:
 * a client that polls with the returned cursor misses nothing and gets nothing twice
 * (docs/rules/messages.md#changes-since).
 * @throws Invalid for a cursor that isn't ours, NotFound for an unknown message in `around`.
 */
export function listHistory(
  { db, clock }: Deps,
  reader: Actor,
  spaceId: string,
  query: HistoryQuery,
): Promise<Page> {
  const filter: pages.PageFilter = {
    channels: query.channel,
    authors: query.author,
    topics: query.topic,
    mentions: query.mentions_me ? reader.accountId : undefined,
    from: query.hours === undefined ? undefined : new Date(clock.now() - query.hours * HOUR_MS),
  }
  return inOneSnapshot(db, async (snapshot) => {
    const head = await repository.headOf(snapshot, spaceId)
    return pageOf({ db: snapshot, clock, reader, spaceId, head, limit: query.limit, filter }, query)
  })
}

/** The newest messages of a space as everyone sees them, complete up to `seq`. */
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

/** The messages of a page and its head must be from one snapshot. */
function inOneSnapshot<T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

async function pageOf(request: PageRequest, { since, after, around, before }: HistoryQuery): Promise<Page> {
  const page = since === undefined ? undefined : await pageSince(request, readSince(since))
  if (page !== undefined) return page
  if (after !== undefined) return pageAfter(request, readCursor(after, 'after'))
  if (around !== undefined) return pageAround(request, around)
  const newest = await pageBefore(request, before === undefined ? undefined : readCursor(before, 'before'))
  return { ...newest, reset: since !== undefined }
}

/**
 * New and changed messages. One change may have more messages than a page (a renamed channel): the cursor then points
 * into it. `undefined` for a number from the future (the database was restored from a backup), which resets the client.
 */
async function pageSince(request: PageRequest, since: Since): Promise<Page | undefined> {
  const { db, clock, reader, spaceId, head, limit, filter } = request
  const from = 'at' in since ? { seq: await pages.lastUpTo(db, spaceId, since.at) } : since
  if (from.seq > head) return undefined
  // everything before the change that it points into was returned
  const after = from.message === undefined ? from.seq : from.seq - 1
  const range = { after, upTo: head, limit: limit + 1 }
  const newer = await pages.listMessages(db, spaceId, { ...range, order: 'oldest' }, filter)
  const changed = await pages.listChanged(db, spaceId, { ...range, message: from.message })
  const hasMorePosts = newer.length > limit
  const changes = changesOf(changed, limit, head)
  // the cursor stops where the shorter list does; the rest is on the next page
  const lastPost = hasMorePosts ? (newer[limit - 1]?.seq ?? head) : head
  const upTo = Math.min(lastPost, changes.wholeUpTo)
  const posts = newer.slice(0, limit).filter((row) => row.seq <= upTo)
  const isWithin = changes.within !== undefined && lastPost > changes.wholeUpTo
  const updated = isWithin ? changes.rows : changes.rows.filter((row) => (row.changed_seq ?? 0) <= upTo)
  return buildPage(request, posts, {
    updated: await presentFor({ db, clock }, reader, updated),
    latest_timestamp: isWithin ? cursorAt(upTo + 1, changes.within) : cursorAt(upTo),
    has_more: hasMorePosts || changed.length > limit,
  })
}

interface Changes {
  readonly rows: readonly repository.MessageRow[]
  /** All changes up to this number are among the rows. */
  readonly wholeUpTo: number
  /** The last message of a partially listed change. */
  readonly within?: number
}

/** A page of changes, from a list with one extra row if there are more. */
function changesOf(listed: readonly repository.MessageRow[], limit: number, head: number): Changes {
  const rows = listed.slice(0, limit)
  const [last, next] = [rows.at(-1), listed[limit]]
  if (last === undefined || next === undefined) return { rows, wholeUpTo: head }
  const seq = last.changed_seq ?? 0
  return seq === next.changed_seq ? { rows, wholeUpTo: seq - 1, within: last.seq } : { rows, wholeUpTo: seq }
}

async function pageAfter(request: PageRequest, after: number): Promise<Page> {
  const { db, spaceId, head, limit, filter } = request
  const range = { after, upTo: head, order: 'oldest', limit: limit + 1 } as const
  const rows = await pages.listMessages(db, spaceId, range, filter)
  const page = rows.slice(0, limit)
  const hasMore = rows.length > limit
  return buildPage(request, page, {
    has_more: hasMore,
    latest_timestamp: cursorAt(hasMore ? (page.at(-1)?.seq ?? head) : head),
  })
}

async function pageAround(request: PageRequest, id: string): Promise<Page> {
  const { db, spaceId, head, limit, filter } = request
  const centreId = await resolveMessageId(db, spaceId, id, ['query', 'around'])
  const centre = await repository.findMessage(db, spaceId, centreId)
  if (centre === undefined) throw noSuchMessage()
  const half = Math.floor(limit / 2)
  const before = { before: centre.seq, order: 'newest', limit: half + 1 } as const
  const from = { after: centre.seq - 1, upTo: head, order: 'oldest', limit: limit - half + 1 } as const
  const older = await pages.listMessages(db, spaceId, before, filter)
  const newer = await pages.listMessages(db, spaceId, from, filter)
  const page = [...older.slice(0, half).toReversed(), ...newer.slice(0, limit - half)]
  const hasNewer = newer.length > limit - half
  return buildPage(request, page, {
    has_more: older.length > half,
    latest_timestamp: cursorAt(hasNewer ? (page.at(-1)?.seq ?? head) : head),
  })
}

/** The newest before a number, or overall. */
async function pageBefore(request: PageRequest, before: number | undefined): Promise<Page> {
  const { db, spaceId, head, limit, filter } = request
  const range = { before, upTo: head, order: 'newest', limit: limit + 1 } as const
  const rows = await pages.listMessages(db, spaceId, range, filter)
  return buildPage(request, rows.slice(0, limit).toReversed(), { has_more: rows.length > limit })
}

async function buildPage(
  { db, clock, reader, head }: PageRequest,
  rows: readonly repository.MessageRow[],
  rest: Partial<Page>,
): Promise<Page> {
  const oldest = rows[0]?.seq
  return {
    posts: await presentFor({ db, clock }, reader, rows),
    updated: [],
    latest_timestamp: cursorAt(head),
    oldest_cursor: oldest === undefined ? null : cursorAt(oldest),
    has_more: false,
    reset: false,
    ...rest,
  }
}
