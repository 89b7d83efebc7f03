import { WAITS_PER_AGENT } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { connectAgent, postRpc, toolCall } from '../../../../test/mcp.ts'
import { startPair, startServer, type TestServer } from '../../../../test/server.ts'

const ERAS = [
  { era: 'the handshake of 2025', mode: 'legacy' },
  { era: 'the stateless protocol of 2026', mode: { pin: '2026-07-28' } },
] as const

test.for(ERAS)('over $era a mention wakes a waiting call in under a second', async ({ mode }) => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token, { mode })
  const wait = agent.waits({ wait_mode: 'mentions' })
  await wait.isWaiting

  await bob.says('nothing for you')
  const start = performance.now()
  const post = await bob.says('wake up @scout')
  const { text, facts } = await wait.answer

  expect(performance.now() - start).toBeLessThan(1000)
  expect(text).toMatch(/^✅ WAIT SUCCESS: Found 1 mentions after \d+s\n\n• bob: wake up @scout \[id:/)
  expect(facts).toMatchObject({
    messages: [{ id: post.id, trust: 'member' }],
    events: [{ type: 'mention', message_id: post.id }],
    timed_out: false,
    unread_count: 0,
  })
  const state = async () => (await bob.reads(post.id)).deliveries?.[0]?.state
  await expect.poll(state).toBe('delivered')
  await agent.call('messages')
  expect(await state()).toBe('seen')
})

test('a post on one server wakes a wait on another', async () => {
  await using one = await startServer()
  await using other = await one.startTwin()
  const { ana } = await one.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(other.url, scout.token)
  const wait = agent.waits({})
  await wait.isWaiting

  const start = performance.now()
  const post = await ana.says('@scout are you there?')

  expect((await wait.answer).facts['messages']).toMatchObject([{ id: post.id }])
  expect(performance.now() - start).toBeLessThan(1000)
})

test('a server that stops during a wait loses no mention', async () => {
  await using one = await startServer()
  const { ana } = await one.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const stopping = await one.startTwin()
  await using agent = await connectAgent(stopping.url, scout.token)
  const wait = agent.waits({})
  await wait.isWaiting

  await stopping[Symbol.asyncDispose]()
  expect((await wait.answer).facts).toMatchObject({ messages: [], timed_out: true })
  const post = await ana.says('@scout still there?')

  await using back = await connectAgent(one.url, scout.token)
  expect((await back.call('messages', { wait: true })).facts['messages']).toMatchObject([{ id: post.id }])
})

test('a wait whose client disconnected marks nothing, and its slot is free', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const leaving = new AbortController()
  const call = postRpc(server.url, toolCall('messages', { wait: true }), {
    token: scout.token,
    signal: leaving.signal,
  })
  call.catch(() => {})
  await expect.poll(() => waitsOf(server)).toBe(1)

  leaving.abort()
  await expect.poll(() => waitsOf(server)).toBe(0)
  const post = await ana.says('@scout hello?')

  await using agent = await connectAgent(server.url, scout.token)
  expect((await agent.call('messages')).facts['messages']).toMatchObject([{ id: post.id }])
})

async function waitsOf(server: TestServer): Promise<number> {
  const { values } = await server.services.metrics.waits.get()
  return values[0]?.value ?? 0
}

test('a timeout is answered with how to continue', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)

  const { text, facts } = await agent.call('messages', { wait: true, timeout: 0.2 })

  expect(text).toMatch(/^WAIT TIMEOUT after 0s\. To go on waiting/)
  expect(facts).toMatchObject({ messages: [], events: [], timed_out: true })
})

test('a cancelled request ends its wait', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const { token } = scout
  const waiting = postRpc(server.url, toolCall('messages', { wait: true }, 'w-1'), { token })
  await expect.poll(() => waitsOf(server)).toBe(1)

  const cancel = {
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 'w-1', reason: 'enough' },
  }
  // another client of the agent, with a request of the same id
  const { api_token: other } = await ana.api.agents.config({ params: { id: scout.id } })
  const others = postRpc(server.url, toolCall('messages', { wait: true }, 'w-1'), { token: other })
  await expect.poll(() => waitsOf(server)).toBe(2)
  expect((await postRpc(server.url, cancel, { token: other })).status).toBe(202)
  expect((await others).messages).toMatchObject([{ result: { structuredContent: { timed_out: true } } }])
  expect(await waitsOf(server)).toBe(1)
  const cancelled = await postRpc(server.url, cancel, { token })

  expect(cancelled.status).toBe(202)
  expect((await waiting).messages).toMatchObject([
    { id: 'w-1', result: { structuredContent: { timed_out: true } } },
  ])
})

test(`an agent has at most ${WAITS_PER_AGENT} concurrent waits; one more is answered at once`, async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)
  const waits = Array.from({ length: WAITS_PER_AGENT }, () => agent.waits({}))
  await Promise.all(waits.map(({ isWaiting }) => isWaiting))

  const oneMore = await agent.call('messages', { wait: true })
  expect(oneMore).toMatchObject({
    isError: true,
    facts: { error: 'too_many_waits', retry_after_seconds: 5, messages: [] },
  })
  expect(oneMore.text).toContain('Try again in 5 s')

  await ana.says('@scout enough')
  await Promise.all(waits.map(({ answer }) => answer))
  await expect.poll(() => waitsOf(server)).toBe(0)
})

