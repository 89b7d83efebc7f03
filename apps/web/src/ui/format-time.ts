import { lazily } from '@flockwork/contract/lazily'
import { strings } from '../strings.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const WEEK_DAYS = 7

const LOCALE = 'en-GB'
const weekday = lazily(() => new Intl.DateTimeFormat(LOCALE, { weekday: 'short' }))
const dayAndMonth = lazily(() => new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' }))
const dayMonthAndYear = lazily(
  () => new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' }),
)
const whole = lazily(() => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'short' }))
const wholeDay = lazily(
  () => new Intl.DateTimeFormat(LOCALE, { weekday: 'long', day: 'numeric', month: 'long' }),
)

/** "9:41", in the reader's time zone. */
export function clockTime(at: Date): string {
  return `${at.getHours()}:${String(at.getMinutes()).padStart(2, '0')}`
}

/** Calendar days between two times; 0 is the same day. */
function daysBefore(now: Date, at: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(now) - midnight(at)) / (24 * HOUR_MS))
}

/**
 * "now", "4 min", "9:41" today, "Tue 9:41" in the last week, "12 Nov" older, "12 Nov 2025" in another year. For future
 * times: `dueTime`.
 */
export function relativeTime(at: Date, now: Date): string {
  const ageMs = now.getTime() - at.getTime()
  if (ageMs < MINUTE_MS) return strings.time.now
  if (ageMs < HOUR_MS) return strings.time.minutes(Math.floor(ageMs / MINUTE_MS))

  const days = daysBefore(now, at)
  if (days === 0) return clockTime(at)
  if (days < WEEK_DAYS) return `${weekday().format(at)} ${clockTime(at)}`
  if (at.getFullYear() === now.getFullYear()) return dayAndMonth().format(at)
  return dayMonthAndYear().format(at)
}

/** The full date and time, for a title. */
export function fullTime(at: Date): string {
  return whole().format(at)
}

/** "21 Nov 2026" */
export function fullDay(at: Date): string {
  return dayMonthAndYear().format(at)
}

/** The label of a day separator: "Today", "Yesterday", "Tuesday 17 November". */
export function dayName(at: Date, now: Date): string {
  const days = daysBefore(now, at)
  if (days === 0) return strings.time.today
  if (days === 1) return strings.time.yesterday
  return at.getFullYear() === now.getFullYear() ? wholeDay().format(at) : dayMonthAndYear().format(at)
}
