/**
 * The content of an answer is delivered, and seen once the agent acknowledges it
 * (docs/rules/deliveries.md#handed-over).
 */
import { inboxRoutes } from '@flockwork/contract/inbox'
import type { Delivery } from '@flockwork/contract/messages'
import { NO_SIGN_OF_READING } from '@flockwork/contract/policy/deliveries'
import { expect, test } from 'vitest'
import { callWithoutReading } from '../../../../test/cut-off.ts'
import { connectAgent, postRpc, toolCall, type AgentClient } from '../../../../test/mcp.ts'
import { startServer } from '../../../../test/server.ts'
import { openStream } from '../../../../test/stream.ts'

const MINUTE_MS = 60_000

async function lab() {
  const server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  const agent = await connectAgent(server.url, scout.token)
  const deliveryOf = async (id: string) => (await ana.reads(id)).deliveries?.[0]
  const stateOf = async (id: string) => (await deliveryOf(id))?.state
  return {
    server,
    ana,
    bob,
    scout,
    agent,
    spaceId,
    deliveryOf,
    stateOf,
    /** The ids of the messages that a check returns. */
    checks: async (given: Record<string, unknown> = {}, by: AgentClient = agent) =>
      ((await by.call('messages', given)).facts['messages'] as { id: string }[]).map(({ id }) => id),
    async [Symbol.asyncDispose]() {
      await agent[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

test('what a check returned is delivered, and seen when the same credential checks again', async () => {
  await using its = await lab()
  const post = await its.ana.says('@scout look')

  expect(await its.checks()).toEqual([post.id])
  await expect.poll(() => its.stateOf(post.id)).toBe('delivered')
  await its.agent.call('messages', { action: 'thread', message_id: post.id })
  await its.agent.call('whoami')
  expect(await its.stateOf(post.id)).toBe('delivered')

  expect(await its.checks()).toEqual([])
  expect(await its.stateOf(post.id)).toBe('seen')
})

test('a reply that an edit turned into a mention is handed over again, to the same credential, too', async () => {
  await using its = await lab()
  const { ana, scout } = its
  const { message: said } = await scout.api.messages.post({ body: { content: 'ready' } })
  const reply = await ana.says('thanks', { parentId: said?.id ?? '' })
  expect(await its.checks()).toEqual([reply.id])
  expect(await its.checks()).toEqual([])

  await ana.api.messages.edit({ params: { id: reply.id }, body: { content: '@scout thanks, and look' } })
  expect(await its.checks()).toEqual([reply.id])
  expect((await ana.reads(reply.id)).deliveries).toMatchObject([{ reason: 'mention' }])
  expect(await its.checks()).toEqual([])
  expect(await its.stateOf(reply.id)).toBe('seen')
})

test.for([
  {
    act: (its: Lab, id: string) =>
      its.agent.call('messages', { action: 'send', content: 'yes', parent_message_id: id }),
    becomes: 'answered',
    because: 'it answered',
  },
  {
    act: (its: Lab, id: string) =>
      its.agent.call('messages', { action: 'react', emoji: '👍', message_id: id }),
    becomes: 'seen',
    because: 'it reacted',
  },
  {
    act: (its: Lab, id: string) =>
      its.agent.call('messages', { action: 'send', content: '👍', parent_message_id: id }),
    becomes: 'seen',
    because: 'it answered with an emoji, which is a reaction',
  },
  {
    act: (its: Lab, id: string) => its.agent.call('messages', { mark_read: false, ack: [id] }),
    becomes: 'seen',
    because: 'it acknowledged the id',
  },
  {
    act: (its: Lab, id: string) => its.agent.call('messages', { mark_read: false, ack: id.slice(0, 8) }),
    becomes: 'seen',
    because: 'it acknowledged the short id',
  },
  {
    act: (its: Lab) => its.agent.call('messages', { mode: 'latest' }),
    becomes: 'seen',
    because: 'it asked again, for the feed',
  },
  {
    act: (its: Lab) =>
      its.agent.call('messages', { action: 'send', content: 'hm', wait: true, timeout: 0.1 }),
    becomes: 'seen',
    because: 'it waits for something new',
  },
  {
    act: (its: Lab) => its.agent.call('messages', { mark_read: false }),
    becomes: 'delivered',
    because: 'it looked, and takes nothing away',
  },
  {
    act: (its: Lab) => its.agent.call('messages', { action: 'send', content: 'something else' }),
    becomes: 'delivered',
    because: 'what it said is about something else',
  },
  {
    act: (its: Lab) => its.agent.call('messages', { mode: 'latest', mark_read: false }),
    becomes: 'delivered',
    because: 'it said that it marks nothing',
  },
])('mail becomes $becomes because $because', async ({ act, becomes }) => {
  await using its = await lab()
  const post = await its.ana.says('@scout look')
  await its.checks()
  await expect.poll(() => its.stateOf(post.id)).toBe('delivered')

  const answer = await act(its, post.id)

  expect(answer.isError).toBe(false)
  expect(await its.stateOf(post.id)).toBe(becomes)
})

type Lab = Awaited<ReturnType<typeof lab>>

test('an acknowledgement reports ids without a match, and refuses malformed ids', async () => {
  await using its = await lab()
  const post = await its.ana.says('@scout look')
  const { facts, texts } = await its.agent.call('messages', { mark_read: false, ack: [post.id, 'deadbeef'] })
  expect(facts).toMatchObject({ messages: [], notice: 'ack: nothing unread of yours has the id deadbeef.' })
  expect(texts.at(-1)).toBe('ack: nothing unread of yours has the id deadbeef.')
  expect(await its.stateOf(post.id)).toBe('seen')

  const wrong = await its.agent.call('messages', { ack: ['%'] })
  expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('ack') })
})

test('a delivery is acknowledged by its full id; a prefix of it may match several', async () => {
  await using its = await lab()
  const posts = [await its.ana.says('@scout one'), await its.ana.says('@scout two')]
  const { items } = await its.scout.api.call(inboxRoutes.list, { query: { state: 'unread' } })
  const id = items.find(({ message }) => message?.id === posts[0]?.id)?.id ?? ''

  const short = await its.agent.call('messages', { mark_read: false, ack: [id.slice(0, 8)] })
  expect(short.facts).toMatchObject({
    notice: expect.stringContaining('nothing unread of yours'),
    unread_count: 2,
  })

  const whole = await its.agent.call('messages', { mark_read: false, ack: [id] })
  expect(whole.facts).toMatchObject({ messages: [{ id: posts[1]?.id }], unread_count: 1 })
})

test('another credential of the agent gets it as well, and acknowledges only what it received itself', async () => {
  await using its = await lab()
  const { api_token: token } = await its.ana.api.agents.config({ params: { id: its.scout.id } })
  await using other = await connectAgent(its.server.url, token)
  const post = await its.ana.says('@scout look')

  expect(await its.checks({}, other)).toEqual([post.id])
  expect(await its.checks()).toEqual([post.id])
  await expect.poll(() => its.stateOf(post.id)).toBe('delivered')
  const late = await its.ana.says('@scout and this')
  expect(await its.checks({}, other)).toEqual([late.id])
  expect(await its.stateOf(post.id)).toBe('seen')
  expect(await its.checks()).toEqual([late.id])
})

test('a call does not acknowledge what a concurrent call is receiving', async () => {
  await using its = await lab()
  const wait = its.agent.waits({})
  await wait.isWaiting
  const sleeping = its.agent.waits({ wait_mode: 'urgent' })
  await sleeping.isWaiting

  const post = await its.ana.says('@scout look')
  await wait.answer
  await expect.poll(() => its.stateOf(post.id)).toBe('delivered')
  expect(await its.stateOf(post.id)).toBe('delivered')
  await its.agent.call('messages', { action: 'stop' })
  expect((await sleeping.answer).facts).toMatchObject({ messages: [] })
  expect(await its.stateOf(post.id)).toBe('delivered')
})

test('an answer that was lost is delivered again, also if another call acknowledged it before that was noticed', async () => {
  await using its = await lab()
  await using stream = await openStream(its.server.url, { token: its.ana.token(), spaceId: its.spaceId })
  const post = await its.ana.says('@scout look')
  const dying = await callWithoutReading(its.server.url, toolCall('messages', {}), its.scout.token)
  await expect.poll(() => its.stateOf(post.id)).toBe('delivered')
  expect(await its.checks()).toEqual([])
  expect(await its.stateOf(post.id)).toBe('seen')

  await dying.die()
  await expect.poll(() => its.stateOf(post.id)).toBe('delivered')
  expect(await its.checks()).toEqual([post.id])
  expect(await its.checks()).toEqual([])
  expect(await its.stateOf(post.id)).toBe('seen')
  const statesOf = () =>
    stream.events.flatMap(({ event, data }) =>
      event === 'delivery' ? [(data['delivery'] as Delivery).state] : [],
    )
  await expect.poll(statesOf).toEqual(['delivered', 'seen', 'delivered', 'seen'])
})

test('an answer whose client crashed is delivered again', async () => {
  await using its = await lab()
  const post = await its.ana.says('@scout look')
  const { token } = its.scout
  const dying = await callWithoutReading(its.server.url, toolCall('messages'), token)
  await expect.poll(() => its.stateOf(post.id)).toBe('delivered')

  await dying.die()

  expect(await its.checks()).toEqual([post.id])
  expect(await its.stateOf(post.id)).toBe('delivered')
  expect(await its.checks()).toEqual([])
  expect(await its.stateOf(post.id)).toBe('seen')
})

async function handedTo({ server }: Lab, messageId: string): Promise<number> {
  const [row] = await server.query<{ count: number }>(
    'select cardinality(handed_to) as count from deliveries where message_id = $1',
    [messageId],
  )
  return row?.count ?? 0
}

test('a cancelled call delivers nothing: its client reads no answer', async () => {
  await using its = await lab()
  const { token } = its.scout
  const post = await its.ana.says('@scout look')
  await postRpc(its.server.url, toolCall('messages', {}, 'c-1'), { token })
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c-1' } }

  await postRpc(its.server.url, cancel, { token, headers: { connection: 'close' } })
  const { messages } = await postRpc(its.server.url, toolCall('messages', {}, 'c-2'), { token })

  expect(messages).toMatchObject([{ result: { messages: [{ id: post.id }] } }])
})

test('a client that resets every connection does not get the same mail forever', async () => {
  await using its = await lab()
  const post = await its.ana.says('@scout look')
  let times = 0
  for (let round = 0; round < 10; round++) {
    const dying = await callWithoutReading(its.server.url, toolCall('messages'), its.scout.token)
    const isGiven = await expect
      .poll(() => handedTo(its, post.id), { timeout: 2000 })
      .toBe(1)
      .then(() => true)
    if (isGiven) times += 1
    await dying.die()
    if ((await its.stateOf(post.id)) === 'seen') break
    if (times > 5) break
    await expect.poll(() => handedTo(its, post.id)).toBe(0)
  }
  expect(times).toBe(6)
  expect(await its.checks()).toEqual([])
})

test('five minutes after an unacknowledged delivery its author sees that there is no sign of reading', async () => {
  await using its = await lab()
  const post = await its.ana.says('@scout look')
  await its.checks()
  await expect.poll(() => its.stateOf(post.id)).toBe('delivered')
  its.server.moveClock(4.9 * MINUTE_MS)
  expect(await its.deliveryOf(post.id)).not.toHaveProperty('notice')

  its.server.moveClock(0.2 * MINUTE_MS)

  const notice = { state: 'delivered', notice: NO_SIGN_OF_READING }
  expect(await its.deliveryOf(post.id)).toMatchObject(notice)
  const params = { params: { id: post.id } }
  expect((await its.ana.api.messages.deliveries(params)).deliveries).toMatchObject([notice])
  expect((await its.ana.api.messages.thread(params)).root.deliveries).toMatchObject([notice])
  expect((await its.ana.api.messages.history({ query: {} })).posts.at(-1)?.deliveries).toMatchObject([notice])

  await its.checks()
  expect(await its.deliveryOf(post.id)).toMatchObject({ state: 'seen' })
  expect(await its.deliveryOf(post.id)).not.toHaveProperty('notice')
})

test('an agent sees the same about its own messages, in each layer', async () => {
  await using its = await lab()
  const helper = await its.ana.registers('helper')
  await using other = await connectAgent(its.server.url, helper.token)
  const { facts } = await its.agent.call('messages', {
    action: 'send',
    content: '@helper look',
    detail: 'full',
  })
  const id = facts['message_id']
  await its.checks({}, other)
  await expect.poll(async () => (await handedTo(its, String(id))) > 0).toBe(true)
  its.server.moveClock(5 * MINUTE_MS)

  const thread = await its.agent.call('messages', { action: 'thread', message_id: id, detail: null })

  expect(thread.text).toContain(`@helper (mention): ${NO_SIGN_OF_READING}`)
  expect(thread.facts['messages']).toMatchObject([
    { deliveries: [{ recipient: 'helper', state: 'delivered', notice: NO_SIGN_OF_READING }] },
  ])
})
