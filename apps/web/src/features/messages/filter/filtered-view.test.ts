import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { applyEvents } from '../state/apply-events.ts'
import { withNewestPage } from '../state/feed-pages.ts'
import { EMPTY_FEED, FEED_MAX, type FeedState } from '../state/feed-state.ts'
import { message, messages, reply } from '../state/test-messages.ts'
import { NO_FILTER } from './filter-state.ts'
import { filteredRows } from './filtered-rows.ts'
import {
  filteredMessages,
  canLoadOlder,
  loadedMessages,
  withFilteredView,
  withFilteredNewest,
  withFilteredOlder,
  withoutFilteredView,
} from './filtered-view.ts'
import { shownMessages } from './shown-messages.ts'

const KEY = 'scout'
const scout = (seq: number, fields: Partial<Message> = {}) =>
  message(seq, { username: 'scout', author_id: 'scout-id', author_type: 'agent', ...fields })
const isScouts = ({ username }: Message) => username === 'scout'
const page = (posts: Message[], hasMore = false) => ({
  posts,
  has_more: hasMore,
  oldest_cursor: hasMore ? `before ${posts[0]?.seq}` : null,
})
const created = (state: FeedState, ...posts: Message[]) =>
  applyEvents(
    state,
    posts.map((post) => ({
      id: post.seq,
      name: 'message',
      data: { action: 'created', message: post, space_id: post.space_id, at: post.uploaded_at },
    })),
  )
const seqs = (shown: readonly Message[]) => shown.map(({ seq }) => seq)
const shownOf = (state: FeedState) => seqs(filteredMessages(state, isScouts, true))

/** The feed has 101 to 110, two of them the agent's; only the server has older ones. */
const feed = withNewestPage(EMPTY_FEED, page([...messages(101, 108), scout(109), message(110)], true), 0)
const begun = withFilteredView(feed, KEY, isScouts)
const loaded = withFilteredNewest(begun, KEY, page([scout(3), scout(40), scout(109)], true), 110)

test('until the server answers, the loaded messages are filtered', () => {
  expect(shownOf(begun)).toEqual([109])
})

test('the server’s matches are from the whole history, and the feed is unchanged', () => {
  expect(shownOf(loaded)).toEqual([3, 40, 109])
  expect(loaded.order).toEqual(feed.order)
  expect(loaded).toMatchObject({ hasNewest: true, hasOlder: true, newestSeq: 110 })
  expect(loadedMessages(loaded)).toHaveLength(12)
})

test('a filter response that arrives before the feed does not mark the feed as loaded', () => {
  const state = withFilteredNewest(withFilteredView(EMPTY_FEED, KEY, isScouts), KEY, page([scout(3)]), 0)
  expect(state).toMatchObject({ isLoaded: false, order: [], newestSeq: 0 })
  expect(shownOf(state)).toEqual([3])
})

test('older pages are prepended, back to the first message', () => {
  expect(canLoadOlder(loaded)).toBe(true)
  const older = withFilteredOlder(loaded, KEY, page([scout(1), scout(2)]), 110)
  expect(shownOf(older)).toEqual([1, 2, 3, 40, 109])
  expect(canLoadOlder(older)).toBe(false)
})

test('at 500 nothing older is loaded', () => {
  const full = withFilteredNewest(
    begun,
    KEY,
    page(
      Array.from({ length: FEED_MAX }, (_, index) => scout(index + 1)),
      true,
    ),
    110,
  )
  expect(canLoadOlder(full)).toBe(false)
})

test('a response for another filter changes nothing', () => {
  expect(withFilteredNewest(begun, 'lint', page([message(5)]), 110)).toBe(begun)
  expect(withFilteredOlder(loaded, 'lint', page([message(5)]), 110)).toBe(loaded)
})

test('a message that arrives is shown if it matches, also to a reader far back in the feed', () => {
  const live = created(loaded, scout(111), message(112))
  expect(shownOf(live)).toEqual([3, 40, 109, 111])

  const farBack = created({ ...loaded, hasNewest: false, newestSeq: 500 }, scout(501), message(502))
  expect(shownOf(farBack)).toEqual([3, 40, 109, 501])
  expect(farBack.order).toEqual(feed.order)
})

