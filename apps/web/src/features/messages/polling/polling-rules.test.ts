import { describe, expect, test } from 'vitest'
import {
  budgetWaitMs,
  costOf,
  DEVELOPMENT,
  intervalMs,
  limitedMs,
  ofLastHour,
  PRODUCTION,
  rulesFor,
} from './polling-rules.ts'

const S = 1000
const MIN = 60 * S
const HOUR = 60 * MIN

describe('the wait after a poll', () => {
  test.for([
    { rules: PRODUCTION, quiet: 0, wait: 5 * S, because: 'something just happened' },
    { rules: PRODUCTION, quiet: MIN - 1, wait: 5 * S, because: 'a minute is not over' },
    { rules: PRODUCTION, quiet: MIN, wait: 15 * S, because: 'a minute is over' },
    { rules: PRODUCTION, quiet: 5 * MIN - 1, wait: 15 * S, because: '5 minutes are not over' },
    { rules: PRODUCTION, quiet: 5 * MIN, wait: MIN, because: '5 minutes are over' },
    { rules: PRODUCTION, quiet: 15 * MIN - 1, wait: MIN, because: '15 minutes are not over' },
    { rules: PRODUCTION, quiet: 15 * MIN, wait: 5 * MIN, because: '15 minutes are over' },
    { rules: DEVELOPMENT, quiet: 30 * S - 1, wait: 3 * S, because: 'half a minute is not over' },
    { rules: DEVELOPMENT, quiet: 30 * S, wait: 10 * S, because: 'half a minute is over' },
    { rules: DEVELOPMENT, quiet: 3 * MIN - 1, wait: 10 * S, because: '3 minutes are not over' },
    { rules: DEVELOPMENT, quiet: 3 * MIN, wait: 30 * S, because: '3 minutes are over' },
    { rules: DEVELOPMENT, quiet: 10 * MIN - 1, wait: 30 * S, because: '10 minutes are not over' },
    { rules: DEVELOPMENT, quiet: 10 * MIN, wait: 2 * MIN, because: '10 minutes are over' },
  ])('is $wait ms after $quiet quiet ones because $because', ({ rules, quiet, wait }) => {
    expect(intervalMs(rules, false, quiet)).toBe(wait)
  })

  test('is the longest one in a hidden tab, whatever happens', () => {
    expect(intervalMs(PRODUCTION, true, 0)).toBe(5 * MIN)
    expect(intervalMs(DEVELOPMENT, true, 0)).toBe(2 * MIN)
  })

  test.for([
    ['development', DEVELOPMENT],
    ['production', PRODUCTION],
    ['test', PRODUCTION],
    [null, PRODUCTION],
  ] as const)('on a server of the environment %s follows its rules', ([environment, rules]) => {
    expect(rulesFor(environment)).toBe(rules)
  })
})

/** So many requests, evenly `everyMs` apart, the last one at `until`. */
const requests = (count: number, everyMs: number, until: number) =>
  Array.from({ length: count }, (_, index) => until - (count - 1 - index) * everyMs)

describe('the budget', () => {
  test.for([
    { made: [], wait: 0, because: 'nothing was requested' },
    { made: requests(19, S, 0), wait: 0, because: '19 fit into a minute' },
    { made: requests(20, S, 0), wait: 41 * S, because: 'the first of 20 is 19 s old' },
    { made: requests(20, S, -41 * S + 1), wait: 1, because: 'the first of 20 leaves the minute in 1 ms' },
    { made: requests(20, S, -41 * S), wait: 0, because: 'the first of 20 has left the minute' },
    { made: requests(239, 10 * S, 0), wait: 0, because: '239 fit into an hour' },
    { made: requests(240, 10 * S, 0), wait: HOUR - 2390 * S, because: '240 are the whole hour' },
    {
      made: requests(240, 15 * S, -15 * S + 1),
      wait: 1,
      because: 'the first of 240 leaves the hour in 1 ms',
    },
    { made: requests(240, 15 * S, -15 * S), wait: 0, because: 'the first of 240 has left the hour' },
    { made: requests(300, S, HOUR), wait: 0, because: 'the clock was set back, and nothing is known' },
  ])('lets wait $wait ms because $because', ({ made, wait }) => {
    expect(budgetWaitMs(PRODUCTION, made, 0)).toBe(wait)
  })

  test('in development is 1200 an hour and 50 a minute', () => {
    expect(budgetWaitMs(DEVELOPMENT, requests(49, 100, 0), 0)).toBe(0)
    expect(budgetWaitMs(DEVELOPMENT, requests(50, 100, 0), 0)).toBe(MIN - 4900)
    expect(budgetWaitMs(DEVELOPMENT, requests(1199, 2900, 0), 0)).toBe(0)
    expect(budgetWaitMs(DEVELOPMENT, requests(1200, 2900, 0), 0)).toBe(HOUR - 1199 * 2900)
  })

  test('drops what is an hour old', () => {
    expect(ofLastHour([-HOUR, -HOUR + 1, 0, 1], 0)).toEqual([-HOUR + 1, 0])
  })

  test.for([
    [100, false],
    [101, true],
  ] as const)('%i requests an hour are worth a warning: %s', ([count, isHigh]) => {
    expect(costOf(count)).toEqual({ cost: count * 0.001, isHigh })
  })
})

test.for([
  { retryAfter: null, random: 0, wait: 30 * S, because: 'the server says nothing' },
  { retryAfter: null, random: 1, wait: 60 * S, because: 'the server says nothing' },
  { retryAfter: 29_999, random: 0, wait: 30 * S, because: 'it says less than 30 s' },
  { retryAfter: 30_001, random: 0, wait: 30_001, because: 'it says so' },
  { retryAfter: 59_999, random: 0, wait: 59_999, because: 'it says so' },
  { retryAfter: 60_001, random: 0, wait: 60 * S, because: 'it says more than 60 s' },
])('rate-limited, it waits $wait ms because $because', ({ retryAfter, random, wait }) => {
  expect(limitedMs(retryAfter, random)).toBe(wait)
})
