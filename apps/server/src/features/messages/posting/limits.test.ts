import { expect, test } from 'vitest'
import type { Post } from './batch.ts'
import { nextBatch } from './limits.ts'

/** Only the fields that decide which batch a post joins. */
const queued = (name: string, authorId: string, ...limitedBy: string[]) => ({
  name,
  post: { authorId, limitedBy } as unknown as Post,
})

test.for([
  {
    queue: [queued('a', 'ana'), queued('b', 'ana'), queued('c', 'bob')],
    batches: ['ab', 'c'],
    because: 'a batch is full, and what touches no limit rides in its order',
  },
  {
    queue: [queued('a', 'ana', 'x'), queued('b', 'ana', 'x'), queued('c', 'bob', 'x')],
    batches: ['ac', 'b'],
    because: 'each account has a count of its own',
  },
  {
    queue: [
      queued('a', 'ana', 'x'),
      queued('b', 'ana', 'x', 'y'),
      queued('c', 'ana', 'y'),
      queued('d', 'ana'),
    ],
    batches: ['ad', 'b', 'c'],
    because: 'nobody overtakes whoever waits for the same count',
  },
])('posts that count towards one limit are never in one batch: $because', ({ queue, batches }) => {
  const formed: string[] = []
  let left = queue
  while (left.length > 0) {
    const [batch, rest] = nextBatch(left, 2)
    formed.push(batch.map(({ name }) => name).join(''))
    left = rest
  }
  expect(formed).toEqual(batches)
})
