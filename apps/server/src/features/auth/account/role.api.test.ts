/** Who administers the instance (docs/rules/administration.md#roles). */
import { adminPeopleRoutes as routes } from '@flockwork/contract/admin/people'
import { expect, test } from 'vitest'
import { auditedActions } from '../../../../test/accounts.ts'
import { call, eventually, refusalOf } from '../../../../test/calls.ts'
import { lockRows, untilWaiting } from '../../../../test/locks.ts'
import type { Person } from '../../../../test/people.ts'
import { startPair, startServer, type TestServer } from '../../../../test/server.ts'

const setRole = (admin: Person, id: string, role: 'admin' | 'user') =>
  admin.api.call(routes.setRole, { params: { id }, body: { role } })

const admins = (server: TestServer) =>
  server.query<{ handle: string }>(
    "select handle from accounts join people on account_id = id where role = 'admin' and status = 'active' order by 1",
  )

test('the role is granted and revoked on every node; a repeat changes nothing', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const root = await server.signUp('root')
  const ana = await server.signUp('ana')
  const { id } = ana.profile
  const stats = (at: TestServer) =>
    call(at.url, 'GET', '/api/admin/stats', { token: ana.token() }).then(({ status }) => status)
  expect([await stats(server), await stats(twin)]).toEqual([403, 403])

  const made = { id, username: 'ana', role: 'admin', status: 'active' }
  expect(await setRole(root, id, 'admin')).toEqual(made)
  expect(await setRole(root, id, 'admin')).toEqual(made)
  expect(await stats(server)).toBe(200)
  await eventually(
    () => stats(twin),
    (status) => status === 200,
  )
  expect(await setRole(root, id, 'user')).toEqual({ ...made, role: 'user' })
  expect(await stats(server)).toBe(403)
  await eventually(
    () => stats(twin),
    (status) => status === 403,
  )
  const acts = (await auditedActions(server)).filter((action) => action === 'role_changed')
  expect(acts).toHaveLength(2)
})

test('only administrators change roles, and never their own or that of the last administrator', async () => {
  await using server = await startServer()
  const root = await server.signUp('root')
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  await root.api.call(routes.setStatus, { params: { id: bob.profile.id }, body: { is_active: false } })

  for (const [who, id, role, status] of [
    [root, root.profile.id, 'user', 409],
    [root, scout.id, 'admin', 404],
    [root, '5f2b1c9e-8d3a-4f60-9b7e-1a2b3c4d5e6f', 'admin', 404],
    [root, bob.profile.id, 'admin', 409],
    [ana, ana.profile.id, 'admin', 403],
  ] as const) {
    expect([id, (await refusalOf(setRole(who, id, role))).status]).toEqual([id, status])
  }
  for (const json of [{ role: 'owner' }, { role: 'agent_manager' }, { role: null }, {}]) {
    const path = `/api/admin/users/${ana.profile.id}/role`
    expect((await call(server.url, 'PATCH', path, { token: root.token(), json })).status).toBe(422)
  }
  expect(await admins(server)).toEqual([{ handle: 'root' }])
})

test.for([{ others: [] }, { others: ['cleo'] }])(
  'of two administrators who demote each other at once the first succeeds, with $others beside them',
  async ({ others }) => {
    await using server = await startServer()
    const root = await server.signUp('root')
    const ana = await server.signUp('ana')
    await setRole(root, ana.profile.id, 'admin')
    for (const name of others) await setRole(root, (await server.signUp(name)).profile.id, 'admin')

    await using lock = await lockRows(server, "select 1 from people where role = 'admin' for update", [])
    const outcomes = Promise.allSettled([
      setRole(root, ana.profile.id, 'user'),
      setRole(ana, root.profile.id, 'user'),
    ])
    await untilWaiting(server, 2)
    await lock.release()
    expect((await outcomes).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await admins(server)).toHaveLength(1 + others.length)
  },
)
