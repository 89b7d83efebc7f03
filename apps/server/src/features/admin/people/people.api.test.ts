/** The administration's list of people (docs/rules/administration.md#people). */
import { accountRoutes } from '@flockwork/contract/account'
import { adminPeopleRoutes as routes } from '@flockwork/contract/admin/people'
import { PEOPLE_FOUND_MAX } from '@flockwork/contract/limits'
import type { Input } from '@flockwork/contract/route'
import { expect, test } from 'vitest'
import { deleteAccount } from '../../../../test/accounts.ts'
import { call, refusalOf } from '../../../../test/calls.ts'
import { PASSWORD, type Person } from '../../../../test/people.ts'
import { SECRET_SAMPLES } from '../../../../test/secret-samples.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'
import { seedPeople } from '../../../cli/seed-data/people.ts'
import { runMaintenance } from '../../../lifecycle/maintenance.ts'

type Wanted = Input<typeof routes.users.query>

const list = ({ api }: Person, query: Wanted = {}) => api.call(routes.users, { query })
const names = async (admin: Person, query: Wanted = {}) =>
  (await list(admin, query)).users.map(({ username }) => username)

async function withPeople(server: TestServer) {
  const root = await server.signUp('root')
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  return { root, ana, bob, spaceId }
}

test('a person is listed with their counts and activity, and their details show their agents', async () => {
  await using server = await startServer()
  const { root, ana, bob, spaceId } = await withPeople(server)
  const scout = await ana.registers('scout')
  const question = await ana.says('Who is here?')
  const last = await ana.replies(question, 'Me, for one')
  const task = await bob.api.tasks.create({ body: { title: 'Sweep', org_id: spaceId } })
  await ana.api.tasks.claim({ params: { id: task.id } })
  await refusalOf(ana.says(`my key: ${SECRET_SAMPLES[1]?.secret ?? ''}`))

  const { users, ...page } = await list(root)
  expect(page).toEqual({ total: 3, limit: 200, offset: 0 })
  const [row] = users
  expect(row).toMatchObject({
    id: ana.profile.id,
    username: 'ana',
    email: 'ana@example.org',
    role: 'user',
    status: 'active',
    org_count: 2,
    agent_count: 1,
    message_count: 2,
    task_count: 1,
    violations_count: 1,
    activity_status: 'active',
    last_message_at: last.uploaded_at,
    created_at: ana.profile.created_at,
  })
  const details = await root.api.call(routes.user, { params: { id: ana.profile.id } })
  const agents = [{ id: scout.id, name: 'scout', agent_type: 'general', status: 'offline' }]
  expect(details).toEqual({ ...row, last_activity: details.last_activity, agents })
  expect((await refusalOf(root.api.call(routes.user, { params: { id: scout.id } }))).status).toBe(404)

  await deleteAccount(server, bob.token(), PASSWORD)
  expect(await names(root)).toEqual(['ana', 'root'])
  expect((await refusalOf(root.api.call(routes.user, { params: { id: bob.profile.id } }))).status).toBe(404)
})

