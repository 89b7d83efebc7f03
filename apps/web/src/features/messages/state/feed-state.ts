/**
 * The messages of one space as loaded in this browser. Each message is stored once, in `byId`. `order` is one gap-free
 * stretch of the space's history; threads and the filtered view are separate lists of ids, and everything on screen is
 * derived from these.
 *
 * Two sources are merged here: pages, each a snapshot of some moment, and events, each applied once and in order.
 * `versions` says to which seq each loaded message is up to date, so that neither source undoes the other.
 */
import { REPLIERS_SHOWN } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import type { PendingSend } from './pending.ts'

/** The most messages in `order`: the list stays quick and the memory small. */
export const FEED_MAX = 500
/** Beyond the maximum, messages are dropped in batches, so that most arrivals only change the end. */
export const FEED_TRIM = 50

export interface MessageVersion {
  /** The loaded message includes every change up to this seq. */
  readonly seq: number
  /** Its reply count also includes replies up to this time, RFC 3339: set by a page that isn't complete to a seq. */
  readonly repliesUntil: string | null
}

export interface ThreadIds {
  /** Replies below the root, oldest first. */
  readonly ids: readonly string[]
  /** Where the next page begins; null when the thread is loaded to its end. */
  readonly nextCursor: string | null
}

export interface Working {
  readonly agentId: string
  readonly username: string
  /** The message it works on. */
  readonly messageId: string
  /** RFC 3339. */
  readonly since: string
  /** The server runs it. */
  readonly isStoppable?: boolean | undefined
  /** The end of its answer, as far as it is written. */
  readonly text?: string | undefined
}

/** The result of a filter: messages from anywhere in the history, stored in `byId` like the others. */
export interface FilteredView {
  /** Identifies the filter: a response for another one is ignored. */
  readonly key: string
  /** The latest known seq when it began. */
  readonly sinceSeq: number
  /** Whether a message that arrives is shown. */
  readonly matches: (message: Message) => boolean
  /** Whether the server has answered. */
  readonly isLoaded: boolean
  /** What the server found and what has arrived since the request, oldest first. */
  readonly ids: readonly string[]
  readonly hasOlder: boolean
  /** Where the page before `ids` begins; null when only the server can find it. */
  readonly olderCursor: string | null
}

/** Of one message: by emoji, whether the viewer added it (true) or removed it. */
export type OptimisticReactions = ReadonlyMap<string, boolean>

export interface FeedState {
  /** Whose reactions are marked as own. */
  readonly viewerId: string | null
  /** False until the first page or bootstrap arrived. */
  readonly isLoaded: boolean
  /** Restored from the cache, and not yet confirmed by a page or a bootstrap. */
  readonly isCached: boolean
  readonly byId: ReadonlyMap<string, Message>
  /** Ids by seq, oldest first, without a gap. */
  readonly order: readonly string[]
  /** Whether `order` ends with the newest message there is. */
  readonly hasNewest: boolean
  /** The reader is far from the end: at the maximum arrivals are left out, and what is being read isn't dropped. */
  readonly isReadingBack: boolean
  /** The highest seq of a message known to exist. */
  readonly newestSeq: number
  /** Messages that arrived while newer history was unfetched: counted, not shown. */
  readonly missedSeqs: readonly number[]
  readonly hasOlder: boolean
  /** Where the page before `order` begins; null when only the server can find it. */
  readonly olderCursor: string | null
  /** The seq of the last event applied; 0 before the first. */
  readonly appliedSeq: number
  /** Opaque; where the next request for changes begins. Null before a page brought one. */
  readonly cursor: string | null
  readonly versions: ReadonlyMap<string, MessageVersion>
  readonly threads: ReadonlyMap<string, ThreadIds>
  readonly pending: readonly PendingSend[]
  /** By message: the viewer's reactions that the server hasn't confirmed yet. */
  readonly optimisticReactions: ReadonlyMap<string, OptimisticReactions>
  readonly working: readonly Working[]
  readonly filteredView: FilteredView | null
}

export const EMPTY_FEED: FeedState = {
  viewerId: null,
  isLoaded: false,
  isCached: false,
  byId: new Map(),
  order: [],
  hasNewest: true,
  isReadingBack: false,
  newestSeq: 0,
  missedSeqs: [],
  hasOlder: false,
  olderCursor: null,
  appliedSeq: 0,
  cursor: null,
  versions: new Map(),
  threads: new Map(),
  pending: [],
  optimisticReactions: new Map(),
  working: [],
  filteredView: null,
}

