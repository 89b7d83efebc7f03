/** The unread count, whatever the order of responses and events. */
import { expect, test } from 'vitest'
import {
  NO_UNREAD,
  unreadOf,
  withAnswer,
  withEvent,
  withNewStream,
  type UnreadChange,
  type UnreadState,
} from './unread-state.ts'

type Step =
  | { readonly stream: number }
  | { readonly answer: readonly [unread: number, asOf: number, position: number] }
  | UnreadChange
  | { readonly nothing: number }

const answer = (unread: number, asOf: number, position: number): Step => ({
  answer: [unread, asOf, position],
})
const arrived = (seq: number): Step => ({ kind: 'arrived', seq })
const gone = (seq: number, messageSeq: number): Step => ({
  kind: 'gone',
  seq,
  messageSeq,
  messageId: `m${messageSeq}`,
})
const seen = (seq: number, position: number, unread: number): Step => ({
  kind: 'seen',
  seq,
  position,
  unread,
})

function after(steps: readonly Step[]): UnreadState {
  return steps.reduce((state, step) => {
    if ('stream' in step) return withNewStream(state, step.stream)
    if ('nothing' in step) return withEvent(state, step.nothing, null)
    if (!('answer' in step)) return withEvent(state, step.seq, step)
    const [unread, asOf, position] = step.answer
    return withAnswer(state, { unread, asOf, position })
  }, NO_UNREAD)
}

const START = [{ stream: 10 }, answer(3, 10, 6)]

test.for<{ name: string; steps: readonly Step[]; is: number | null }>([
  { name: 'nothing is known before an answer', steps: [{ stream: 10 }, arrived(11)], is: null },
  { name: 'an answer is believed', steps: START, is: 3 },
  { name: 'a message counts', steps: [...START, arrived(11)], is: 4 },
  { name: 'an event that comes twice counts once', steps: [...START, arrived(11), arrived(11)], is: 4 },
  {
    name: 'an answer that has the message already isn’t counted up by its event',
    steps: [{ stream: 10 }, answer(4, 11, 6), arrived(11)],
    is: 4,
  },
  {
    name: 'an older answer doesn’t take back a newer event',
    steps: [...START, arrived(11), arrived(12), answer(4, 11, 6)],
    is: 5,
  },
  {
    name: 'an older answer doesn’t replace a newer one',
    steps: [{ stream: 10 }, answer(5, 12, 6), answer(3, 10, 6)],
    is: 5,
  },
  { name: 'reading on says what is left', steps: [...START, arrived(11), seen(12, 11, 0)], is: 0 },
  {
    name: 'an answer from before the reading doesn’t bring it back',
    steps: [...START, seen(12, 10, 0), arrived(13), answer(3, 11, 6)],
    is: 1,
  },
  { name: 'an unread message that is deleted is gone', steps: [...START, arrived(11), gone(12, 11)], is: 3 },
  { name: 'one from before the answer, too', steps: [...START, gone(11, 8)], is: 2 },
  { name: 'one that was read isn’t counted down', steps: [...START, gone(11, 5)], is: 3 },
  { name: 'deleted and then erased counts once', steps: [...START, gone(11, 8), gone(12, 8)], is: 2 },
  {
    name: 'erased after an answer that knows the deletion counts no more',
    steps: [...START, gone(11, 8), answer(2, 11, 6), gone(12, 8)],
    is: 2,
  },
  { name: 'other events only move on', steps: [...START, { nothing: 11 }, arrived(11)], is: 3 },
  { name: 'after a gap nothing is known', steps: [...START, { stream: 20 }], is: null },
  {
    name: 'nor by an answer from before its end',
    steps: [...START, { stream: 20 }, answer(9, 19, 6)],
    is: null,
  },
  {
    name: 'an answer from after it is',
    steps: [...START, { stream: 20 }, arrived(21), answer(9, 20, 6)],
    is: 10,
  },
  { name: 'a stream that goes on where the last ended has no gap', steps: [...START, { stream: 10 }], is: 3 },
])('$name', ({ steps, is }) => {
  expect(unreadOf(after(steps))?.unread ?? null).toBe(is)
})