test('every wait of an agent gets what arrived, regardless of which is answered first', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)

  for (let round = 0; round < 8; round++) {
    const waits = Array.from({ length: WAITS_PER_AGENT }, () => agent.waits({ timeout: 10 }))
    await Promise.all(waits.map(({ isWaiting }) => isWaiting))
    const post = await ana.says(`@scout all of you, ${round}`)
    for (const { answer } of waits) {
      expect((await answer).facts).toMatchObject({ messages: [{ id: post.id }], unread_count: 0 })
    }
    await agent.call('messages')
    expect((await ana.reads(post.id)).deliveries?.[0]?.state).toBe('seen')
  }
})

test('a wait for mentions ignores replies; direct wakes for both', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)
  const { facts } = await agent.call('messages', { action: 'send', content: 'ready' })
  const direct = agent.waits({ wait_mode: 'direct' })
  const mentions = agent.waits({ wait_mode: 'mentions', mark_read: false })
  await Promise.all([direct.isWaiting, mentions.isWaiting])

  const reply = await ana.replies({ id: String(facts['message_id']) }, 'good')
  const directly = await direct.answer
  expect(directly.facts['events']).toMatchObject([{ type: 'reply', message_id: reply.id }])

  const mention = await ana.says('@scout go')
  expect((await mentions.answer).facts['events']).toMatchObject([{ type: 'mention', message_id: mention.id }])
})

test('a send with wait is shown as waiting until it gets the answer', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)
  const earlier = await ana.says('@scout before that')
  const sent = await agent.call('messages', { action: 'send', content: 'one moment' })
  expect(sent.facts).toMatchObject({ unread_count: 1, next_cursor: null })
  const wait = agent.waits({ action: 'send', content: '@ana may I?' })
  await wait.isWaiting
  const { posts } = await ana.api.messages.history({ query: { limit: 1 } })
  const [question] = posts
  expect(question).toMatchObject({ content: '@ana may I?', waiting_for_response: true })

  const answer = await ana.replies({ id: question?.id ?? '' }, 'yes')

  const { text, facts } = await wait.answer
  expect(text).toMatch(/^Sent to #main \[id:[\s\S]+✅ WAIT SUCCESS: Found 1 mentions/)
  expect(facts).toMatchObject({
    status: 'answered',
    message_id: question?.id,
    messages: [{ id: answer.id, content: 'yes' }],
    unread_count: 1,
    next_cursor: null,
  })
  expect(await ana.reads(question?.id ?? '')).toMatchObject({
    waiting_for_response: false,
    waiting_since: null,
  })
  expect((await agent.call('messages')).facts['messages']).toMatchObject([{ id: earlier.id }])
})

test('a token revoked during a wait gets nothing more', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)
  const wait = agent.waits({})
  await wait.isWaiting

  await ana.api.agents.regenerateToken({ params: { id: scout.id } })
  await ana.says('@scout a secret for you')

  expect(await wait.answer).toMatchObject({ isError: true, facts: { error: 'unauthorized' } })
})

test('a wait ends when its agent’s only space is deleted on the other server', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const [pinned, leaving] = [await ana.registers('pinned'), await bob.registers('leaving')]
  for (const [owner, { id }] of [
    [ana, pinned],
    [bob, leaving],
  ] as const) {
    await owner.api.agents.update({ params: { id }, body: { pinned_org_id: spaceId } })
  }
  const nowhere = { isError: true, text: expect.stringContaining('You act in no space now') }

  await using gone = await connectAgent(twin.url, leaving.token)
  const first = gone.waits({})
  await first.isWaiting
  await ana.api.spaces.removeMember({ params: { id: spaceId, user_id: bob.profile.id } })
  expect(await first.answer).toMatchObject(nowhere)

  await using agent = await connectAgent(twin.url, pinned.token)
  const second = agent.waits({})
  await second.isWaiting
  await ana.api.spaces.delete({ params: { id: spaceId }, body: { name: 'Field Lab' } })
  expect(await second.answer).toMatchObject(nowhere)
})

test('a caller that follows the cursor gets each of many mentions once, from two servers, while they are posted', async () => {
  await using one = await startServer()
  await using other = await one.startTwin()
  const { ana, bob } = await one.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(other.url, scout.token)
  const postElsewhere = (content: string) =>
    fetch(`${other.url}/auth/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bob.token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content }),
    })
  const count = 40
  const posting = Promise.all(
    Array.from({ length: count }, (_, index) =>
      index % 2 === 0 ? ana.says(`@scout ${index}`) : postElsewhere(`@scout ${index}`),
    ),
  )

  const got: string[] = []
  let cursor: unknown
  while (got.length < count) {
    const { answer } = agent.waits({ mark_read: false, limit: 7, cursor, timeout: 10 })
    const { facts } = await answer
    expect(facts['timed_out'], `after ${got.length}`).toBe(false)
    got.push(...(facts['messages'] as { id: string }[]).map(({ id }) => id))
    cursor = facts['next_cursor']
  }

  expect(new Set(got).size).toBe(got.length)
  await posting
  const quiet = await agent.waits({ mark_read: false, cursor, timeout: 0.2 }).answer
  expect(quiet.facts).toMatchObject({ timed_out: true, messages: [], unread_count: count })
})
