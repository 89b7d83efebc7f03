import type { Connection } from '../../../realtime/connection.ts'

/** Shorter interruptions of the stream aren't shown. */
export const RECONNECTING_AFTER_MS = 5000

export type Strip = 'offline' | 'reconnecting' | 'slow'

/** Whether the stream should be connected and isn't. In a space that the user may not read there is no stream. */
export function isAway({ status, isForbidden }: Connection): boolean {
  return (status === 'connecting' || status === 'error') && !isForbidden
}

interface Facts {
  isOnline: boolean
  /** The stream has been away for 5 s or longer. */
  isLongAway: boolean
  isSlow: boolean
}

/** The strip to show above the feed, by priority; null if all is well. */
export function stripOf({ isOnline, isLongAway, isSlow }: Facts): Strip | null {
  if (!isOnline) return 'offline'
  if (isLongAway) return 'reconnecting'
  return isSlow ? 'slow' : null
}
