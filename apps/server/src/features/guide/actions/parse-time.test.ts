import { expect, test } from 'vitest'
import { formatTime, parseTime } from './parse-time.ts'

/** A Wednesday. */
const NOW = Date.UTC(2026, 2, 4, 12, 0)

test.for([
  { says: 'in 20 minutes call bob', at: '2026-03-04 12:20', rest: 'call bob' },
  { says: 'in 20min', at: '2026-03-04 12:20', rest: '' },
  { says: 'to stretch in an hour', at: '2026-03-04 13:00', rest: 'to stretch' },
  { says: 'in half an hour', at: '2026-03-04 12:30', rest: '' },
  { says: 'in 2 days.', at: '2026-03-06 12:00', rest: '' },
  { says: 'in 1 week to water plants', at: '2026-03-11 12:00', rest: 'to water plants' },
  { says: 'tomorrow at 9 to call the bank', at: '2026-03-05 09:00', rest: 'to call the bank' },
  { says: 'to call the bank tomorrow at 9', at: '2026-03-05 09:00', rest: 'to call the bank' },
  { says: 'at 9 tomorrow', at: '2026-03-05 09:00', rest: '' },
  { says: 'Tomorrow', at: '2026-03-05 09:00', rest: '' },
  { says: 'tomorrow 9', at: '2026-03-05 09:00', rest: '' },
  { says: 'tomorrow 9 pm UTC go', at: '2026-03-05 21:00', rest: 'go' },
  { says: 'on friday at 14:30', at: '2026-03-06 14:30', rest: '' },
  { says: 'next wed', at: '2026-03-11 09:00', rest: '' },
  { says: 'tonight', at: '2026-03-04 20:00', rest: '' },
  { says: 'tonight at 11pm', at: '2026-03-04 23:00', rest: '' },
  { says: 'at 15:00', at: '2026-03-04 15:00', rest: '' },
  { says: 'at 9', at: '2026-03-05 09:00', rest: '' },
  { says: 'at noon tomorrow', at: '2026-03-05 12:00', rest: '' },
  { says: '2027-01-31 8:00 pay', at: '2027-01-31 08:00', rest: 'pay' },
  { says: 'buy 9 apples tomorrow', at: '2026-03-05 09:00', rest: 'buy 9 apples' },
  { says: 'today at 9', at: '2026-03-04 09:00', rest: '' },
  { says: 'yesterday', at: '2026-03-03 09:00', rest: '' },
  { says: '5 minutes ago', at: '2026-03-04 11:55', rest: '' },
])('"$says" means $at', ({ says, at, rest }) => {
  expect(parseTime(says, NOW)).toEqual({ at: Date.parse(`${at.replace(' ', 'T')}:00Z`), rest })
})

test.for([
  '',
  'to call bob',
  'in',
  'in many minutes',
  'at 25',
  'at 9:75',
  '2026-02-31',
  'in 99999 days',
  'buy 9 apples',
])('"%s" names no time', (says) => {
  expect(parseTime(says, NOW)).toBeUndefined()
})

test('a text of any length is parsed fast', () => {
  const begun = performance.now()
  parseTime('in '.repeat(100_000), NOW)
  parseTime('9'.repeat(100_000), NOW)
  expect(performance.now() - begun).toBeLessThan(200)
})

test('a time is formatted with its day and time zone', () => {
  expect(formatTime(NOW)).toBe('Wed 2026-03-04 12:00 UTC')
})
