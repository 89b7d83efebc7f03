/** A pause by a person: its effect on the agent, its waits, and messages addressed to it. */
import type { RouteSpec } from '@flockwork/contract/route'
import { channelRoutes } from '@flockwork/contract/channels'
import { inboxRoutes } from '@flockwork/contract/inbox'
import { messageRoutes } from '@flockwork/contract/messages'
import { reactionRoutes } from '@flockwork/contract/reactions'
import { searchRoutes } from '@flockwork/contract/search'
import { expect, test } from 'vitest'
import { call, eventually, refusalOf } from '../../../../test/calls.ts'
import { connectAgent } from '../../../../test/mcp.ts'
import type { Person } from '../../../../test/people.ts'
import { startPair, startServer } from '../../../../test/server.ts'
import { openStream } from '../../../../test/stream.ts'

const INBOX = 'flockwork://inbox'

const switchAgent = ({ api }: Person, id: string, disabled: boolean, reason?: string) =>
  api.agents.updateControl({ params: { id }, body: { disabled, reason } })

const deliveriesOf = async ({ api }: Person, id: string) =>
  (await api.messages.deliveries({ params: { id } })).deliveries

const EVERY_ROUTE: RouteSpec[] = [
  messageRoutes,
  channelRoutes,
  inboxRoutes,
  reactionRoutes,
  searchRoutes,
].flatMap((routes) => Object.values(routes))

test('a paused agent can neither read nor write, on any node, by REST or MCP, and its waits and streams end', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  const { message: own } = await scout.api.messages.post({ body: { content: 'before' } })
  const id = own?.id ?? ''
  await using here = await connectAgent(server.url, scout.token)
  await using there = await connectAgent(twin.url, scout.token)
  const waits = [here.waits({}), there.waits({ mode: 'unread' })]
  const sent = here.waits({ action: 'send', content: '@bob still there?' })
  await Promise.all([...waits, sent].map(({ isWaiting }) => isWaiting))
  const {
    posts: [, question],
  } = await bob.api.messages.history()
  const streams = await Promise.all([
    openStream(server.url, { token: scout.token, spaceId }),
    openStream(twin.url, { token: scout.token }),
  ])
  for (const stream of streams) await stream.next(({ event }) => event === 'bootstrap')
  await using modern = await connectAgent(twin.url, scout.token, { mode: { pin: '2026-07-28' } })
  const subscription = await modern.client.listen({ resourceSubscriptions: [INBOX] })

  await switchAgent(ana, scout.id, true, 'On holiday')

  for (const { answer } of waits) {
    const { isError, facts } = await answer
    expect([isError, facts['error']]).toEqual([true, 'agent_disabled'])
    expect(facts['detail']).toMatch(/^This agent is paused by its owner @ana\. Reason given: "On holiday"\./)
  }
  await Promise.all(streams.map(({ ended }) => ended))
  await subscription.closed
  // its message is stored, and the wait's answer says so
  const { isError, text, facts } = await sent.answer
  expect([isError, facts['status'], facts['error'], facts['detail']]).toEqual([
    false,
    'sent',
    'agent_disabled',
    expect.stringContaining('Reason given: "On holiday"'),
  ])
  expect(facts['message_id']).toBe(question?.id)
  expect(text).toMatch(
    /^Sent to #main \[id:[\s\S]+It is stored. The wait for an answer ended: This agent is paused by its owner @ana\. Reason given: "On holiday"/,
  )
  expect(await bob.reads(question?.id ?? '')).toMatchObject({ waiting_for_response: false })
  for (const { url } of [server, twin]) {
    for (const { method, path: pattern } of EVERY_ROUTE.filter(({ access }) => access === 'account')) {
      const path = pattern.replace(':id', id).replace(':name', 'main')
      const json = method === 'GET' ? undefined : {}
      const { status, body } = await call(url, method, path, { token: scout.token, json })
      const refused = { error: 'agent_disabled', detail: 'On holiday', disabled_by: ['owner:ana'] }
      expect([method, path, status, body]).toEqual([method, path, 403, expect.objectContaining(refused)])
    }
  }
  for (const client of [here, there]) {
    for (const given of [{ action: 'send', content: 'still here' }, { wait: true }, { mode: 'latest' }, {}]) {
      const { isError, facts } = await client.call('messages', given)
      expect([isError, facts['error']]).toEqual([true, 'agent_disabled'])
    }
    for (const tool of ['agents', 'spaces', 'search', 'fetch']) {
      expect((await client.call(tool, { query: 'before', id })).facts['error']).toBe('agent_disabled')
    }
    await expect(client.client.readResource({ uri: INBOX })).rejects.toThrow(/On holiday/)
    const who = await client.call('whoami')
    expect(who).toMatchObject({
      isError: false,
      facts: { disabled: true, disabled_reason: 'On holiday', disabled_by: ['owner:ana'] },
    })
    expect(who.text).toContain('You are paused by owner:ana: On holiday.')
  }
  const { posts } = await bob.api.messages.history()
  expect(posts).toHaveLength(2)

  await switchAgent(ana, scout.id, false)
  expect((await scout.api.messages.post({ body: { content: 'back' } })).message).not.toBeNull()
  expect((await bob.api.messages.history()).posts).toHaveLength(3)
})

