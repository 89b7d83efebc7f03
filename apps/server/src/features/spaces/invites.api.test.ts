import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call, refusalOf } from '../../../test/calls.ts'
import { startPair, startServer } from '../../../test/server.ts'
import { adminPeopleRoutes } from '@flockwork/contract/admin/people'
import { INVITES_PER_SPACE } from '@flockwork/contract/limits'
import { auditedActions, deleteAccount } from '../../../test/accounts.ts'
import { PASSWORD, type Person } from '../../../test/people.ts'
import { inviteTo, sharedSpace } from '../../../test/spaces.ts'

const HOUR_MS = 60 * 60 * 1000

test('codes are long, not stored, and valid for a week by default', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const id = await sharedSpace(ana)

  const invite = await inviteTo(ana, id)
  const short = await inviteTo(ana, id, { expires_hours: 1, max_uses: 3 })

  expect(invite.invite_code).toMatch(/^[\w-]{22,}$/)
  expect(invite.max_uses).toBeNull()
  const lifetime = Date.parse(invite.expires_at) - server.services.clock.now()
  expect(Math.abs(lifetime - 168 * HOUR_MS)).toBeLessThan(60_000)
  expect(short.max_uses).toBe(3)
  const stored = await server.query<{ text: string }>('select invites::text as text from invites')
  expect(stored.map(({ text }) => text).join()).not.toContain(invite.invite_code)
})

test('a member who is not an admin may invite, a stranger gets 404', async () => {
  await using server = await startServer()
  const { bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const cleo = await server.signUp('cleo')

  expect((await inviteTo(bob, spaceId)).invite_code).toBeTruthy()
  expect((await refusalOf(inviteTo(cleo, spaceId))).status).toBe(404)
})

const WRONG_INVITES: [string, object, string][] = [
  ['no hours', { expires_hours: 0 }, 'expires_hours'],
  ['more than a year', { expires_hours: 8761 }, 'expires_hours'],
  ['half an hour', { expires_hours: 0.5 }, 'expires_hours'],
  ['no uses', { max_uses: 0 }, 'max_uses'],
  ['uses as text', { max_uses: '3' }, 'max_uses'],
]

test('an invalid invite is refused, and the field is named', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const id = await sharedSpace(ana)

  for (const [what, json, field] of WRONG_INVITES) {
    const answer = await call(server.url, 'POST', `/api/organizations/${id}/invites`, {
      token: ana.token(),
      json,
    })
    expect([what, answer.status]).toEqual([what, 422])
    expect(answer.body).toMatchObject({ detail: [{ loc: ['body', field] }] })
  }
})

test('an invite requested twice with one key is one invite, whose code is not shown again', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const ana = await server.signUp('ana')
  const id = await sharedSpace(ana)
  const key = randomUUID()

  const answers = await Promise.all(
    [server, twin, server, twin].map(({ url }) =>
      call(url, 'POST', `/api/organizations/${id}/invites`, { token: ana.token(), json: {}, key }),
    ),
  )

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  for (const { status, body } of answers)
    if (status === 409) expect(body).toMatchObject({ error: 'already_done' })
  expect(await server.query('select 1 as one from invites')).toHaveLength(1)
})

const admits = async (who: Person, invite_code: string) => {
  const { status, message } = await refusalOf(who.api.spaces.join({ body: { invite_code } }))
  return [status, message]
}
const NOBODY = [404, 'Invalid or expired invite code']

