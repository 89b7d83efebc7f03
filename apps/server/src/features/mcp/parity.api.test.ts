/**
 * Agents have the same rights over REST and over MCP (docs/rules/agents.md#credentials): every call that the
 * contract allows to agents is made both ways, by every kind of agent, on every kind of message, and the outcomes are
 * compared.
 */
import { randomUUID } from 'node:crypto'
import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { call } from '../../../test/calls.ts'
import { everyRoute, nameOf } from '../../../test/contract-routes.ts'
import { connectAgent, type AgentClient } from '../../../test/mcp.ts'
import { stored, type Person, type TestAgent } from '../../../test/people.ts'
import { slowly, startServer, type TestServer } from '../../../test/server.ts'

const UNKNOWN = '5f2b1c9e-8d3a-4f60-9b7e-1a2b3c4d5e6f'
const SECRET = 'key AKIAQ3EGUV6OWN2FZK7T here'

/** One call, in both forms. */
interface Forms {
  /** Its subject: it is made for each kind of that. */
  readonly about: 'message' | 'task' | 'nothing'
  readonly rest: (given: Given) => { readonly path: string; readonly json?: unknown }
  readonly mcp: (given: Given) => readonly [tool: string, args: Record<string, unknown>]
  /** The texts to call it with; each must have the same outcome. */
  readonly contents?: readonly string[]
}

interface Given {
  readonly messageId: string
  readonly taskId: string
  /** The space of the test's agents and people, which not every caller is in. */
  readonly spaceId: string
  readonly content: string
  /** An agent of that space. */
  readonly assigneeId: string
}

/** A few hundred calls, each about its own message. */
const COMPARING_MS = 120_000

const CONTENTS = ['hello', '', 'x'.repeat(5001), '1. '.repeat(1666), SECRET]

const about = (rest: Forms['rest'], mcp: Forms['mcp'], contents?: Forms['contents']): Forms => ({
  about: 'message',
  rest,
  mcp,
  ...(contents !== undefined && { contents }),
})
const here = (rest: Forms['rest'], mcp: Forms['mcp'], contents?: Forms['contents']): Forms => ({
  ...about(rest, mcp, contents),
  about: 'nothing',
})
const onTask = (rest: Forms['rest'], mcp: Forms['mcp'], contents?: Forms['contents']): Forms => ({
  ...about(rest, mcp, contents),
  about: 'task',
})

const TITLES = ['hello', '', 'x'.repeat(201), SECRET]
const NOTES = ['hello', 'x'.repeat(5001), SECRET]

const answering = ({ messageId, content }: Given) =>
  ['messages', { action: 'send', parent_message_id: messageId, content }] as const

