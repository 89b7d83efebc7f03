/** What the reader has read, as stored in this browser (docs/rules/interface.md#reading). */
import type { Message } from '@flockwork/contract/messages'
import type { SpaceState } from '../../../storage/space-state.ts'
import type { NewDivider } from '../state/feed-rows.ts'

export type Read = Pick<SpaceState, 'readMessageIds' | 'lastReadTimestamp'>

/** The last read time of a space that was empty on the first visit. */
export const NEVER = new Date(0).toISOString()

/**
 * Returns a predicate for whether a message is read: it is the viewer's own, not newer than the last read time, or
 * marked as read. On a first visit, without a last read time, all are read. Task announcements
 * (docs/rules/tasks.md#announcement) and deleted messages are never unread.
 */
export function createReadTest(read: Read, viewerId: string): (message: Message) => boolean {
  const ids = new Set(read.readMessageIds)
  const until = read.lastReadTimestamp
  if (until === null) return () => true
  return ({ id, author_id, uploaded_at, is_task, deleted_at }) =>
    is_task || deleted_at !== null || author_id === viewerId || uploaded_at <= until || ids.has(id)
}

/**
 * The "new" divider of a visit, before the first unread message; null if all are read.
 *
 * @param hasOlder whether there are older messages that aren't loaded
 */
export function dividerAt(
  messages: readonly Message[],
  isRead: (message: Message) => boolean,
  hasOlder: boolean,
): NewDivider | null {
  const unread = messages.filter((message) => !isRead(message))
  const [first] = unread
  return first
    ? { beforeId: first.id, count: unread.length, isAtLeast: hasOlder && first === messages[0] }
    : null
}

/**
 * The divider of this visit among the messages loaded now. If its message was dropped, because of newer ones or
 * because the feed started over, all loaded messages are newer: the divider comes before the first.
 *
 * @param seq of the message that it was placed before
 * @param first of what is loaded
 */
export function dividerAmong(placed: NewDivider, seq: number, first: Message | undefined): NewDivider {
  if (!first || first.seq <= seq) return placed
  return { ...placed, beforeId: first.id, isAtLeast: true }
}

/**
 * The state with its last read time moved up to `upTo`, never back, and without the read marks that it covers.
 *
 * @param loaded messages whose times are known
 */
export function withReadUpTo(
  state: SpaceState,
  upTo: Pick<Message, 'uploaded_at'> | null,
  loaded: readonly Message[],
): SpaceState {
  if (upTo === null || upTo.uploaded_at <= (state.lastReadTimestamp ?? '')) return state
  const covered = new Set(
    loaded.filter(({ uploaded_at }) => uploaded_at <= upTo.uploaded_at).map(({ id }) => id),
  )
  return {
    ...state,
    lastReadTimestamp: upTo.uploaded_at,
    readMessageIds: state.readMessageIds.filter((id) => !covered.has(id)),
  }
}

const IN_VIEW_SHARE = 0.6

/** Whether enough of a row is in view: over 60 % of it, or of the pane if the row is taller. */
export function isInView(visiblePx: number, heightPx: number, paneHeightPx: number): boolean {
  return visiblePx > Math.min(heightPx, paneHeightPx) * IN_VIEW_SHARE
}
