import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import type { LiveEvent } from '../../../realtime/apply-event.ts'
import { applyEvents, withAcknowledged } from './apply-events.ts'
import { withChanges } from './feed-changes.ts'
import {
  withNewestPage,
  withOlderPage,
  withPageAround,
  withPageAroundNewest,
  withThreadPage,
  withoutThread,
} from './feed-pages.ts'
import {
  EMPTY_FEED,
  FEED_TRIM,
  FEED_MAX,
  orderedMessages,
  withPending,
  withReadingBack,
  type FeedState,
} from './feed-state.ts'
import { readUpTo, threadOf, topRows } from './feed-view.ts'
import type { PendingSend } from './pending.ts'
import { message, messages, reply } from './test-messages.ts'

const AT = '2026-01-02T00:00:00.000Z'

const event = (name: string, id: number | null, data: object): LiveEvent => ({
  name,
  id,
  data: { at: AT, ...data },
})
const created = (one: Message, client_id?: string) =>
  event('message', one.seq, { action: 'created', message: one, ...(client_id && { client_id }) })
const updated = (id: number, one: Message) => event('message', id, { action: 'updated', message: one })
const bootstrap = (id: number, posts: Message[], reset?: boolean) =>
  event('bootstrap', id, { posts, org_id: 's', ...(reset && { reset }) })

const page = (posts: Message[], has_more = false) => ({
  posts,
  oldest_cursor: posts[0] ? `c${posts[0].seq}` : null,
  has_more,
})
const seqs = (state: FeedState) => orderedMessages(state).map(({ seq }) => seq)

/** A feed of messages 1 to `to`, complete to that seq. */
const feedOf = (to: number) => applyEvents(EMPTY_FEED, [bootstrap(to, messages(1, to))])

function pendingRow(clientId: string, fields: Partial<PendingSend> = {}): PendingSend {
  return {
    clientId,
    spaceId: 's',
    kind: 'message',
    content: 'hello',
    channel: null,
    parentId: null,
    threadRootId: null,
    createdAt: 1,
    status: 'sending',
    problem: null,
    isUnanswered: false,
    ...fields,
  }
}

test('a message is appended once, however often its event comes', () => {
  const next = message(4)
  const state = applyEvents(feedOf(3), [created(next), created(next)])
  expect(seqs(state)).toEqual([1, 2, 3, 4])
  expect(withAcknowledged(state, 'c', next)).toMatchObject({ order: state.order })
})

test('an event that a reconnect repeats changes nothing: an agent that started again stays at work', () => {
  const working = event('agent_working', null, {
    agent_id: 'chirpy-id',
    username: 'chirpy',
    message_id: 'm1',
    state: 'started',
  })
  const answer = created(reply(4, message(1), { author_id: 'chirpy-id' }))
  const before = applyEvents(feedOf(3), [answer, working])
  expect(before.working).toHaveLength(1)
  expect(applyEvents(before, [answer])).toBe(before)
})

test('an own message replaces its pending row, by its event or by the response', () => {
  const waiting = withPending(withPending(feedOf(3), pendingRow('c1')), pendingRow('c2', { createdAt: 2 }))
  const byEvent = applyEvents(waiting, [created(message(4), 'c1')])
  expect([seqs(byEvent), byEvent.pending.map(({ clientId }) => clientId)]).toEqual([[1, 2, 3, 4], ['c2']])
  const byAnswer = withAcknowledged(waiting, 'c1', message(4))
  expect([seqs(byAnswer), byAnswer.pending.map(({ clientId }) => clientId)]).toEqual([[1, 2, 3, 4], ['c2']])
})

test('a response that overtakes the events of others keeps the order', () => {
  const ahead = withAcknowledged(feedOf(3), 'c1', message(6))
  expect(seqs(applyEvents(ahead, [created(message(4)), created(message(5)), created(message(6))]))).toEqual([
    1, 2, 3, 4, 5, 6,
  ])
})

test('a newest page that was read before the own message leaves something newer to load', () => {
  const far = withOlderPage(feedOf(FEED_MAX), page(messages(-99, 0), true), FEED_MAX)
  const newest = page(messages(401, FEED_MAX), true)
  const own = message(FEED_MAX + 1)

  const sent = withAcknowledged(withPending(far, pendingRow('c1')), 'c1', own)
  const joined = withNewestPage(sent, newest, FEED_MAX)
  expect([joined.hasNewest, joined.missedSeqs]).toEqual([false, [own.seq]])
  const afterEvent = applyEvents(joined, [created(own, 'c1')])
  expect(afterEvent.missedSeqs).toEqual([own.seq])
  expect(withPageAroundNewest(afterEvent, page(messages(451, own.seq)), own.seq)).toMatchObject({
    hasNewest: true,
    missedSeqs: [],
  })
})

