/** The cache plus later changes must equal what a page without the cache would load. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveEvent } from '../../../realtime/apply-event.ts'
import { applyEvents } from './apply-events.ts'
import { readCached, toCached, withCached } from './cached-feed.ts'
import { withNewestPage, withOlderPage } from './feed-pages.ts'
import {
  EMPTY_FEED,
  FEED_MAX,
  latestKnownSeq,
  orderedMessages,
  withPending,
  type FeedState,
} from './feed-state.ts'
import { isSettled } from './feed-view.ts'
import { message, messages, reply } from './test-messages.ts'
import { simulateSpace, type Action } from './test-space.ts'

const SPACE = message(1).space_id

const bootstrap = (id: number, posts: unknown[], reset = false): LiveEvent => ({
  name: 'bootstrap',
  id,
  data: { posts, org_id: SPACE, ...(reset && { reset }) },
})
const event = (id: number, data: object): LiveEvent => ({ name: 'message', id, data })
const created = (seq: number) => event(seq, { action: 'created', message: message(seq) })
const page = <Post extends { seq: number }>(posts: Post[], has_more: boolean) => ({
  posts,
  oldest_cursor: posts[0] && has_more ? `c${posts[0].seq}` : null,
  has_more,
  latest_timestamp: 'now',
})

/** A feed of messages 1 to `to`, complete to that seq. */
const live = (to: number) =>
  withNewestPage(applyEvents(EMPTY_FEED, [bootstrap(to, messages(1, to))]), page(messages(1, to), false), to)

/** Through storage into the empty feed of a reloaded page. */
function nextPage(state: FeedState, max?: number): FeedState {
  const cached = readCached(JSON.parse(JSON.stringify(toCached(state, max))), SPACE)
  return cached ? withCached(EMPTY_FEED, cached) : EMPTY_FEED
}

const seqs = (state: FeedState) => orderedMessages(state).map(({ seq }) => seq)

test('the newest 100 are cached, with the cursor of the page before them', () => {
  const restored = nextPage(live(130))
  expect(seqs(restored)).toEqual(messages(31, 130).map(({ seq }) => seq))
  expect([seqs(restored).length, restored.hasOlder, restored.olderCursor, restored.appliedSeq]).toEqual([
    100,
    true,
    null,
    130,
  ])
  const few = nextPage(live(100))
  expect([seqs(few).length, few.hasOlder]).toEqual([100, false])
})

test.for([
  { state: EMPTY_FEED, because: 'nothing is loaded yet' },
  { state: nextPage(live(3)), because: 'it is only the cache itself' },
  {
    state: withNewestPage(EMPTY_FEED, page(messages(1, 3), false), 0),
    because: 'no stream said to which seq it is complete',
  },
  {
    state: withOlderPage(live(FEED_MAX), page(messages(-99, 0), true), FEED_MAX),
    because: 'the newest are not loaded',
  },
])('nothing is cached when $because', ({ state }) => {
  expect(toCached(state)).toBeNull()
})

test('loaded messages are not changed, and pending ones stay', () => {
  const cached = toCached(live(3))
  if (!cached) throw new Error('nothing to cache')
  const loaded = applyEvents(EMPTY_FEED, [bootstrap(9, [message(9)])])
  expect(withCached(loaded, cached)).toBe(loaded)

  const row = { clientId: 'c1', createdAt: 1 } as Parameters<typeof withPending>[1]
  const waiting = withCached(withPending({ ...EMPTY_FEED, viewerId: 'ana-id' }, row), cached)
  expect([waiting.viewerId, waiting.pending, seqs(waiting)]).toEqual(['ana-id', [row], [1, 2, 3]])
  const sent = event(4, { action: 'created', message: message(4), client_id: 'c1' })
  expect(applyEvents(waiting, [sent])).toMatchObject({ pending: [], order: ['m1', 'm2', 'm3', 'm4'] })
})

test('it is not settled, so that no divider is placed, until a page or a bootstrap comes', () => {
  const restored = nextPage(live(120))
  expect([restored.isLoaded, isSettled(restored)]).toEqual([true, false])
  expect(isSettled(applyEvents(restored, [created(121)]))).toBe(false)
  expect(isSettled(withNewestPage(restored, page(messages(22, 121), true), latestKnownSeq(restored)))).toBe(
    true,
  )
  // a page without overlap, and the short page of a bootstrap, which a longer one follows
  expect(isSettled(withNewestPage(restored, page(messages(201, 300), true), latestKnownSeq(restored)))).toBe(
    true,
  )
  const restarted = applyEvents(restored, [bootstrap(300, messages(251, 300), true)])
  expect([restarted.isCached, isSettled(restarted)]).toEqual([false, false])
  expect(
    isSettled(withNewestPage(restarted, page(messages(201, 300), true), latestKnownSeq(restarted))),
  ).toBe(true)
})

test('more than the cache is new: the page replaces it, and the stream leaves no gap and repeats none', () => {
  const restored = nextPage(live(100))
  const events = messages(101, 260).map(({ seq }) => created(seq))
  const whole = messages(161, 260).map(({ seq }) => seq)
  const newest = page(messages(161, 260), true)

  const first = withNewestPage(restored, newest, latestKnownSeq(restored))
  for (const count of [1, 59, 60, 160]) {
    const going = applyEvents(first, events.slice(0, count))
    expect([seqs(going), going.missedSeqs, going.olderCursor]).toEqual([whole, [], 'c161'])
  }
  // the stream was quicker: then everything from the first cached message is loaded
  const later = withNewestPage(applyEvents(restored, events), newest, latestKnownSeq(restored))
  expect(seqs(later)).toEqual(messages(1, 260).map(({ seq }) => seq))
})

