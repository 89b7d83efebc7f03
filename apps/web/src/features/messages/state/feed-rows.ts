/** What stands in the list, row by row: messages, and what is said between them. */
import { HOME_CHANNEL } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import type { PendingSend } from './pending.ts'
import { mayBeAtWork } from './working.ts'

const GROUP_WITHIN_MS = 5 * 60 * 1000

export interface DayRow {
  kind: 'day'
  key: string
  /** RFC 3339, of the first message of the day. */
  at: string
}

export interface NewRow {
  kind: 'new'
  key: string
  count: number
  isAtLeast: boolean
}

export interface MessageItem {
  kind: 'message'
  key: string
  message: Message
  /** The same author within 5 minutes: without picture and name. */
  isGrouped: boolean
}

export interface PendingItem {
  kind: 'pending'
  key: string
  send: PendingSend
  isGrouped: boolean
}

export type FeedRow = DayRow | NewRow | MessageItem | PendingItem

/** The divider of a visit: it stands before one message and keeps its words. */
export interface NewDivider {
  beforeId: string
  /** How many of the messages at hand are new. */
  count: number
  /** Older ones that aren't at hand may be new, too. */
  isAtLeast: boolean
}

export interface RowDeps {
  messages: readonly Message[]
  pending: readonly PendingSend[]
  viewerId: string
  divider: NewDivider | null
  /** Whether the list reaches back to the first message: only then does it begin with a day. */
  isFromBeginning: boolean
  /** Messages that keep their picture and name although what stands before them by now would group them. */
  heads: ReadonlySet<string>
}

/** What the next row is grouped with, or not. */
interface Last {
  authorId: string
  at: number
  channel: string | null
  /** A reply, or with something below it: what follows would seem to belong to that. */
  isClosed: boolean
}

/** The rows of the feed, oldest first. Days are those of the reader's time zone. */
export function feedRows(deps: RowDeps): FeedRow[] {
  return [...messageRows(deps), ...pendingRows(deps)]
}

/** The rows of the messages, those before the first `from` left out. */
export function messageRows(deps: Omit<RowDeps, 'pending' | 'viewerId'>, from = 0): FeedRow[] {
  const { messages, divider, isFromBeginning, heads } = deps
  const rows: FeedRow[] = []
  let last = lastOf(messages[from - 1])

  for (const message of from === 0 ? messages : messages.slice(from)) {
    const at = Date.parse(message.uploaded_at)
    const isNewDay = last === null ? isFromBeginning : !isSameDay(last.at, at)
    if (isNewDay) rows.push({ kind: 'day', key: `day:${dayOf(at)}`, at: message.uploaded_at })
    const isDivided = divider?.beforeId === message.id
    if (isDivided) {
      const { count, isAtLeast } = divider
      rows.push({ kind: 'new', key: 'new', count, isAtLeast })
    }

    const isGrouped =
      last !== null &&
      !isNewDay &&
      !isDivided &&
      message.parent_id === null &&
      !last.isClosed &&
      !heads.has(message.id) &&
      last.authorId === message.author_id &&
      last.channel === message.channel &&
      at - last.at < GROUP_WITHIN_MS
    rows.push({ kind: 'message', key: message.id, message, isGrouped })
    last = lastOf(message)
  }
  return rows
}

/** The rows of what isn't sent yet, after those of the messages. */
export function pendingRows({ messages, pending, viewerId }: RowDeps): FeedRow[] {
  const rows: FeedRow[] = []
  let last = lastOf(messages.at(-1))
  for (const send of pending) {
    const isGrouped =
      last !== null &&
      last.authorId === viewerId &&
      !last.isClosed &&
      (send.channel ?? HOME_CHANNEL) === (last.channel ?? HOME_CHANNEL) &&
      send.createdAt - last.at < GROUP_WITHIN_MS
    rows.push({ kind: 'pending', key: `pending:${send.clientId}`, send, isGrouped })
    last = { authorId: viewerId, at: send.createdAt, channel: send.channel, isClosed: false }
  }
  return rows
}

function lastOf(message: Message | undefined): Last | null {
  if (message === undefined) return null
  const { author_id: authorId, uploaded_at, channel, parent_id, reply_count } = message
  const isClosed = parent_id !== null || reply_count > 0 || mayBeAtWork(message)
  return { authorId, at: Date.parse(uploaded_at), channel, isClosed }
}

/** `rows` with those of `before` in the places where nothing changed: they needn't be drawn again. */
export function reused(rows: readonly FeedRow[], before: readonly FeedRow[]): FeedRow[] {
  const known = new Map(before.map((row) => [row.key, row]))
  return rows.map((row) => {
    const held = known.get(row.key)
    return held && isSameRow(held, row) ? held : row
  })
}

function isSameRow(one: FeedRow, other: FeedRow): boolean {
  if (one.kind === 'message' && other.kind === 'message') {
    return one.message === other.message && one.isGrouped === other.isGrouped
  }
  if (one.kind === 'pending' && other.kind === 'pending') {
    return one.send === other.send && one.isGrouped === other.isGrouped
  }
  if (one.kind === 'new' && other.kind === 'new') return one.count === other.count
  return one.kind === 'day' && other.kind === 'day'
}

function isSameDay(one: number, other: number): boolean {
  return dayOf(one) === dayOf(other)
}

function dayOf(at: number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}
