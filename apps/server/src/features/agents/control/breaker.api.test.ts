/** The circuit breaker: what trips it, what it refuses, and what is delayed until it resets. */
import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { call, eventually, refusalOf } from '../../../../test/calls.ts'
import { connectAgent } from '../../../../test/mcp.ts'
import { stored, type Person, type TestAgent } from '../../../../test/people.ts'
import { startPair, startServer, type TestServer } from '../../../../test/server.ts'
import { openStream } from '../../../../test/stream.ts'

const PAUSE_MS = 60_000
const INBOX = 'flockwork://inbox'

const post = ({ url }: { url: string }, token: string, content: string, more: object = {}) =>
  call(url, 'POST', '/auth/messages', { token, json: { content, ...more } })

/** A failed call that counts: the content is empty. */
const fail = (server: { url: string }, { token }: TestAgent) => post(server, token, '')

const move = (servers: readonly TestServer[], byMs: number) => {
  for (const server of servers) server.moveClock(byMs)
}

const statesOf = async ({ api }: Person, id: string) =>
  (await api.messages.deliveries({ params: { id } })).deliveries.map(({ state }) => state)

test('five failed calls within a minute, on any node, by REST or MCP, pause an agent for a minute', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const both = [server, twin]
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const posted = await post(server, scout.token, 'posted', { org_id: spaceId })
  const known = { token: scout.token, key: 'known', json: { content: 'known', org_id: spaceId } }
  const first = await call(server.url, 'POST', '/auth/messages', known)
  const { message } = posted.body as { message: Message }
  await using client = await connectAgent(twin.url, scout.token)

  // none of these counts
  for (let index = 0; index < 5; index++) {
    await call(server.url, 'GET', '/auth/messages?limit=many', { token: scout.token })
    await call(server.url, 'POST', '/api/search/messages', { token: scout.token, json: { limit: 'many' } })
    await call(server.url, 'PUT', `/api/messages/${spaceId}`, { token: scout.token, json: { content: 'x' } })
    await call(server.url, 'PATCH', `/auth/agents/${scout.id}/control`, {
      token: scout.token,
      json: { disabled: 1 },
    })
    await client.call('messages', { action: 'thread', message_id: 'nothing' })
  }
  // failures of more than a minute ago don't count either
  for (let index = 0; index < 4; index++) await fail(server, scout)
  move(both, PAUSE_MS + 1000)
  expect((await fail(server, scout)).status).toBe(422)
  expect((await call(twin.url, 'POST', '/posts/channels', { token: scout.token, json: {} })).status).toBe(422)
  expect((await client.call('messages', { action: 'send', content: '' })).isError).toBe(true)
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
  expect((await post(server, scout.token, secret, { org_id: spaceId })).status).toBe(400)
  expect((await post(server, scout.token, 'still free', { org_id: spaceId })).status).toBe(201)
  expect((await fail(twin, scout)).status).toBe(422)

  for (const one of both) {
    const refused = await eventually(
      () => post(one, scout.token, 'refused', { org_id: spaceId }),
      ({ status }) => status === 429,
    )
    const body = refused.body as Record<string, unknown>
    expect(body).toEqual({
      type: 'agent_circuit_breaker',
      error: 'agent_circuit_breaker',
      key: 'agent:scout',
      detail: expect.stringContaining('@scout is paused'),
      retry_after: expect.any(Number),
      request_id: expect.any(String),
    })
    expect(refused.headers.get('retry-after')).toBe(String(body['retry_after']))
    expect(Number(body['retry_after'])).toBeGreaterThan(30)
    expect(Number(body['retry_after'])).toBeLessThanOrEqual(60)
    for (const [method, path, json] of [
      ['PUT', `/api/messages/${message.id}`, { content: 'edited' }],
      ['DELETE', `/api/messages/${message.id}`, undefined],
      ['POST', `/posts/${message.id}/react`, { emoji: '👍' }],
      ['POST', `/posts/${message.id}/reply`, { content: 'no' }],
      ['POST', '/posts/channels', { name: 'mine' }],
      ['POST', '/api/inbox/read', { ids: [] }],
    ] as const) {
      const answer = await eventually(
        () => call(one.url, method, path, { token: scout.token, json }),
        ({ status }) => status === 429,
      )
      expect(answer.body).toMatchObject({ error: 'agent_circuit_breaker' })
    }
  }
  const sent = await client.call('messages', { action: 'send', content: 'hello' })
  expect([sent.isError, sent.facts['error']]).toEqual([true, 'agent_circuit_breaker'])
  for (const [tool, given] of [
    ['whoami', { action: 'update', bio: 'Loud' }],
    ['spaces', { action: 'switch', space_id: ana.profile.current_org_id }],
  ] as const) {
    const refused = await client.call(tool, given)
    expect([tool, refused.isError, refused.facts['error']]).toEqual([tool, true, 'agent_circuit_breaker'])
    expect(refused.text).toMatch(/^Paused for \d+ s/)
  }
  // reading still works, a repeated post gets its answer, and refused calls don't lengthen the pause
  expect((await scout.api.messages.history()).posts).toHaveLength(3)
  const repeated = await call(server.url, 'POST', '/auth/messages', known)
  expect([repeated.status, (repeated.body as { message: Message }).message.id]).toEqual([
    first.status,
    (first.body as { message: Message }).message.id,
  ])

  move(both, PAUSE_MS)
  for (const one of both) expect((await post(one, scout.token, 'back', { org_id: spaceId })).status).toBe(201)
  expect((await fail(server, scout)).status).toBe(422)
  expect((await post(server, scout.token, 'one is forgiven', { org_id: spaceId })).status).toBe(201)
})

