/** Every administrative act is in the audit log: made from the contract itself (docs/rules/requests.md#audit-log). */
import { expect, test } from 'vitest'
import { call } from './calls.ts'
import { everyRoute, nameOf } from './contract-routes.ts'
import { startServer, type TestServer } from './server.ts'

interface Stage {
  readonly server: TestServer
  /** Of the administrator. */
  readonly token: string
  /** Somebody else. */
  readonly personId: string
  readonly ideaId: string
  readonly violationId: string
  readonly patternId: string
  readonly managedId: string
  readonly spaceId: string
}

interface Act {
  readonly path?: (stage: Stage) => string
  readonly body?: object | ((stage: Stage) => object)
  /** What must be there for the act to change anything. */
  readonly prepare?: (stage: Stage) => Promise<unknown>
}

const person = ({ personId }: Stage) => personId
const idea = ({ ideaId }: Stage) => ideaId
const violation = ({ violationId }: Stage) => violationId
const managed = ({ managedId }: Stage) => managedId
const managedAgent = ({ spaceId }: Stage) => ({
  instructions: 'Sum up.',
  tools: [],
  space_ids: [spaceId],
  caps: [],
})
const pattern = ({ patternId }: Stage) => patternId

/** How each act is done. Those of a room that isn't there are no harm; one that is missing fails. */
const ACTS: Readonly<Record<string, Act>> = {
  'POST /tasks/:id/approve': { path: idea },
  'POST /api/admin/audit/export': { body: {} },
  'PATCH /api/admin/guardrails': {
    body: { rules: [{ id: 'secret.github', modes: { person: 'report', agent: 'report' } }] },
  },
  'POST /api/admin/guardrails/patterns': {
    body: { name: 'Dawn', pattern: 'dawn', mode: 'block', severity: 'medium' },
  },
  'PATCH /api/admin/guardrails/patterns/:id': { path: pattern, body: { name: 'Dusk' } },
  'DELETE /api/admin/guardrails/patterns/:id': { path: pattern },
  'POST /api/admin/managed-agents': { body: (stage) => ({ name: 'critic', ...managedAgent(stage) }) },
  'PUT /api/admin/managed-agents/:id': { path: managed, body: managedAgent },
  'DELETE /api/admin/managed-agents/:id': { path: managed },
  'PUT /api/admin/budgets/:subject/:id': {
    path: person,
    body: { unit: 'tokens', span: 'day', amount: 100 },
  },
  'PATCH /api/admin/users/:id/role': { path: person, body: { role: 'admin' } },
  'POST /api/admin/users/:id/reset-link': { path: person, body: {} },
  'PATCH /api/admin/users/:id/status': { path: person, body: { is_active: false } },
  'POST /api/admin/violations/:id/resolve': { path: violation, body: {} },
  'POST /api/admin/users/bulk-create-orgs': {
    body: {},
    prepare: ({ server, personId }) => server.query('delete from members where account_id = $1', [personId]),
  },
  'POST /api/admin/database/fix': {
    body: { type: 'null_current_org_id' },
    prepare: ({ server, personId }) =>
      server.query('update people set current_space_id = null where account_id = $1', [personId]),
  },
}

test('every call of administrators that changes something is in the audit log', async () => {
  const routes = (await everyRoute()).filter(
    ({ access, method, isRead }) => access === 'admin' && method !== 'GET' && isRead !== true,
  )
  expect(routes.length).toBeGreaterThan(5)
  expect(routes.map(nameOf).filter((name) => !Object.hasOwn(ACTS, name))).toEqual([])

  for (const route of routes) {
    await using server = await startServer()
    const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
    const idea = await bob.api.tasks.create({ body: { title: 'A pier', type: 'idea' } })
    const token = ana.token()
    const made = await call(server.url, 'POST', '/api/admin/guardrails/patterns', {
      token,
      json: { name: 'Aurora', pattern: 'aurora', mode: 'block', severity: 'medium' },
    })
    await call(server.url, 'POST', '/auth/messages', { token: bob.token(), json: { content: 'aurora' } })
    const [found] = await server.query<{ id: string }>('select id from violations limit 1')
    const scribe = await call(server.url, 'POST', '/api/admin/managed-agents', {
      token,
      json: {
        name: 'scribe',
        instructions: 'Sum up.',
        tools: [],
        space_ids: [spaceId],
        caps: [],
      },
    })
    const stage: Stage = {
      spaceId,
      managedId: (scribe.body as { id: string }).id,
      server,
      token,
      personId: bob.profile.id,
      ideaId: idea.id,
      violationId: found?.id ?? '',
      patternId:
        (made.body as { id?: string; pattern?: { id: string } }).pattern?.id ??
        (made.body as { id: string }).id,
    }
    const name = nameOf(route)
    const { path, body, prepare } = ACTS[name] ?? {}
    await prepare?.(stage)
    const count = async () => {
      const [row] = await server.query<{ count: number }>('select count(*)::int as count from audit')
      return row?.count ?? 0
    }
    const before = await count()

    const answer = await call(server.url, route.method, addressOf(route.path, path?.(stage)), {
      token,
      ...(body !== undefined && { json: typeof body === 'function' ? body(stage) : body }),
    })

    expect([name, answer.status, answer.body]).toEqual([name, expect.toBeOneOf([200, 201, 204]), answer.body])
    expect([name, await count()]).not.toEqual([name, before])
    const [entry] = await server.query<{ actor_id: string }>(
      'select actor_id from audit order by number desc limit 1',
    )
    expect([name, entry?.actor_id]).toEqual([name, ana.profile.id])
  }
})

/** With the id of what the act is about, and a budget's as one of a person. */
function addressOf(path: string, id = ''): string {
  return path.replace(':subject', 'person').replace(':id', id)
}
