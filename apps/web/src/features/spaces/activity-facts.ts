/** How a space's activity is displayed (docs/rules/spaces.md#activity). Pure. */
import type { Activity } from '@flockwork/contract/spaces'
import { spaceActivity as words } from '../../strings/space-activity.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const WEEK_DAYS = 7
const MONTH_DAYS = 30

const COMPACT_FROM = 1000
const STREAK_FROM_DAYS = 3
const TOTAL_FROM = 100

/** The days of a streak that is long enough to show; otherwise null. */
export function shownStreak({ streak_days_active: days }: Pick<Activity, 'streak_days_active'>) {
  return days >= STREAK_FROM_DAYS ? days : null
}

/** The total of messages, once it is over 100; null before. */
export function shownTotal({ messages_total: total }: Pick<Activity, 'messages_total'>) {
  return total > TOTAL_FROM ? total : null
}

const compact = new Intl.NumberFormat('en', {
  notation: 'compact',
  maximumFractionDigits: 1,
  roundingMode: 'floor',
})

/** "999", "1K", "1.2K", "3.4M": always rounded down. */
export function compactNumber(count: number): string {
  return count < COMPACT_FROM ? String(count) : compact.format(count)
}

/** "Just now", minutes, hours, "Yesterday", days, weeks, and after 30 days "Over a month ago". */
export function timeAgo(at: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(at)
  if (ageMs < MINUTE_MS) return words.justNow
  if (ageMs < HOUR_MS) return words.minutesAgo(Math.floor(ageMs / MINUTE_MS))
  if (ageMs < DAY_MS) return words.hoursAgo(Math.floor(ageMs / HOUR_MS))
  const days = Math.floor(ageMs / DAY_MS)
  if (days === 1) return words.yesterday
  if (days < WEEK_DAYS) return words.daysAgo(days)
  if (ageMs <= MONTH_DAYS * DAY_MS) return words.weeksAgo(Math.floor(days / WEEK_DAYS))
  return words.longAgo
}
