import type { Cap } from '@flockwork/contract/budgets'
import { expect, test } from 'vitest'
import { capExceeded, costOf, describeCap, estimatedTokens, isUsedUp } from './rules.ts'

const PRICE = { input: 0.15, output: 2 }

test.for([
  ['nothing costs nothing', { input: 0, output: 0 }, PRICE, 0],
  ['a million tokens cost what the list says', { input: 1_000_000, output: 0 }, PRICE, 150_000],
  ['output has a price of its own', { input: 0, output: 1_000_000 }, PRICE, 2_000_000],
  ['a part of a millionth counts as one', { input: 1, output: 0 }, PRICE, 1],
  ['without a price nothing is known', { input: 5, output: 5 }, null, null],
] as const)('%s', ([, tokens, price, cost]) => {
  expect(costOf(tokens, price)).toBe(cost)
})

test.for([
  [0, 0],
  [1, 1],
  [3, 1],
  [4, 2],
] as const)('%d characters are taken for %d tokens', ([chars, tokens]) => {
  expect(estimatedTokens(chars)).toBe(tokens)
})

const cap = (unit: Cap['unit'], span: Cap['span'], amount: number): Cap => ({ unit, span, amount })
const spent = (tokens: number, microdollars: number, totalTokens = tokens, totalCost = microdollars) => ({
  day: { tokens, microdollars },
  total: { tokens: totalTokens, microdollars: totalCost },
})

test.for([
  ['no cap lets everything through', [], spent(1e12, 1e12), true, undefined],
  ['exactly the cap is within it', [cap('tokens', 'day', 100)], spent(100, 0), true, undefined],
  ['one more is not', [cap('tokens', 'day', 100)], spent(101, 0), true, 0],
  ['a cap of nothing lets nothing through', [cap('tokens', 'day', 0)], spent(1, 0), true, 0],
  [
    'what was spent before counts for the total alone',
    [cap('tokens', 'day', 100)],
    spent(50, 0, 900),
    true,
    undefined,
  ],
  ['and for the total it does', [cap('tokens', 'total', 100)], spent(50, 0, 900), true, 0],
  [
    'dollars are counted apart from tokens',
    [cap('microdollars', 'day', 10)],
    spent(900, 10),
    true,
    undefined,
  ],
  [
    'the first that is reached is named',
    [cap('tokens', 'day', 900), cap('microdollars', 'total', 10)],
    spent(1, 11),
    true,
    1,
  ],
  [
    'a cap in dollars lets nothing through without a price',
    [cap('microdollars', 'day', 900)],
    spent(1, 0),
    false,
    0,
  ],
  ['a cap in tokens needs none', [cap('tokens', 'day', 900)], spent(1, 0), false, undefined],
] as const)('%s', ([, caps, already, isPriced, nth]) => {
  expect(capExceeded(caps, already, isPriced)).toBe(nth === undefined ? undefined : caps[nth])
})

test('a cap is used up when nothing of it is left', () => {
  expect(isUsedUp([cap('tokens', 'day', 100)], spent(99, 0))).toBe(false)
  expect(isUsedUp([cap('tokens', 'day', 100)], spent(100, 0))).toBe(true)
  expect(isUsedUp([], spent(100, 0))).toBe(false)
})

test('a cap is described as people write it', () => {
  expect(describeCap(cap('microdollars', 'day', 500_000))).toBe('$0.50 a day')
  expect(describeCap(cap('microdollars', 'total', 500))).toBe('$0.0005 in all')
  expect(describeCap(cap('tokens', 'total', 20_000))).toBe('20,000 tokens in all')
})
