/** Every agent of the instance, for its administrators (docs/rules/agents.md#figures). */
import { adminAgentRoutes as routes, type InstanceAgent } from '@flockwork/contract/admin/agents'
import type { Input } from '@flockwork/contract/route'
import { expect, test } from 'vitest'
import { call, eventually, refusalOf } from '../../../../test/calls.ts'
import { connectAgent } from '../../../../test/mcp.ts'
import type { Person, TestAgent } from '../../../../test/people.ts'
import { SECRET_SAMPLES } from '../../../../test/secret-samples.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'
import { openStream } from '../../../../test/stream.ts'
import { pruneActs } from '../../agents/index.ts'

const HOUR_MS = 60 * 60 * 1000

type Wanted = Input<typeof routes.list.query>

/** The first account of an instance is its administrator. */
async function withAgents(server: TestServer) {
  // well before the end of an hour
  server.moveClock(HOUR_MS - (server.services.clock.now() % HOUR_MS) + 5 * 60_000)
  const root = await server.signUp('root')
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  return { root, ana, bob, spaceId, scout: await ana.registers('scout'), quill: await bob.registers('quill') }
}

const list = ({ api }: Person, query: Wanted = {}) => api.call(routes.list, { query })
const details = ({ api }: Person, id: string) => api.call(routes.details, { params: { id } })

async function seen(
  server: TestServer,
  viewer: Person,
  { id }: Pick<TestAgent, 'id'>,
): Promise<InstanceAgent> {
  await server.services.ledger.flush()
  const found = (await list(viewer, { limit: 100 })).agents.find((agent) => agent.id === id)
  if (found === undefined) throw new Error('This agent is not listed')
  return found
}

const namesOf = ({ agents }: { agents: readonly InstanceAgent[] }) => agents.map(({ username }) => username)

test('the actions and refusals of an agent are counted by kind, over REST and MCP', async () => {
  await using server = await startServer()
  const { root, ana, spaceId, scout, quill } = await withAgents(server)
  const { token } = scout
  const post = (content: string) =>
    call(server.url, 'POST', '/auth/messages', { token, json: { content, org_id: spaceId } })
  await using agent = await connectAgent(server.url, token)

  await post('By REST')
  await agent.call('messages', { action: 'send', content: 'Over MCP, for @bob' })
  await agent.call('tasks', { action: 'create', title: 'Look around' })
  // a secret, a route for people only, and one message too many
  expect((await post(`See ${SECRET_SAMPLES[0]?.secret}`)).status).toBe(400)
  expect((await call(server.url, 'GET', '/api/admin/agents', { token })).status).toBe(403)
  await root.api.agents.updateControl({ params: { id: scout.id }, body: { agent_hourly_limit: 0 } })
  expect((await post('One too many')).status).toBe(429)
  await ana.says('@scout are you there?')
  await root.api.agents.updateControl({ params: { id: quill.id }, body: { disabled: true } })
  expect((await call(server.url, 'GET', '/api/inbox', { token: quill.token })).status).toBe(403)

  const shown = await seen(server, root, scout)
  expect(shown).toMatchObject({
    owner: { username: 'ana', is_active: true },
    placement: 'free',
    spaces_count: 2,
    is_managed: false,
    control: { is_disabled: false, agent_hourly_limit: 0 },
    day: {
      messages: 2,
      tasks: 1,
      calls: 6,
      refused: { total: 3, limit: 1, guardrail: 1, rights: 1, breaker: 0, pause: 0 },
    },
    lately: { messages: 2, tasks: 1, refused: 3, calls: 6 },
    deliveries: { stored: 1, delivered: 0, held: 0 },
  })
  expect(shown.spaces.map(({ id }) => id)).toContain(spaceId)
  expect((await seen(server, root, quill)).day.refused).toMatchObject({ total: 1, pause: 1 })

  await server.services.activity.flush()
  const all = await details(root, scout.id)
  expect(all.acts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'call', call: 'POST /auth/messages', count: 3 }),
      expect.objectContaining({ kind: 'task', call: 'tasks.create', count: 1 }),
      expect.objectContaining({ kind: 'guardrail', call: 'POST /auth/messages', count: 1 }),
      expect.objectContaining({ kind: 'rights', call: 'GET /api/admin/agents', count: 1 }),
      expect.objectContaining({
        kind: 'message',
        call: null,
        count: 2,
        space: expect.objectContaining({ id: spaceId }),
      }),
    ]),
  )
  // the administrator isn't in that space: only place and time are shown
  expect(all.posts).toEqual([
    expect.objectContaining({ preview: null, channel: 'main', hops: 1 }),
    expect.objectContaining({ preview: null, hops: 1 }),
  ])
  expect(all.tokens).toEqual([
    { id: expect.any(String), created_at: expect.any(String), last_used_at: expect.anything() },
  ])
  expect(JSON.stringify(all)).not.toContain(token.slice(0, 60))
})

test('waits and streams are shown while they are open, on any node', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const { root, scout } = await withAgents(server)
  twin.services.clock.now = server.services.clock.now
  await using agent = await connectAgent(twin.url, scout.token)
  const waiting = agent.waits({ timeout: 60 })
  await waiting.isWaiting
  await using stream = await openStream(server.url, { token: scout.token })
  await stream.next(({ event }) => event === 'bootstrap')
  await twin.services.ledger.flush()

  expect((await seen(server, root, scout)).open).toEqual({ waits: 1, streams: 1 })
  expect(namesOf(await list(root, { active: true }))).toContain('scout')

  await root.api.agents.updateControl({ params: { id: scout.id }, body: { disabled: true } })
  await stream.ended
  await waiting.answer.catch(() => {})
  const after = await eventually(
    async () => {
      await twin.services.ledger.flush()
      return (await seen(server, root, scout)).open
    },
    ({ waits, streams }) => waits + streams === 0,
  )
  expect(after).toEqual({ waits: 0, streams: 0 })
})

