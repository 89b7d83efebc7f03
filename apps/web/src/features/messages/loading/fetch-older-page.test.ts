import { expect, test } from 'vitest'
import { fetchOlderPage, type FetchHistory } from './fetch-older-page.ts'
import { message } from '../state/test-messages.ts'

/** A history of so many messages, answered as the server does. */
function historyOf(count: number) {
  const all = Array.from({ length: count }, (_, index) => message(index + 1))
  const asked: object[] = []
  const ask: FetchHistory = async (at, limit) => {
    asked.push({ ...at, limit })
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
  return { all, asked, ask }
}

test.for([
  { held: 451, cursor: null, adds: 100, hasMore: true, because: 'the rest of the page is fetched' },
  { held: 451, cursor: '451', adds: 100, hasMore: true, because: 'a cursor finds all of it' },
  { held: 101, cursor: null, adds: 100, hasMore: false, because: 'that is all there is' },
  { held: 71, cursor: null, adds: 70, hasMore: false, because: 'there are no more' },
  { held: 31, cursor: null, adds: 30, hasMore: false, because: 'the first response has them all' },
])('$adds are added before number $held because $because', async ({ held, cursor, adds, hasMore }) => {
  const { all, ask } = historyOf(600)
  const oldest = all[held - 1] ?? message(held)

  const page = await fetchOlderPage(ask, oldest, cursor)

  expect(page.posts.map(({ seq }) => seq)).toEqual(
    Array.from({ length: adds }, (_, index) => held - adds + index),
  )
  expect(page.has_more).toBe(hasMore)
  expect(page.oldest_cursor).toBe(String(held - adds))
})
