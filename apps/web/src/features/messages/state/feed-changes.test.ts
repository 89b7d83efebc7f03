import type { Delivery, Message } from '@flockwork/contract/messages'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveEvent } from '../../../realtime/apply-event.ts'
import { applyEvents, withAcknowledged } from './apply-events.ts'
import { withChanges, type Changes } from './feed-changes.ts'
import { withNewestPage, withOlderPage, withThreadPage } from './feed-pages.ts'
import { EMPTY_FEED, FEED_MAX, latestKnownSeq, orderedMessages, type FeedState } from './feed-state.ts'
import { message, messages, reply } from './test-messages.ts'

const bootstrap = (id: number, posts: Message[]): LiveEvent => ({
  name: 'bootstrap',
  id,
  data: { posts, org_id: 's' },
})
const created = (one: Message): LiveEvent => ({
  name: 'message',
  id: one.seq,
  data: { action: 'created', message: one },
})
const edited = (id: number, one: Message): LiveEvent => ({
  name: 'message',
  id,
  data: { action: 'updated', message: one },
})
const changes = (fields: Partial<Changes>): Changes => ({
  posts: [],
  updated: [],
  latest_timestamp: 'later',
  has_more: false,
  ...fields,
})
const seqs = (state: FeedState) => orderedMessages(state).map(({ seq }) => seq)
/** A feed of messages 1 to `to`, complete to that seq. */
const feedOf = (to: number) => applyEvents(EMPTY_FEED, [bootstrap(to, messages(1, to))])
const taken = (state: FeedState, fields: Partial<Changes>, requestSeq = latestKnownSeq(state)) =>
  withChanges(state, changes(fields), requestSeq)

test('without anything new the state is the same object, so that nothing re-renders', () => {
  const state = { ...feedOf(3), cursor: 'later' }
  expect(taken(state, {})).toBe(state)
})

