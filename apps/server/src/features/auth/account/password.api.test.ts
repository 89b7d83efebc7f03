import { RECENT_SIGN_IN_MS, WRONG_PASSWORDS_PER_ACCOUNT } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import {
  NEW_PASSWORD,
  asProviderOnly,
  auditedActions,
  changePassword,
  deleteAccount,
} from '../../../../test/accounts.ts'
import { call, cookieOf, eventually } from '../../../../test/calls.ts'
import { lockPerson, lockRows, untilWaiting } from '../../../../test/locks.ts'
import { PASSWORD } from '../../../../test/people.ts'
import { callTwice } from '../../../../test/repeats.ts'
import { startOn, startPair, startServer } from '../../../../test/server.ts'
import { login, me, refresh, register, sessionOf } from '../../../../test/sessions.ts'
import { openStream } from '../../../../test/stream.ts'
import * as accounts from './account.ts'

const change = { current_password: PASSWORD, new_password: NEW_PASSWORD }

test('after a change the new password signs in, the old one does not, and the change is audited', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  expect((await changePassword(server, ana.token(), change)).status).toBe(204)

  expect((await login(server, ana.username)).status).toBe(401)
  expect((await login(server, ana.username, NEW_PASSWORD)).status).toBe(200)
  expect(await auditedActions(server)).toContain('password_changed')
  const [stored] = await server.query<{ hash: string }>('select password_hash as hash from people')
  expect(stored?.hash).toMatch(/^\$argon2id\$/)
})

test('every other session ends at once, with its streams and refresh tokens; the caller’s own stays', async () => {
  await using server = await startServer()
  const here = sessionOf((await register(server, 'ana')).body)
  const there = sessionOf((await login(server, 'ana')).body)
  await using ownStream = await openStream(server.url, { token: here.access_token })
  await using otherStream = await openStream(server.url, { token: there.access_token })
  await ownStream.next(({ event }) => event === 'bootstrap')
  await otherStream.next(({ event }) => event === 'bootstrap')

  await changePassword(server, here.access_token, change)

  await otherStream.ended
  expect((await me(server, there.access_token)).status).toBe(401)
  expect((await refresh(server, { json: { refresh_token: there.refresh_token } })).status).toBe(401)
  expect((await me(server, here.access_token)).status).toBe(200)
  expect((await refresh(server, { json: { refresh_token: here.refresh_token } })).status).toBe(200)
  const isOwnEnded = await Promise.race([ownStream.ended.then(() => true), Promise.resolve(false)])
  expect(isOwnEnded).toBe(false)
})

test('another server closes the stream within 2 seconds and refuses the session within 5', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const here = sessionOf((await register(server, 'ana')).body)
  const there = sessionOf((await login(server, 'ana')).body)
  expect((await me(twin, there.access_token)).status).toBe(200)
  await using stream = await openStream(twin.url, { token: there.access_token })
  await stream.next(({ event }) => event === 'bootstrap')

  await changePassword(server, here.access_token, change)
  const changedAt = performance.now()

  await stream.ended
  expect(performance.now() - changedAt).toBeLessThan(2000)
  await eventually(
    () => me(twin, there.access_token),
    ({ status }) => status === 401,
    5000,
  )
})

test('a wrong or too short password changes nothing, and the session continues', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  const refused = [
    { what: 'wrong', json: { ...change, current_password: 'not it' }, loc: ['body', 'current_password'] },
    { what: 'short', json: { ...change, new_password: 'short' }, loc: ['body', 'new_password'] },
  ]
  for (const { what, json, loc } of refused) {
    const { status, body } = await changePassword(server, ana.token(), json)
    // never 401: a client would think that the session has ended
    expect([what, status]).toEqual([what, 422])
    expect(body).toMatchObject({ detail: [{ loc }] })
  }
  expect((await login(server, ana.username)).status).toBe(200)
  expect(await auditedActions(server)).not.toContain('password_changed')
})

test("strangers and agents can't change a password", async () => {
  await using server = await startServer()
  const helper = await (await server.signUp('ana')).registers('helper')

  expect((await changePassword(server, 'nonsense', change)).status).toBe(401)
  expect((await changePassword(server, helper.token, change)).status).toBe(403)
})

test('ten wrong passwords throttle an account across all calls, but not for a known device', async () => {
  await using server = await startServer()
  const signedUp = await register(server, 'ana')
  const token = sessionOf(signedUp.body).access_token
  const device = cookieOf(signedUp.headers, 'ax_device')?.pair ?? ''
  const attempt = () => changePassword(server, token, { ...change, current_password: 'not it' })
  await Promise.all(Array.from({ length: WRONG_PASSWORDS_PER_ACCOUNT - 1 }, attempt))

  // one of them through the other call
  expect((await login(server, 'ana', 'not it')).status).toBe(401)
  const refused = await changePassword(server, token, change)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).not.toBeNull()
  expect((await login(server, 'ana')).status).toBe(429)

  expect((await changePassword(server, token, change, { headers: { cookie: device } })).status).toBe(204)
})