test('messages that only a newest page contains are shown if they match and are new', () => {
  const newest = page([message(110), scout(111), message(112)], true)
  const requested = withNewestPage(loaded, newest, 110)
  expect(shownOf(requested)).toEqual([3, 40, 109, 111])
})

test('what arrives during the request is not lost', () => {
  const early = created({ ...begun, hasNewest: false, newestSeq: 500 }, scout(501))
  const answered = withFilteredNewest(early, KEY, page([scout(40), scout(109)], true), 110)
  expect(shownOf(answered)).toEqual([40, 109, 501])
  expect(shownOf(created(answered, scout(501)))).toEqual([40, 109, 501])
})

test('a message stays in the view when the feed drops it from its oldest end', () => {
  const many = created(created(loaded, scout(111)), ...messages(112, 111 + FEED_MAX))
  expect(many.order).not.toContain('m111')
  expect(shownOf(many)).toContain(111)
})

test('a newest page with a gap before it starts the view over', () => {
  const state = withFilteredNewest(loaded, KEY, page([scout(300), scout(301)], true), 301)
  expect(shownOf(state)).toEqual([300, 301])
  expect(state.filteredView?.olderCursor).toBe('before 300')
})

test('a newest page that joins keeps what was loaded before it', () => {
  const older = withFilteredOlder(loaded, KEY, page([scout(1)], true), 110)
  const state = withFilteredNewest(older, KEY, page([scout(40), scout(109), scout(115)], true), 115)
  expect(shownOf(state)).toEqual([1, 3, 40, 109, 115])
  expect(state.filteredView?.olderCursor).toBe('before 1')
})

test('a change reaches a message wherever it is shown', () => {
  const renamed = applyEvents(loaded, [
    {
      id: 120,
      name: 'message',
      data: {
        action: 'updated',
        message: scout(3, { content: 'changed' }),
        space_id: 's',
        at: message(120).uploaded_at,
      },
    },
  ])
  expect(filteredMessages(renamed, isScouts, true)[0]?.content).toBe('changed')
})

test('removing the filter drops messages that nothing else shows', () => {
  const state = withoutFilteredView(loaded)
  expect([...state.byId.keys()]).toEqual(feed.order)
  expect(state.order).toEqual(feed.order)
})

test('a search shows what the server found, not the worse matches that are loaded', () => {
  const words = { ...NO_FILTER, query: 'text' }
  expect(seqs(shownMessages(loaded, words, 'bo', 0))).toEqual([3, 40, 109])
  expect(seqs(shownMessages(begun, words, 'bo', 0))).toEqual(seqs(messages(101, 110)))
  expect(seqs(shownMessages(begun, { ...NO_FILTER, query: '"text 105"' }, 'bo', 0))).toEqual([105])
  const deleted = withFilteredNewest(begun, KEY, page([scout(3, { deleted_at: 'now' }), scout(40)]), 110)
  expect(seqs(shownMessages(deleted, words, 'bo', 0))).toEqual([40])
})

test('the viewer’s own messages stay in view while a filter is on, whether or not they match', () => {
  const filter = { ...NO_FILTER, selectedAgents: ['scout'] }
  const live = created(loaded, message(111, { author_id: 'bo' }), message(112))
  expect(seqs(shownMessages(live, filter, 'bo', 0))).toEqual([3, 40, 109, 111])
})

test('a reply is listed, unless it is shown below its root', () => {
  const root = scout(10, { reply_count: 9 })
  const answer = reply(11, root, { username: 'scout' })
  const orphan = reply(12, message(1), { username: 'scout' })
  const all = [root, answer, orphan]
  const rows = (threads: [string, boolean][]) => seqs(filteredRows(EMPTY_FEED, all, new Map(threads)))
  expect(rows([])).toEqual([10, 11, 12])
  expect(rows([[root.id, true]])).toEqual([10, 12])
  expect(rows([[root.id, false]])).toEqual([10, 11, 12])
})
