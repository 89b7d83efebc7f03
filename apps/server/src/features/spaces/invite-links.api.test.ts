/** The preview of an invite code, and the people who used it. */
import {
  ENDED_INVITES_SHOWN_MS,
  INVITE_USERS_SHOWN,
  WRONG_INVITES_PER_ADDRESS,
} from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { deleteAccount } from '../../../test/accounts.ts'
import { call } from '../../../test/calls.ts'
import { PASSWORD, type Person } from '../../../test/people.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { inviteTo } from '../../../test/spaces.ts'

const preview = ({ url }: TestServer, code: string, who?: Person) =>
  call(url, 'GET', `/api/invites/${code}`, who && { token: who.token() })

test('a code shows anyone its space and the inviter, and tells members that they are in', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const cleo = await server.signUp('cleo')
  await ana.api.spaces.update({ params: { id: spaceId }, body: { description: 'Where it happens' } })
  const { invite_code } = await inviteTo(bob, spaceId)

  const known = {
    org_id: spaceId,
    name: 'Field Lab',
    description: 'Where it happens',
    visibility: 'invite_only',
    member_count: 2,
    invited_by: { username: 'bob', display_name: 'bob' },
  }
  expect(await preview(server, invite_code)).toMatchObject({
    status: 200,
    body: { ...known, is_member: false },
  })
  expect((await preview(server, invite_code, cleo)).body).toEqual({ ...known, is_member: false })
  expect((await preview(server, invite_code, ana)).body).toEqual({ ...known, is_member: true })
  expect((await preview(server, invite_code)).headers.get('cache-control')).toBe('no-store')
  // a preview doesn't use the code up
  expect((await ana.api.spaces.invites({ params: { id: spaceId } })).invites).toMatchObject([{}, {}])
})

const DEAD: Record<
  string,
  (server: TestServer, made: { ana: Person; bob: Person; spaceId: string }) => unknown
> = {
  wrong: () => {},
  expired: (server) => server.query('update invites set expires_at = created_at'),
  'used-up': (server) => server.query('update invites set max_uses = 1, uses = 1'),
  revoked: (server) => server.query('update invites set revoked_at = now()'),
  "gone maker's": (_server, { ana, bob, spaceId }) =>
    ana.api.spaces.removeMember({ params: { id: spaceId, user_id: bob.profile.id } }),
  "deactivated maker's": (server, { bob }) =>
    server.query("update accounts set status = 'disabled' where id = $1", [bob.profile.id]),
  "deleted space's": (_server, { ana, spaceId }) =>
    ana.api.spaces.delete({ params: { id: spaceId }, body: { name: 'Field Lab' } }),
}

test.for(Object.keys(DEAD))('the preview of a %s code is refused like a join by it', async (which) => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const cleo = await server.signUp('cleo')
  const { invite_code: made } = await inviteTo(bob, spaceId)
  await DEAD[which]?.(server, { ana, bob, spaceId })
  const code = which === 'wrong' ? 'nonsense' : made

  const join = await call(server.url, 'POST', '/api/organizations/join', {
    token: cleo.token(),
    json: { invite_code: code },
  })
  const bare = ({ status, body }: Awaited<ReturnType<typeof preview>>) => [
    status,
    { ...(body as object), request_id: null },
  ]
  expect(join.status).toBe(404)
  expect(bare(await preview(server, code, cleo))).toEqual(bare(join))
  expect(bare(await preview(server, code))).toEqual(bare(join))
})

test('a member can preview a used-up code, as they can join by it', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const bob = await server.signUp('bob')
  const { invite_code } = await inviteTo(ana, spaceId, { max_uses: 1 })
  await bob.joins(invite_code)

  expect((await preview(server, invite_code)).status).toBe(404)
  expect((await preview(server, invite_code, bob)).body).toMatchObject({ is_member: true })
})

test('a bad credential is refused, and guesses are counted by IP address', async () => {
  await using server = await startServer({ own: true })
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const { invite_code } = await inviteTo(ana, spaceId)
  const { status } = await call(server.url, 'GET', `/api/invites/${invite_code}`, { token: 'nonsense' })
  expect(status).toBe(401)

  for (let count = 0; count < WRONG_INVITES_PER_ADDRESS; count++) {
    expect((await preview(server, `guess-${count}`)).status).toBe(404)
  }
  const refused = await preview(server, invite_code)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  // a signed-in person has their own attempts
  expect((await preview(server, invite_code, ana)).status).toBe(200)
})

test('admins see who joined by an invite, including ended ones, but not deleted accounts', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const [bob, cleo, dan] = [
    await server.signUp('bob'),
    await server.signUp('cleo'),
    await server.signUp('dan'),
  ]
  await server.query('delete from invites')
  const list = () => ana.api.spaces.invites({ params: { id: spaceId } })
  const shared = await inviteTo(ana, spaceId)
  const single = await inviteTo(ana, spaceId, { max_uses: 1 })
  const unused = await inviteTo(ana, spaceId)
  await server.query('update invites set expires_at = now() where id = $1', [unused.id])
  for (const person of [bob, cleo]) await person.joins(shared.invite_code)
  await dan.joins(single.invite_code)
  // a person who rejoins by it is listed once
  await bob.api.spaces.leave({ params: { id: spaceId } })
  await bob.joins(shared.invite_code)

  const { invites, ended } = await list()
  const named = (used_by: readonly { username: string }[] | undefined) =>
    used_by?.map(({ username }) => username)
  expect(invites).toMatchObject([{ id: shared.id, uses: 3 }])
  expect(named(invites[0]?.used_by)).toEqual(['bob', 'cleo'])
  expect(ended).toMatchObject([
    { id: single.id, why: 'used_up', uses: 1, used_by: [{ id: dan.profile.id, at: expect.any(String) }] },
    { id: unused.id, why: 'expired', uses: 0, used_by: [] },
  ])

  await ana.api.spaces.revokeInvite({ params: { id: spaceId, invite_id: shared.id } })
  await deleteAccount(server, cleo.token(), PASSWORD)
  const after = await list()
  expect(after.invites).toEqual([])
  expect(after.ended[0]).toMatchObject({ id: shared.id, why: 'revoked', uses: 3 })
  expect(named(after.ended[0]?.used_by)).toEqual(['bob'])
  expect(await server.query('select 1 from invite_uses where account_id = $1', [cleo.profile.id])).toEqual([])

  await server.query('update invites set revoked_at = $1 where id = $2', [
    new Date(server.services.clock.now() - ENDED_INVITES_SHOWN_MS),
    shared.id,
  ])
  expect((await list()).ended.map(({ id }) => id)).toEqual([single.id, unused.id])
})

test(`of many people, the last ${INVITE_USERS_SHOWN} who joined are listed`, async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  await server.query('delete from invites')
  const { id } = await inviteTo(ana, spaceId)
  const count = INVITE_USERS_SHOWN + 5
  await server.query(
    `with made as (
       insert into accounts (id, kind, handle, display_name, created_at)
       select gen_random_uuid(), 'user', 'guest-' || n, 'guest', now() from generate_series(1, $2::int) n
       returning id, handle
     )
     insert into invite_uses
     select $1, id, now() + substr(handle, 7)::int * interval '1 second' from made`,
    [id, count],
  )
  await server.query('update invites set uses = $2 where id = $1', [id, count])

  const [invite] = (await ana.api.spaces.invites({ params: { id: spaceId } })).invites
  expect(invite?.uses).toBe(count)
  expect(invite?.used_by).toHaveLength(INVITE_USERS_SHOWN)
  expect(invite?.used_by[0]?.username).toBe(`guest-${count}`)
})