test('what is addressed to a paused agent is stored, its author is warned, and waits and streams get it when the pause ends', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  await using here = await connectAgent(server.url, scout.token)
  await using there = await connectAgent(twin.url, scout.token)
  await using stream = await openStream(twin.url, { token: scout.token, spaceId })
  await stream.next(({ event }) => event === 'bootstrap')
  await using modern = await connectAgent(twin.url, scout.token, { mode: { pin: '2026-07-28' } })
  const updated: string[] = []
  modern.client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updated.push(params.uri)
  })
  await modern.client.listen({ resourceSubscriptions: [INBOX] })
  const waits = [here.waits({ mark_read: false }), there.waits({ mark_read: false })]
  await Promise.all(waits.map(({ isWaiting }) => isWaiting))

  for (let index = 0; index < 5; index++) await fail(twin, scout)
  const isHeld = async () => server.services.messages.breaker.pausedUntil(scout.id) !== undefined
  await eventually(isHeld, (is) => is)
  const paused = await bob.api.messages.post({ body: { content: '@scout are you there?', org_id: spaceId } })

  expect(paused.paused).toEqual([{ key: 'agent:scout', retry_after: expect.any(Number) }])
  const { id, deliveries } = stored(paused)
  expect(deliveries).toMatchObject([{ state: 'stored' }])
  const bee = await bob.registers('bee')
  await using asBee = await connectAgent(server.url, bee.token)
  const sent = await asBee.call('messages', { action: 'send', content: '@scout are you?' })
  expect(sent.facts['paused']).toEqual([{ key: 'agent:scout', retry_after: expect.any(Number) }])
  expect(sent.text).toMatch(/@scout temporarily paused: this message reaches it in \d+ s\./)
  const { body } = await post(server, bob.token(), '@ana nobody is paused here', { org_id: spaceId })
  expect(body).not.toHaveProperty('paused')
  for (const given of [{}, { wait: true, timeout: 0.2 }]) {
    const { text, facts } = await here.call('messages', given)
    expect(text).toMatch(/Paused for \d+ s after .+ what is unread comes then\. To /)
    expect(facts).toMatchObject({
      messages: [],
      unread_count: 2,
      retry_after_seconds: expect.any(Number),
    })
  }
  await scout.api.messages.history()
  await server.services.receipts.flush()
  expect(await statesOf(bob, id)).toEqual(['stored'])
  expect(
    stream.events.some(({ event, data }) => event === 'mention' && (data['message'] as Message).id === id),
  ).toBe(false)

  expect(updated).toEqual([])

  move([server, twin], PAUSE_MS)

  await expect.poll(() => updated).toContain(INBOX)
  for (const { answer } of waits) {
    const { facts, isError } = await answer
    expect([isError, (facts['messages'] as { id: string }[]).map((message) => message.id)]).toEqual([
      false,
      [id, sent.facts['message_id']],
    ])
  }
  await stream.next(({ event, data }) => event === 'mention' && (data['message'] as Message).id === id)
  await eventually(
    () => statesOf(bob, id),
    ([state]) => state === 'delivered',
  )
  // everything was delivered once, in order
  const seqs = stream.events
    .filter(({ event }) => event === 'message')
    .map(({ id: number }) => Number(number))
  expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b))
})

test('two agents that answer only each other are both paused, unless a person takes part', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const [scout, robot] = [await ana.registers('scout'), await bob.registers('robot')]
  const root = await ana.says('@scout @robot what do you think?')
  const pingPong = async (from: number, to: number, parent: { id: string }) => {
    for (let index = from; index < to; index++) {
      const { api } = index % 2 === 0 ? scout : robot
      const content = index % 2 === 0 ? '@robot and you?' : '@scout and you?'
      await api.messages.reply({ params: { id: parent.id }, body: { content } })
    }
  }

  await pingPong(0, 19, root)
  await bob.replies(root, 'go on')
  await pingPong(0, 19, root)
  const last = robot.api.messages.reply({ params: { id: root.id }, body: { content: '@scout and you?' } })
  expect(stored(await last).content).toBe('@scout and you?')

  for (const { api, username } of [scout, robot]) {
    const refused = await refusalOf(api.messages.post({ body: { content: 'more', org_id: spaceId } }))
    expect([refused.status, refused.body]).toEqual([
      429,
      expect.objectContaining({ key: `agent:${username}` }),
    ])
  }
  server.moveClock(PAUSE_MS)
  await scout.api.messages.post({ body: { content: '@robot and now?', org_id: spaceId } })
})

test('an agent that floods another is the only one paused, and nobody can get Chirpy paused', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const [pest, robot] = [await ana.registers('pest'), await bob.registers('robot')]
  for (let index = 0; index < 20; index++) {
    await pest.api.messages.post({ body: { content: `@robot hey ${index}`, org_id: spaceId } })
  }
  expect((await refusalOf(pest.api.messages.post({ body: { content: 'x', org_id: spaceId } }))).status).toBe(
    429,
  )
  await robot.api.messages.post({ body: { content: 'fine', org_id: spaceId } })

  // as if it had answered each message
  const chirpy = (await ana.api.agents.list()).agents.find(({ username }) => username === 'chirpy')
  await server.query(
    'update deliveries set author_id = $2, recipient_id = $1 where author_id = $1 and seq % 2 = 0',
    [robot.id, chirpy?.id],
  )
  await server.query('update deliveries set recipient_id = $2, author_id = $1 where author_id = $3', [
    robot.id,
    chirpy?.id,
    pest.id,
  ])
  await server.services.messages.breaker.recordAddressing(robot.id, [chirpy?.id ?? ''])
  expect((await refusalOf(robot.api.messages.post({ body: { content: 'x', org_id: spaceId } }))).status).toBe(
    429,
  )
  expect(server.services.messages.breaker.pausedUntil(chirpy?.id ?? '')).toBeUndefined()
})
