/**
 * The messages of one space as the browser holds them. A message lives once: `byId`. `order` is one
 * stretch of the space's history without a gap; threads are lists of ids beside it, and everything on
 * screen is a view over these.
 *
 * Two sources meet here: pages, which are read at some moment, and events, which come each once and in
 * order. `marks` keeps up to which number each held message is known, so that neither undoes the other.
 */
import { REPLIERS_SHOWN } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import type { PendingSend } from './pending.ts'

/** How many messages are kept: the list stays quick and the memory small. */
export const FEED_KEPT = 500
/** So many are dropped at once when one too many arrives: most arrivals then change nothing but the end. */
export const FEED_DROPPED = 50

export interface Mark {
  /** The held version includes every change up to this number of the space's sequence. */
  readonly seq: number
  /** Replies up to this time are in its count, too: what a page told that isn't complete to a number. */
  readonly repliesUntil: string | null
}

export interface ThreadIds {
  /** Replies below the root, oldest first. */
  readonly ids: readonly string[]
  /** Where the next page begins; null when the thread is held to its end. */
  readonly nextCursor: string | null
}

export interface Working {
  readonly agentId: string
  readonly username: string
  /** The message it works on. */
  readonly messageId: string
  /** RFC 3339. */
  readonly since: string
}

/**
 * A filtered view: it shows messages from anywhere in the history, which live in `byId` like the others, beside the
 * stretch of `order`.
 */
export interface Aside {
  /** What is filtered by: an answer for another filter is not for this one. */
  readonly key: string
  /** The newest number when it began. */
  readonly since: number
  /** Whether a message that arrives is to be shown. */
  readonly wants: (message: Message) => boolean
  /** Whether the server has answered. */
  readonly isLoaded: boolean
  /** What the server found and what arrived since it was asked, oldest first. */
  readonly ids: readonly string[]
  readonly hasOlder: boolean
  /** Where the page before `ids` begins; null when only the server can find it. */
  readonly olderCursor: string | null
}

/** The emoji that the viewer wants to have given (true) or taken back, of one message. */
export type Wishes = ReadonlyMap<string, boolean>

export interface FeedState {
  /** Who looks at it: whose reactions are marked as own. */
  readonly viewerId: string | null
  /** False until the first page or bootstrap arrived. */
  readonly isLoaded: boolean
  /** Shown from what the last page kept, while neither page nor bootstrap has said that it is so. */
  readonly isCached: boolean
  readonly byId: ReadonlyMap<string, Message>
  /** Ids by the space's sequence, oldest first, without a gap. */
  readonly order: readonly string[]
  /** Whether `order` ends with the newest message there is. */
  readonly hasNewest: boolean
  /** The reader is far from the end: at 500 what arrives is left out, not what is read dropped. */
  readonly isReadingBack: boolean
  /** The highest number of a message known to exist. */
  readonly newestSeq: number
  /** Messages that arrived while newer history was unfetched: they are counted, not shown. */
  readonly missedSeqs: readonly number[]
  readonly hasOlder: boolean
  /** Where the page before `order` begins; null when only the server can find it. */
  readonly olderCursor: string | null
  /** The last event's number; 0 before the first. */
  readonly position: number
  /** Where the next "what changed since?" begins; null before a page said so. Opaque. */
  readonly cursor: string | null
  readonly marks: ReadonlyMap<string, Mark>
  readonly threads: ReadonlyMap<string, ThreadIds>
  readonly pending: readonly PendingSend[]
  /** By message: the viewer's reactions that the server hasn't confirmed. */
  readonly wishes: ReadonlyMap<string, Wishes>
  readonly working: readonly Working[]
  readonly aside: Aside | null
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
  position: 0,
  cursor: null,
  marks: new Map(),
  threads: new Map(),
  pending: [],
  wishes: new Map(),
  working: [],
  aside: null,
}

/** What was asked of a state before: many parts ask the same of each. */
const held = new WeakMap<FeedState, readonly Message[]>()

/** The held messages of `order`, oldest first. */
export function heldMessages(state: FeedState): readonly Message[] {
  const known = held.get(state)
  if (known) return known
  const { byId, order } = state
  const messages = order.map((id) => byId.get(id)).filter((message) => message !== undefined)
  held.set(state, messages)
  return messages
}

export function firstSeq({ byId, order }: FeedState): number | null {
  return byId.get(order[0] ?? '')?.seq ?? null
}

export function lastSeq({ byId, order }: FeedState): number | null {
  return byId.get(order.at(-1) ?? '')?.seq ?? null
}

/**
 * The highest number heard of, by events or by pages, which may run ahead of a stream that is away: a page
 * asked for now knows all of it.
 */
export function heardTo({ position, newestSeq }: FeedState): number {
  return Math.max(position, newestSeq)
}

/** Whether `reply` counts as a reply to the message `id`: its parent or the root of its thread. */
export function answers(reply: Message, id: string): boolean {
  return reply.parent_id === id || reply.thread_root_id === id
}

/** The message with one more reply: the most recent author first among those who are shown. */
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

/** `ids` with `message` at its place by sequence; the same list when it is there already. */
export function inserted(state: FeedState, ids: readonly string[], message: Message): readonly string[] {
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
 * At most 500 of `order`, dropping from `end` until `kept` are left. What is dropped at the newest end becomes unfetched newer
 * history; at the oldest end it can be loaded again.
 */
export function trimmed(state: FeedState, end: 'oldest' | 'newest', kept = FEED_KEPT): FeedState {
  if (state.order.length <= FEED_KEPT) return state
  const excess = state.order.length - kept
  const cut =
    end === 'oldest'
      ? { ...state, order: state.order.slice(excess), hasOlder: true, olderCursor: null }
      : { ...state, order: state.order.slice(0, kept), hasNewest: false }
  return swept(cut)
}

export function withReadingBack(state: FeedState, isReadingBack: boolean): FeedState {
  return state.isReadingBack === isReadingBack ? state : { ...state, isReadingBack }
}

/** Forgets the messages that neither `order`, a thread nor a filtered view names. */
export function swept(state: FeedState): FeedState {
  const named = new Set([...state.order, ...(state.aside?.ids ?? [])])
  for (const [rootId, { ids }] of state.threads) for (const id of [rootId, ...ids]) named.add(id)
  if (named.size >= state.byId.size) return state
  const only = <Value>(map: ReadonlyMap<string, Value>) => new Map([...map].filter(([id]) => named.has(id)))
  return { ...state, byId: only(state.byId), marks: only(state.marks) }
}

export function withPending(state: FeedState, row: PendingSend): FeedState {
  const others = state.pending.filter(({ clientId }) => clientId !== row.clientId)
  return { ...state, pending: [...others, row].toSorted((one, other) => one.createdAt - other.createdAt) }
}

export function withoutPending(state: FeedState, clientId: string): FeedState {
  return { ...state, pending: state.pending.filter((row) => row.clientId !== clientId) }
}
