import { expect, test } from 'vitest'
import { inBatches } from './batching.ts'

/** A look-up whose answers are given by hand. */
function byHand() {
  const asked: { keys: readonly string[]; answer: () => void; fail: (error: Error) => void }[] = []
  const ask = (keys: readonly string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
    asked.push({ keys, answer: () => resolve(keys.map((key) => key.toUpperCase())), fail: reject })
    return promise
  }
  return { asked, ask }
}

const keysOf = ({ asked }: ReturnType<typeof byHand>) => asked.map(({ keys }) => keys)

test('what is asked while an answer is under way rides together in the next question', async () => {
  const hand = byHand()
  const find = inBatches(3, hand.ask)

  const first = find('a')
  const rest = Promise.all(['b', 'c', 'd', 'b'].map(find))
  expect(keysOf(hand)).toEqual([['a']])
  hand.asked[0]?.answer()
  expect(await first).toBe('A')
  expect(keysOf(hand)).toEqual([['a'], ['b', 'c', 'd']])
  hand.asked[1]?.answer()
  await expect.poll(() => keysOf(hand)).toHaveLength(3)
  hand.asked[2]?.answer()
  expect(await rest).toEqual(['B', 'C', 'D', 'B'])

  // nothing is kept
  const again = find('a')
  expect(keysOf(hand)).toEqual([['a'], ['b', 'c', 'd'], ['b'], ['a']])
  hand.asked[3]?.answer()
  expect(await again).toBe('A')
})

test('that the database is away is told to everyone who waits, and to nobody who asks later', async () => {
  const hand = byHand()
  const find = inBatches(2, hand.ask)

  const failed = Promise.allSettled(['a', 'b', 'c', 'd'].map(find))
  hand.asked[0]?.fail(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  expect(keysOf(hand)).toEqual([['a']])

  const later = find('e')
  hand.asked[1]?.answer()
  expect(await later).toBe('E')
})

test('another failure is told to those who asked, and the rest are asked for', async () => {
  const hand = byHand()
  const find = inBatches(2, hand.ask)

  const first = Promise.allSettled([find('a')])
  const rest = Promise.all(['b', 'c'].map(find))
  hand.asked[0]?.fail(new Error('no such thing'))
  expect((await first).map(({ status }) => status)).toEqual(['rejected'])
  expect(keysOf(hand)).toEqual([['a'], ['b', 'c']])
  hand.asked[1]?.answer()
  expect(await rest).toEqual(['B', 'C'])
})