test('edits, deletions, reactions and replies made meanwhile are applied to the cache', () => {
  const root = message(2)
  const answer = reply(6, root)
  const since = [
    event(4, { action: 'updated', message: message(1, { content: 'edited', edit_count: 1 }) }),
    event(5, { action: 'deleted', message_id: 'm3', message: message(3, { content: '[Message deleted]' }) }),
    event(6, { action: 'created', message: answer }),
    event(7, {
      action: 'reaction',
      message_id: 'm1',
      emoji: '👍',
      added: true,
      actor: { id: 'bo' },
      reaction_counts: { '👍': 1 },
    }),
  ]
  const now = applyEvents(nextPage(live(3)), since)
  expect(now.byId.get('m1')).toMatchObject({ content: 'edited', reaction_counts: { '👍': 1 } })
  expect(now.byId.get('m3')?.content).toBe('[Message deleted]')
  expect([seqs(now), now.byId.get('m2')?.reply_count]).toEqual([[1, 2, 3, 6], 1])
  expect(orderedMessages(now)).toEqual(orderedMessages(applyEvents(live(3), since)))
})

test('a stream that starts over leaves nothing of it: deleted messages go, and a gap of over 50 is none', () => {
  const restored = nextPage(live(100))
  for (const posts of [messages(171, 220), messages(60, 99), []]) {
    const restarted = applyEvents(restored, [bootstrap(220, posts, true)])
    expect(orderedMessages(restarted)).toEqual(posts)
    expect([restarted.isCached, restarted.byId.size]).toEqual([false, posts.length])
  }
})

const doings = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<Action>({ do: 'post' }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom('reply', 'edit', 'delete'),
        to: fc.nat(),
      }),
    },
  ),
  { minLength: 1, maxLength: 40 },
)
const PAGE = 5

test('a continued cache equals a load without it, whenever the first page is requested and received', () => {
  fc.assert(
    fc.property(doings, fc.array(fc.nat(), { minLength: 5, maxLength: 5 }), (all, moments) => {
      const { events, states } = simulateSpace(all)
      const [a = 0, b = 0, c = 0, d = 0, e = 0] = moments.map((at) => at % states.length)
      // the cache ends at `left`; the stream has come to `requested` when the page is requested
      const [left = 0, requested = 0, came = 0] = [Math.max(1, a), b, c].toSorted((one, other) => one - other)
      const last = states.length - 1
      const posts = (at: number) => states[at] ?? []
      // it had run ahead of its stream
      const ahead = Math.min(last, left + e)
      const started = applyEvents(EMPTY_FEED, [bootstrap(left, posts(left))])
      const restored = nextPage(withNewestPage(started, page(posts(ahead), false), left), PAGE)

      // a page is read no earlier than it is requested, by a server that may be ahead of the stream
      const read = Math.max(ahead, Math.min(last, requested + d))
      const atRequest = applyEvents(restored, events.slice(left, requested))
      const newest = page(posts(read).slice(-PAGE), posts(read).length > PAGE)
      const withPage = withNewestPage(
        applyEvents(atRequest, events.slice(requested, came)),
        newest,
        latestKnownSeq(atRequest),
      )
      const after = applyEvents(withPage, events.slice(came))

      const loaded = orderedMessages(after)
      const truth = states.at(-1) ?? []
      expect(loaded).toEqual(truth.slice(truth.length - loaded.length))
      expect(loaded.length).toBeGreaterThanOrEqual(Math.min(PAGE, newest.posts.length))
      expect([after.isCached, after.hasNewest, after.missedSeqs]).toEqual([false, true, []])
    }),
    { numRuns: 500 },
  )
})

const good = () => JSON.parse(JSON.stringify(toCached(live(2)))) as Record<string, unknown>
const spoilt = (fields: object) => ({
  ...good(),
  messages: [{ message: { ...message(1), ...fields }, mark: { seq: 1, repliesUntil: null } }],
})

test.for([
  { value: null, because: 'it is nothing' },
  { value: 'text', because: 'it is a text' },
  { value: [], because: 'it is a list' },
  { value: { ...good(), position: 0 }, because: 'no stream goes on at 0' },
  { value: { ...good(), position: '3' }, because: 'a position is a number' },
  { value: { ...good(), cursor: 3 }, because: 'a cursor is a text' },
  { value: { ...good(), messages: {} }, because: 'messages are a list' },
  { value: { ...good(), messages: [null] }, because: 'nothing is no message' },
  { value: { ...good(), messages: [{ message: message(1) }] }, because: 'it lacks its version' },
  { value: spoilt({ seq: 'x' }), because: 'a message has its number' },
  { value: spoilt({ content: null }), because: 'a message has a text' },
  { value: spoilt({ mentions: null }), because: 'mentions are a list' },
  { value: spoilt({ reaction_counts: null }), because: 'reactions are counted' },
  { value: spoilt({ space_id: 'another' }), because: 'it is of another space' },
])('garbage is not accepted as a feed: $because', ({ value }) => {
  expect(readCached(good(), SPACE)).not.toBeNull()
  expect(readCached(value, SPACE)).toBeNull()
})
