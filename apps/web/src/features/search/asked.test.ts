import { expect, test } from 'vitest'
import { asksForSomething, askedIn, bodyOf, isSameSearch, pageNumbers, paramsOf } from './asked.ts'
import { searchIn } from './params.ts'

const NOTHING = { query: '', agents: [], channels: [], days: 0, size: 20, page: 1 }

test.for([
  { given: {}, asked: {}, because: 'nothing is asked' },
  { given: { q: '  crane ' }, asked: { query: 'crane' }, because: 'spaces around it say nothing' },
  { given: { q: 7 }, asked: { query: '7' }, because: 'the router reads digits as a number' },
  { given: { q: true }, asked: { query: 'true' }, because: 'and words of its own as such' },
  { given: { q: { a: 1 } }, asked: {}, because: 'an object is nothing that anybody typed' },
  {
    given: { agents: 'scout, lint,,scout', channels: 'main' },
    asked: { agents: ['scout', 'lint'], channels: ['main'] },
    because: 'names stand once',
  },
  { given: { days: 0.042 }, asked: { days: 0.042 }, because: 'an hour is a range' },
  { given: { days: 3 }, asked: {}, because: 'three days are none of the six' },
  { given: { size: 100, page: 10 }, asked: { size: 100, page: 10 }, because: 'the last page there is' },
  { given: { size: 100, page: 11 }, asked: { size: 100, page: 10 }, because: 'no more is counted' },
  { given: { size: 7, page: 0 }, asked: {}, because: 'neither is one of those to choose' },
  { given: { page: 1.5 }, asked: {}, because: 'pages are whole' },
])('$given asks for $asked because $because', ({ given, asked }) => {
  const read = askedIn(searchIn(given))
  expect(read).toEqual({ ...NOTHING, ...asked })
  expect(askedIn(paramsOf(read))).toEqual(read)
})

test('a query is cut at what the server takes', () => {
  expect(askedIn({ q: 'a'.repeat(501) }).query).toHaveLength(500)
})

test.for([
  { given: { q: 'a' }, asks: true, because: 'there is a query' },
  { given: { agents: 'scout' }, asks: true, because: 'an agent is enough' },
  { given: { channels: 'dev' }, asks: true, because: 'a channel is enough' },
  { given: { days: 7, size: 50 }, asks: false, because: 'a time alone is no search' },
])('$given asks=$asks because $because', ({ given, asks }) => {
  expect(asksForSomething(askedIn(given))).toBe(asks)
})

test('filters without a query go as the wildcard, and pages as offsets', () => {
  expect(bodyOf(askedIn({ agents: 'scout', days: 0.25, size: 50, page: 3 }))).toEqual({
    query: '*',
    limit: 50,
    offset: 100,
    agent_filter: ['scout'],
    channel_filter: [],
    days_back: 0.25,
  })
})

test('what the address leaves out is the same search', () => {
  expect(isSameSearch(askedIn({ q: 'a', page: 1, size: 20 }), askedIn({ q: 'a' }))).toBe(true)
  expect(isSameSearch(askedIn({ q: 'a', page: 2 }), askedIn({ q: 'a' }))).toBe(false)
})

test.for([
  { page: 1, pages: 1, shown: [1] },
  { page: 1, pages: 3, shown: [1, 2, 3] },
  { page: 1, pages: 9, shown: [1, 2, null, 9] },
  { page: 3, pages: 9, shown: [1, 2, 3, 4, null, 9] },
  { page: 4, pages: 9, shown: [1, 2, 3, 4, 5, null, 9] },
  { page: 5, pages: 9, shown: [1, null, 4, 5, 6, null, 9] },
  { page: 9, pages: 9, shown: [1, null, 8, 9] },
])('on page $page of $pages stand $shown', ({ page, pages, shown }) => {
  expect(pageNumbers(page, pages)).toEqual(shown)
})