test('what is addressed to a paused agent is undeliverable at once, its author gets the event, and it stays so', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  const pending = await bob.says('@scout before')
  const question = (await scout.api.messages.post({ body: { content: 'anyone?' } })).message
  // the other node has just cached the agent
  const postThere = () =>
    call(twin.url, 'POST', '/auth/messages', {
      token: bob.token(),
      json: { content: '@scout there', org_id: spaceId },
    })
  expect((await postThere()).body).toMatchObject({ message: { deliveries: [{ state: 'stored' }] } })
  await using bobThere = await openStream(twin.url, { token: bob.token(), spaceId })
  const before = await openStream(server.url, { token: scout.token, spaceId })
  await bobThere.next(({ event }) => event === 'bootstrap')
  await before.next(({ event }) => event === 'bootstrap')
  await eventually(
    () => deliveriesOf(bob, pending.id),
    ([delivery]) => delivery?.state === 'delivered',
  )

  await switchAgent(ana, scout.id, true, 'On holiday')

  const changed = await bobThere.next(
    ({ event, data }) =>
      event === 'delivery' &&
      data['message_id'] === pending.id &&
      (data['delivery'] as { state: string }).state === 'undeliverable',
  )
  expect(changed.data).toMatchObject({ delivery: { why: 'On holiday' } })
  const mention = await bob.says('@scout please')
  const reply = await bob.replies({ id: question?.id ?? '' }, 'yes')
  await eventually(
    async () => (await postThere()).body as { message: { deliveries: { state: string }[] } },
    ({ message }) => message.deliveries[0]?.state === 'undeliverable',
    5000,
  )
  for (const { id, deliveries } of [mention, reply]) {
    expect(deliveries).toMatchObject([{ state: 'undeliverable', why: 'On holiday' }])
    expect(await deliveriesOf(bob, id)).toMatchObject([{ state: 'undeliverable', why: 'On holiday' }])
  }

  await before.ended
  await switchAgent(ana, scout.id, false)
  const lastEventId = before.lastId() ?? ''
  await using listener = await openStream(server.url, { token: scout.token, spaceId, lastEventId })
  const later = await bob.says('@scout welcome back')
  await listener.next(
    ({ event, data }) => event === 'mention' && (data['message'] as { id: string }).id === later.id,
  )
  // it got the events for everyone, but none addressed to it
  expect(listener.events.filter(({ event }) => event === 'mention')).toHaveLength(1)
  await using client = await connectAgent(server.url, scout.token)
  const { facts } = await client.call('messages', { action: 'check' })
  expect((facts['messages'] as { id: string }[]).map(({ id }) => id)).toEqual([later.id])
  expect(await deliveriesOf(bob, mention.id)).toMatchObject([{ state: 'undeliverable' }])
  const events = await server.query<{ seq: number }>(
    'select seq from events where space_id = $1 order by seq',
    [spaceId],
  )
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
})

test("deliveries by a node that hadn't noticed the pause are cancelled when it ends", async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  await switchAgent(ana, scout.id, true)
  const late = await bob.says('@scout late')
  await server.query("update deliveries set state = 'stored', why = null where message_id = $1", [late.id])

  await switchAgent(ana, scout.id, false)

  expect(await deliveriesOf(bob, late.id)).toMatchObject([{ state: 'undeliverable' }])
})

test('an edit cannot address a paused agent either', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  await switchAgent(ana, scout.id, true)
  const message = await bob.says('hello')

  await bob.api.messages.edit({ params: { id: message.id }, body: { content: 'hello @scout' } })

  expect(await deliveriesOf(bob, message.id)).toMatchObject([{ state: 'undeliverable' }])
  const mentions = await server.query("select from events where name = 'mention'")
  expect(mentions).toHaveLength(0)
})

test('Chirpy is silent for whoever muted it, for everyone when an administrator paused it, and answers the others', async () => {
  await using server = await startServer()
  const root = await server.signUp('root')
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const chirpy = (await ana.api.agents.list()).agents.find(({ username }) => username === 'chirpy')
  const id = chirpy?.id ?? ''
  const isAnswered = async (person: Person, messageId: string) =>
    (await deliveriesOf(person, messageId)).some(({ state }) => state === 'answered')

  await switchAgent(ana, id, true)
  const unheard = await ana.says('@chirpy hello')
  expect(unheard.deliveries).toMatchObject([
    { state: 'undeliverable', why: 'Disabled by owner via kill switch' },
  ])
  const question = await bob.says('@chirpy hello')
  await eventually(
    () => isAnswered(bob, question.id),
    (is) => is,
  )

  await switchAgent(ana, id, false)
  await root.api.agents.updateControl({ params: { id }, body: { scope: 'global', disabled: true } })
  const forNobody = await bob.says('@chirpy and now?')
  expect(forNobody.deliveries).toMatchObject([
    { state: 'undeliverable', why: 'Disabled globally by administrator' },
  ])
  await root.api.agents.updateControl({ params: { id }, body: { scope: 'global', disabled: false } })
  const again = await ana.says('@chirpy back?')
  await eventually(
    () => isAnswered(ana, again.id),
    (is) => is,
  )
  // only those two were answered
  const { posts } = await ana.api.messages.history()
  expect(posts.filter(({ username }) => username === 'chirpy').map(({ parent_id }) => parent_id)).toEqual([
    question.id,
    again.id,
  ])
})

test('deactivating a person stops their agents, and what is addressed to them is undeliverable', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await bob.registers('scout')
  await using client = await connectAgent(server.url, scout.token)
  const { isWaiting, answer } = client.waits({})
  await isWaiting

  await server.query("update accounts set status = 'disabled' where id = $1", [bob.profile.id])
  await server.services.spaces.invalidateAccount(bob.profile.id)

  expect((await answer).facts['error']).toBe('agent_disabled')
  const refused = await refusalOf(scout.api.messages.post({ body: { content: 'hello' } }))
  expect([refused.status, refused.code]).toEqual([403, 'agent_disabled'])
  const message = await ana.says('@scout hello')
  expect(message.deliveries).toMatchObject([{ state: 'undeliverable', why: 'This agent is deactivated' }])
})
