/** Searching messages (messaging, sections 2 to 9; decisions 4.10). */
import { SEARCH_PAGE_MAX, SEARCH_QUERY_MAX_CHARS } from '@flockwork/contract/limits'
import type { Input } from '@flockwork/contract/route'
import { searchRoutes } from '@flockwork/contract/search'
import { expect, test } from 'vitest'
import { call } from '../../../test/calls.ts'
import { stored, type Person, type TestAgent } from '../../../test/people.ts'
import { startServer } from '../../../test/server.ts'

type Asked = Input<typeof searchRoutes.search.body>

const search = ({ api }: Pick<Person | TestAgent, 'api'>, body: Asked) =>
  api.call(searchRoutes.search, { body })
const textsOf = async (who: Pick<Person | TestAgent, 'api'>, body: Asked) =>
  (await search(who, body)).messages.map(({ content }) => content)
/** What is found whose order isn't the matter. */
const setOf = async (who: Pick<Person | TestAgent, 'api'>, body: Asked) =>
  (await textsOf(who, body)).toSorted()

async function talking() {
  const server = await startServer()
  const people = await server.peopleInOneSpace('ana', 'bob')
  return { server, ...people, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('a message is found the moment it is posted, by words, beginnings, phrases and what it does not say', async () => {
  await using talk = await talking()
  const { ana, bob } = talk
  await ana.says('The deployment of the harbour crane is done')
  await bob.says('Crane deployment? Not before Friday')
  await bob.says('Lunch')

  expect(await textsOf(bob, { query: 'lunch' })).toEqual(['Lunch'])
  expect(await setOf(bob, { query: 'crane' })).toHaveLength(2)
  expect(await textsOf(bob, { query: 'crane dep' })).toHaveLength(2)
  expect(await textsOf(bob, { query: 'dep crane' })).toEqual([])
  expect(await textsOf(bob, { query: '"crane deployment"' })).toEqual(['Crane deployment? Not before Friday'])
  expect(await textsOf(bob, { query: 'crane -friday' })).toEqual([
    'The deployment of the harbour crane is done',
  ])
  expect(await textsOf(bob, { query: '-crane' })).toEqual(['Lunch'])
  expect(await textsOf(bob, { query: 'crane lunch' })).toEqual([])
})

test('a topic is found as its trend counts it: whole, and not as a word', async () => {
  await using talk = await talking()
  const { ana, bob } = talk
  await ana.says('the crane #Harbour')
  await ana.says('a crane in the harbour')
  await ana.says('#harbour-master #harbours, and `#harbour` in code')
  await ana.says('lunch #harbour')

  const found = await search(bob, { query: '#harbour' })
  expect(found.messages.map(({ content }) => content)).toEqual(['lunch #harbour', 'the crane #Harbour'])
  expect(found.messages[1]?.highlights).toEqual([[10, 18]])
  expect(await textsOf(bob, { query: 'crane #harbour' })).toEqual(['the crane #Harbour'])
  expect(await textsOf(bob, { query: 'crane -#harbour' })).toEqual(['a crane in the harbour'])
  expect(await setOf(bob, { query: 'harbour' })).toHaveLength(4)
})

test('an answer holds the whole message, with why it was found', async () => {
  await using talk = await talking()
  const { ana, bob } = talk
  const root = await ana.says('Where is the crane? #harbour')
  const reply = await bob.replies(root, '😀 École: the crane, see #harbour and #quay')

  const found = await search(ana, { query: 'crane ecole' })

  expect(found).toMatchObject({ success: true, error: null, total: 1, results_count: 1 })
  expect(found.topics).toEqual([
    { topic: 'harbour', count: 1 },
    { topic: 'quay', count: 1 },
  ])
  const [hit] = found.messages
  expect(hit).toMatchObject({
    id: reply.id,
    username: bob.username,
    author: bob.username,
    sender: bob.username,
    sender_type: 'user',
    user_id: bob.profile.id,
    agent_id: null,
    response_to: root.id,
    channel: 'main',
    timestamp: reply.uploaded_at,
    context: reply.content,
    user_reactions: {},
    parent_post: { id: root.id },
  })
  expect(hit?.relevance_score).toBeGreaterThan(0)
  expect(hit?.highlights.map(([start, end]) => reply.content.slice(start, end))).toEqual(['École', 'crane'])
})

test('without words the newest come first; with words the best, and of equals the newest', async () => {
  await using talk = await talking()
  const { ana } = talk
  for (const text of ['crane', 'crane crane', 'cranes', 'crane, again', 'quay']) await ana.says(text)

  const newest = ['quay', 'crane, again', 'cranes', 'crane crane', 'crane']
  for (const query of ['', '*', ' ', null, undefined]) expect(await textsOf(ana, { query })).toEqual(newest)
  const found = await search(ana, { query: 'crane' })
  expect(found.messages.map(({ content }) => content)).toEqual([
    'crane crane',
    'crane, again',
    'crane',
    'cranes',
  ])
  const ranks = found.messages.map((hit) => hit.relevance_score)
  expect(ranks).toEqual(ranks.toSorted((one, other) => other - one))
  expect((await search(ana, {})).messages.map((hit) => [hit.highlights, hit.context])).toEqual(
    newest.map(() => [[], null]),
  )
})

test('authors are found by their names, as they are called now', async () => {
  await using talk = await talking()
  const { server, ana, bob } = talk
  await server.query(`update accounts set display_name = 'Zoë Quill' where id = $1`, [ana.profile.id])
  await ana.says('one')
  await bob.says('two, said the quill')

  expect(await setOf(bob, { query: 'quil' })).toEqual(['one', 'two, said the quill'])
  expect(await textsOf(bob, { query: 'zoe one' })).toEqual(['one'])
  expect(await textsOf(bob, { query: '"zoe quill"' })).toEqual(['one'])
  expect(await textsOf(bob, { query: '"quill zoe"' })).toEqual([])
  expect(await textsOf(bob, { query: 'quill -zoe' })).toEqual(['two, said the quill'])
  const [hit] = (await search(bob, { query: 'zoe' })).messages
  expect(hit).toMatchObject({ highlights: [], context: null })

  await server.query(`update accounts set display_name = 'Renamed' where id = $1`, [ana.profile.id])
  expect(await textsOf(bob, { query: 'zoe' })).toEqual([])
  expect(await textsOf(bob, { query: 'renam' })).toEqual(['one'])
})

test('filters narrow together', async () => {
  await using talk = await talking()
  const { ana, bob, spaceId } = talk
  const helper = await ana.registers('helper')
  await helper.api.messages.post({ body: { content: 'crane from the helper #quay', org_id: spaceId } })
  await ana.says(`crane for @${bob.username}`)
  await bob.says('crane in dev #quay #dock', { channel: 'dev' })
  await bob.says('crane in main #dock')

  const by = (body: Asked) => setOf(bob, { query: 'crane', ...body })
  expect(await by({ channel: 'dev' })).toEqual(['crane in dev #quay #dock'])
  expect(await by({ channel_filter: ['dev', 'main'] })).toHaveLength(4)
  expect(await by({ channel: 'dev', channel_filter: 'main' })).toEqual([])
  expect(await by({ agent_filter: 'helper' })).toEqual(['crane from the helper #quay'])
  expect(await by({ agent_filter: ['@Helper', ana.username] })).toHaveLength(2)
  expect(await by({ agent_filter: ['nobody'] })).toEqual([])
  expect(await by({ agent_filter: ['nobody', 'helper'] })).toHaveLength(1)
  expect(await by({ topic: '#Quay' })).toHaveLength(2)
  expect(await by({ topic: ['quay', 'dock'] })).toHaveLength(3)
  expect(await by({ topic: 'quay', channel: 'dev' })).toEqual(['crane in dev #quay #dock'])
  expect(await by({ mentions_me: true })).toEqual([`crane for @${bob.username}`])
  expect(await setOf(ana, { mentions_me: true })).toEqual([])
  expect(await by({ channel: '', agent_filter: [], topic: [' '], mentions_me: false })).toHaveLength(4)
  expect(await setOf(bob, { agent_filter: 'helper' })).toEqual(['crane from the helper #quay'])
  const [hit] = (await search(bob, { agent_filter: 'helper' })).messages
  expect(hit).toMatchObject({ sender_type: 'agent', user_id: null, agent_id: helper.id })
})

test('dates narrow, to the millisecond at both ends', async () => {
  await using talk = await talking()
  const { server, spaceId } = talk
  // an agent: a person's token ends within the hour
  const helper = await talk.ana.registers('helper')
  const says = async (content: string) =>
    stored(await helper.api.messages.post({ body: { content, org_id: spaceId } }))
  const old = await says('crane of the past')
  server.moveClock(59 * 60_000)
  const recent = await says('crane of today')

  const iso = (at: string, by: number) => new Date(Date.parse(at) + by).toISOString()
  const by = (body: Asked) => textsOf(helper, { query: 'crane', ...body })
  expect(await by({ date_from: recent.uploaded_at })).toEqual(['crane of today'])
  expect(await by({ date_from: iso(recent.uploaded_at, 1) })).toEqual([])
  expect(await by({ date_to: old.uploaded_at })).toEqual(['crane of the past'])
  expect(await by({ date_to: iso(old.uploaded_at, -1) })).toEqual([])
  expect(await by({ date_from: old.uploaded_at, date_to: recent.uploaded_at })).toHaveLength(2)
  expect(await by({ date_from: recent.uploaded_at, date_to: old.uploaded_at })).toEqual([])
  expect(
    await by({ date_from: recent.uploaded_at.slice(0, 10), date_to: recent.uploaded_at.slice(0, 10) }),
  ).toContain('crane of today')

  expect(await by({ days_back: 0.042 })).toHaveLength(2)
  server.moveClock(2 * 60_000)
  expect(await by({ days_back: 0.042 })).toEqual(['crane of today'])
  expect(await by({ days_back: 0 })).toHaveLength(2)
  expect(await by({ days_back: 1, date_to: old.uploaded_at })).toEqual(['crane of the past'])
})

test('pages of 10, 20, 50 and 100 meet without overlap', async () => {
  await using talk = await talking()
  const { ana } = talk
  for (let index = 0; index < 120; index++) await ana.says(`crane ${index}`)

  for (const limit of [10, 20, 50, 100]) {
    const seen: string[] = []
    for (let offset = 0; offset < 120; offset += limit) {
      const page = await search(ana, { query: 'crane', limit, offset })
      expect(page).toMatchObject({ total: 120, results_count: Math.min(limit, 120 - offset) })
      seen.push(...page.messages.map(({ id }) => id))
    }
    expect(new Set(seen).size).toBe(120)
  }
  expect((await search(ana, { query: 'crane' })).messages).toHaveLength(20)
  expect((await search(ana, { query: 'crane', limit: SEARCH_PAGE_MAX + 1 })).messages).toHaveLength(100)
  expect(await search(ana, { query: 'crane', offset: 120 })).toMatchObject({
    messages: [],
    total: 120,
    results_count: 0,
  })
})

test('nobody finds what is said in a space they are not in', async () => {
  await using talk = await talking()
  const { server, ana, spaceId } = talk
  await ana.says('crane')
  const stranger = await server.signUp('stranger')

  expect(await textsOf(stranger, { query: 'crane' })).toEqual([])
  const path = '/api/search/messages'
  const foreign = { token: stranger.token(), json: { query: 'crane', org_id: spaceId } }
  expect((await call(server.url, 'POST', path, foreign)).status).toBe(404)
  expect((await call(server.url, 'POST', `${path}?org_id=${spaceId}`, { ...foreign, json: {} })).status).toBe(
    404,
  )
  expect((await call(server.url, 'POST', path, { json: { query: 'crane' } })).status).toBe(401)

  await ana.goesTo(ana.profile.current_org_id ?? '')
  expect(await textsOf(ana, { query: 'crane' })).toEqual([])
  expect(await textsOf(ana, { query: 'crane', org_id: spaceId })).toEqual(['crane'])
  const named = await call(server.url, 'POST', `${path}?org_id=${spaceId}`, {
    token: ana.token(),
    json: { query: 'crane' },
  })
  expect(named.body).toMatchObject({ total: 1 })
})

test('an agent searches where it works, also while it is paused', async () => {
  await using talk = await talking()
  const { server, ana, bob } = talk
  const helper = await ana.registers('helper')
  await bob.says('crane')

  expect(await textsOf(helper, { query: 'crane' })).toEqual(['crane'])
  await server.query(`update agents set disabled_by = '{owner:ana}' where account_id = $1`, [helper.id])
  expect(await textsOf(helper, { query: 'crane' })).toEqual(['crane'])
  expect(await textsOf(helper, { query: '', mentions_me: true })).toEqual([])
})

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

test('whatever is typed, as a query or as a filter, is answered', async () => {
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
  { channel: 7 },
  { channel: 'nul \0' },
  { agent_filter: [{}] },
  { agent_filter: Array.from({ length: 51 }, () => 'ana') },
  { topic: 'x'.repeat(101) },
  { mentions_me: 'yes' },
  { date_from: 'yesterday' },
  { date_from: '2026-13-01' },
  { date_to: '99999' },
  { date_to: 5 },
  { days_back: -1 },
  { days_back: 'a week' },
  { days_back: 1e9 },
  { org_id: 'mine' },
]

test('what can not be meant is refused with the place that is wrong', async () => {
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

test('days long before and after everything narrow to nothing', async () => {
  await using talk = await talking()
  const { ana } = talk
  await ana.says('crane')
  for (const far of [
    { date_to: '0000-01-01' },
    { date_from: '9999-12-31T23:59:59+14:00' },
    { date_from: '9999-12-31' },
  ]) {
    expect(await textsOf(ana, { query: 'crane', ...far })).toEqual([])
  }
  expect(await textsOf(ana, { query: 'crane', date_from: '0000-01-01', days_back: 36_500 })).toEqual([
    'crane',
  ])
})

test('a search that fails for reasons of its own says so, and keeps them to itself', async () => {
  await using talk = await talking()
  const { server, ana } = talk
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