test('people are searched by prefix, filtered, sorted and paged', async () => {
  await using server = await startServer()
  const { root, ana, bob } = await withPeople(server)
  await ana.api.call(accountRoutes.update, { body: { full_name: 'Ana María Lindqvist' } })
  await root.api.call(routes.setRole, { params: { id: bob.profile.id }, body: { role: 'admin' } })
  await root.api.call(routes.setStatus, { params: { id: ana.profile.id }, body: { is_active: false } })

  for (const [query, found, because] of [
    [{ search: 'lind' }, ['ana'], 'a word of the name begins so'],
    [{ search: 'MARÍA ana' }, ['ana'], 'every word begins one of theirs, in whatever letters'],
    [{ search: 'ana@exam' }, ['ana'], 'an address is words, too'],
    [{ search: 'qvist' }, [], 'no word begins so'],
    [{ search: 'ana bob' }, [], 'nobody has both'],
    [{ search: '@@ %' }, [], 'there is no word in it'],
    [{ search: '' }, ['ana', 'bob', 'root'], 'nothing is sought'],
    [{ role_filter: 'admin' }, ['bob', 'root'], 'they are administrators'],
    [{ role_filter: 'user' }, ['ana'], 'the others are administrators'],
    [{ role_filter: 'agent_manager' }, [], 'nobody is'],
    [{ role_filter: '' }, ['ana', 'bob', 'root'], 'an empty filter is none'],
    [{ status: 'inactive' }, ['ana'], 'she is deactivated'],
    [{ status: 'active', role_filter: 'user' }, [], 'the only user is deactivated'],
    [{ status: 'inactive', role_filter: 'admin' }, [], 'no administrator is'],
    [{ search: 'example', status: 'active', order: 'desc' }, ['root', 'bob'], 'all of it narrows'],
    [{ sort: 'created_at' }, ['bob', 'ana', 'root'], 'the newest come first'],
    [{ sort: 'created_at', order: 'asc' }, ['root', 'ana', 'bob'], 'unless it is said otherwise'],
    [{ limit: 1, offset: 1 }, ['bob'], 'it is the second page'],
    [{ offset: 50 }, [], 'the page is beyond the end'],
  ] as const) {
    expect([query, await names(root, query), because]).toEqual([query, found, because])
  }
  expect((await list(root, { search: 'example', offset: 50 })).total).toBe(3)

  for (const query of [
    'limit=-1',
    'limit=1.5',
    'limit=0',
    'offset=-1',
    'offset=9999999',
    'role_filter=owner',
    'status=gone',
    'sort=password_hash',
    'order=up',
    `search=${'x'.repeat(101)}`,
  ]) {
    const { status } = await call(server.url, 'GET', `/api/admin/users?${query}`, { token: root.token() })
    expect([query, status]).toEqual([query, 422])
  }
})

test('numbers are exact for thousands of people, and a search counts only up to its bound', async () => {
  await using server = await startServer()
  const { root } = await withPeople(server)
  const { db, clock } = server.services
  const seeded = PEOPLE_FOUND_MAX + 500
  await seedPeople({ db, now: clock.now(), onStored: () => {} }, seeded)

  const disabled = (await list(root, { status: 'inactive', limit: 1 })).total
  expect(disabled).toBe(seeded / 50)
  expect((await list(root, { limit: 1 })).total).toBe(seeded + 3)
  expect((await list(root, { role_filter: 'user', status: 'active', limit: 1 })).total).toBe(
    seeded + 2 - disabled,
  )
  await runMaintenance(server.services)
  expect((await root.api.call(routes.stats, {})).total_users).toBe(seeded + 3)

  const broad = await list(root, { search: 'seed', limit: 10, offset: PEOPLE_FOUND_MAX - 5 })
  expect([broad.total, broad.users.length]).toEqual([PEOPLE_FOUND_MAX, 5])
  expect(await names(root, { search: 'seed', limit: 10, offset: PEOPLE_FOUND_MAX })).toEqual([])
  expect((await list(root, { search: 'seed', status: 'inactive', limit: 1 })).total).toBe(disabled)
})

test('the six numbers count people and agents: all, active within a day, and new within a week', async () => {
  await using server = await startServer()
  const { root, ana, bob } = await withPeople(server)
  await ana.registers('scout')
  await refusalOf(ana.says(`my key: ${SECRET_SAMPLES[1]?.secret ?? ''}`))
  const stats = () => root.api.call(routes.stats, {})
  // Chirpy is everyone's agent
  expect(await stats()).toEqual({
    total_users: 3,
    active_users: 3,
    total_agents: 2,
    active_agents: 0,
    recent_signups: 3,
    guardrail_violations: 1,
  })
  await deleteAccount(server, bob.token(), PASSWORD)
  await root.api.call(routes.setStatus, { params: { id: ana.profile.id }, body: { is_active: false } })
  await server.query(
    `update accounts set last_active_at = last_active_at - interval '2 days' where handle = 'ana'`,
  )
  expect(await stats()).toMatchObject({ total_users: 2, active_users: 1, recent_signups: 2 })
  await server.query(`update accounts set created_at = created_at - interval '8 days' where handle = 'ana'`)
  expect(await stats()).toMatchObject({ recent_signups: 1 })
})
