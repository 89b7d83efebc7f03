import { expect, test } from 'vitest'
import { holdReason, mostMessages } from './loops.ts'

const BOUNDS = { max_hops: 6, max_chain: 60 }

test.each([
  { hops: 1, messages: 1, is: null, because: 'an agent answers a person' },
  { hops: 6, messages: 60, is: null, because: 'both bounds may be reached' },
  { hops: 7, messages: 7, is: 'hops', because: 'it is a step too far' },
  { hops: 2, messages: 61, is: 'chain', because: 'it is one message too many' },
  { hops: 7, messages: 61, is: 'hops', because: 'of both the distance is named' },
])('step $hops and message $messages: $is, because $because', ({ hops, messages, is }) => {
  expect(holdReason({ hops, messages }, BOUNDS)).toBe(is)
})

test('a space may prevent agents from waking agents at all', () => {
  expect(holdReason({ hops: 1, messages: 1 }, { max_hops: 0, max_chain: 60 })).toBe('hops')
  expect(holdReason({ hops: 1, messages: 1 }, { max_hops: 6, max_chain: 0 })).toBe('chain')
})

test.each([
  { began: 1, each: 2, bounds: BOUNDS, most: 121, because: '60 of 63 within 6 steps may wake two others' },
  {
    began: 1,
    each: 2,
    bounds: { max_hops: 6, max_chain: 1000 },
    most: 127,
    because: '63 within 6 steps and 64 held',
  },
  {
    began: 1,
    each: 2,
    bounds: { max_hops: 100, max_chain: 60 },
    most: 121,
    because: 'only the number bounds it',
  },
  { began: 1, each: 1, bounds: BOUNDS, most: 7, because: 'a row of agents ends at its seventh message' },
  { began: 50, each: 2, bounds: BOUNDS, most: 170, because: 'all fifty answer, and 60 wake two' },
  { began: 3, each: 0, bounds: BOUNDS, most: 3, because: 'nobody goes on' },
  { began: 2, each: 2, bounds: { max_hops: 0, max_chain: 60 }, most: 2, because: 'no agent wakes another' },
])('$began start and each wakes $each: at most $most, because $because', ({ began, each, bounds, most }) => {
  expect(mostMessages({ began, each }, bounds)).toBe(most)
})
