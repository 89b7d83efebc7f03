/** Any search input is answered, or refused with its location. */
import { SEARCH_QUERY_MAX_CHARS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { call } from '../../../test/calls.ts'
import { search, talking, textsOf } from '../../../test/search.ts'
import { startServer } from '../../../test/server.ts'

const LONG = 'x'.repeat(SEARCH_QUERY_MAX_CHARS)

const ODD = [
  '"',
  '""',
  '"crane',
  "'",
  "''; drop table messages; --",
  '-',
  '- - -',
  '&|!():*<->\\'.repeat(45),
  "crane' | 'w",
  "\\' | crane",
  'crane:* & !quay <-> (dock',
  '<2>',
  LONG,
  'a '.repeat(250),
  '東 '.repeat(250),
  '-a '.repeat(160),
  '"a b '.repeat(100),
  '😀',
  '👨‍👩‍👧',
  '東京',
  'שלום',
  '\u202ecrane\u202c',
  '\u200b',
  '\u0001~\u0001',
  'c',
  '%_',
  '$1 ${2}',
]

const WRONG = [
  { query: `${LONG}x` },
  { query: 'nul \0' },
  { query: 'half \ud83d' },
  { query: 7 },
  { query: ['crane'] },
  { limit: 0 },
  { limit: -1 },
  { limit: 1.5 },
  { limit: 'many' },
  { offset: -1 },
  { offset: 1001 },
  { channel: 7 },
  { channel: 'nul \0' },
  { agent_filter: [{}] },
  { agent_filter: Array.from({ length: 51 }, () => 'ana') },
  { topic: 'x'.repeat(101) },
  { mentions_me: 'yes' },
  { date_from: 'yesterday' },
  { date_from: '2026-13-01' },
  { date_to: '99999' },
  { date_to: '0000-12-31' },
  { date_from: '9999-12-31T23:59:59-14:00' },
  { date_to: 5 },
  { days_back: -1 },
  { days_back: 'a week' },
  { days_back: 1e9 },
  { org_id: 'mine' },
]

test('any text as a query or a filter is answered', async () => {
  await using talk = await talking()
  const { server, ana } = talk
  await ana.says("crane's 東京 שלום 😀 👨‍👩‍👧")
  const ask = async (json: object) => {
    const { status, body } = await call(server.url, 'POST', '/api/search/messages', {
      token: ana.token(),
      json,
    })
    return { status, body }
  }
  const answered = { status: 200, body: expect.objectContaining({ success: true, error: null }) }

  for (const query of ODD) {
    expect([query, await ask({ query })]).toEqual([query, answered])
    if (query.length > 100) continue
    const filters = { channel: query, topic: query, agent_filter: query }
    expect([query, await ask(filters)]).toEqual([query, answered])
    expect([query, await ask({ channel: query })]).toEqual([query, answered])
  }
  expect(await textsOf(ana, { query: "''; drop table messages; --" })).toEqual([])
  expect(await textsOf(ana, { query: "crane' | 'quay" })).toEqual([])
  expect(await textsOf(ana, { channel: "main' | 'x" })).toEqual([])
  for (const query of ['"', '""', "'", '- - -', '\u200b', '&|!()']) {
    expect([query, await textsOf(ana, { query })]).toEqual([query, []])
  }
})

test('emoji and every script are found', async () => {
  await using talk = await talking()
  const { ana } = talk
  const said = ["crane's 東京タワー", 'שָׁלוֹם לכולם', 'well done ❤️👍🏽', 'Über die Straße', 'ภาษาไทย']
  for (const text of said) await ana.says(text)

  for (const [query, text] of [
    ['京タ', said[0]],
    ["crane's", said[0]],
    ['שלום', said[1]],
    ['❤', said[2]],
    ['👍', said[2]],
    ['strasse', said[3]],
    ['UBER', said[3]],
    ['ไทย', said[4]],
  ] as const) {
    expect([query, await textsOf(ana, { query })]).toEqual([query, [text]])
  }
  expect(await textsOf(ana, { query: '京東' })).toEqual([])
})

test('invalid input is refused with its location', async () => {
  await using talk = await talking()
  const { server, ana } = talk
  for (const body of WRONG) {
    const refused = await call(server.url, 'POST', '/api/search/messages', { token: ana.token(), json: body })
    const [field] = Object.keys(body)
    const detail = [expect.objectContaining({ loc: expect.arrayContaining(['body', field]) })]
    expect([body, refused.status, refused.body]).toEqual([
      body,
      422,
      expect.objectContaining({ error: 'validation_error', detail }),
    ])
  }
})

test('an internal error of a search is reported without its details', async () => {
  await using server = await startServer({ own: true })
  const ana = await server.signUp('ana')
  await ana.says('crane')
  await server.query('drop function search_words')
  expect(await search(ana, { query: 'crane' })).toEqual({
    success: false,
    messages: [],
    topics: [],
    total: 0,
    results_count: 0,
    error: 'Search failed',
  })
})
