import { expect, test } from 'vitest'
import { createBatch } from './batch.ts'
import { entryOf } from './ring.ts'
import { storedEvent } from './test-events.ts'

/** One event for everyone, with deliveries to Ana and Bob, then one for Ana only, and one for Bob only. */
const BATCH = createBatch(
  [
    storedEvent(1, { recipients: ['ana', 'bob'] }),
    storedEvent(2, { name: 'mention', audience: 'ana', recipients: ['ana', 'cleo'] }),
    storedEvent(3, { name: 'mention', audience: 'bob', recipients: ['bob'] }),
  ].map(entryOf),
  3,
)

const idsOf = (bytes: Buffer | undefined) =>
  [...(bytes?.toString() ?? '').matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))

test.for([
  { who: 'ana', gets: [1, 2], deliveries: [1, 2], because: 'two of them address her' },
  { who: 'bob', gets: [1, 3], deliveries: [1, 3], because: 'two of them address him' },
  { who: 'cleo', gets: [1], deliveries: [], because: 'what names her she does not get' },
  { who: 'dan', gets: [1], deliveries: [], because: 'none addresses him' },
])('$who gets $gets, with deliveries $deliveries: $because', ({ who, gets, deliveries }) => {
  expect(idsOf(BATCH.framesFor(who))).toEqual(gets)
  expect(BATCH.deliveriesTo(who).map(({ event }) => event.seq)).toEqual(deliveries)
})

test('a batch of events for somebody else is empty', () => {
  const batch = createBatch([entryOf(storedEvent(1, { audience: 'ana' }))], 1)
  expect(batch.framesFor('bob')).toBeUndefined()
  expect(idsOf(batch.framesFor('ana'))).toEqual([1])
})