/** Every call for agents in both forms, or why it has only one. */
const CALLS: Readonly<Record<string, Forms | string>> = {
  'GET /auth/messages': here(
    () => ({ path: '/auth/messages' }),
    () => ['messages', { mode: 'latest' }],
  ),
  'GET /api/catch-up': here(
    () => ({ path: '/api/catch-up' }),
    () => ['messages', { mode: 'catch_up' }],
  ),
  'POST /auth/messages': here(
    ({ content }) => ({ path: '/auth/messages', json: { content } }),
    ({ content }) => ['messages', { action: 'send', content }],
    CONTENTS,
  ),
  'POST /oauth/agent-token': 'a model makes no credentials; only a program that its owner allowed does',
  'DELETE /oauth/agent-token': 'a model ends no credentials: it would lock itself out',
  'POST /posts/:id/reply': about(
    ({ messageId, content }) => ({ path: `/posts/${messageId}/reply`, json: { content } }),
    answering,
    CONTENTS,
  ),
  'POST /posts/:id/respond': about(
    ({ messageId, content }) => ({ path: `/posts/${messageId}/respond`, json: { content } }),
    answering,
  ),
  'GET /api/messages/:id': about(
    ({ messageId }) => ({ path: `/api/messages/${messageId}` }),
    ({ messageId }) => ['fetch', { id: messageId }],
  ),
  'PUT /api/messages/:id': about(
    ({ messageId, content }) => ({ path: `/api/messages/${messageId}`, json: { content } }),
    ({ messageId, content }) => ['messages', { action: 'edit', message_id: messageId, content }],
    CONTENTS,
  ),
  'DELETE /api/messages/:id': about(
    ({ messageId }) => ({ path: `/api/messages/${messageId}` }),
    ({ messageId }) => ['messages', { action: 'delete', message_id: messageId }],
  ),
  'GET /api/messages/:id/thread': about(
    ({ messageId }) => ({ path: `/api/messages/${messageId}/thread` }),
    ({ messageId }) => ['messages', { action: 'thread', message_id: messageId }],
  ),
  'POST /posts/:id/react': about(
    ({ messageId }) => ({ path: `/posts/${messageId}/react`, json: { emoji: '🚀', add: true } }),
    ({ messageId }) => ['messages', { action: 'react', message_id: messageId, emoji: '🚀' }],
  ),
  'GET /posts/:id/reactions': about(
    ({ messageId }) => ({ path: `/posts/${messageId}/reactions` }),
    ({ messageId }) => ['fetch', { id: messageId }],
  ),
  'GET /posts/channels': here(
    ({ spaceId }) => ({ path: `/posts/channels?org_id=${spaceId}` }),
    ({ spaceId }) => ['spaces', { action: 'info', space_id: spaceId }],
  ),
  'GET /api/organizations/:id/roster': here(
    ({ spaceId }) => ({ path: `/api/organizations/${spaceId}/roster` }),
    ({ spaceId }) => ['spaces', { action: 'members', space_id: spaceId }],
  ),
  'POST /api/search/messages': here(
    ({ content }) => ({ path: '/api/search/messages', json: { query: content } }),
    ({ content }) => ['search', { query: content, scope: 'messages' }],
    ['hello', '', 'x'.repeat(501)],
  ),
  'GET /api/inbox': here(
    () => ({ path: '/api/inbox' }),
    () => ['messages', { mark_read: false }],
  ),
  'POST /api/agents/usage': here(
    ({ content }) => ({
      path: '/api/agents/usage',
      json: { input_tokens: Number(content), output_tokens: 0 },
    }),
    ({ content }) => ['profile', { action: 'report_usage', input_tokens: Number(content), output_tokens: 0 }],
    ['12', '-1', '1.5', '1000000000000'],
  ),
  'GET /api/tasks/list': here(
    ({ content }) => ({ path: `/api/tasks/list?status=${content}` }),
    ({ content }) => ['tasks', { status: content }],
    ['done', 'sleeping'],
  ),
  'POST /api/tasks': here(
    ({ content }) => ({ path: '/api/tasks', json: { title: content } }),
    ({ content }) => ['tasks', { action: 'create', title: content }],
    TITLES,
  ),
  'GET /api/tasks/:id': onTask(
    ({ taskId }) => ({ path: `/api/tasks/${taskId}` }),
    ({ taskId }) => ['tasks', { action: 'get', task_id: taskId }],
  ),
  'PUT /api/tasks/:id': onTask(
    ({ taskId, content }) => ({ path: `/api/tasks/${taskId}`, json: { title: content } }),
    ({ taskId, content }) => ['tasks', { action: 'update', task_id: taskId, title: content }],
    TITLES,
  ),
  'PATCH /api/tasks/:id': onTask(
    ({ taskId, content }) => ({ path: `/api/tasks/${taskId}`, json: { status: content } }),
    ({ taskId, content }) => ['tasks', { action: 'status', task_id: taskId, status: content }],
    ['done', 'sleeping'],
  ),
  'POST /api/tasks/:id/claim': onTask(
    ({ taskId }) => ({ path: `/api/tasks/${taskId}/claim` }),
    ({ taskId }) => ['tasks', { action: 'claim', task_id: taskId }],
  ),
  'POST /api/tasks/:id/release': onTask(
    ({ taskId }) => ({ path: `/api/tasks/${taskId}/release` }),
    ({ taskId }) => ['tasks', { action: 'release', task_id: taskId }],
  ),
  'POST /api/tasks/:id/assign': onTask(
    ({ taskId, assigneeId }) => ({ path: `/api/tasks/${taskId}/assign`, json: { agent_id: assigneeId } }),
    ({ taskId }) => ['tasks', { action: 'assign', task_id: taskId, assignee: 'other' }],
  ),
  'GET /api/tasks/:id/notes': onTask(
    ({ taskId }) => ({ path: `/api/tasks/${taskId}/notes` }),
    ({ taskId }) => ['tasks', { action: 'notes', task_id: taskId }],
  ),
  'POST /api/tasks/:id/notes': onTask(
    ({ taskId, content }) => ({ path: `/api/tasks/${taskId}/notes`, json: { note: content } }),
    ({ taskId, content }) => ['tasks', { action: 'note', task_id: taskId, note: content }],
    NOTES,
  ),
  'GET /api/tasks/named': 'get finds a task by its name',
  'GET /api/tasks/overview': 'list has what a worker needs of it',
  'DELETE /api/tasks/:id': 'no tool deletes tasks',
  'DELETE /api/tasks/:id/notes/:noteId': 'no tool deletes notes',
  'POST /api/inbox/read': 'check marks what it returns',
  'POST /api/organizations/:id/seen': 'agents have a mailbox, not a place in the feed',
  'POST /posts/reactions/batch': 'every message that a tool answers carries its reactions',
  'GET /api/messages/:id/history': 'no tool shows earlier texts',
  'GET /api/messages/:id/deliveries': 'send answers them',
  'POST /posts/channels': 'no tool makes channels',
  'PATCH /posts/channels/:name': 'no tool changes channels',
  'GET /api/search/trending': 'no tool shows topics',
  'GET /api/sse/messages': 'the protocol has a stream of its own',
}

interface World {
  readonly server: TestServer
  readonly ana: Person
  /** An agent of the same space. */
  readonly other: TestAgent
}

