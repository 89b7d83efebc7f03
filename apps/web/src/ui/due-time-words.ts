import { dueTimes as words } from '../strings/due-times.ts'
import { clockTime, fullDay, relativeTime } from './format-time.ts'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60

/** "in 4 min", "9:41" today, "12 Nov 2026 9:41" later; past times are formatted as elsewhere. */
export function dueTime(at: Date, now: Date): string {
  const minutes = Math.ceil((at.getTime() - now.getTime()) / MINUTE_MS)
  if (minutes <= 1) return relativeTime(at, now)
  if (minutes < HOUR_MINUTES) return words.inMinutes(minutes)
  // a weekday would read as the past one
  return at.toDateString() === now.toDateString() ? clockTime(at) : `${fullDay(at)} ${clockTime(at)}`
}