/** Computed once for each state: many components ask for it. */
const orderedByState = new WeakMap<FeedState, readonly Message[]>()

/** The messages of `order`, oldest first. The same list for the same state. */
export function orderedMessages(state: FeedState): readonly Message[] {
  const known = orderedByState.get(state)
  if (known) return known
  const { byId, order } = state
  const messages = order.map((id) => byId.get(id)).filter((message) => message !== undefined)
  orderedByState.set(state, messages)
  return messages
}

export function firstSeq({ byId, order }: FeedState): number | null {
  return byId.get(order[0] ?? '')?.seq ?? null
}

export function lastSeq({ byId, order }: FeedState): number | null {
  return byId.get(order.at(-1) ?? '')?.seq ?? null
}

/**
 * The highest seq known, from events or from pages, which may run ahead of a disconnected stream. A page requested
 * now is at least as new.
 */
export function latestKnownSeq({ appliedSeq, newestSeq }: FeedState): number {
  return Math.max(appliedSeq, newestSeq)
}

/** Whether `id` is the parent of `reply` or the root of its thread. */
export function isReplyTo(reply: Message, id: string): boolean {
  return reply.parent_id === id || reply.thread_root_id === id
}

/** The message with one more reply, whose author comes first among the repliers shown. */
export function withReply(message: Message, reply: Message): Message {
  const { author_id: id, author_type: type, username: handle, avatar_url } = reply
  const others = message.repliers.filter((replier) => replier.id !== id)
  return {
    ...message,
    reply_count: message.reply_count + 1,
    last_reply_at: reply.uploaded_at,
    repliers: [{ id, type, handle, avatar_url }, ...others].slice(0, REPLIERS_SHOWN),
  }
}

/** `ids` with `message` in its position by seq; the same list if it is there already. */
export function insertBySeq(state: FeedState, ids: readonly string[], message: Message): readonly string[] {
  const last = state.byId.get(ids.at(-1) ?? '')
  if (last === undefined || last.seq < message.seq) return [...ids, message.id]
  if (ids.includes(message.id)) return ids
  return sortedBySeq(state.byId, [...ids, message.id])
}

export function sortedBySeq(byId: ReadonlyMap<string, Message>, ids: Iterable<string>): string[] {
  const seq = (id: string) => byId.get(id)?.seq ?? 0
  return [...new Set(ids)].toSorted((one, other) => seq(one) - seq(other))
}

/**
 * Past the maximum, drops messages from `end` until `remaining` are left. What is dropped at the newest end becomes
 * unfetched newer history; at the oldest end it can be loaded again.
 */
export function trim(state: FeedState, end: 'oldest' | 'newest', remaining = FEED_MAX): FeedState {
  if (state.order.length <= FEED_MAX) return state
  const excess = state.order.length - remaining
  const cut =
    end === 'oldest'
      ? { ...state, order: state.order.slice(excess), hasOlder: true, olderCursor: null }
      : { ...state, order: state.order.slice(0, remaining), hasNewest: false }
  return pruned(cut)
}

export function withReadingBack(state: FeedState, isReadingBack: boolean): FeedState {
  return state.isReadingBack === isReadingBack ? state : { ...state, isReadingBack }
}

/** Without the messages that neither `order`, a thread nor the filtered view refers to. */
export function pruned(state: FeedState): FeedState {
  const used = new Set([...state.order, ...(state.filteredView?.ids ?? [])])
  for (const [rootId, { ids }] of state.threads) for (const id of [rootId, ...ids]) used.add(id)
  if (used.size >= state.byId.size) return state
  const only = <Value>(map: ReadonlyMap<string, Value>) => new Map([...map].filter(([id]) => used.has(id)))
  return { ...state, byId: only(state.byId), versions: only(state.versions) }
}

export function withPending(state: FeedState, row: PendingSend): FeedState {
  const others = state.pending.filter(({ clientId }) => clientId !== row.clientId)
  return { ...state, pending: [...others, row].toSorted((one, other) => one.createdAt - other.createdAt) }
}

export function withoutPending(state: FeedState, clientId: string): FeedState {
  return { ...state, pending: state.pending.filter((row) => row.clientId !== clientId) }
}