test('events don’t pile up when no response ever covers them', () => {
  const state = after([...START, ...Array.from({ length: 5000 }, (_, nth) => arrived(11 + nth))])
  expect(state.changes.length).toBeLessThanOrEqual(1000)
  // the response is older than the remembered events
  expect(unreadOf(state)).toBeNull()
  expect(unreadOf(withAnswer(state, { unread: 5003, asOf: 5010, position: 6 }))?.unread).toBe(5003)
})

/** A space as the server has it: every event with what a plain count says after it. */
/** @param rememberedFrom an erasure of what was deleted before this is told from a deletion by its times */
function createSpace(random: () => number, rememberedFrom: () => number) {
  const messages: { seq: number; isOthers: boolean; deletedAt: number | null }[] = []
  const events: { seq: number; change: UnreadChange | null }[] = []
  const counts: { unread: number; position: number }[] = [{ unread: 0, position: 0 }]
  let position = 0

  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
  const count = () =>
    messages.filter(({ seq, isOthers, deletedAt }) => seq > position && isOthers && deletedAt === null).length

  function happen(): void {
    const seq = events.length + 1
    const chance = random()
    let change: UnreadChange | null = null
    if (chance < 0.45) {
      const isOthers = random() < 0.8
      messages.push({ seq, isOthers, deletedAt: null })
      change = isOthers ? { kind: 'arrived', seq } : null
    } else if (chance < 0.65) {
      // now and then one that was deleted before: an erasure
      const message = pick(messages)
      if (message) {
        message.deletedAt ??= seq
        const isKnown = message.deletedAt > rememberedFrom()
        if (message.isOthers && isKnown)
          change = { kind: 'gone', seq, messageId: `m${message.seq}`, messageSeq: message.seq }
      }
    } else if (chance < 0.85) {
      const to = pick(messages)?.seq ?? 0
      if (to > position) {
        position = to
        change = { kind: 'seen', seq, position, unread: count() }
      }
    }
    events.push({ seq, change })
    counts.push({ unread: count(), position })
  }

  return { happen, events, counts, head: () => events.length }
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

test.for(Array.from({ length: 300 }, (_, seed) => ({ seed })))(
  'history $seed: the number is that of a plain count, at every moment that it is known',
  ({ seed }) => {
    const random = seeded(seed + 1)
    let state = NO_UNREAD
    const space = createSpace(random, () => state.completeFrom)
    for (let n = random() * 20; n > 0; n -= 1) space.happen()

    state = withNewStream(NO_UNREAD, space.head())
    let isConnected = true
    let inStream: typeof space.events = []
    let sentUpTo = space.head()
    let asked: number[] = []
    let known = 0

    const ask = () => asked.push(space.head())
    ask()
    for (let step = 0; step < 200; step += 1) {
      const chance = random()
      if (chance < 0.4) space.happen()
      else if (chance < 0.5) ask()
      else if (chance < 0.6 && asked.length > 0) {
        // responses arrive out of order
        const [asOf = 0] = asked.splice(Math.floor(random() * asked.length), 1)
        const { unread = 0, position = 0 } = space.counts[asOf] ?? {}
        state = withAnswer(state, { unread, asOf, position })
      } else if (chance < 0.9 && isConnected) {
        // the server sends new events; some are in flight
        if (inStream.length === 0) {
          inStream = space.events.slice(sentUpTo)
          sentUpTo = space.head()
        }
        const next = inStream.shift()
        if (next) state = withEvent(state, next.seq, next.change)
      } else if (chance < 0.95) {
        isConnected = false
        inStream = []
        // responses may be lost, too
        if (random() < 0.5) asked = []
      } else if (!isConnected) {
        isConnected = true
        const isGap = random() < 0.3
        if (isGap) {
          state = withNewStream(state, space.head())
          sentUpTo = space.head()
        } else sentUpTo = state.head
      }

      const shown = unreadOf(state)
      if (shown === null) continue
      known += 1
      const upTo = Math.max(state.head, state.answer?.asOf ?? 0)
      expect(shown).toEqual(space.counts[upTo])
    }
    expect(known).toBeGreaterThan(0)
  },
)
