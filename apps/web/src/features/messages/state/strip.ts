import type { Connection } from '../../../realtime/connection.ts'

/** A stream that is back sooner is nobody's concern. */
export const RECONNECTING_AFTER_MS = 5000

export type Strip = 'offline' | 'reconnecting' | 'slow'

/** Whether news should be coming and doesn't. A space that isn't ours has no news for us. */
export function isAway({ status, isForbidden }: Connection): boolean {
  return (status === 'connecting' || status === 'error') && !isForbidden
}

interface Facts {
  isOnline: boolean
  /** The stream has been away for 5 s or longer. */
  isLongAway: boolean
  isSlow: boolean
}

/** The one line over the feed, the gravest first; null when all is well. */
export function stripOf({ isOnline, isLongAway, isSlow }: Facts): Strip | null {
  if (!isOnline) return 'offline'
  if (isLongAway) return 'reconnecting'
  return isSlow ? 'slow' : null
}
