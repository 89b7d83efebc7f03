import { expect, test } from 'vitest'
import { pause, waitMs } from './backoff.ts'

const backoff = { firstMs: 1000, maxMs: 30_000 }

test.for([
  { failures: 1, random: 0, ms: 500, because: 'half of the first wait is the least' },
  { failures: 1, random: 1, ms: 1000, because: 'the first wait is the most' },
  { failures: 3, random: 1, ms: 4000, because: 'it doubles with each failure' },
  { failures: 3, random: 0.5, ms: 3000, because: 'chance spreads the comers' },
  { failures: 6, random: 1, ms: 30_000, because: 'it stops growing' },
  { failures: 10_000, random: 1, ms: 30_000, because: 'a night without a server is no overflow' },
])('after $failures failures $ms ms because $because', ({ failures, random, ms }) => {
  expect(waitMs(backoff, failures, random)).toBe(ms)
})

test('a pause ends with its signal', async () => {
  const stop = new AbortController()
  const paused = pause(3_600_000, stop.signal)
  stop.abort()
  await paused
})
