import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call, refusalOf } from '../../../test/calls.ts'
import { startPair, startServer } from '../../../test/server.ts'
import { inviteTo, sharedSpace } from '../../../test/spaces.ts'

const HOUR_MS = 60 * 60 * 1000

test('codes are long, not stored, and last a week unless said otherwise', async () => {
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

test('a member who is no admin of the space may invite, a stranger gets 404', async () => {
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

test('a wrong invite is refused, and the field is named', async () => {
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

test('an invite requested twice under one key is one invite, whose code is not shown again', async () => {
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