test('an own message keeps what only its author sees', () => {
  const deliveries = [{ id: 'd1' }] as Message['deliveries'] & object
  const state = applyEvents(feedOf(3), [created(message(4), 'c1')])
  const known = withAcknowledged(state, 'c1', message(4, { deliveries, user_reactions: {} }))
  const after = applyEvents(known, [updated(5, message(4, { content: 'edited' }))])
  expect(after.byId.get('m4')).toMatchObject({ content: 'edited', deliveries, user_reactions: {} })
})

test('while newer history is unfetched live messages are counted, not appended', () => {
  const far = withOlderPage(feedOf(FEED_MAX), page(messages(-99, 0), true), FEED_MAX)
  expect([far.order.length, far.hasNewest, seqs(far).at(-1)]).toEqual([FEED_MAX, false, 400])

  const live = applyEvents(far, [created(message(501)), created(message(502))])
  expect([live.order, live.missedSeqs]).toEqual([far.order, [501, 502]])

  const on = withPageAroundNewest(live, page(messages(351, 450)), 502)
  expect([seqs(on).at(-1), on.hasNewest]).toEqual([450, false])
  const end = withPageAroundNewest(on, page(messages(401, 502)), 502)
  expect([seqs(end).at(-1), end.hasNewest, end.missedSeqs]).toEqual([502, true, []])
  expect(seqs(applyEvents(end, [created(message(503))])).at(-1)).toBe(503)
})

test('while following, messages are dropped in batches from the oldest end, and can be loaded again', () => {
  const state = applyEvents(feedOf(FEED_MAX), [created(message(501))])
  const left = FEED_MAX - FEED_TRIM
  expect([state.order.length, state.byId.size, seqs(state)[0]]).toEqual([left, left, FEED_TRIM + 2])
  expect([state.hasOlder, state.olderCursor]).toEqual([true, null])

  const full = applyEvents(
    state,
    messages(502, 501 + FEED_TRIM).map((next) => created(next)),
  )
  expect([full.order.length, seqs(full)[0]]).toEqual([FEED_MAX, FEED_TRIM + 2])
})

test('a reader far up keeps what they read: at 500 messages, arrivals are counted but left out, except their own', () => {
  const bob = { author_id: 'bob-id' }
  const back = (to: number) => withReadingBack({ ...feedOf(to), viewerId: 'ana-id' }, true)
  const full = applyEvents(back(FEED_MAX), [created(message(501, bob)), created(message(502, bob))])
  expect(seqs(full)).toEqual(seqs(feedOf(FEED_MAX)))
  expect([full.hasNewest, full.missedSeqs, full.newestSeq]).toEqual([false, [501, 502], 502])

  const own = applyEvents(back(FEED_MAX), [created(message(501))])
  expect([own.hasNewest, seqs(own).at(-1)]).toEqual([true, 501])
  const almost = applyEvents(back(FEED_MAX - 1), [created(message(500, bob))])
  expect([almost.hasNewest, seqs(almost)[0], seqs(almost).at(-1)]).toEqual([true, 1, 500])

  // back near the end, the rest is loaded as any newer history
  const near = withPageAroundNewest(withReadingBack(full, false), page(messages(451, 502)), 502)
  expect([near.hasNewest, near.missedSeqs, seqs(near)[0], seqs(near).at(-1)]).toEqual([true, [], 3, 502])
})

test('the newest page joins what it overlaps, and replaces what it does not', () => {
  const joined = withNewestPage(feedOf(5), page(messages(4, 8), true), 5)
  expect([seqs(joined), joined.hasOlder]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], false])
  const jumped = withNewestPage(feedOf(5), page(messages(7, 9), true), 5)
  expect([seqs(jumped), jumped.hasOlder, jumped.olderCursor]).toEqual([[7, 8, 9], true, 'c7'])
})

test('messages that a page returns unchanged stay the same objects, so that their rows do not re-render', () => {
  const before = feedOf(3)
  const posts = [...messages(1, 2), message(3, { content: 'edited' })]
  const after = withNewestPage(before, page(structuredClone(posts)), 3)

  const isSame = (id: string) => after.byId.get(id) === before.byId.get(id)
  expect(['m1', 'm2', 'm3'].map(isSame)).toEqual([true, true, false])
  expect(after.byId.get('m3')?.content).toBe('edited')
})

test('a page does not undo changes by events during the request', () => {
  const edited = applyEvents(feedOf(3), [updated(4, message(2, { content: 'edited' }))])
  const state = withNewestPage(edited, page(messages(1, 3)), 3)
  expect(state.byId.get('m2')?.content).toBe('edited')
})

test('a page adds what events did not deliver', () => {
  const state = withNewestPage(feedOf(3), page([message(1), message(3, { content: 'healed' })]), 3)
  expect([seqs(state), state.byId.get('m3')?.content]).toEqual([[1, 3], 'healed'])
})

