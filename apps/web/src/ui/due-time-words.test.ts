import { expect, test } from 'vitest'
import { dueTime } from './due-time-words.ts'

const now = new Date(2026, 10, 21, 14, 30, 0)

test.for([
  { at: new Date(2026, 10, 21, 15, 10, 0), shown: 'in 40 min', because: 'it is due within the hour' },
  { at: new Date(2026, 10, 21, 20, 56, 0), shown: '20:56', because: 'it is due today' },
  { at: new Date(2026, 10, 24, 9, 41, 0), shown: '24 Nov 2026 9:41', because: 'it is due later' },
  { at: new Date(2026, 10, 21, 14, 30, 20), shown: 'now', because: 'it is due in this minute' },
  { at: new Date(2026, 10, 21, 9, 41, 0), shown: '9:41', because: 'it was due today' },
  { at: new Date(2026, 10, 17, 9, 41, 0), shown: 'Tue 9:41', because: 'it was due this week' },
])('what is due reads $shown because $because', ({ at, shown }) => {
  expect(dueTime(at, now)).toBe(shown)
})
