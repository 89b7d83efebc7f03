/** When the feed moves by itself, and when it only counts (docs/rules/interface.md#following). */
import type { Message } from '@flockwork/contract/messages'

/** So close to the end nothing is hidden: the counter clears. */
export const AT_BOTTOM_PX = 30
const ZONE_MIN_PX = 600
const ZONE_SHARE = 0.6
const SCROLLED_UP_REST_MS = 2000

export interface Reading {
  /** From the lower edge of the pane to the end of the list, before anything was added. */
  distancePx: number
  paneHeightPx: number
  /** When the reader last scrolled upwards; null for never. Same clock as `now`, in milliseconds. */
  scrolledUpAt: number | null
  now: number
  hasSelection: boolean
}

/** How many messages of others, replies too, come after a number of the space's sequence. */
export function arrivedAfter(seq: number, messages: readonly Message[], viewerId: string): number {
  return messages.filter((message) => message.seq > seq && message.author_id !== viewerId).length
}

/** How near the end still is the end's neighbourhood. */
export function followZonePx(paneHeightPx: number): number {
  return Math.max(ZONE_MIN_PX, paneHeightPx * ZONE_SHARE)
}

/** Whether new messages scroll into view; otherwise only the counter moves. */
export function shouldFollow(reading: Reading): boolean {
  const { distancePx, paneHeightPx, scrolledUpAt, now, hasSelection } = reading
  if (hasSelection) return false
  if (scrolledUpAt !== null && now - scrolledUpAt < SCROLLED_UP_REST_MS) return false
  return distancePx <= followZonePx(paneHeightPx)
}