test('a page loaded before the stream joins its start; a new start later starts over', () => {
  const read = withNewestPage(EMPTY_FEED, page(messages(1, 100), true), 0)
  const started = applyEvents(read, [bootstrap(101, messages(52, 101))])
  expect([seqs(started).length, started.olderCursor, started.appliedSeq]).toEqual([101, 'c1', 101])

  const again = applyEvents(started, [bootstrap(300, messages(251, 300), true)])
  expect([seqs(again)[0], again.hasOlder, again.byId.size]).toEqual([251, true, 50])
})

test('a reply is counted once on its parent and its root, the latest author first', () => {
  const root = message(1)
  const first = reply(4, root, { author_id: 'bo-id', username: 'bo' })
  const second = reply(5, first)
  const state = applyEvents(feedOf(3), [created(first), created(second), created(second)])
  expect(state.byId.get('m1')).toMatchObject({ reply_count: 2, last_reply_at: second.uploaded_at })
  expect(state.byId.get('m1')?.repliers.map(({ handle }) => handle)).toEqual(['ana', 'bo'])
  expect(state.byId.get('m4')?.reply_count).toBe(1)
})

test('a replayed message, shown with the replies it has by now, counts each once as its event comes', () => {
  const root = message(4)
  const answer = reply(5, root)
  const { author_id: id, author_type: type, username: handle, avatar_url } = answer
  const asItIsNow = message(4, {
    reply_count: 1,
    last_reply_at: answer.uploaded_at,
    repliers: [{ id, type, handle, avatar_url }],
  })

  const replayed = applyEvents(feedOf(3), [created(asItIsNow)])
  expect(replayed.byId.get('m4')).toMatchObject({ reply_count: 0, last_reply_at: null, repliers: [] })
  expect(applyEvents(replayed, [created(answer)]).byId.get('m4')).toMatchObject(asItIsNow)
})

test('a reply that a page has counted already is not counted again by its event', () => {
  const root = message(1)
  const answer = reply(4, root)
  const counted = message(1, { reply_count: 1, last_reply_at: answer.uploaded_at })
  const newest = withNewestPage(feedOf(3), page([counted, message(2), message(3), answer]), 3)
  expect(applyEvents(newest, [created(answer)]).byId.get('m1')?.reply_count).toBe(1)

  const older = withOlderPage(
    applyEvents(EMPTY_FEED, [bootstrap(3, [message(3)])]),
    page([counted, message(2)]),
    3,
  )
  expect(applyEvents(older, [created(answer)]).byId.get('m1')?.reply_count).toBe(1)
})

test('a reply that arrived during the request of an older page is counted on its root', () => {
  const root = message(1)
  const answer = reply(4, root)
  const live = applyEvents(applyEvents(EMPTY_FEED, [bootstrap(3, [message(3)])]), [created(answer)])
  expect(withOlderPage(live, page([root, message(2)]), 3).byId.get('m1')?.reply_count).toBe(1)
})

test('an edit keeps the counts and changes the preview on the replies', () => {
  const root = message(1)
  const state = applyEvents(feedOf(3), [
    created(reply(4, root)),
    updated(5, message(1, { content: 'é'.repeat(120), edit_count: 1 })),
  ])
  expect(state.byId.get('m1')).toMatchObject({ reply_count: 1, edit_count: 1 })
  expect(state.byId.get('m4')?.parent_post?.content).toBe('é'.repeat(100))
})

test('a deleted message stays as its placeholder, also in the previews of its replies', () => {
  const placeholder = message(2, { content: '[Message deleted]', deleted_at: AT })
  const deleted = event('message', 5, { action: 'deleted', message_id: 'm2', message: placeholder })
  const answer = reply(4, message(2))
  const state = applyEvents(feedOf(3), [created(answer), deleted, created(message(6))])
  expect(seqs(state)).toEqual([1, 2, 3, 4, 6])
  expect(state.byId.get('m2')?.content).toBe('[Message deleted]')
  expect(state.byId.get('m4')?.parent_post?.content).toBe('[Message deleted]')
})

test('a reaction changes the counts, and what is marked as own only when it is', () => {
  const reaction = (seq: number, emoji: string, by: string, counts: Record<string, number>, added = true) =>
    event('message', seq, {
      action: 'reaction',
      message_id: 'm2',
      emoji,
      added,
      actor: { id: by, type: 'user', handle: by },
      reaction_counts: counts,
    })
  const start = { ...feedOf(3), viewerId: 'me' }
  const others = applyEvents(start, [reaction(4, '🔥', 'bob', { '🔥': 1 })])
  expect(others.byId.get('m2')).toMatchObject({ reaction_counts: { '🔥': 1 }, user_reactions: {} })
  const own = applyEvents(others, [reaction(5, '🔥', 'me', { '🔥': 2 })])
  expect(own.byId.get('m2')).toMatchObject({ reaction_counts: { '🔥': 2 }, user_reactions: { '🔥': true } })
  const back = applyEvents(own, [reaction(6, '🔥', 'me', { '🔥': 1 }, false)])
  expect(back.byId.get('m2')).toMatchObject({ reaction_counts: { '🔥': 1 }, user_reactions: {} })
  // one that the loaded version includes already changes nothing
  expect(applyEvents(back, [reaction(3, '👎', 'bob', { '👎': 1 })]).byId.get('m2')).toBe(back.byId.get('m2'))
})

