import { expect, test } from 'vitest'
import type { Batch } from './batch.ts'
import { fanOutEphemeral, fanOutSoon, type Audience, type Subscription } from './fan-out.ts'
import { createRing } from './ring.ts'
import { storedEvent } from './test-events.ts'

/** More subscribers than a slice. */
const MANY = 1200

interface Reader {
  readonly subscription: Subscription
  readonly seqs: number[]
  readonly ephemeral: string[]
  gaps: number
  onReceive: (batch: Batch) => void
}

function begin(head = 0) {
  const audience: Audience = { ring: createRing(head), subscriptions: new Set(), isFanningOut: false }
  const subscribe = (cursor: number | undefined = head): Reader => {
    const reader: Reader = {
      subscription: {
        cursor,
        subscriber: {
          receive(batch) {
            reader.seqs.push(...batch.entries.map(({ event }) => event.seq))
            reader.onReceive(batch)
          },
          receiveEphemeral: (frame) => reader.ephemeral.push(frame.toString()),
          onGap: () => (reader.gaps += 1),
        },
      },
      seqs: [],
      ephemeral: [],
      gaps: 0,
      onReceive: () => {},
    }
    audience.subscriptions.add(reader.subscription)
    return reader
  }
  const push = (...seqs: number[]) => {
    for (const seq of seqs) audience.ring.push(storedEvent(seq))
    fanOutSoon(audience)
  }
  return { audience, subscribe, push }
}

/** Resolves when the fan-out is done, whose slices run in later turns of the event loop. */
async function done(audience: Audience): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve))
  while (audience.isFanningOut)
}

test('every reader gets each event once and in order, also one that arrives during the fan-out', async () => {
  const { audience, subscribe, push } = begin()
  const readers = Array.from({ length: MANY }, () => subscribe())
  const [first] = readers
  if (first === undefined) throw new Error('Nobody reads')
  first.onReceive = ({ head }) => {
    if (head === 2) push(3)
  }

  push(1, 2)
  await done(audience)

  expect(readers.filter(({ seqs }) => seqs.join() !== '1,2,3')).toEqual([])
})

test('a reader gets the events after its own cursor', async () => {
  const { audience, subscribe, push } = begin(10)
  push(11, 12)
  const [behind, upToDate] = [subscribe(11), subscribe(12)]

  fanOutSoon(audience)
  await done(audience)
  push(13)
  await done(audience)

  expect([behind.seqs, upToDate.seqs]).toEqual([[12, 13], [13]])
})

test('a reader that unsubscribes during the fan-out gets nothing more', async () => {
  const { audience, subscribe, push } = begin()
  const [first] = Array.from({ length: MANY }, () => subscribe())
  const last = subscribe()
  if (first === undefined) throw new Error('Nobody reads')
  first.onReceive = () => audience.subscriptions.delete(last.subscription)

  push(1)
  await done(audience)

  expect(last.seqs).toEqual([])
})

test('a reader that is not live yet gets neither stored nor ephemeral events', async () => {
  const { audience, subscribe, push } = begin()
  const [live, waiting] = [subscribe(), subscribe()]
  waiting.subscription.cursor = undefined

  push(1)
  fanOutEphemeral(audience, Buffer.from('working'))
  await done(audience)

  expect([live.seqs, live.ephemeral]).toEqual([[1], ['working']])
  expect([waiting.seqs, waiting.ephemeral]).toEqual([[], []])
})

test('an ephemeral event about a private agent is only for its owner', async () => {
  const { audience, subscribe } = begin()
  const [owner, other] = [subscribe(), subscribe()]
  Object.assign(owner.subscription.subscriber, { viewerId: 'ana' })
  Object.assign(other.subscription.subscriber, { viewerId: 'bob' })

  fanOutEphemeral(audience, Buffer.from('working'), 'ana')
  await done(audience)

  expect([owner.ephemeral, other.ephemeral]).toEqual([['working'], []])
})

test('a reader that fell behind the ring is notified of the gap once, and gets no more', async () => {
  const { audience, subscribe, push } = begin(10)
  const [behind, upToDate] = [subscribe(8), subscribe(10)]

  push(11)
  await done(audience)
  push(12)
  await done(audience)

  expect([behind.gaps, behind.seqs]).toEqual([1, []])
  expect([upToDate.gaps, upToDate.seqs]).toEqual([0, [11, 12]])
})