test('correct passwords are not counted as attempts', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  let [from, to] = [PASSWORD, NEW_PASSWORD]

  for (let round = 0; round <= WRONG_PASSWORDS_PER_ACCOUNT; round++) {
    const json = { current_password: from, new_password: to }
    expect([round, (await changePassword(server, ana.token(), json)).status]).toEqual([round, 204])
    ;[from, to] = [to, from]
  }
})

test.for([
  { after: RECENT_SIGN_IN_MS, status: 204, because: 'the sign-in at the provider is fresh' },
  { after: RECENT_SIGN_IN_MS + 1, status: 403, because: 'it is more than ten minutes ago' },
])('an account without a password sets its first: $status, because $because', async ({ after, status }) => {
  await using server = await startServer()
  server.freezeClock()
  const ana = await server.signUp('ana')
  await asProviderOnly(server, ana.profile.id)
  server.moveClock(after)

  const answer = await changePassword(server, ana.token(), { new_password: NEW_PASSWORD })

  expect(answer.status).toBe(status)
  if (status === 403) expect(answer.body).toMatchObject({ error: 'reauthentication_required' })
  expect((await login(server, ana.username, NEW_PASSWORD)).status).toBe(status === 204 ? 200 : 401)
})

test('without the password a change needs a sign-in within 10 minutes, or the password entered again', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const ana = await server.signUp('ana')
  const token = ana.token()
  const json = { new_password: NEW_PASSWORD }
  const confirm = (password: string, at = server) =>
    call(at.url, 'POST', '/auth/reauthenticate', { token, json: { password } })
  await server.query("update sessions set authenticated_at = authenticated_at - interval '11 minutes'")

  for (const node of [server, twin]) {
    const refused = await changePassword(node, token, json)
    expect([refused.status, refused.body]).toMatchObject([403, { error: 'reauthentication_required' }])
    expect(await deleteAccount(node, token)).toMatchObject({ status: 403 })
  }
  expect((await confirm('not it')).body).toMatchObject({ detail: [{ loc: ['body', 'password'] }] })
  expect((await confirm(PASSWORD, twin)).status).toBe(204)
  expect((await changePassword(server, token, json)).status).toBe(204)
  expect((await login(server, 'ana', NEW_PASSWORD)).status).toBe(200)
})

test('a sign-in by password, however fresh, does not replace a missing password', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  await server.query('update people set password_hash = null')

  const answer = await changePassword(server, ana.token(), { new_password: NEW_PASSWORD })

  expect(answer.status).toBe(403)
})

test('of two concurrent changes with the same password one succeeds', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const other = 'yet another password'

  await using row = await lockPerson(server, ana.profile.id)
  const changing = [NEW_PASSWORD, other].map((new_password) =>
    changePassword(server, ana.token(), { ...change, new_password }),
  )
  await untilWaiting(server, 2)
  await row.release()
  const answers = await Promise.all(changing)

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
  const winner = answers[0]?.status === 204 ? NEW_PASSWORD : other
  expect((await login(server, ana.username, winner)).status).toBe(200)
})

test('no sign-in with the old password survives a concurrent change', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  const [changed, ...signIns] = await Promise.all([
    changePassword(server, ana.token(), change),
    ...Array.from({ length: 6 }, () => login(server, ana.username)),
  ])

  expect(changed.status).toBe(204)
  for (const { status, body } of signIns) {
    if (status === 200) expect((await me(server, sessionOf(body).access_token)).status).toBe(401)
  }
})

test('a sign-in that checked the old password just before the change opens no session', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  await using changed = await lockRows(
    server,
    "update people set password_hash = 'another' where account_id = $1",
    [ana.profile.id],
  )
  const signingIn = login(server, ana.username)
  await untilWaiting(server, 1)

  await changed.release()

  expect((await signingIn).status).toBe(401)
})

test('a change whose answer was lost can be repeated with its key', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  const first = await changePassword(server, ana.token(), change, { key: 'once' })
  const again = await changePassword(server, ana.token(), change, { key: 'once' })

  expect([first.status, again.status]).toEqual([204, 204])
  const [row] = await server.query<{ text: string }>('select idempotency::text as text from idempotency')
  expect(row?.text).not.toContain(NEW_PASSWORD)
})

test('a change sent to two nodes under one key happens once, and counts as no wrong password', async () => {
  await using pair = await startPair()
  const ana = await pair.server.signUp('ana')
  const input = {
    password: PASSWORD,
    newPassword: NEW_PASSWORD,
    field: 'current_password',
    ip: null,
    isKnownDevice: false,
  }

  const answers = await callTwice(pair, ana, 'change', ({ services }, actor, once) =>
    accounts.changePassword(services.account, actor, input, once),
  )

  expect(answers).toEqual([null, null])
  expect(await pair.server.query('select key from login_attempts where failures > 0')).toEqual([])
})

test('where local accounts are turned off there is no password to change', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  await using closed = await startOn(server.databaseUrl, { env: { PASSWORD_LOGIN: 'off' } })

  const answer = await call(closed.url, 'POST', '/auth/password', { token: ana.token(), json: change })

  expect(answer.status).toBe(403)
})
