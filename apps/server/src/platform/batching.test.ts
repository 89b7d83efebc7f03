import { expect, test } from 'vitest'
import { batchCalls } from './batching.ts'

/** A query that the test answers. */
function manualQuery() {
  const queries: { keys: readonly string[]; answer: () => void; fail: (error: Error) => void }[] = []
  const query = (keys: readonly string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
    queries.push({ keys, answer: () => resolve(keys.map((key) => key.toUpperCase())), fail: reject })
    return promise
  }
  return { queries, query }
}

const keysOf = ({ queries }: ReturnType<typeof manualQuery>) => queries.map(({ keys }) => keys)

test('calls that arrive during a query are batched into the next', async () => {
  const manual = manualQuery()
  const find = batchCalls(3, manual.query)

  const first = find('a')
  const rest = Promise.all(['b', 'c', 'd', 'b'].map(find))
  expect(keysOf(manual)).toEqual([['a']])
  manual.queries[0]?.answer()
  expect(await first).toBe('A')
  expect(keysOf(manual)).toEqual([['a'], ['b', 'c', 'd']])
  manual.queries[1]?.answer()
  await expect.poll(() => keysOf(manual)).toHaveLength(3)
  manual.queries[2]?.answer()
  expect(await rest).toEqual(['B', 'C', 'D', 'B'])

  // nothing is cached
  const again = find('a')
  expect(keysOf(manual)).toEqual([['a'], ['b', 'c', 'd'], ['b'], ['a']])
  manual.queries[3]?.answer()
  expect(await again).toBe('A')
})

test('when the database is unreachable every waiting call is rejected, and no later one', async () => {
  const manual = manualQuery()
  const find = batchCalls(2, manual.query)

  const failed = Promise.allSettled(['a', 'b', 'c', 'd'].map(find))
  manual.queries[0]?.fail(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  expect(keysOf(manual)).toEqual([['a']])

  const later = find('e')
  manual.queries[1]?.answer()
  expect(await later).toBe('E')
})

test('another failure rejects its own callers, and the rest are queried', async () => {
  const manual = manualQuery()
  const find = batchCalls(2, manual.query)

  const first = Promise.allSettled([find('a')])
  const rest = Promise.all(['b', 'c'].map(find))
  manual.queries[0]?.fail(new Error('no such thing'))
  expect((await first).map(({ status }) => status)).toEqual(['rejected'])
  expect(keysOf(manual)).toEqual([['a'], ['b', 'c']])
  manual.queries[1]?.answer()
  expect(await rest).toEqual(['B', 'C'])
})

test('after a large batch, a small one waits for more callers', async () => {
  const sizes: number[] = []
  const double = batchCalls(
    100,
    async (keys: readonly number[]) => {
      sizes.push(keys.length)
      // like a query, this takes a turn of the event loop
      await new Promise((resolve) => setImmediate(resolve))
      return keys.map((key) => key * 2)
    },
    { waitsForMany: true },
  )
  const race = async (key: number) => {
    expect(await double(key)).toBe(key * 2)
    // some call again sooner than others
    if (key % 2 === 0) await new Promise((resolve) => setImmediate(resolve))
    return double(key)
  }

  await Promise.all(Array.from({ length: 10 }, (_, key) => race(key)))

  // the first call goes alone, the rest as one batch, and so do their next calls
  expect(sizes.slice(0, 2)).toEqual([1, 9])
  expect(sizes.slice(2).every((size) => size > 1)).toBe(true)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20)
})
