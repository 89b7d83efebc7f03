/** What the reader has read, as this browser remembers it (docs/rules/interface.md#reading). */
import type { Message } from '@flockwork/contract/messages'
import type { SpaceState } from '../../../storage/space-state.ts'
import type { NewDivider } from '../state/feed-rows.ts'

export type Read = Pick<SpaceState, 'readMessageIds' | 'lastReadTimestamp'>

/** Nothing was read up to here: the last read time of a space that was empty when it was first seen. */
export const NEVER = new Date(0).toISOString()

/**
 * A test whether a message is read: one's own, up to the last read time, or marked. In a space seen for the
 * first time, without a last read time, all are: they are history.
 */
export function readTest(read: Read, viewerId: string): (message: Message) => boolean {
  const ids = new Set(read.readMessageIds)
  const until = read.lastReadTimestamp
  if (until === null) return () => true
  return ({ id, author_id, uploaded_at }) => author_id === viewerId || uploaded_at <= until || ids.has(id)
}

/**
 * Where the divider of a visit stands: before the first unread message; null when all are read.
 *
 * @param hasOlder whether what was said before these messages isn't at hand
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
 * The state with its last read time moved up to `upTo`, never back; the marks it covers are forgotten.
 *
 * @param held messages whose marks can be judged by their time
 */
export function withReadUpTo(
  state: SpaceState,
  upTo: Pick<Message, 'uploaded_at'> | null,
  held: readonly Message[],
): SpaceState {
  if (upTo === null || upTo.uploaded_at <= (state.lastReadTimestamp ?? '')) return state
  const covered = new Set(
    held.filter(({ uploaded_at }) => uploaded_at <= upTo.uploaded_at).map(({ id }) => id),
  )
  return {
    ...state,
    lastReadTimestamp: upTo.uploaded_at,
    readMessageIds: state.readMessageIds.filter((id) => !covered.has(id)),
  }
}

const SEEN_SHARE = 0.6

/** Whether enough of a row is in view: over 60 % of it, or of the pane when the row is taller. */
export function isSeen(visiblePx: number, heightPx: number, paneHeightPx: number): boolean {
  return visiblePx > Math.min(heightPx, paneHeightPx) * SEEN_SHARE
}