test('a code admits nobody once its creator is deactivated, and reactivation revives none', async () => {
  await using server = await startServer()
  const root = await server.signUp('root')
  const { bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const cleo = await server.signUp('cleo')
  const { invite_code } = await inviteTo(bob, spaceId)
  const setActive = (is_active: boolean) =>
    root.api.call(adminPeopleRoutes.setStatus, { params: { id: bob.profile.id }, body: { is_active } })

  await setActive(false)
  expect(await admits(cleo, invite_code)).toEqual(NOBODY)
  await setActive(true)
  expect(await admits(cleo, invite_code)).toEqual(NOBODY)
})

test('a code admits nobody once its creator left, was removed or deleted the account, even if they return', async () => {
  await using server = await startServer()
  await server.signUp('root')
  const { ana, bob, cleo, dan, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo', 'dan')
  const eve = await server.signUp('eve')
  const codes: string[] = []
  for (const maker of [bob, cleo, dan]) codes.push((await inviteTo(maker, spaceId)).invite_code)

  await bob.api.spaces.leave({ params: { id: spaceId } })
  await ana.api.spaces.removeMember({ params: { id: spaceId, user_id: cleo.profile.id } })
  await deleteAccount(server, dan.token(), PASSWORD)
  for (const code of codes) expect(await admits(eve, code)).toEqual(NOBODY)

  await bob.joins((await inviteTo(ana, spaceId)).invite_code)
  for (const code of codes) expect(await admits(eve, code)).toEqual(NOBODY)
})

test('an invite created while its creator is being removed admits nobody', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const making = Array.from({ length: 5 }, () =>
    call(server.url, 'POST', `/api/organizations/${spaceId}/invites`, { token: bob.token(), json: {} }),
  )
  const removal = ana.api.spaces.removeMember({ params: { id: spaceId, user_id: bob.profile.id } })

  const statuses = (await Promise.all(making)).map(({ status }) => status)
  await removal

  expect(statuses.filter((status) => status !== 201 && status !== 404)).toEqual([])
  const left = await server.query('select 1 from invites where created_by = $1', [bob.profile.id])
  expect(left).toEqual([])
})

test('admins see the open invites, without their codes, and revoke them', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const [cleo, dan] = [await server.signUp('cleo'), await server.signUp('dan')]
  await server.query('delete from invites')
  const params = { id: spaceId }
  const once = await inviteTo(bob, spaceId, { max_uses: 1 })
  const open = await inviteTo(ana, spaceId, { expires_hours: 2 })
  const expired = await inviteTo(ana, spaceId)
  await server.query('update invites set expires_at = created_at where id = $1', [expired.id])
  await cleo.joins(once.invite_code)
  await dan.joins(open.invite_code)

  const { invites } = await ana.api.spaces.invites({ params })
  expect(invites).toEqual([
    {
      id: open.id,
      created_by: ana.profile.id,
      created_by_username: ana.username,
      created_at: expect.any(String),
      expires_at: open.expires_at,
      max_uses: null,
      uses: 1,
      used_by: [{ id: dan.profile.id, username: dan.username, at: expect.any(String) }],
    },
  ])

  const end = (who: Person, invite_id: string) =>
    who.api.spaces.revokeInvite({ params: { ...params, invite_id } })
  expect((await refusalOf(bob.api.spaces.invites({ params }))).status).toBe(403)
  expect((await refusalOf(end(bob, open.id))).status).toBe(403)
  const stranger = await server.signUp('eve')
  expect((await refusalOf(stranger.api.spaces.invites({ params }))).status).toBe(404)
  await end(ana, open.id)
  expect((await refusalOf(end(ana, open.id))).status).toBe(404)
  expect(await admits(stranger, open.invite_code)).toEqual(NOBODY)
  expect((await ana.api.spaces.invites({ params })).invites).toEqual([])
  expect(await auditedActions(server)).toContain('invite_revoked')
})

test(`a space has at most ${INVITES_PER_SPACE} open invites`, async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  await server.query('delete from invites')
  await server.query(
    `insert into invites (id, space_id, code_hash, created_by, created_at, expires_at)
     select gen_random_uuid(), $1, sha256(n::text::bytea), $2, now(), now() + interval '1 day'
     from generate_series(1, $3::int) n`,
    [spaceId, ana.profile.id, INVITES_PER_SPACE],
  )

  expect((await refusalOf(inviteTo(ana, spaceId))).status).toBe(409)
  const { invites } = await ana.api.spaces.invites({ params: { id: spaceId } })
  expect(invites).toHaveLength(INVITES_PER_SPACE)
})
