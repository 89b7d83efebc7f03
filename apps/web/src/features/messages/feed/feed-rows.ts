/** What stands in the list, row by row: messages, and what is said between them. */
import { HOME_CHANNEL } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import type { PendingSend } from '../state/pending.ts'
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
  count: number
}

export interface RowNeeds {
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
export function feedRows({
  messages,
  pending,
  viewerId,
  divider,
  isFromBeginning,
  heads,
}: RowNeeds): FeedRow[] {
  const rows: FeedRow[] = []
  let last: Last | null = null

  for (const message of messages) {
    const at = Date.parse(message.uploaded_at)
    const isNewDay = last === null ? isFromBeginning : !isSameDay(last.at, at)
    if (isNewDay) rows.push({ kind: 'day', key: `day:${dayOf(at)}`, at: message.uploaded_at })
    const isDivided = divider?.beforeId === message.id
    if (isDivided) rows.push({ kind: 'new', key: 'new', count: divider.count })

    const isReply = message.parent_id !== null
    const isGrouped =
      last !== null &&
      !isNewDay &&
      !isDivided &&
      !isReply &&
      !last.isClosed &&
      !heads.has(message.id) &&
      last.authorId === message.author_id &&
      last.channel === message.channel &&
      at - last.at < GROUP_WITHIN_MS
    rows.push({ kind: 'message', key: message.id, message, isGrouped })
    const isClosed = isReply || message.reply_count > 0 || mayBeAtWork(message)
    last = { authorId: message.author_id, at, channel: message.channel, isClosed }
  }

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
