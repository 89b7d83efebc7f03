/** The rows of the list: messages, those being sent, and the dividers between them. */
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
  /** RFC 3339, of the first new message. */
  at: string
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
  /** False for a reply to a message that isn't in the list: there is no place for its reply box. */
  canEdit: boolean
}

export type FeedRow = DayRow | NewRow | MessageItem | PendingItem

/** The "new" divider. It keeps its position and count for the whole visit. */
export interface NewDivider {
  beforeId: string
  /** How many of the loaded messages are new. */
  count: number
  /** Older messages that aren't loaded may be new, too. */
  isAtLeast: boolean
}

export interface RowDeps {
  messages: readonly Message[]
  pending: readonly PendingSend[]
  viewerId: string
  divider: NewDivider | null
  /** Whether the list reaches back to the first message: only then does it begin with a day. */
  isFromBeginning: boolean
  /** Messages that keep their picture and name even if the row before them, loaded later, would group them. */
  heads: ReadonlySet<string>
}

/** The row before, with which the next may be grouped. */
interface Previous {
  authorId: string
  at: number
  channel: string | null
  /** A reply, or with replies below it: a grouped row would seem to belong to them. */
  isClosed: boolean
}

/** The rows of the feed, oldest first. Days are those of the reader's time zone. */
export function feedRows(deps: RowDeps): FeedRow[] {
  return [...messageRows(deps), ...pendingRows(deps)]
}

/** The rows of the messages, without the first `from`. */
export function messageRows(deps: Omit<RowDeps, 'pending' | 'viewerId'>, from = 0): FeedRow[] {
  const { messages, divider, isFromBeginning, heads } = deps
  const rows: FeedRow[] = []
  let previous = previousOf(messages[from - 1])

  for (const message of from === 0 ? messages : messages.slice(from)) {
    const at = Date.parse(message.uploaded_at)
    const isNewDay = previous === null ? isFromBeginning : dayOf(previous.at) !== dayOf(at)
    if (isNewDay) rows.push({ kind: 'day', key: `day:${dayOf(at)}`, at: message.uploaded_at })
    const isDivided = divider?.beforeId === message.id
    if (isDivided) {
      const { count, isAtLeast } = divider
      rows.push({ kind: 'new', key: 'new', count, isAtLeast, at: message.uploaded_at })
    }

    const isGrouped =
      previous !== null &&
      !isNewDay &&
      !isDivided &&
      message.parent_id === null &&
      !previous.isClosed &&
      !heads.has(message.id) &&
      previous.authorId === message.author_id &&
      previous.channel === message.channel &&
      at - previous.at < GROUP_WITHIN_MS
    rows.push({ kind: 'message', key: message.id, message, isGrouped })
    previous = previousOf(message)
  }
  return rows
}

/** The rows of pending messages, which follow those of the messages. */
export function pendingRows({ messages, pending, viewerId }: RowDeps): FeedRow[] {
  const rows: FeedRow[] = []
  let previous = previousOf(messages.at(-1))
  for (const send of pending) {
    const isReply = send.parentId !== null
    const isGrouped =
      previous !== null &&
      !isReply &&
      previous.authorId === viewerId &&
      !previous.isClosed &&
      (send.channel ?? HOME_CHANNEL) === (previous.channel ?? HOME_CHANNEL) &&
      send.createdAt - previous.at < GROUP_WITHIN_MS
    const canEdit = !isReply || messages.some(({ id }) => id === send.parentId)
    rows.push({ kind: 'pending', key: `pending:${send.clientId}`, send, isGrouped, canEdit })
    previous = { authorId: viewerId, at: send.createdAt, channel: send.channel, isClosed: isReply }
  }
  return rows
}

function previousOf(message: Message | undefined): Previous | null {
  if (message === undefined) return null
  const { author_id: authorId, uploaded_at, channel, parent_id, reply_count } = message
  const isClosed = parent_id !== null || reply_count > 0 || mayBeAtWork(message)
  return { authorId, at: Date.parse(uploaded_at), channel, isClosed }
}

/** `rows` with the objects of `before` where nothing changed, so that React doesn't render those again. */
export function reuseRows(rows: readonly FeedRow[], before: readonly FeedRow[]): FeedRow[] {
  const known = new Map(before.map((row) => [row.key, row]))
  return rows.map((row) => {
    const earlier = known.get(row.key)
    return earlier && isSameRow(earlier, row) ? earlier : row
  })
}

function isSameRow(one: FeedRow, other: FeedRow): boolean {
  if (one.kind === 'message' && other.kind === 'message') {
    return one.message === other.message && one.isGrouped === other.isGrouped
  }
  if (one.kind === 'pending' && other.kind === 'pending') {
    return one.send === other.send && one.isGrouped === other.isGrouped && one.canEdit === other.canEdit
  }
  if (one.kind === 'new' && other.kind === 'new') return one.count === other.count && one.at === other.at
  return one.kind === 'day' && other.kind === 'day'
}

function dayOf(at: number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}
