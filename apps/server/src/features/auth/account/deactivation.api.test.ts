import { adminPeopleRoutes } from '@flockwork/contract/admin/people'
import { expect, test } from 'vitest'
import { auditedActions, deleteAccount } from '../../../../test/accounts.ts'
import { eventually, refusalOf } from '../../../../test/calls.ts'
import { lockRows, untilWaiting } from '../../../../test/locks.ts'
import { postRpc, toolCall } from '../../../../test/mcp.ts'
import { connectProgram, refresh } from '../../../../test/oauth-client.ts'
import { PASSWORD, type Person } from '../../../../test/people.ts'
import { startPair, startServer, type TestServer } from '../../../../test/server.ts'
import { login, me } from '../../../../test/sessions.ts'
import { openStream } from '../../../../test/stream.ts'

const setActive = (admin: Person, id: string, isActive: boolean) =>
  admin.api.call(adminPeopleRoutes.setStatus, { params: { id }, body: { is_active: isActive } })

const whoami = async ({ url }: TestServer, token: string) =>
  (await postRpc(url, toolCall('whoami'), { token })).status

test('a deactivated person is locked out on every node, with agents and programs; reactivated, they sign in and grant access again', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const admin = await server.signUp('root')
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  const program = await connectProgram(server.url, ana, 'scout')
  const { access_token: granted } = program
  const { id } = ana.profile
  const waiting = await bob.says('@scout are you there?')
  const closed = await openStream(twin.url, { token: ana.token(), spaceId: ana.spaceId() })
  await using bobs = await openStream(server.url, { token: bob.token(), spaceId: bob.spaceId() })
  await bobs.next(({ event }) => event === 'bootstrap')
  expect(await whoami(server, granted)).toBe(200)

  const gone = { id, username: 'ana', role: 'user', status: 'inactive' }
  expect(await setActive(admin, id, false)).toEqual(gone)
  // a repeat changes nothing
  expect(await setActive(admin, id, false)).toEqual(gone)

  await closed.ended
  for (const node of [server, twin]) {
    await eventually(
      async () => (await me(node, ana.token())).status,
      (status) => status === 401,
    )
    expect([await whoami(node, granted), await whoami(node, scout.token)]).toEqual([401, 403])
  }
  expect((await login(server, 'ana', PASSWORD)).status).toBe(403)
  await bobs.next(
    ({ event, data }) =>
      event === 'delivery' &&
      data['message_id'] === waiting.id &&
      (data['delivery'] as { state: string }).state === 'undeliverable',
  )

  expect(await setActive(admin, id, true)).toEqual({ ...gone, status: 'active' })
  expect((await me(server, ana.token())).status).toBe(401)
  expect((await login(server, 'ana', PASSWORD)).status).toBe(200)
  // only its owner can revoke an agent's own token; a program's grant has ended for good
  expect([await whoami(server, scout.token), await whoami(server, granted)]).toEqual([200, 401])
  const renewed = await refresh(server.url, program.clientId, program.refresh_token)
  expect([renewed.status, renewed.body]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })])
  const acts = (await auditedActions(server)).filter((action) => action === 'status_changed')
  expect(acts).toHaveLength(2)
})

test('only administrators deactivate, and never themselves, the last administrator, an agent or an unknown account', async () => {
  await using server = await startServer()
  const admin = await server.signUp('root')
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  await server.query("update people set role = 'admin' where account_id = $1", [bob.profile.id])
  await server.services.spaces.invalidateAccount(bob.profile.id)
  await deleteAccount(server, (await server.signUp('cleo')).token(), PASSWORD)
  const [cleo] = await server.query<{ id: string }>("select id from accounts where handle = 'cleo'")

  for (const [who, id, status] of [
    [admin, admin.profile.id, 409],
    [admin, scout.id, 404],
    [admin, '5f2b1c9e-8d3a-4f60-9b7e-1a2b3c4d5e6f', 404],
    [admin, cleo?.id ?? '', 409],
    [ana, bob.profile.id, 403],
  ] as const) {
    expect([id, (await refusalOf(setActive(who, id, false))).status]).toEqual([id, status])
  }

  // if two administrators deactivate each other at once, one remains
  await using lock = await lockRows(server, "select 1 from people where role = 'admin' for update", [])
  const deactivations = [setActive(admin, bob.profile.id, false), setActive(bob, admin.profile.id, false)]
  const outcomes = Promise.allSettled(deactivations)
  await untilWaiting(server, 2)
  await lock.release()
  expect((await outcomes).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [{ count } = { count: 0 }] = await server.query<{ count: number }>(
    `select count(*)::int as count from people join accounts on id = account_id
     where role = 'admin' and status = 'active'`,
  )
  expect(count).toBe(1)
})
