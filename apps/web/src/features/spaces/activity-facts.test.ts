import { expect, test } from 'vitest'
import { compactNumber, shownStreak, shownTotal, timeAgo } from './activity-facts.ts'

const NOW = Date.parse('2026-11-23T12:00:00.000Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const before = (ms: number) => new Date(NOW - ms).toISOString()

test.for([
  { ago: -5 * SECOND, is: 'Just now' },
  { ago: 0, is: 'Just now' },
  { ago: MINUTE - 1, is: 'Just now' },
  { ago: MINUTE, is: '1 minute ago' },
  { ago: HOUR - 1, is: '59 minutes ago' },
  { ago: HOUR, is: '1 hour ago' },
  { ago: DAY - 1, is: '23 hours ago' },
  { ago: DAY, is: 'Yesterday' },
  { ago: 2 * DAY - 1, is: 'Yesterday' },
  { ago: 2 * DAY, is: '2 days ago' },
  { ago: 7 * DAY - 1, is: '6 days ago' },
  { ago: 7 * DAY, is: '1 week ago' },
  { ago: 14 * DAY, is: '2 weeks ago' },
  { ago: 30 * DAY, is: '4 weeks ago' },
  { ago: 30 * DAY + 1, is: 'Over a month ago' },
  { ago: 400 * DAY, is: 'Over a month ago' },
])('$ago ms ago is “$is”', ({ ago, is }) => {
  expect(timeAgo(before(ago), NOW)).toBe(is)
})

test.for([
  { count: 0, is: '0' },
  { count: 999, is: '999' },
  { count: 1000, is: '1K' },
  { count: 1049, is: '1K' },
  { count: 1999, is: '1.9K' },
  { count: 12_345, is: '12.3K' },
  { count: 999_999, is: '999.9K' },
  { count: 1_000_000, is: '1M' },
])('$count is shown as $is', ({ count, is }) => {
  expect(compactNumber(count)).toBe(is)
})

test('a streak shows from 3 days, a total from over 100 messages', () => {
  expect([2, 3].map((streak_days_active) => shownStreak({ streak_days_active }))).toEqual([null, 3])
  expect([100, 101].map((messages_total) => shownTotal({ messages_total }))).toEqual([null, 101])
})
