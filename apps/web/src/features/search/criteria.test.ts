import { expect, test } from 'vitest'
import { pageNumbers } from '../../ui/page-numbers.ts'
import { isSearchable, parseCriteria, bodyOf, isSameSearch, paramsOf } from './criteria.ts'
import { searchIn } from './params.ts'

const NOTHING = { query: '', agents: [], channels: [], days: 0, size: 20, page: 1 }

test.for([
  { given: {}, criteria: {}, because: 'there is nothing to search for' },
  { given: { q: '  crane ' }, criteria: { query: 'crane' }, because: 'spaces around it say nothing' },
  { given: { q: 7 }, criteria: { query: '7' }, because: 'the router reads digits as a number' },
  { given: { q: true }, criteria: { query: 'true' }, because: 'and words of its own as such' },
  { given: { q: { a: 1 } }, criteria: {}, because: 'an object is not a query' },
  {
    given: { agents: 'scout, lint,,scout', channels: 'main' },
    criteria: { agents: ['scout', 'lint'], channels: ['main'] },
    because: 'names are unique',
  },
  { given: { days: 0.042 }, criteria: { days: 0.042 }, because: 'an hour is a range' },
  { given: { days: 3 }, criteria: {}, because: 'three days are none of the six' },
  { given: { size: 100, page: 10 }, criteria: { size: 100, page: 10 }, because: 'the last page there is' },
  { given: { size: 100, page: 11 }, criteria: { size: 100, page: 10 }, because: 'results end there' },
  { given: { size: 7, page: 0 }, criteria: {}, because: 'neither is one of those to choose' },
  { given: { page: 1.5 }, criteria: {}, because: 'pages are whole' },
])('$given gives $criteria because $because', ({ given, criteria }) => {
  const read = parseCriteria(searchIn(given))
  expect(read).toEqual({ ...NOTHING, ...criteria })
  expect(parseCriteria(paramsOf(read))).toEqual(read)
})

test("a query is truncated to the server's limit", () => {
  expect(parseCriteria({ q: 'a'.repeat(501) }).query).toHaveLength(500)
})

test.for([
  { given: { q: 'a' }, asks: true, because: 'there is a query' },
  { given: { agents: 'scout' }, asks: true, because: 'an agent is enough' },
  { given: { channels: 'dev' }, asks: true, because: 'a channel is enough' },
  { given: { days: 7, size: 50 }, asks: false, because: 'a time alone is no search' },
])('$given searches=$asks because $because', ({ given, asks }) => {
  expect(isSearchable(parseCriteria(given))).toBe(asks)
})

test('filters without a query are sent with the wildcard, and pages as offsets', () => {
  expect(bodyOf(parseCriteria({ agents: 'scout', days: 0.25, size: 50, page: 3 }))).toEqual({
    query: '*',
    limit: 50,
    offset: 100,
    agent_filter: ['scout'],
    channel_filter: [],
    days_back: 0.25,
  })
})

test('omitting defaults gives the same search', () => {
  expect(isSameSearch(parseCriteria({ q: 'a', page: 1, size: 20 }), parseCriteria({ q: 'a' }))).toBe(true)
  expect(isSameSearch(parseCriteria({ q: 'a', page: 2 }), parseCriteria({ q: 'a' }))).toBe(false)
})

test.for([
  { page: 1, pages: 1, shown: [1] },
  { page: 1, pages: 3, shown: [1, 2, 3] },
  { page: 1, pages: 9, shown: [1, 2, null, 9] },
  { page: 3, pages: 9, shown: [1, 2, 3, 4, null, 9] },
  { page: 4, pages: 9, shown: [1, 2, 3, 4, 5, null, 9] },
  { page: 5, pages: 9, shown: [1, null, 4, 5, 6, null, 9] },
  { page: 9, pages: 9, shown: [1, null, 8, 9] },
])('page $page of $pages shows $shown', ({ page, pages, shown }) => {
  expect(pageNumbers(page, pages)).toEqual(shown)
})
