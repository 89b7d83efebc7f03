/** When the feed scrolls to new messages, and when it only counts them (docs/rules/interface.md#following). Pure. */
import type { Message } from '@flockwork/contract/messages'

/** Within this distance from the end, nothing is hidden: the counter is reset. */
export const AT_BOTTOM_PX = 30
const ZONE_MIN_PX = 600
const ZONE_SHARE = 0.6
const SCROLLED_UP_MS = 2000

export interface Reading {
  /** From the lower edge of the pane to the end of the list, before new rows. */
  distancePx: number
  paneHeightPx: number
  /** When the reader last scrolled up; null for never. Milliseconds of the same clock as `now`. */
  scrolledUpAt: number | null
  now: number
  hasSelection: boolean
}

/** How many messages of others, replies included, are after this seq. Announcements of tasks are never counted. */
export function arrivedAfter(seq: number, messages: readonly Message[], viewerId: string): number {
  const isArrival = (one: Message) => one.seq > seq && one.author_id !== viewerId && !one.is_task
  return messages.filter(isArrival).length
}

/** Within this distance from the end the feed follows. */
export function followZonePx(paneHeightPx: number): number {
  return Math.max(ZONE_MIN_PX, paneHeightPx * ZONE_SHARE)
}

/** Whether new messages scroll into view; otherwise only the counter moves. */
export function shouldFollow(reading: Reading): boolean {
  const { distancePx, paneHeightPx, scrolledUpAt, now, hasSelection } = reading
  if (hasSelection) return false
  if (scrolledUpAt !== null && now - scrolledUpAt < SCROLLED_UP_MS) return false
  return distancePx <= followZonePx(paneHeightPx)
}
