import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { parseCriteria } from './criteria.ts'
import { withChanges, type SearchResults } from './results.ts'
import { searchLocally } from './local-search.ts'

const NOON = Date.parse('2026-01-01T12:00:00Z')
const HOUR_MS = 60 * 60 * 1000

/** The fields of a message that a search reads. */
function said(seq: number, content: string, fields: Partial<Message> = {}): Message {
  return {
    id: `m${seq}`,
    seq,
    content,
    username: 'ana',
    display_name: 'Ana Lopez',
    channel: 'main',
    topics: [],
    deleted_at: null,
    uploaded_at: new Date(NOON - (10 - seq) * HOUR_MS).toISOString(),
    ...fields,
  } as Message
}

const HELD = [
  said(1, 'the crane is stuck', { topics: ['bug'] }),
  said(2, 'craned necks', { username: 'scout', display_name: 'scout' }),
  said(3, 'the crane again #bug #dock', { channel: 'dev', topics: ['bug', 'dock'] }),
  said(4, 'crane, deleted', { deleted_at: '2026-01-01T00:00:00Z' }),
  said(9, 'lunch'),
]
const textsOf = (params: Parameters<typeof parseCriteria>[0]) =>
  searchLocally(HELD, parseCriteria(params), NOON).messages.map(({ content }) => content)

test.for([
  { params: { q: 'crane' }, ids: [3, 2, 1], because: 'the last word is a beginning, the newest comes first' },
  { params: { q: '"the crane" -again' }, ids: [1], because: 'it reads phrases and exclusions' },
  { params: { q: '#bug' }, ids: [3], because: 'a topic is one in the text' },
  { params: { q: 'lopez' }, ids: [9, 3, 1], because: "the author's names count" },
  { params: { q: 'crane', agents: 'Scout' }, ids: [2], because: 'names have no case' },
  { params: { channels: 'dev' }, ids: [3], because: 'without words everything fits' },
  { params: { q: 'crane', channels: 'dev', agents: 'scout' }, ids: [], because: 'filters narrow together' },
  { params: { q: 'crane', days: 0.25 }, ids: [], because: 'they are older than six hours' },
  { params: { q: '*', days: 0.25 }, ids: [9], because: 'only lunch is not' },
  { params: { q: '!!!' }, ids: [], because: 'signs ask for nothing' },
])('the browser finds $ids for $params because $because', ({ params, ids }) => {
  const results = searchLocally(HELD, parseCriteria(params), NOON)
  expect(results.messages.map(({ seq }) => seq)).toEqual(ids)
  expect(results.total).toBe(ids.length)
})

test('local results are highlighted, counted by topic and paginated', () => {
  const many = Array.from({ length: 25 }, (_, index) => said(index, `crane ${index}`, { topics: ['t'] }))
  const results = searchLocally(many, parseCriteria({ q: 'crane', size: 10, page: 3 }), NOON)
  expect(results.messages.map(({ seq }) => seq)).toEqual([4, 3, 2, 1, 0])
  expect(results.messages[0]?.highlights).toEqual([[0, 5]])
  expect([results.total, results.topics]).toEqual([25, [{ topic: 't', count: 25 }]])
  expect(textsOf({ q: 'again' })).toEqual(['the crane again #bug #dock'])
})

const FOUND: SearchResults = {
  messages: [
    { ...said(1, 'a crane'), highlights: [[2, 7]] },
    { ...said(2, 'the crane'), highlights: [[4, 9]] },
  ],
  topics: [],
  total: 30,
}
const changes = (...messages: Message[]) => new Map(messages.map((message) => [message.id, message]))

test('a message deleted since is removed from the results', () => {
  const after = withChanges(FOUND, 'crane', changes(said(1, '', { deleted_at: '2026-01-01T00:00:00Z' })))
  expect(after.messages.map(({ id }) => id)).toEqual(['m2'])
  expect(after.total).toBe(29)
})

test('an edited one shows its new text, with its hits recomputed', () => {
  const after = withChanges(FOUND, 'crane', changes(said(2, 'crane, the big one')))
  expect(after.messages[1]).toMatchObject({ content: 'crane, the big one', highlights: [[0, 5]] })
  expect(after.total).toBe(30)
})

test('changes of other messages, and unchanged text, change nothing', () => {
  expect(withChanges(FOUND, 'crane', changes(said(7, 'crane'), said(1, 'a crane')))).toBe(FOUND)
})
