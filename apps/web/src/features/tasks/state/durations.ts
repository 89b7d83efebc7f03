import { taskDurations as words } from '../../../strings/tasks.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Up to here the unit is hours instead of days. */
const HOURS_MAX = 36
const DAYS_MAX = 90

/** "12 min", "29 h", "4 d": a duration in one unit. */
export function durationWords(ms: number): string {
  if (ms < MINUTE_MS) return words.now
  if (ms < HOUR_MS) return words.minutes(Math.floor(ms / MINUTE_MS))
  const hours = Math.floor(ms / HOUR_MS)
  if (hours < HOURS_MAX) return words.hours(hours)
  const days = Math.floor(ms / DAY_MS)
  return days < DAYS_MAX ? words.days(days) : words.months(Math.floor(days / 30))
}
