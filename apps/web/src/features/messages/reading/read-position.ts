/** Up to where a space was read, as this browser can tell it (docs/rules/deliveries.md#read-position): pure. */
import type { Message } from '@flockwork/contract/messages'
import type { FeedState } from '../state/feed-state.ts'
import { readUpTo } from '../state/feed-view.ts'
import { NEVER } from './reading.ts'

/**
 * The newest message before which nothing is unread; null while that isn't known: before the messages are there, in
 * a space seen for the first time, and when between the last read time and the first message held may stand others,
 * which nobody has read.
 */
export function positionOf(
  feed: FeedState,
  isRead: (message: Message) => boolean,
  lastReadTimestamp: string | null,
): Message | null {
  // of what the last page kept nobody knows yet what lies behind it
  if (!feed.isLoaded || feed.isCached || lastReadTimestamp === null) return null
  const first = feed.byId.get(feed.order[0] ?? '')
  if (feed.hasOlder && (first?.uploaded_at ?? '') > lastReadTimestamp) return null
  return readUpTo(feed, isRead)
}

/**
 * The last read time of a space that this browser shows for the first time: its end, since all of it is history. But
 * where something is addressed to the viewer that no browser of theirs has shown, reading begins there.
 *
 * @param waiting what the inbox holds of the space and nobody has seen
 */
export function firstReadTime(
  held: readonly Message[],
  waiting: readonly Pick<Message, 'uploaded_at'>[],
): string {
  const [oldest] = waiting.map(({ uploaded_at }) => uploaded_at).toSorted()
  if (oldest !== undefined) return new Date(Date.parse(oldest) - 1).toISOString()
  return held.at(-1)?.uploaded_at ?? NEVER
}
