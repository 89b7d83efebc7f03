import { SESSION_CACHE_MS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { call, eventually } from '../../../../test/calls.ts'
import { startPair, startServer } from '../../../../test/server.ts'
import { login, me, refresh, register, sessionOf } from '../../../../test/sessions.ts'
import { openStream } from '../../../../test/stream.ts'

test('logging out ends the session, its refresh token and its streams at once', async () => {
  await using server = await startServer()
  const session = sessionOf((await register(server, 'ana')).body)
  const other = sessionOf((await login(server, 'ana')).body)
  await using stream = await openStream(server.url, { token: session.access_token })
  await using otherStream = await openStream(server.url, { token: other.access_token })
  await stream.next(({ event }) => event === 'bootstrap')
  await otherStream.next(({ event }) => event === 'bootstrap')

  const answer = await call(server.url, 'POST', '/auth/logout', { token: session.access_token })

  expect(answer.status).toBe(204)
  await stream.ended
  expect((await me(server, session.access_token)).status).toBe(401)
  expect((await refresh(server, { json: { refresh_token: session.refresh_token } })).status).toBe(401)
  expect((await me(server, other.access_token)).status).toBe(200)
  const ended = await Promise.race([otherStream.ended.then(() => true), Promise.resolve(false)])
  expect(ended).toBe(false)
})

test('logging out on one server takes effect on another within 5 seconds, and closes the stream there within 2', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const session = sessionOf((await register(server, 'ana')).body)
  expect((await me(twin, session.access_token)).status).toBe(200)
  await using stream = await openStream(twin.url, { token: session.access_token })
  await stream.next(({ event }) => event === 'bootstrap')

  const loggedOutAt = performance.now()
  await call(server.url, 'POST', '/auth/logout', { token: session.access_token })

  await stream.ended
  expect(performance.now() - loggedOutAt).toBeLessThan(2000)
  await eventually(
    () => me(twin, session.access_token),
    ({ status }) => status === 401,
    5000,
  )
})

test('the end of a session is noticed within 5 seconds, even without a message on the bus', async () => {
  await using server = await startServer()
  server.freezeClock()
  const session = sessionOf((await register(server, 'ana')).body)
  expect((await me(server, session.access_token)).status).toBe(200)

  await server.query('update sessions set ended_at = now()')

  server.moveClock(SESSION_CACHE_MS - 1)
  expect((await me(server, session.access_token)).status).toBe(200)
  server.moveClock(1)
  expect((await me(server, session.access_token)).status).toBe(401)
})

test('logging out with the refresh token alone, or with none at all, is no error', async () => {
  await using server = await startServer()
  const session = sessionOf((await register(server, 'ana')).body)

  expect((await call(server.url, 'POST', '/auth/logout')).status).toBe(204)
  expect((await call(server.url, 'POST', '/auth/logout', { token: 'nonsense' })).status).toBe(204)
  const answer = await call(server.url, 'POST', '/auth/logout', {
    json: { refresh_token: session.refresh_token },
  })

  expect(answer.status).toBe(204)
  expect((await me(server, session.access_token)).status).toBe(401)
})

test('a deactivated person is refused, with a token in hand or a password', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  await server.query("update accounts set status = 'disabled' where handle = 'ana'")
  server.moveClock(5001)

  expect((await me(server, ana.token())).status).toBe(401)
  expect((await login(server, 'ana')).status).toBe(403)
  expect((await refresh(server, { json: { refresh_token: ana.refreshToken } })).status).toBe(401)
})
