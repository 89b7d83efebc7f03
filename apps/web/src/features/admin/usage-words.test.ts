import { expect, test } from 'vitest'
import { describeUsage } from './usage-words.ts'

const used = { tokens: 2420, input_tokens: 2200, output_tokens: 220, microdollars: 4400, runs: 3 }

test.for([
  [used, '2,420 tokens · $0.0044 · 3 answers'],
  [{ ...used, runs: 1, microdollars: 500_000 }, '2,420 tokens · $0.50 · 1 answer'],
  [{ ...used, microdollars: null, runs: 0 }, '2,420 tokens'],
  [{ ...used, tokens: 0, microdollars: 0, runs: 0 }, '0 tokens · $0.00'],
] as const)('%o is described as %s', ([usage, words]) => {
  expect(describeUsage(usage)).toBe(words)
})
