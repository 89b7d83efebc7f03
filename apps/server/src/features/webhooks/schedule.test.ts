import { WEBHOOK_OFF_AFTER_MS, WEBHOOK_RETRY_S } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { holdS, isOver, retryAfterSecondsOf, retryInS } from './schedule.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')
const DAY_S = 86_400

test.for([
  { attempts: 1, retryAfterS: undefined, random: 0, is: 5, because: 'the first retry is soon' },
  { attempts: 1, retryAfterS: undefined, random: 1, is: 5.5, because: 'they spread by a tenth' },
  { attempts: 4, retryAfterS: undefined, random: 0, is: 600, because: 'waits grow' },
  { attempts: 10, retryAfterS: undefined, random: 0, is: 28_800, because: 'the last wait' },
  { attempts: 11, retryAfterS: undefined, random: 0, is: undefined, because: 'the eleventh was the last' },
  { attempts: 1, retryAfterS: 120, random: 0, is: 120, because: 'the receiver asks for more' },
  { attempts: 4, retryAfterS: 1, random: 0, is: 600, because: 'the receiver asks for less' },
  { attempts: 1, retryAfterS: 9 * DAY_S, random: 0, is: DAY_S, because: 'it asks for more than a day' },
])(
  'the delay after $attempts attempts is $is s, because $because',
  ({ attempts, retryAfterS, random, is }) => {
    expect(retryInS(attempts, retryAfterS, random)).toBe(is)
  },
)

test('all attempts are within a day', () => {
  const total = WEBHOOK_RETRY_S.reduce((sum, seconds) => sum + seconds, 0)
  expect(total).toBeGreaterThan(0.9 * DAY_S)
  expect(total).toBeLessThan(DAY_S)
})

test.for([
  { failures: 1, retryAfterS: undefined, is: 5, because: 'it may have been a moment' },
  { failures: 4, retryAfterS: undefined, is: 300, because: 'its return is to be noticed' },
  { failures: 99, retryAfterS: undefined, is: 300, because: 'its return is to be noticed' },
  { failures: 1, retryAfterS: 3600, is: 3600, because: 'it asks for that' },
])(
  'a receiver is left alone for $is s after $failures failures, because $because',
  ({ failures, retryAfterS, is }) => {
    expect(holdS(failures, retryAfterS)).toBe(is)
  },
)

test.for([
  { ago: WEBHOOK_OFF_AFTER_MS, failures: 10, is: true, because: 'nothing worked for three days' },
  { ago: WEBHOOK_OFF_AFTER_MS - 1, failures: 99, is: false, because: 'the three days are not over' },
  { ago: WEBHOOK_OFF_AFTER_MS, failures: 9, is: false, because: 'it was hardly tried' },
])('switched off: $is, because $because', ({ ago, failures, is }) => {
  expect(isOver(NOW - ago, failures, NOW)).toBe(is)
})

test.for([
  ['120', 120],
  [' 7 ', 7],
  ['Mon, 01 Jun 2026 12:01:30 GMT', 90],
  ['Mon, 01 Jun 2026 11:00:00 GMT', 0],
  ['-1', undefined],
  ['1.5', undefined],
  ['99999999999', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
] as const)('Retry-After %j is %j s', ([header, seconds]) => {
  expect(retryAfterSecondsOf(header, NOW)).toBe(seconds)
})