test('a mention moves the applied seq and nothing else', () => {
  const before = applyEvents(feedOf(3), [created(message(4))])
  const after = applyEvents(before, [event('mention', 5, { message: message(4), mentioned: {} })])
  expect({ ...after, appliedSeq: 0 }).toEqual({ ...before, appliedSeq: 0 })
  expect(after.appliedSeq).toBe(5)
})

test('a thread is loaded page by page, and live once its end is loaded', () => {
  const root = message(1)
  const replies = [reply(4, root), reply(5, root)]
  const answer = (some: Message[], next_cursor: string | null) => ({ root, messages: some, next_cursor })
  const start = applyEvents(feedOf(3), [created(message(6))])

  const half = withThreadPage(start, answer([replies[0] ?? root], 'c4'), 6, false)
  const missing = applyEvents(half, [created(reply(7, root))])
  expect(threadOf({ ...missing, order: [] }, 'm1').replies.map(({ seq }) => seq)).toEqual([4])

  const whole = withThreadPage(half, answer([replies[1] ?? root], null), 6, true)
  const live = applyEvents(whole, [created(reply(7, root))])
  expect(threadOf(live, 'm1')).toMatchObject({ isComplete: true })
  expect(threadOf(live, 'm1').replies.map(({ seq }) => seq)).toEqual([4, 5, 7])
  expect(withoutThread(live, 'm1').byId.has('m4')).toBe(false)
})

test('an open thread stays whole when its messages leave the feed, and goes with the thread', () => {
  const root = message(1)
  const replies = [reply(4, root), reply(5, root)]
  const open = withThreadPage(feedOf(3), { root, messages: replies, next_cursor: null }, 5, false)

  const around = withPageAround(open, page(messages(101, 110)), 200)
  expect([around.byId.size, around.versions.size]).toEqual([13, 13])
  expect(threadOf(around, 'm1').root?.id).toBe('m1')
  expect(threadOf(around, 'm1').replies.map(({ seq }) => seq)).toEqual([4, 5])

  const closed = withoutThread(around, 'm1')
  expect([closed.byId.size, closed.versions.size, seqs(closed)[0]]).toEqual([10, 10, 101])
})

test('a reply is in the list only when its root is not', () => {
  const root = message(1)
  const state = applyEvents(feedOf(3), [created(reply(4, root)), created(reply(5, message(-9)))])
  expect(topRows(state).map(({ seq }) => seq)).toEqual([1, 2, 3, 5])
})

test('an agent is at work until it replies or stops', () => {
  const question = message(1)
  const working = (state: string, message_id = 'm1') =>
    event('agent_working', null, { agent_id: 'chirpy-id', username: 'chirpy', message_id, state })
  const started = applyEvents(feedOf(3), [working('started'), working('started')])
  expect(started.working).toEqual([{ agentId: 'chirpy-id', username: 'chirpy', messageId: 'm1', since: AT }])
  expect(applyEvents(started, [working('stopped')]).working).toEqual([])
  expect(applyEvents(started, [created(reply(4, question, { author_id: 'chirpy-id' }))]).working).toEqual([])
  expect(applyEvents(started, [created(reply(4, question))]).working).toHaveLength(1)
  const onTwo = applyEvents(started, [working('started', 'm2')])
  const answered = applyEvents(onTwo, [created(reply(4, question, { author_id: 'chirpy-id' }))])
  expect(answered.working.map(({ messageId }) => messageId)).toEqual(['m2'])
  // the answer came with changes, or a new stream began and repeats who is at work
  const changes = { posts: [reply(4, question, { author_id: 'chirpy-id' })], updated: [] }
  expect(withChanges(started, { ...changes, latest_timestamp: 'c4', has_more: false }, 3).working).toEqual([])
  expect(applyEvents(started, [event('identity_bootstrap', null, {})]).working).toEqual([])
})

test('the read position is the last message before which nothing is unread', () => {
  const read = new Set(['m1', 'm2', 'm5'])
  expect(readUpTo(feedOf(5), ({ id }) => read.has(id))?.id).toBe('m2')
  expect(readUpTo(feedOf(5), () => false)).toBeNull()
})