/** Every kind of agent that calls. */
const PAUSED = 'a paused agent'

const CALLERS: Readonly<Record<string, (world: World) => Promise<TestAgent>>> = {
  'an agent of the space': ({ ana }) => ana.registers('member'),
  'an agent of another space': async ({ server }) => (await server.signUp('stranger')).registers('foreigner'),
  [PAUSED]: async ({ server, ana }) => {
    const agent = await ana.registers('paused')
    await server.query(`update agents set disabled_by = '{owner:ana}' where account_id = $1`, [agent.id])
    return agent
  },
}

/** Every kind of message, created anew for each call. */
const MESSAGES: Readonly<Record<string, (world: World, caller: TestAgent) => Promise<string>>> = {
  'a message of its own': async ({ server }, caller) => (await own(server, caller)).id,
  "another's message": async ({ other }) => (await says(other, 'hello')).id,
  'no message': async () => UNKNOWN,
}

/** Every kind of task, created anew for each call. */
const TASKS: Readonly<Record<string, (world: World, caller: TestAgent) => Promise<string>>> = {
  'a task of its own': ({ server }, caller) =>
    beforePause(server, caller, async () => (await creates(caller.api)).id),
  "another's task": async ({ other }) => (await creates(other.api)).id,
  'a task that another has': async ({ other }) => {
    const { id } = await creates(other.api)
    await other.api.tasks.claim({ params: { id } })
    return id
  },
  'an idea': async ({ other }) => (await creates(other.api, { type: 'idea' })).id,
  'no task': async () => UNKNOWN,
}

function creates(api: TestAgent['api'], more: { type?: 'idea' } = {}) {
  return api.tasks.create({ body: { title: 'hello', ...more }, key: randomUUID() })
}

const own = (server: TestServer, caller: TestAgent): Promise<Message> =>
  beforePause(server, caller, () => says(caller, 'mine'))

/** Lets a paused agent write before it is paused. */
async function beforePause<T>(server: TestServer, caller: TestAgent, write: () => Promise<T>): Promise<T> {
  const pause = (by: string) =>
    server.query('update agents set disabled_by = $2 where account_id = $1', [caller.id, by])
  const [row] = await server.query<{ disabled_by: string[] }>(
    'select disabled_by from agents where account_id = $1',
    [caller.id],
  )
  await pause('{}')
  const written = await write()
  await pause(`{${row?.disabled_by.join(',') ?? ''}}`)
  return written
}

async function says({ api }: TestAgent, content: string): Promise<Message> {
  return stored(await api.messages.post({ body: { content }, key: randomUUID() }))
}

const KINDS = {
  message: Object.entries(MESSAGES),
  task: Object.entries(TASKS),
  nothing: [['', async () => UNKNOWN] as const],
}

test('every call for agents has both forms, or a reason for not having them', async () => {
  const open = (await everyRoute()).filter(({ access }) => access === 'account').map(nameOf)
  expect(Object.keys(CALLS).toSorted()).toEqual(open.toSorted())
})

test.for(Object.keys(CALLERS))(
  '%s meets the same verdicts over REST and over MCP',
  { timeout: COMPARING_MS },
  async (kind) => {
    await using server = await startServer()
    const { ana, spaceId } = await server.peopleInOneSpace('ana')
    const world = { server, ana, other: await ana.registers('other') }
    const caller = await (CALLERS[kind] ?? (() => ana.registers('member')))(world)
    await using agent = await connectAgent(server.url, caller.token)

    const verdicts = new Set<string>()
    for (const [name, forms] of Object.entries(CALLS)) {
      if (typeof forms === 'string') continue
      for (const [which, make] of KINDS[forms.about]) {
        for (const content of forms.contents ?? ['hello']) {
          const given = async () => {
            const id = await make(world, caller)
            return { messageId: id, taskId: id, spaceId, content, assigneeId: world.other.id }
          }
          const [overRest, overMcp] = [
            await restVerdict(server, caller, name, forms.rest(await given())),
            await mcpVerdict(agent, forms.mcp(await given())),
          ]
          expect.soft(overMcp, `${name} on ${which} with ${content.slice(0, 30)}`).toBe(overRest)
          verdicts.add(overRest)
          slowly(server)
        }
      }
    }
    if (kind === PAUSED) expect([...verdicts]).toEqual(['agent_disabled'])
    // the compared outcomes differed
    else expect(verdicts.size).toBeGreaterThan(3)
  },
)

async function restVerdict(
  server: TestServer,
  { token }: TestAgent,
  name: string,
  { path, json }: ReturnType<Forms['rest']>,
): Promise<string> {
  const [method = ''] = name.split(' ')
  const { status, body } = await call(server.url, method, path, { token, json })
  return status < 400 ? 'done' : String((body as { error?: unknown }).error)
}

async function mcpVerdict(agent: AgentClient, [tool, args]: ReturnType<Forms['mcp']>): Promise<string> {
  const { isError, facts } = await agent.call(tool, { ...args })
  return isError ? String(facts['error']) : 'done'
}
