import { expect, test } from 'vitest'
import { call } from '../../../test/calls.ts'
import type { Person } from '../../../test/people.ts'
import { startPair, startServer, type TestServer } from '../../../test/server.ts'
import { inviteTo, sharedSpace } from '../../../test/spaces.ts'
import { openStream } from '../../../test/stream.ts'

const HOUR_MS = 60 * 60 * 1000

const joining = (guest: Person, code: string) => guest.api.spaces.join({ body: { invite_code: code } })

/** Signs in again after moving the clock past the token's expiry. */
async function afterMoving(server: TestServer, person: Person, byMs: number) {
  server.moveClock(byMs)
  const { access_token: token } = await server.api.auth.refresh({
    body: { refresh_token: person.refreshToken },
  })
  return (method: string, path: string, json?: unknown) =>
    call(server.url, method, path, { token, ...(json !== undefined && { json }) })
}

test('joining by a code makes the space current and is broadcast to its members', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const bob = await server.signUp('bob')
  const id = await sharedSpace(ana)
  const invite = await inviteTo(ana, id)
  await using stream = await openStream(server.url, { token: ana.token(), spaceId: id })
  await stream.next(({ event }) => event === 'bootstrap')

  const joined = await joining(bob, invite.invite_code)

  expect(joined).toMatchObject({
    org_id: id,
    organization: { is_member: true, is_current: true, role: 'member' },
  })
  expect(joined.organization.member_count).toBe(2)
  const update = await stream.next(({ event }) => event === 'space_update')
  expect(update.data).toMatchObject({
    action: 'joined',
    space_id: id,
    member: { username: 'bob', role: 'member' },
  })
  const { members, total_members } = await ana.api.spaces.members({ params: { id } })
  expect(total_members).toBe(2)
  expect(members.map(({ username, role }) => [username, role])).toEqual([
    ['ana', 'admin'],
    ['bob', 'member'],
  ])
})

test.for(['a wrong code', 'an expired code', 'a used-up code', 'a revoked code'])(
  '%s is refused in the same words',
  async (which) => {
    await using server = await startServer()
    const { ana, spaceId } = await server.peopleInOneSpace('ana', 'bob')
    const cleo = await server.signUp('cleo')
    const dan = await server.signUp('dan')
    const invite = await inviteTo(ana, spaceId, { expires_hours: 1, max_uses: 1 })
    if (which === 'a used-up code') await joining(dan, invite.invite_code)
    if (which === 'a revoked code') await server.query('update invites set revoked_at = now()')
    const code = which === 'a wrong code' ? 'nonsense' : invite.invite_code
    const ask = await afterMoving(server, cleo, which === 'an expired code' ? HOUR_MS : 0)

    const { status, body } = await ask('POST', '/api/organizations/join', { invite_code: code })

    expect(status).toBe(404)
    expect(body).toMatchObject({ detail: 'Invalid or expired invite code' })
  },
)

test('of fifty people who use a code for ten concurrently, ten join', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const ana = await server.signUp('ana')
  const id = await sharedSpace(ana)
  const guests = await Promise.all(Array.from({ length: 50 }, (_, index) => server.signUp(`guest-${index}`)))
  const invite = await inviteTo(ana, id, { max_uses: 10 })

  const answers = await Promise.all(
    guests.map((guest, index) =>
      call(index % 2 === 0 ? server.url : twin.url, 'POST', '/api/organizations/join', {
        token: guest.token(),
        json: { invite_code: invite.invite_code },
      }),
    ),
  )

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(40)
  expect((await ana.api.spaces.members({ params: { id } })).total_members).toBe(11)
  const { invites, ended } = await ana.api.spaces.invites({ params: { id } })
  expect([invites, ended[0]?.why, ended[0]?.used_by.length]).toEqual([[], 'used_up', 10])
})

test('a member who joins again gets the same answer and does not use the code up', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const bob = await server.signUp('bob')
  const id = await sharedSpace(ana)
  const invite = await inviteTo(ana, id, { max_uses: 1 })
  const { new_token: _first, ...first } = await joining(bob, invite.invite_code)

  const repeats = await Promise.all([joining(bob, invite.invite_code), joining(bob, invite.invite_code)])

  for (const { new_token: _again, ...again } of repeats) expect(again).toEqual(first)
  expect((await joining(ana, invite.invite_code)).org_id).toBe(id)
  expect(await server.query('select uses from invites')).toEqual([{ uses: 1 }])
  expect(await server.query("select 1 as one from events where name = 'space_update'")).toHaveLength(1)
})

test('thirty wrong codes are allowed in a quarter of an hour, valid ones do not count', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const bob = await server.signUp('bob')
  const invite = await inviteTo(ana, await sharedSpace(ana))
  const join = (code: string) =>
    call(server.url, 'POST', '/api/organizations/join', { token: bob.token(), json: { invite_code: code } })
  for (let right = 0; right < 3; right++) expect((await join(invite.invite_code)).status).toBe(200)
  const wrong = await Promise.all(Array.from({ length: 30 }, (_, index) => join(`wrong-${index}`)))
  expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([404]))

  const refused = await join(invite.invite_code)

  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).not.toBeNull()
  // another person is not throttled
  expect((await joining(ana, invite.invite_code)).org_id).toBeTruthy()
})
