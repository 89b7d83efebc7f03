import { adminPeopleRoutes } from '@flockwork/contract/admin/people'
import {
  RESET_LINK_MS,
  WRONG_PASSWORDS_PER_ACCOUNT,
  WRONG_PASSWORDS_PER_ADDRESS,
} from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { NEW_PASSWORD, asProviderOnly, auditedActions, deleteAccount } from '../../../../test/accounts.ts'
import { call, type Answer } from '../../../../test/calls.ts'
import { connectProgram } from '../../../../test/oauth-client.ts'
import { PASSWORD, type Person } from '../../../../test/people.ts'
import { startOn, startPair, startServer, type TestServer } from '../../../../test/server.ts'
import { login, me, refresh, sessionOf } from '../../../../test/sessions.ts'
import { openStream } from '../../../../test/stream.ts'

const NOBODY = '5f2b1c9e-8d3a-4f60-9b7e-1a2b3c4d5e6f'

/** An administrator, and a person who forgot their password. */
async function adminAnd(server: TestServer): Promise<{ admin: Person; ana: Person }> {
  const admin = await server.signUp('root')
  return { admin, ana: await server.signUp('ana') }
}

async function linkFor(
  admin: Person,
  id: string,
): Promise<{ url: string; token: string; expiresAt: string }> {
  const link = await admin.api.call(adminPeopleRoutes.resetLink, { params: { id } })
  return { url: link.url, token: link.url.split('#token=')[1] ?? '', expiresAt: link.expires_at }
}

function reset(server: { url: string }, token: string, password = NEW_PASSWORD): Promise<Answer> {
  return call(server.url, 'POST', '/auth/reset', { json: { token, password } })
}

test('an administrator creates a link, and the person sets a new password with it', async () => {
  await using server = await startServer()
  const { admin, ana } = await adminAnd(server)

  const { url, token, expiresAt } = await linkFor(admin, ana.profile.id)

  expect(url).toBe(`${server.url}/reset#token=${token}`)
  expect(token).toMatch(/^[\w-]{43}$/)
  const lastsMs = Date.parse(expiresAt) - server.services.clock.now()
  expect(Math.abs(lastsMs - RESET_LINK_MS)).toBeLessThan(10_000)
  const answer = await reset(server, token)
  expect([answer.status, answer.text]).toEqual([204, ''])
  expect(answer.headers.getSetCookie()).toEqual([])
  expect((await login(server, 'ana', NEW_PASSWORD)).status).toBe(200)
  expect((await login(server, 'ana', PASSWORD)).status).toBe(401)
  expect(await auditedActions(server)).toEqual(expect.arrayContaining(['reset_link_made', 'password_reset']))
  const [{ text } = { text: '' }] = await server.query<{ text: string }>(
    "select (select string_agg(password_resets::text, '') from password_resets) || (select string_agg(audit::text, '') from audit) as text",
  )
  expect(text).not.toContain(token)
})

test('a reset ends every session of the person with its streams, and verifies no address', async () => {
  await using server = await startServer()
  const { admin, ana } = await adminAnd(server)
  const { token } = await linkFor(admin, ana.profile.id)
  await using stream = await openStream(server.url, { token: ana.token() })
  await stream.next(({ event }) => event === 'bootstrap')

  await reset(server, token)

  await stream.ended
  expect((await me(server, ana.token())).status).toBe(401)
  expect((await refresh(server, { json: { refresh_token: ana.refreshToken } })).status).toBe(401)
  expect((await me(server, admin.token())).status).toBe(200)
  const signedIn = sessionOf((await login(server, 'ana', NEW_PASSWORD)).body)
  expect((await me(server, signedIn.access_token)).body).toMatchObject({ email_verified: false })
})

