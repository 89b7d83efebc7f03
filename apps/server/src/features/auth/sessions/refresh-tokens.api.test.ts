import { expect, test } from 'vitest'
import {
  REFRESHES_PER_FAMILY_PER_MINUTE,
  REFRESH_GRACE_MS,
  REFRESH_TOKEN_MS,
  SESSION_MAX_MS,
} from '@flockwork/contract/limits'
import { call } from '../../../../test/calls.ts'
import { startPair, startServer, type TestServer } from '../../../../test/server.ts'
import { login, me, refresh, register, sessionOf } from '../../../../test/sessions.ts'

const MINUTE_MS = 60_000
/** Limits count by the minute. */
const beginMinute = (server: TestServer) =>
  server.moveClock(MINUTE_MS - (server.services.clock.now() % MINUTE_MS))

test('a refresh token is exchanged for its successor, and the old access token stays valid', async () => {
  await using server = await startServer()
  const first = sessionOf((await register(server, 'ana')).body)

  const second = await refresh(server, { json: { refresh_token: first.refresh_token } })

  expect(second.status).toBe(200)
  expect(sessionOf(second.body).refresh_token).not.toBe(first.refresh_token)
  expect((await me(server, sessionOf(second.body).access_token)).status).toBe(200)
  expect((await me(server, first.access_token)).status).toBe(200)
})

test('twenty refreshes of one token at once all get the same successor', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { refresh_token: token } = sessionOf((await register(server, 'ana')).body)

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      refresh(index % 2 === 0 ? server : twin, { json: { refresh_token: token } }),
    ),
  )

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => sessionOf(body).refresh_token)).size).toBe(1)
})

test('ten seconds after its exchange a token still yields the same successor, which works', async () => {
  await using server = await startServer()
  server.freezeClock()
  const { refresh_token: token } = sessionOf((await register(server, 'ana')).body)
  const first = sessionOf((await refresh(server, { json: { refresh_token: token } })).body)
  server.moveClock(REFRESH_GRACE_MS)

  const again = await refresh(server, { json: { refresh_token: token } })

  expect(again.status).toBe(200)
  expect(sessionOf(again.body).refresh_token).toBe(first.refresh_token)
  expect((await refresh(server, { json: { refresh_token: first.refresh_token } })).status).toBe(200)
})

test('a token reused later ends its whole family, and only that', async () => {
  await using server = await startServer()
  server.freezeClock()
  const stolen = sessionOf((await register(server, 'ana')).body)
  const other = sessionOf((await login(server, 'ana')).body)
  const successor = sessionOf((await refresh(server, { json: { refresh_token: stolen.refresh_token } })).body)
  server.moveClock(REFRESH_GRACE_MS + 1)

  const reuse = await refresh(server, { json: { refresh_token: stolen.refresh_token } })

  expect(reuse.status).toBe(401)
  expect((await refresh(server, { json: { refresh_token: successor.refresh_token } })).status).toBe(401)
  expect((await me(server, successor.access_token)).status).toBe(401)
  expect((await me(server, stolen.access_token)).status).toBe(401)
  expect((await me(server, other.access_token)).status).toBe(200)
})

test('a refresh token works until the moment it expires', async () => {
  await using server = await startServer()
  server.freezeClock()
  const tokens = [await register(server, 'ana'), await login(server, 'ana')].map(
    ({ body }) => sessionOf(body).refresh_token,
  )

  server.moveClock(REFRESH_TOKEN_MS - 1)
  expect((await refresh(server, { json: { refresh_token: tokens[0] } })).status).toBe(200)
  server.moveClock(1)
  expect((await refresh(server, { json: { refresh_token: tokens[1] } })).status).toBe(401)
})

test('only hashes of refresh tokens are stored', async () => {
  await using server = await startServer()
  const { refresh_token: token = '' } = sessionOf((await register(server, 'ana')).body)

  const rows = await server.query<{ text: string }>('select refresh_tokens::text as text from refresh_tokens')

  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toContain(token)
})

test('a refresh token works in the body and as a bearer, and unknown ones are refused', async () => {
  await using server = await startServer()
  const session = sessionOf((await register(server, 'ana')).body)

  const byBearer = await refresh(server, { token: session.refresh_token ?? '' })
  expect(byBearer.status).toBe(200)
  const byBody = await refresh(server, { json: { refresh_token: sessionOf(byBearer.body).refresh_token } })
  expect(byBody.status).toBe(200)
  for (const given of [
    {},
    { token: 'nonsense' },
    { json: {} },
    { json: { refresh_token: '' } },
    { json: null },
  ]) {
    expect((await refresh(server, given)).status).toBe(401)
  }
})

test('a session ends 90 days after its sign-in, however often it is used', async () => {
  await using server = await startServer()
  server.freezeClock()
  let token = sessionOf((await register(server, 'ana')).body).refresh_token
  let access = ''
  const renew = () => refresh(server, { json: { refresh_token: token } })

  for (let used = 0; used < 4; used++) {
    server.moveClock(SESSION_MAX_MS / 4 - (used === 3 ? 1 : 0))
    const { status, body } = await renew()
    expect([used, status]).toEqual([used, 200])
    token = sessionOf(body).refresh_token
    access = sessionOf(body).access_token
  }
  server.moveClock(1)
  expect((await me(server, access)).status).toBe(401)
  expect((await renew()).status).toBe(401)
})

test('refreshes per session and minute are limited, and a refused one can be repeated', async () => {
  await using server = await startServer({ env: { RATE_LIMIT_SCALE: '1' } })
  let { refresh_token: token } = sessionOf((await register(server, 'ana')).body)
  const other = sessionOf((await login(server, 'ana')).body)
  beginMinute(server)

  for (let count = 0; count < REFRESHES_PER_FAMILY_PER_MINUTE; count += 1) {
    const answer = await refresh(server, { json: { refresh_token: token } })
    expect(answer.status).toBe(200)
    token = sessionOf(answer.body).refresh_token
  }
  const refused = await refresh(server, { json: { refresh_token: token } })

  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await refresh(server, { json: { refresh_token: other.refresh_token } })).status).toBe(200)
  beginMinute(server)
  expect((await refresh(server, { json: { refresh_token: token } })).status).toBe(200)
})

test('signing in and refreshing count as writes of the account', async () => {
  // six writes a minute, and two refreshes of a session
  await using server = await startServer({ env: { RATE_LIMIT_SCALE: '0.05' } })
  const ana = await server.signUp('ana')
  const post = async () =>
    (await call(server.url, 'POST', '/auth/messages', { token: ana.token(), json: { content: 'x' } })).status
  beginMinute(server)

  expect((await login(server, 'ana')).status).toBe(200)
  expect((await refresh(server, { json: { refresh_token: ana.refreshToken } })).status).toBe(200)
  const statuses = []
  for (let count = 0; count < 5; count += 1) statuses.push(await post())

  expect(statuses).toEqual([201, 201, 201, 201, 429])
  expect((await login(server, 'ana')).status).toBe(429)
})
