import { expect, test } from 'vitest'
import type { Batch } from './batch.ts'
import { createRing } from './ring.ts'
import { passOn, serveSoon, type Place, type Served } from './fan-out.ts'
import { storedEvent } from './test-events.ts'

/** More than are served in one go. */
const MANY = 1200

interface Reader {
  readonly place: Place
  readonly seqs: number[]
  readonly passing: string[]
  losses: number
  onTake: (batch: Batch) => void
}

function begin(head = 0) {
  const channel: Served = { ring: createRing(head), places: new Set(), isServing: false }
  const join = (position: number | undefined = head): Reader => {
    const reader: Reader = {
      place: {
        position,
        follower: {
          take(batch) {
            reader.seqs.push(...batch.entries.map(({ event }) => event.seq))
            reader.onTake(batch)
          },
          hear: (frame) => reader.passing.push(frame.toString()),
          lose: () => (reader.losses += 1),
        },
      },
      seqs: [],
      passing: [],
      losses: 0,
      onTake: () => {},
    }
    channel.places.add(reader.place)
    return reader
  }
  const push = (...seqs: number[]) => {
    for (const seq of seqs) channel.ring.push(storedEvent(seq))
    serveSoon(channel)
  }
  return { channel, join, push }
}

/** Lets everything that was put off to the next turns of the loop happen. */
async function served({ isServing }: { isServing: () => boolean }): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve))
  while (isServing())
}

test('every reader gets each event once and in order, also one that came while many were served', async () => {
  const { channel, join, push } = begin()
  const readers = Array.from({ length: MANY }, () => join())
  const [first] = readers
  if (first === undefined) throw new Error('Nobody reads')
  first.onTake = ({ to }) => {
    if (to === 2) push(3)
  }

  push(1, 2)
  await served({ isServing: () => channel.isServing })

  expect(readers.filter(({ seqs }) => seqs.join() !== '1,2,3')).toEqual([])
})

test('a reader gets what comes after its own position', async () => {
  const { channel, join, push } = begin(10)
  push(11, 12)
  const [behind, upToDate] = [join(11), join(12)]

  serveSoon(channel)
  await served({ isServing: () => channel.isServing })
  push(13)
  await served({ isServing: () => channel.isServing })

  expect([behind.seqs, upToDate.seqs]).toEqual([[12, 13], [13]])
})

test('who leaves while others are served gets nothing more', async () => {
  const { channel, join, push } = begin()
  const [first] = Array.from({ length: MANY }, () => join())
  const last = join()
  if (first === undefined) throw new Error('Nobody reads')
  first.onTake = () => channel.places.delete(last.place)

  push(1)
  await served({ isServing: () => channel.isServing })

  expect(last.seqs).toEqual([])
})

test('who is not live yet gets nothing, neither events nor what passes', async () => {
  const { channel, join, push } = begin()
  const [live, waiting] = [join(), join()]
  waiting.place.position = undefined

  push(1)
  passOn(channel, Buffer.from('working'))
  await served({ isServing: () => channel.isServing })

  expect([live.seqs, live.passing]).toEqual([[1], ['working']])
  expect([waiting.seqs, waiting.passing]).toEqual([[], []])
})

test('a reader that fell behind what memory holds is told so once, and served no more', async () => {
  const { channel, join, push } = begin(10)
  const [behind, upToDate] = [join(8), join(10)]

  push(11)
  await served({ isServing: () => channel.isServing })
  push(12)
  await served({ isServing: () => channel.isServing })

  expect([behind.losses, behind.seqs]).toEqual([1, []])
  expect([upToDate.losses, upToDate.seqs]).toEqual([0, [11, 12]])
})