test.for([
  { keeps: undefined, status: 401, because: 'an intruder may have made them' },
  { keeps: false, status: 401, because: 'the person says so' },
  { keeps: true, status: 200, because: 'the person trusts them' },
])(
  "a reset ends connected apps, and agents' tokens too unless $keeps is true: $because",
  async ({ keeps, status }) => {
    await using server = await startServer()
    await using twin = await server.startTwin()
    const { admin, ana } = await adminAnd(server)
    const scout = await ana.registers('scout')
    const of = await admin.registers('of-another')
    const app = await connectProgram(server.url, ana, 'scout')
    const streams = await Promise.all(
      [app.access_token, scout.token].map((token) => openStream(twin.url, { token })),
    )
    for (const stream of streams) await stream.next(({ event }) => event === 'bootstrap')
    const json = {
      token: (await linkFor(admin, ana.profile.id)).token,
      password: NEW_PASSWORD,
      keep_agent_tokens: keeps,
    }

    expect((await call(server.url, 'POST', '/auth/reset', { json })).status).toBe(204)

    await streams[0]?.ended
    if (keeps !== true) await streams[1]?.ended
    const read = (token: string) => call(twin.url, 'GET', '/auth/messages', { token })
    expect((await read(app.access_token)).status).toBe(401)
    expect((await read(scout.token)).status).toBe(status)
    expect((await read(of.token)).status).toBe(200)
  },
)

test('a link works once: of many concurrent uses one succeeds', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { admin, ana } = await adminAnd(server)
  const { token } = await linkFor(admin, ana.profile.id)
  const passwords = ['first new password', 'second new password', 'third new password']

  const answers = await Promise.all(
    passwords.map((password, index) => reset(index === 0 ? server : twin, token, password)),
  )

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 401, 401])
  const won = passwords[answers.findIndex(({ status }) => status === 204)] ?? ''
  expect((await login(server, 'ana', won)).status).toBe(200)
  const again = await reset(server, token)
  expect(again.status).toBe(401)
  expect(again.body).toMatchObject({ detail: expect.stringContaining('ask for a new one') })
})

test.for([
  { after: RESET_LINK_MS - 1, status: 204, because: 'the hour is not over' },
  { after: RESET_LINK_MS, status: 401, because: 'the hour is over' },
])('a link answers $status when $because', async ({ after, status }) => {
  await using server = await startServer()
  server.freezeClock()
  const { admin, ana } = await adminAnd(server)
  const { token } = await linkFor(admin, ana.profile.id)
  server.moveClock(after)

  expect((await reset(server, token)).status).toBe(status)
})

test('a newer link invalidates the older one, and so does a change of the password', async () => {
  await using server = await startServer()
  const { admin, ana } = await adminAnd(server)
  const older = await linkFor(admin, ana.profile.id)
  const newer = await linkFor(admin, ana.profile.id)

  expect((await reset(server, older.token)).status).toBe(401)
  expect((await reset(server, newer.token)).status).toBe(204)

  const open = await linkFor(admin, ana.profile.id)
  const token = sessionOf((await login(server, 'ana', NEW_PASSWORD)).body).access_token
  const json = { current_password: NEW_PASSWORD, new_password: PASSWORD }
  expect((await call(server.url, 'POST', '/auth/password', { token, json })).status).toBe(204)
  expect((await reset(server, open.token)).status).toBe(401)
})

test('a link created before a deactivation stays invalid when the person is reactivated', async () => {
  await using server = await startServer()
  const { admin, ana } = await adminAnd(server)
  const { token } = await linkFor(admin, ana.profile.id)
  for (const is_active of [false, true]) {
    await admin.api.call(adminPeopleRoutes.setStatus, { params: { id: ana.profile.id }, body: { is_active } })
  }

  expect((await reset(server, token)).status).toBe(401)
  expect((await login(server, 'ana', PASSWORD)).status).toBe(200)
})

test('a password that is too short does not use up the link', async () => {
  await using server = await startServer()
  const { admin, ana } = await adminAnd(server)
  const { token } = await linkFor(admin, ana.profile.id)

  expect((await reset(server, token, 'short')).status).toBe(422)
  expect((await reset(server, token)).status).toBe(204)
})

