import { expect, test } from 'vitest'
import { durationWords } from './durations.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.for([
  { ms: 0, words: 'now' },
  { ms: MINUTE - 1, words: 'now' },
  { ms: 12 * MINUTE, words: '12 min' },
  { ms: HOUR, words: '1 h' },
  { ms: 29 * HOUR, words: '29 h' },
  { ms: 36 * HOUR, words: '1 d' },
  { ms: 4.9 * DAY, words: '4 d' },
  { ms: 100 * DAY, words: '3 mo' },
])('$ms ms read $words', ({ ms, words }) => {
  expect(durationWords(ms)).toBe(words)
})
