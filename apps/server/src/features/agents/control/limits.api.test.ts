/** Limits on what agents post, and on what one account addresses to them (docs/rules/agents.md#limits). */
import { expect, test } from 'vitest'
import { call, eventually, refusalOf, type Answer } from '../../../../test/calls.ts'
import { connectAgent } from '../../../../test/mcp.ts'
import type { Person } from '../../../../test/people.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The first account of an instance is its administrator. */
async function withAgent(server: TestServer) {
  // ten minutes before the hour: it won't end during a test, but before a sign-in expires
  server.moveClock(36 * HOUR_MS + 50 * MINUTE_MS - (server.services.clock.now() % (24 * HOUR_MS)))
  const root = await server.signUp('root')
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  const limit = (limits: Parameters<Person['api']['agents']['updateControl']>[0]['body']) =>
    root.api.agents.updateControl({ params: { id: scout.id }, body: limits })
  return { root, ana, bob, spaceId, scout, limit }
}

const post = ({ url }: { url: string }, token: string, content: string, more: object = {}) =>
  call(url, 'POST', '/auth/messages', { token, json: { content, ...more } })

const countBy = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

test('of twenty concurrent posts, on two nodes and in two spaces, a limit of five admits exactly five', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const { ana, spaceId, scout, limit } = await withAgent(server)
  twin.services.clock.now = server.services.clock.now
  const other = await ana.api.spaces.create({ body: { name: 'Other', visibility: 'invite_only' } })
  await limit({ agent_hourly_limit: 5, agent_daily_limit: 100 })

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      post(index % 2 === 0 ? server : twin, scout.token, `post ${index}`, {
        org_id: index % 4 < 2 ? spaceId : other.id,
      }),
    ),
  )

  expect([countBy(answers, 201), countBy(answers, 429)]).toEqual([5, 15])
  const stored = await server.query('select from messages where author_id = $1', [scout.id])
  expect(stored).toHaveLength(5)
  const refused = answers.find(({ status }) => status === 429)
  const body = refused?.body as Record<string, unknown>
  expect(body).toEqual({
    error: 'rate_limited',
    detail: '@scout may post at most 5 messages an hour',
    scope: 'agent',
    key: 'agent:scout',
    retry_after: expect.any(Number),
    request_id: expect.any(String),
  })
  const seconds = Number(body['retry_after'])
  expect(seconds).toBeGreaterThan(300)
  expect(seconds).toBeLessThanOrEqual(600)
  const headers = ['retry-after', 'ratelimit-limit', 'ratelimit-remaining'].map((name) =>
    refused?.headers.get(name),
  )
  expect(headers).toEqual([String(seconds), '5', '0'])

  // as many again in the next hour, on a freshly started server
  await using fresh = await server.startTwin()
  fresh.moveClock(server.services.clock.now() + seconds * 1000 - fresh.services.clock.now())
  const next = await Promise.all(
    Array.from({ length: 7 }, (_, index) => post(fresh, scout.token, `later ${index}`, { org_id: spaceId })),
  )
  expect([countBy(next, 201), countBy(next, 429)]).toEqual([5, 2])
})

test('a limit on what a person addresses counts mentions, replies and edits, separately for each person', async () => {
  await using server = await startServer()
  const { ana, bob, scout, limit } = await withAgent(server)
  const question = (await scout.api.messages.post({ body: { content: 'who is there?' } })).message
  await limit({ user_hourly_limit: 3 })
  const isRefused = async (work: Promise<unknown>) => {
    const { status, body } = await refusalOf(work)
    expect([status, body]).toEqual([429, expect.objectContaining({ scope: 'agent', key: 'agent:scout' })])
  }

  const first = await bob.says('@scout one', { key: 'first' })
  await bob.replies({ id: question?.id ?? '' }, 'two')
  // messages that aren't stored don't count, nor do those to others
  await refusalOf(bob.says('@scout nowhere', { channel: 'nowhere' }))
  const plain = await bob.says('to nobody')
  await bob.api.messages.edit({ params: { id: plain.id }, body: { content: 'to @scout: three' } })

  await isRefused(bob.says('@scout four'))
  await isRefused(bob.replies({ id: question?.id ?? '' }, 'four'))
  const edited = await bob.says('hello')
  await isRefused(bob.api.messages.edit({ params: { id: edited.id }, body: { content: 'hello @scout' } }))
  expect(await bob.reads(edited.id)).toMatchObject({ content: 'hello', edit_count: 0 })
  // a repeated post gets its answer; other senders and other recipients aren't limited
  expect((await bob.says('@scout one', { key: 'first' })).id).toBe(first.id)
  await ana.says('@scout mine')
  await bob.says('@ana hello')

  server.moveClock(11 * MINUTE_MS)
  await bob.says('@scout four at last')
})

test("no limit admits everything, a limit of 0 nothing, and what can't reach the agent isn't counted", async () => {
  await using server = await startServer()
  const { ana, bob, scout, limit } = await withAgent(server)
  await limit({ user_daily_limit: 1 })
  await ana.api.agents.updateControl({ params: { id: scout.id }, body: { disabled: true } })
  for (const text of ['@scout one', '@scout two']) {
    expect((await bob.says(text)).deliveries).toMatchObject([{ state: 'undeliverable' }])
  }
  await ana.api.agents.updateControl({ params: { id: scout.id }, body: { disabled: false } })
  await bob.says('@scout now')
  const daily = await refusalOf(bob.says('@scout again'))
  expect(daily.message).toBe('@scout takes at most 1 message from one sender a day')
  expect(daily.retryAfterMs).toBeGreaterThan(11 * HOUR_MS)

  await limit({ user_daily_limit: null, agent_daily_limit: 0 })
  for (let index = 0; index < 3; index++) await bob.says(`@scout free ${index}`)
  const none = await refusalOf(scout.api.messages.post({ body: { content: 'hello' } }))
  expect([none.status, none.message]).toEqual([429, '@scout may post no messages a day'])
  await using client = await connectAgent(server.url, scout.token)
  const sent = await client.call('messages', { action: 'send', content: 'hello' })
  expect([sent.isError, sent.facts['error'], sent.text]).toEqual([
    true,
    'rate_limited',
    expect.stringContaining('Try again in'),
  ])
})

test("Chirpy's limits apply to its answers and to those who mention it", async () => {
  await using server = await startServer()
  const { root, bob } = await withAgent(server)
  const chirpy = (await bob.api.agents.list()).agents.find(({ username }) => username === 'chirpy')
  const limit = { agent_hourly_limit: 1, user_hourly_limit: 2 }
  await root.api.agents.updateControl({ params: { id: chirpy?.id ?? '' }, body: limit })

  const question = await bob.says('@chirpy hello')
  const state = async (id: string) =>
    (await bob.api.messages.deliveries({ params: { id } })).deliveries[0]?.state
  await eventually(
    () => state(question.id),
    (one) => one === 'answered',
  )
  const again = await bob.says('@chirpy hello again')
  expect((await refusalOf(bob.says('@chirpy and again'))).status).toBe(429)
  await eventually(
    async () => server.query("select from pgboss.job where name = 'guide' and state <> 'completed'"),
    (left) => left.length === 0,
  )
  expect(await state(again.id)).toBe('stored')
})
