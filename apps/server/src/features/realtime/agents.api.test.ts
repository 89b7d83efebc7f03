/** An agent's stream of every space it may act in (docs/rules/realtime.md#agent-streams). */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call, eventually } from '../../../test/calls.ts'
import { startServer } from '../../../test/server.ts'
import { stored } from '../../../test/people.ts'
import { openStream, type StreamEvent, type TestStream } from '../../../test/stream.ts'
import { formatCursors, parseCursors } from './streams/cursors.ts'

const isBootstrap = ({ event }: StreamEvent) => event === 'bootstrap'
const receives = (stream: TestStream, content: string) =>
  stream.next(
    ({ event, data }) => event === 'message' && (data['message'] as { content: string }).content === content,
  )
const received = (stream: TestStream) =>
  stream.events
    .filter(({ event }) => event === 'message')
    .map(({ data }) => (data['message'] as { content: string }).content)

/** Waits for messages of several spaces, which arrive in any order. */
const receivesAll = (stream: TestStream, contents: readonly string[]) =>
  eventually(
    async () => received(stream),
    (all) => contents.every((content) => all.includes(content)),
  )

async function agentInTwoSpaces() {
  const server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const other = await ana.api.spaces.create({ body: { name: 'Other', visibility: 'invite_only' } })
  const helper = await ana.registers('helper')
  const post = (content: string, org_id: string) => ana.api.messages.post({ body: { content, org_id } })
  return {
    server,
    ana,
    bob,
    helper,
    here: spaceId,
    there: other.id,
    post,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test('it gets a bootstrap per space and the events of all of them, and resumes in each', async () => {
  await using two = await agentInTwoSpaces()
  const { server, helper, here, there, post } = two
  const first = await openStream(server.url, { token: helper.token })
  const bootstraps = [
    await first.next(isBootstrap),
    await first.next(isBootstrap),
    await first.next(isBootstrap),
  ]
  expect(new Set(bootstraps.map(({ data }) => data['org_id']))).toContain(here)
  expect(new Set(bootstraps.map(({ data }) => data['org_id']))).toContain(there)
  await post('here 1', here)
  await receives(first, 'here 1')
  await post('there 1', there)
  await receives(first, 'there 1')
  const lastEventId = first.lastId() ?? ''
  expect(lastEventId).not.toMatch(/^\d+$/)
  await first[Symbol.asyncDispose]()
  await post('here 2', here)
  await post('there 2', there)
  await post('here 3', here)

  await using resumed = await openStream(server.url, { token: helper.token, lastEventId })
  await receivesAll(resumed, ['here 3', 'there 2'])
  await post('the end', there)
  await receives(resumed, 'the end')

  expect(resumed.events.some(isBootstrap)).toBe(false)
  expect(received(resumed).filter((text) => text.startsWith('here'))).toEqual(['here 2', 'here 3'])
  expect(received(resumed).filter((text) => text.startsWith('t'))).toEqual(['there 2', 'the end'])
})

test('an agent in many spaces resumes by query, with its token in the URL', async () => {
  await using two = await agentInTwoSpaces()
  const { server, helper, here, there, post } = two
  await using first = await openStream(server.url, { token: helper.token })
  await first.next(isBootstrap)
  await first.next(isBootstrap)
  await post('here 1', here)
  await receives(first, 'here 1')
  const cursors = parseCursors(first.lastId() ?? '') ?? new Map<string, number>()
  await first[Symbol.asyncDispose]()
  await post('there 1', there)
  // as if it had left the other spaces meanwhile
  while (cursors.size < 100) cursors.set(randomUUID(), 1_000_000)
  const query = new URLSearchParams({ token: helper.token, last_event_id: formatCursors(cursors) })

  await using resumed = await openStream(server.url, { token: '', path: `/api/sse/messages?${query}` })
  await receives(resumed, 'there 1')

  expect(resumed.events.some(isBootstrap)).toBe(false)
  expect(received(resumed)).toEqual(['there 1'])
})

test('0 replays every space from its start; another kind of cursor starts over', async () => {
  await using two = await agentInTwoSpaces()
  const { server, helper, here, there, post } = two
  await post('here 1', here)
  await post('there 1', there)

  await using fromStart = await openStream(server.url, { token: helper.token, lastEventId: '0' })
  await post('the end', there)
  await receivesAll(fromStart, ['here 1', 'the end'])
  expect(received(fromStart).toSorted()).toEqual(['here 1', 'the end', 'there 1'])

  for (const lastEventId of ['17', 'nonsense', 'm1.!!!', `m1.${Buffer.from('x:y').toString('base64url')}`]) {
    await using anew = await openStream(server.url, { token: helper.token, lastEventId })
    const bootstrap = await anew.next(isBootstrap)
    expect([lastEventId, bootstrap.data['reset']]).toEqual([lastEventId, true])
  }
})

test('a named space is a stream of that space, with plain seqs; a foreign one is not found', async () => {
  await using two = await agentInTwoSpaces()
  const { server, bob, helper, here, there, post } = two
  await using stream = await openStream(server.url, { token: helper.token, spaceId: here })
  const bootstrap = await stream.next(isBootstrap)
  expect(bootstrap.id).toMatch(/^\d+$/)
  await post('there', there)
  const message = stored(await post('here', here))

  const event = await receives(stream, 'here')

  expect(event.id).toBe(String(message.seq))
  expect(received(stream)).toEqual(['here'])
  const home = (await bob.api.spaces.list()).organizations.find(({ is_personal }) => is_personal)
  const foreign = await call(server.url, 'GET', `/api/sse/messages?org_id=${home?.id}`, {
    token: helper.token,
  })
  expect(foreign.status).toBe(404)
})

test('leaving a space ends its events, not the stream; joining one starts its events', async () => {
  await using two = await agentInTwoSpaces()
  const { server, ana, here, there, post } = two
  const registered = await ana.api.agents.register({ body: { agent_name: 'follower', follow_user: true } })
  await using stream = await openStream(server.url, { token: registered.agent_token })
  await using named = await openStream(server.url, { token: registered.agent_token, spaceId: here })
  await named.next(isBootstrap)
  await stream.next(isBootstrap)
  await post('here 1', here)
  await receives(stream, 'here 1')

  await ana.goesTo(there)

  await named.ended
  await post('here 2', here)
  await post('there 1', there)
  await receives(stream, 'there 1')
  expect(received(stream)).toEqual(['here 1', 'there 1'])
  // and it gets what it missed when it reconnects
  const lastEventId = stream.lastId() ?? ''
  await stream[Symbol.asyncDispose]()
  await post('there 2', there)
  await using resumed = await openStream(server.url, { token: registered.agent_token, lastEventId })
  await receives(resumed, 'there 2')
  expect(resumed.events.some(isBootstrap)).toBe(false)
})

test('a space that the agent left and rejoined while disconnected starts at the join, too', async () => {
  await using two = await agentInTwoSpaces()
  const { server, ana, here, there, post } = two
  const { agent_token: token } = await ana.api.agents.register({
    body: { agent_name: 'follower', follow_user: true },
  })
  const stream = await openStream(server.url, { token })
  await stream.next(isBootstrap)
  await post('here before it left', here)
  await receives(stream, 'here before it left')
  await ana.goesTo(there)
  await post('there', there)
  await receives(stream, 'there')
  const lastEventId = stream.lastId() ?? ''
  await stream[Symbol.asyncDispose]()

  await post('here while it was away', here)
  server.moveClock(1000)
  await ana.goesTo(here)
  await post('here again', here)

  await using resumed = await openStream(server.url, { token, lastEventId })
  await receives(resumed, 'here again')
  expect(received(resumed)).toEqual(['here again'])
})

test('a space that is missing in the cursor starts when the agent joined it', async () => {
  await using two = await agentInTwoSpaces()
  const { server, ana, bob, helper, post } = two
  const stream = await openStream(server.url, { token: helper.token })
  for (let spaces = 0; spaces < 3; spaces++) await stream.next(isBootstrap)
  const lastEventId = stream.lastId() ?? ''
  await stream[Symbol.asyncDispose]()
  const later = await bob.api.spaces.create({ body: { name: 'Later', visibility: 'invite_only' } })
  await bob.api.messages.post({ body: { content: 'before it came', org_id: later.id } })
  server.moveClock(1000)
  const { invite_code } = await bob.api.spaces.invite({ params: { id: later.id }, body: {} })
  await ana.joins(invite_code)
  await post('after it came', later.id)

  await using resumed = await openStream(server.url, { token: helper.token, lastEventId })

  await receives(resumed, 'after it came')
  expect(resumed.events.some(isBootstrap)).toBe(false)
  expect(received(resumed)).toEqual(['after it came'])
})

test('an agent whose token was regenerated is disconnected', async () => {
  await using two = await agentInTwoSpaces()
  const { server, ana, helper } = two
  await using stream = await openStream(server.url, { token: helper.token })
  await stream.next(isBootstrap)

  const renewed = await ana.api.agents.regenerateToken({ params: { id: helper.id } })

  await stream.ended
  expect((await call(server.url, 'GET', '/auth/messages', { token: helper.token })).status).toBe(401)
  expect((await call(server.url, 'GET', '/auth/messages', { token: renewed.agent_token })).status).toBe(200)
})
