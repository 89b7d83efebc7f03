import { expect, test } from 'vitest'
import { createRing, type Ring } from './ring.ts'
import { storedEvent } from './test-events.ts'

const ENTRIES_MAX = 2000
const BYTES_MAX = 8 * 1024 * 1024
/** A ring that starts after `start`, with `count` events. */
function ringOf(start: number, count: number, payload?: string): Ring {
  const ring = createRing(start)
  for (let seq = start + 1; seq <= start + count; seq++)
    ring.push(storedEvent(seq, { ...(payload !== undefined && { payload }) }))
  return ring
}

const seqsAfter = (ring: Ring, seq: number) => ring.after(seq)?.map((entry) => entry.event.seq)

test.for([
  { seq: 8, answer: undefined, because: 'event 9 is missing' },
  { seq: 9, answer: undefined, because: 'event 10 is missing' },
  { seq: 10, answer: [11, 12, 13], because: 'it is complete from here on' },
  { seq: 11, answer: [12, 13], because: 'the reader has the first' },
  { seq: 12, answer: [13], because: 'only the newest is new' },
  { seq: 13, answer: [], because: 'the reader has all of it' },
  { seq: 14, answer: [], because: 'the reader is ahead' },
])('a ring of 11 to 13 returns $answer after $seq: $because', ({ seq, answer }) => {
  expect(seqsAfter(ringOf(10, 3), seq)).toEqual(answer)
})

test('an empty ring has nothing after its head, and nothing earlier', () => {
  expect([seqsAfter(createRing(5), 5), seqsAfter(createRing(5), 4)]).toEqual([[], undefined])
})

test('an event that would leave a gap or repeat one is refused', () => {
  const ring = ringOf(10, 1)
  expect(() => ring.push(storedEvent(13))).toThrow('Event 13 does not follow 11')
  expect(() => ring.push(storedEvent(11))).toThrow('Event 11 does not follow 11')
  expect(ring.head()).toBe(11)
})

test('beyond its maximum of events a ring drops the older half, and says so', () => {
  const full = ringOf(0, ENTRIES_MAX)
  expect(full.after(0)).toHaveLength(ENTRIES_MAX)
  full.push(storedEvent(ENTRIES_MAX + 1))
  expect(full.after(0)).toBeUndefined()
  expect(full.after(ENTRIES_MAX / 2)).toBeUndefined()
  expect(full.after(ENTRIES_MAX / 2 + 1)).toHaveLength(ENTRIES_MAX / 2)
})

test('beyond its maximum of bytes a ring drops the older half, however few events that is', () => {
  const megabyte = JSON.stringify({ text: 'x'.repeat(1024 * 1024) })
  const frames = ringOf(0, 7, megabyte)
  expect(seqsAfter(frames, 0)).toEqual([1, 2, 3, 4, 5, 6, 7])
  frames.push(storedEvent(8, { payload: megabyte }))
  expect([seqsAfter(frames, 3), seqsAfter(frames, 4)]).toEqual([undefined, [5, 6, 7, 8]])
  // dropped events no longer count
  for (const seq of [9, 10, 11]) frames.push(storedEvent(seq, { payload: megabyte }))
  expect(seqsAfter(frames, 4)).toHaveLength(7)
  frames.push(storedEvent(12, { payload: megabyte }))
  expect([seqsAfter(frames, 7), seqsAfter(frames, 8)]).toEqual([undefined, [9, 10, 11, 12]])
})

test('a rewritten event counts with its new size', () => {
  const ring = ringOf(0, 2)
  ring.rewrite(() => JSON.stringify({ text: 'x'.repeat(BYTES_MAX / 2) }))
  expect(seqsAfter(ring, 0)).toEqual([1, 2])
  ring.push(storedEvent(3))
  expect([seqsAfter(ring, 1), seqsAfter(ring, 2)]).toEqual([undefined, [3]])
})

test('a rewritten event is replayed with its new text and its old number, and the others are unchanged', () => {
  const ring = ringOf(0, 2)
  const before = ring.after(0)
  ring.push(storedEvent(3, { payload: '{"text":"secret"}' }))
  ring.rewrite((payload) => payload.replace('secret', 'deleted'))
  const [first, second, third] = ring.after(0) ?? []
  expect(first).toBe(before?.[0])
  expect(second).toBe(before?.[1])
  expect(third?.event).toMatchObject({ seq: 3, payload: '{"text":"deleted"}' })
  expect(third?.frame.toString()).toContain('deleted')
  expect(third?.frame.toString()).toMatch(/^id: 3\n/)
  expect(third?.frame.subarray('id: 3\n'.length)).toEqual(third?.body)
})