test('messages that no event delivered are inserted once', () => {
  const state = applyEvents(feedOf(3), [created(message(6))])
  const healed = taken(state, { posts: [message(4), message(5), message(6)] })
  expect([seqs(healed), healed.cursor, healed.missedSeqs]).toEqual([[1, 2, 3, 4, 5, 6], 'later', []])
  expect(seqs(applyEvents(healed, [created(message(7))]))).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('it replaces the stream while that is away: messages and edits are merged, and the stream repeats none', () => {
  const polled = taken(feedOf(3), { posts: [message(4), message(5)] })
  const again = taken(polled, { posts: [], updated: [message(5, { content: 'edited' })] })
  expect(again.byId.get('m5')?.content).toBe('edited')
  const live = applyEvents(again, [
    created(message(4)),
    created(message(5)),
    edited(6, message(5, { content: 'edited' })),
  ])
  expect([seqs(live), live.byId.get('m5')?.content]).toEqual([[1, 2, 3, 4, 5], 'edited'])
})

test('a page that is loaded again while the stream is away is merged as it is now', () => {
  const page = (posts: Message[]) => ({ posts, oldest_cursor: null, has_more: false })
  const polled = withNewestPage(feedOf(3), page(messages(1, 5)), 3)
  const other = [...messages(1, 4), message(5, { content: 'edited' })]
  expect(withNewestPage(polled, page(other), latestKnownSeq(polled)).byId.get('m5')?.content).toBe('edited')
})

test('an edit that an event brought during the request stays', () => {
  const state = applyEvents(feedOf(3), [edited(4, message(2, { content: 'newer' }))])
  const healed = taken(state, { updated: [message(2, { content: 'older' })] }, 3)
  expect(healed.byId.get('m2')?.content).toBe('newer')
})

test('a message that an event changed during the request is requested again', () => {
  const state = { ...applyEvents(feedOf(3), [edited(4, message(2))]), cursor: 'before' }
  expect(taken(state, { updated: [message(2)] }, 3).cursor).toBe('before')
  expect(taken(state, { updated: [message(2)] }, 4).cursor).toBe('later')
  // alongside a newer message, it can't be from before the event
  expect(taken(state, { updated: [message(2)], posts: [message(5)] }, 3).cursor).toBe('later')
})

test('a reply quotes the current version of its parent', () => {
  const parent = message(1, { content: 'a question' })
  const quote = { id: 'm1', username: 'ana', content: 'a question', waiting_since: null }
  const state = applyEvents(feedOf(3), [created(reply(4, parent, { parent_post: quote }))])
  const healed = taken(state, { updated: [message(1, { content: 'x'.repeat(200) })] })
  expect(healed.byId.get('m4')?.parent_post).toEqual({ ...quote, content: 'x'.repeat(100) })
})

test("one's own reply, acknowledged without a stream, is counted with those after it", () => {
  const root = message(1)
  const [own, others] = [reply(4, root), reply(5, root)]
  const healed = taken(withAcknowledged(feedOf(3), 'key', own), { posts: [own, others] })
  expect(healed.byId.get('m1')?.reply_count).toBe(2)
  expect(applyEvents(healed, [created(own), created(others)]).byId.get('m1')?.reply_count).toBe(2)
})

test.for([
  {
    event: '10:00:02',
    response: '10:00:01',
    shown: 'delivered',
    because: 'the event came during the request',
  },
  { event: '10:00:01', response: '10:00:02', shown: 'seen', because: 'the response is newer' },
])('a delivery is $shown because $because', ({ event, response, shown }) => {
  const delivery = (state: Delivery['state'], time: string): Delivery => ({
    id: 'd1',
    message_id: 'm2',
    task_id: null,
    recipient: { id: 'bo', type: 'user', handle: 'bo' },
    reason: 'mention',
    state,
    why: null,
    at: `2026-01-01T${time}.000Z`,
  })
  const data = { message_id: 'm2', delivery: delivery('delivered', event) }
  const state = applyEvents(feedOf(3), [{ name: 'delivery', id: 4, data }])
  const healed = taken(state, { updated: [message(2, { deliveries: [delivery('seen', response)] })] }, 3)
  expect(healed.byId.get('m2')?.deliveries?.map(({ state: now }) => now)).toEqual([shown])
})

test('the delivery of a mention by an edit replaces that of the reply, by event and by response', () => {
  const to = (id: string, reason: Delivery['reason'], time: string): Delivery => ({
    id,
    message_id: 'm2',
    task_id: null,
    recipient: { id: 'bo', type: 'user', handle: 'bo' },
    reason,
    state: reason === 'reply' ? 'seen' : 'stored',
    why: null,
    at: `2026-01-01T${time}.000Z`,
  })
  const [reply, mention] = [to('d1', 'reply', '10:00:01'), to('d2', 'mention', '10:00:02')]
  const before = taken(feedOf(3), { updated: [message(2, { deliveries: [reply] })] }, 3)
  const idsOf = (state: FeedState) => state.byId.get('m2')?.deliveries?.map(({ id }) => id)

  const data = { message_id: 'm2', delivery: mention }
  expect(idsOf(applyEvents(before, [{ name: 'delivery', id: 4, data }]))).toEqual(['d2'])
  expect(idsOf(taken(before, { updated: [message(2, { deliveries: [mention] })] }, 4))).toEqual(['d2'])
})

test('a reply that no event brought is counted once, whenever its event comes', () => {
  const root = message(1)
  const answer = reply(4, root)
  const healed = taken(feedOf(3), { posts: [answer] })
  expect(healed.byId.get('m1')?.reply_count).toBe(1)
  expect(applyEvents(healed, [created(answer)]).byId.get('m1')?.reply_count).toBe(1)
})

test('a missing message that has replies by now counts none of them twice', () => {
  const root = message(4)
  const answer = reply(5, root)
  const counted = message(4, { reply_count: 1, last_reply_at: answer.uploaded_at })
  for (const has_more of [false, true]) {
    const healed = taken(feedOf(3), { posts: has_more ? [counted] : [counted, answer], has_more })
    const live = applyEvents(healed, [created(root), created(answer)])
    expect([seqs(live), live.byId.get('m4')?.reply_count]).toEqual([[1, 2, 3, 4, 5], 1])
  }
})

test('a missing reply is added to an open thread', () => {
  const root = message(1)
  const open = withThreadPage(feedOf(3), { root, messages: [], next_cursor: null }, 3, false)
  const healed = taken(open, { posts: [reply(4, root)] })
  expect(healed.threads.get('m1')?.ids).toEqual(['m4'])
})

test('a reader far back in history stays there: what is new is counted, once', () => {
  const older = { posts: messages(-99, 0), oldest_cursor: null, has_more: true }
  const far = withOlderPage(feedOf(FEED_MAX), older, FEED_MAX)
  const healed = taken(far, { posts: [message(501)], updated: [message(10, { content: 'edited' })] })
  expect([healed.order, healed.missedSeqs, healed.byId.get('m10')?.content]).toEqual([
    far.order,
    [501],
    'edited',
  ])
  expect(applyEvents(healed, [created(message(501))]).missedSeqs).toEqual([501])
})

test('what is before the loaded messages is left out', () => {
  const state = applyEvents(EMPTY_FEED, [bootstrap(60, messages(11, 60))])
  expect(seqs(taken(state, { posts: messages(1, 20) }))).toEqual(seqs(state))
})

test('an edit of a message that is not loaded changes nothing', () => {
  const state = feedOf(3)
  expect(orderedMessages(taken(state, { updated: [message(-5)] }))).toEqual(orderedMessages(state))
})

test('lost events are repaired, wherever they were', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 30 }), fc.nat(), (arrives, start) => {
      const first = 1 + (start % 5)
      const all = messages(1, first + arrives.length)
      const received = all.slice(first).filter((_, index) => arrives[index])
      const state = applyEvents(EMPTY_FEED, [bootstrap(first, all.slice(0, first)), ...received.map(created)])
      const healed = taken(state, { posts: all.slice(first) })
      expect(orderedMessages(healed)).toEqual(all)
    }),
  )
})
