import { expect, test } from 'vitest'
import { message } from '../state/test-messages.ts'
import { fetchOlderPage, type FetchHistory } from './fetch-older-page.ts'

/** A history of so many messages, answered as the server does. */
function historyOf(count: number) {
  const all = Array.from({ length: count }, (_, index) => message(index + 1))
  const fetchHistory: FetchHistory = async (at, limit) => {
    const end =
      'before' in at
        ? Number(at.before) - 1
        : all.findIndex(({ id }) => id === at.around) + Math.ceil(limit / 2)
    const posts = all.slice(Math.max(0, end - limit), end)
    return {
      posts,
      oldest_cursor: posts[0] ? String(posts[0].seq) : null,
      has_more: (posts[0]?.seq ?? 1) > 1,
    }
  }
  return { all, fetchHistory }
}

test.for([
  { oldestSeq: 451, cursor: null, adds: 100, hasMore: true, because: 'the rest of the page is fetched' },
  { oldestSeq: 451, cursor: '451', adds: 100, hasMore: true, because: 'a cursor finds all of it' },
  { oldestSeq: 101, cursor: null, adds: 100, hasMore: false, because: 'that is all there is' },
  { oldestSeq: 71, cursor: null, adds: 70, hasMore: false, because: 'there are no more' },
  { oldestSeq: 31, cursor: null, adds: 30, hasMore: false, because: 'the first response has them all' },
])('$adds are added before $oldestSeq because $because', async ({ oldestSeq, cursor, adds, hasMore }) => {
  const { all, fetchHistory } = historyOf(600)
  const oldest = all[oldestSeq - 1] ?? message(oldestSeq)

  const page = await fetchOlderPage(fetchHistory, oldest, cursor)

  expect(page.posts.map(({ seq }) => seq)).toEqual(
    Array.from({ length: adds }, (_, index) => oldestSeq - adds + index),
  )
  expect(page.has_more).toBe(hasMore)
  expect(page.oldest_cursor).toBe(String(oldestSeq - adds))
})