test('lists are searched, filtered, sorted and paged on the server', async () => {
  await using server = await startServer()
  const { root, ana, bob, spaceId, scout, quill } = await withAgents(server)
  const apart = await root.registers('root_helper')
  await bob.registers('zed')
  await call(server.url, 'POST', '/auth/messages', {
    token: quill.token,
    json: { content: 'First', org_id: spaceId },
  })
  await root.api.agents.updateControl({
    params: { id: scout.id },
    body: { disabled: true, reason: 'Posts nonsense' },
  })
  await server.services.ledger.flush()

  const everyone = await list(root, { sort: 'name' })
  expect(namesOf(everyone)).toEqual(['chirpy', 'quill', 'root_helper', 'scout', 'zed'])
  expect(everyone).toMatchObject({ total: 5, limit: 50, offset: 0 })
  const cases: [Wanted, string[]][] = [
    [{ sort: 'name', order: 'desc', limit: 2 }, ['zed', 'scout']],
    [{ sort: 'name', limit: 2, offset: 4 }, ['zed']],
    [{ sort: 'name', offset: 500 }, []],
    [{ sort: 'name', search: 'OUT' }, ['scout']],
    [{ sort: 'name', search: '@bob' }, ['quill', 'zed']],
    [{ sort: 'name', search: '100%' }, []],
    [{ sort: 'name', search: '_' }, ['root_helper']],
    [{ managed: true }, ['chirpy']],
    [{ paused: true }, ['scout']],
    [{ active: true, sort: 'name' }, ['quill']],
    [{ owner: 'ana' }, ['scout']],
    [{ owner: ['@ana', 'bob'], sort: 'name' }, ['quill', 'scout', 'zed']],
    [{ owner: 'nobody' }, []],
    [{ space_id: spaceId, sort: 'name', search: 'q' }, ['quill']],
    [{ space_id: apart.id }, []],
    // no other activity: by name
    [{}, ['quill', 'chirpy', 'root_helper', 'scout', 'zed']],
    [{ sort: 'messages', limit: 1 }, ['quill']],
    [{ sort: 'calls', limit: 1 }, ['quill']],
    [{ sort: 'acted', limit: 1 }, ['quill']],
    [{ sort: 'tasks', limit: 1, search: 'zed' }, ['zed']],
    [{ sort: 'refused', limit: 1, owner: 'ana' }, ['scout']],
  ]
  for (const [query, names] of cases)
    expect([query, namesOf(await list(root, query))]).toEqual([query, names])
  expect((await list(root, { paused: true })).agents[0]?.control).toMatchObject({
    disabled_by: ['managed:agent'],
    disabled_reason: 'Posts nonsense',
  })

  for (const query of [
    'sort=age',
    'limit=0',
    'offset=-1',
    'limit=1.5',
    'space_id=here',
    `search=${'x'.repeat(101)}`,
  ]) {
    const answer = await call(server.url, 'GET', `/api/admin/agents?${query}`, { token: root.token() })
    expect([query, answer.status]).toEqual([query, 422])
  }
  expect((await refusalOf(list(ana))).status).toBe(403)
  expect((await refusalOf(details(ana, scout.id))).status).toBe(403)
  expect((await refusalOf(details(root, ana.profile.id))).status).toBe(404)
  await bob.api.agents.remove({ params: { id: quill.id } })
  expect((await refusalOf(details(root, quill.id))).status).toBe(404)
  expect((await list(root)).total).toBe(4)
})

test('figures cover a day and five minutes, and add up over nodes and hours', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const { root, scout } = await withAgents(server)
  twin.services.clock.now = server.services.clock.now
  const callOn = async (node: TestServer) => {
    await call(node.url, 'GET', '/api/inbox', { token: scout.token })
    await node.services.ledger.flush()
  }
  const callsOf = async () => {
    const { day, lately } = await seen(server, root, scout)
    return { day: day.calls, lately: lately.calls }
  }

  await callOn(server)
  await callOn(twin)
  expect(await callsOf()).toEqual({ day: 2, lately: 2 })
  server.moveClock(6 * 60_000)
  expect(await callsOf()).toEqual({ day: 2, lately: 0 })
  server.moveClock(10 * HOUR_MS)
  await root.api.auth.refresh({ body: { refresh_token: root.refreshToken } })
  await callOn(server)
  server.moveClock(14 * HOUR_MS + 55 * 60_000)
  await pruneActs(server.services)
  await pruneActs(twin.services)

  const [figures] = await server.query<{ calls: number }>(
    'select calls from agent_figures where agent_id = $1',
    [scout.id],
  )
  expect(figures).toEqual({ calls: 1 })
  expect(await server.query('select from agent_acts where agent_id = $1', [scout.id])).toHaveLength(1)
  expect(await server.query('select from agent_minutes')).toHaveLength(0)
})

test('agents with equal activity are each on exactly one page', async () => {
  await using server = await startServer()
  const { root } = await withAgents(server)
  // ids in the order of creation, names in reverse
  const names = ['zed', 'yak', 'wren', 'vole']
  for (const name of names) {
    const { token } = await root.registers(name)
    await call(server.url, 'GET', '/api/inbox', { token })
  }
  await server.services.ledger.flush()
  const pages = []
  for (const offset of [0, 1, 2, 3]) pages.push(...namesOf(await list(root, { limit: 1, offset })))
  expect(pages).toEqual(names.toReversed())
})