test('a person who has only signed in at the provider gets a first password with it', async () => {
  await using server = await startServer()
  const { admin, ana } = await adminAnd(server)
  await asProviderOnly(server, ana.profile.id)

  await reset(server, (await linkFor(admin, ana.profile.id)).token)

  expect((await login(server, 'ana', NEW_PASSWORD)).status).toBe(200)
})

test('there is no link for an unknown account, an agent, a deactivated or a deleted account', async () => {
  await using server = await startServer()
  const { admin, ana } = await adminAnd(server)
  const helper = await ana.registers('helper')
  const bob = await server.signUp('bob')
  const cleo = await server.signUp('cleo')
  await deleteAccount(server, bob.token(), PASSWORD)
  const open = await linkFor(admin, cleo.profile.id)
  await server.query("update accounts set status = 'disabled' where id = $1", [cleo.profile.id])

  const ask = (id: string) =>
    call(server.url, 'POST', `/api/admin/users/${id}/reset-link`, { token: admin.token() })
  expect((await ask(NOBODY)).status).toBe(404)
  expect((await ask('x')).status).toBe(422)
  for (const id of [helper.id, bob.profile.id, cleo.profile.id]) expect((await ask(id)).status).toBe(409)
  // a link created before the account was deactivated
  expect((await reset(server, open.token)).status).toBe(403)
})

test('only administrators create links, and a repeat does not show the link again', async () => {
  await using server = await startServer()
  const { admin, ana } = await adminAnd(server)
  const helper = await ana.registers('helper')
  const path = `/api/admin/users/${ana.profile.id}/reset-link`

  expect((await call(server.url, 'POST', path)).status).toBe(401)
  expect((await call(server.url, 'POST', path, { token: ana.token() })).status).toBe(403)
  expect((await call(server.url, 'POST', path, { token: helper.token })).status).toBe(403)
  const first = await call(server.url, 'POST', path, { token: admin.token(), key: 'once' })
  const again = await call(server.url, 'POST', path, { token: admin.token(), key: 'once' })
  expect([first.status, again.status]).toEqual([200, 409])
  expect(again.body).toMatchObject({ error: 'already_done' })
})

test('fifty wrong links throttle an IP address, valid ones are not counted', async () => {
  await using server = await startServer()
  const { admin, ana } = await adminAnd(server)
  for (let right = 0; right < 2; right++) {
    await reset(server, (await linkFor(admin, ana.profile.id)).token)
  }

  for (let wrong = 0; wrong < WRONG_PASSWORDS_PER_ADDRESS; wrong++) {
    expect([wrong, (await reset(server, `nonsense-${wrong}`)).status]).toEqual([wrong, 401])
  }
  const refused = await reset(server, (await linkFor(admin, ana.profile.id)).token)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).not.toBeNull()
})

test('a throttled person may sign in after using a link', async () => {
  await using server = await startServer()
  const { admin, ana } = await adminAnd(server)
  for (let wrong = 0; wrong < WRONG_PASSWORDS_PER_ACCOUNT; wrong++) await login(server, 'ana', 'not it')
  expect((await login(server, 'ana')).status).toBe(429)

  await reset(server, (await linkFor(admin, ana.profile.id)).token)

  expect((await login(server, 'ana', NEW_PASSWORD)).status).toBe(200)
})

test('with local accounts turned off there are no links', async () => {
  await using server = await startServer()
  const { admin, ana } = await adminAnd(server)
  await using closed = await startOn(server.databaseUrl, { env: { PASSWORD_LOGIN: 'off' } })

  const path = `/api/admin/users/${ana.profile.id}/reset-link`
  expect((await call(closed.url, 'POST', path, { token: admin.token() })).status).toBe(403)
  expect((await reset(closed, 'any')).status).toBe(403)
})
