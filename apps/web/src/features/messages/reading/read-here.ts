/** What was read on this device, compared with what the server knows (docs/rules/deliveries.md#read-position). */
import type { AppServices } from '../../../api/services.ts'
import { orderedMessages, type FeedState } from '../state/feed-state.ts'
import { feedOf } from '../state/feed-store.ts'
import { createReadTest, NEVER, withReadUpTo, type Read } from './reading.ts'

/**
 * How many messages that the server counts as unread have been read here: not reported yet, or after an unread one.
 * 0 until the first visit is settled.
 *
 * @param position the `seq` up to which the server knows the space to be read
 */
export function countReadAfter(feed: FeedState, read: Read, viewerId: string, position: number): number {
  if (read.lastReadTimestamp === null) return 0
  const isRead = createReadTest(read, viewerId)
  return orderedMessages(feed).filter(
    (message) =>
      message.seq > position &&
      message.author_id !== viewerId &&
      !message.is_task &&
      message.deleted_at === null &&
      isRead(message),
  ).length
}

/** The same of a space on this page. */
export function countReadHere(
  { spaceStates }: AppServices,
  userId: string,
  spaceId: string,
  position: number,
): number {
  return countReadAfter(feedOf(spaceId).state(), spaceStates.read(userId, spaceId), userId, position)
}

/** Adopts the read position of other devices, as reported by the server; on a first visit, also what is unread. */
export function adoptPosition(
  { spaceStates }: AppServices,
  userId: string,
  spaceId: string,
  position: number,
): void {
  const feed = feedOf(spaceId).state()
  // there may be a gap after the cached messages
  if (!feed.isLoaded || feed.isCached) return
  const messages = orderedMessages(feed)
  if (messages.length === 0) return
  const { lastReadTimestamp: before } = spaceStates.read(userId, spaceId)
  const upTo = messages.findLast(({ seq }) => seq <= position)
  if (upTo && upTo.uploaded_at > (before ?? '')) {
    spaceStates.update(userId, spaceId, (state) => withReadUpTo(state, upTo, messages))
  } else if (!upTo && before === null) {
    // the position is before the loaded messages, maybe a bootstrap's short page: nothing is read until it is loaded
    spaceStates.update(userId, spaceId, (state) => ({ ...state, lastReadTimestamp: NEVER }))
  }
}
