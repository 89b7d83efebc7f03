import { expect, test } from 'vitest'
import { dayName, fullTime, relativeTime } from './format-time.ts'

const now = new Date(2026, 10, 21, 14, 30, 0)

test.for([
  { at: new Date(2026, 10, 21, 14, 29, 30), shown: 'now', because: 'it is under a minute old' },
  { at: new Date(2026, 10, 21, 14, 30, 20), shown: 'now', because: 'the clocks differ a little' },
  { at: new Date(2026, 10, 21, 14, 26, 0), shown: '4 min', because: 'it is under an hour old' },
  { at: new Date(2026, 10, 21, 13, 31, 0), shown: '59 min', because: 'it is just under an hour old' },
  { at: new Date(2026, 10, 21, 9, 41, 0), shown: '9:41', because: 'it was today' },
  { at: new Date(2026, 10, 21, 0, 5, 0), shown: '0:05', because: 'it was just after midnight' },
  { at: new Date(2026, 10, 17, 9, 41, 0), shown: 'Tue 9:41', because: 'it was this week' },
  { at: new Date(2026, 10, 15, 9, 41, 0), shown: 'Sun 9:41', because: 'six days ago is still this week' },
  {
    at: new Date(2026, 10, 14, 14, 0, 0),
    shown: '14 Nov',
    because: 'a week ago has the same weekday as today',
  },
  { at: new Date(2025, 10, 12, 9, 41, 0), shown: '12 Nov 2025', because: 'it was another year' },
])('a time reads $shown because $because', ({ at, shown }) => {
  expect(relativeTime(at, now)).toBe(shown)
})

test('late in the evening counts as yesterday, not as hours ago', () => {
  expect(relativeTime(new Date(2026, 10, 20, 23, 50), new Date(2026, 10, 21, 1, 0))).toBe('Fri 23:50')
})

test.for([
  { at: new Date(2026, 10, 21, 1, 0), shown: 'Today' },
  { at: new Date(2026, 10, 20, 23, 0), shown: 'Yesterday' },
  { at: new Date(2026, 10, 17, 9, 0), shown: 'Tuesday 17 November' },
  { at: new Date(2025, 10, 17, 9, 0), shown: '17 Nov 2025' },
])('a day between messages reads $shown', ({ at, shown }) => {
  expect(dayName(at, now)).toBe(shown)
})

test('the full time has the weekday, the date and the minute', () => {
  expect(fullTime(new Date(2026, 10, 17, 9, 41))).toMatch(/Tuesday.*17 November 2026.*09:41/)
})
