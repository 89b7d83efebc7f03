/** The read position of a space in this browser (docs/rules/deliveries.md#read-position). Pure. */
import type { Message } from '@flockwork/contract/messages'
import type { FeedState } from '../state/feed-state.ts'
import { readUpTo } from '../state/feed-view.ts'
import { NEVER } from './reading.ts'

/**
 * The newest message up to which everything is read; null while that is unknown: before messages are loaded, on a first
 * visit, and if there may be unread messages between the last read time and the first loaded message.
 */
export function positionOf(
  feed: FeedState,
  isRead: (message: Message) => boolean,
  lastReadTimestamp: string | null,
): Message | null {
  // there may be a gap after the cached messages
  if (!feed.isLoaded || feed.isCached || lastReadTimestamp === null) return null
  const first = feed.byId.get(feed.order[0] ?? '')
  if (feed.hasOlder && (first?.uploaded_at ?? '') > lastReadTimestamp) return null
  return readUpTo(feed, isRead)
}

/**
 * The last read time on a first visit: the end of the space, because all of it is history; but before the first message
 * that is unread in the inbox.
 *
 * @param unread messages of the space that are unread in the inbox
 */
export function firstReadTime(
  messages: readonly Message[],
  unread: readonly Pick<Message, 'uploaded_at'>[],
): string {
  const [oldest] = unread.map(({ uploaded_at }) => uploaded_at).toSorted()
  if (oldest !== undefined) return new Date(Date.parse(oldest) - 1).toISOString()
  return messages.at(-1)?.uploaded_at ?? NEVER
}
