/** Sessions are deleted once none of their tokens can be used. */
import { ACCESS_TOKEN_PRODUCTION_S, REFRESH_TOKEN_MS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { call } from '../../../../test/calls.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'
import { login, refresh, register, sessionOf } from '../../../../test/sessions.ts'
import { pruneSessions } from '../index.ts'

const HOUR_MS = ACCESS_TOKEN_PRODUCTION_S * 1000

async function rowsIn(server: TestServer): Promise<{ sessions: number; tokens: number }> {
  await pruneSessions(server.services)
  const [row] = await server.query<{ sessions: number; tokens: number }>(
    `select (select count(*)::int from sessions) as sessions,
       (select count(*)::int from refresh_tokens) as tokens`,
  )
  return row ?? { sessions: -1, tokens: -1 }
}

test('an ended session is deleted with its tokens an hour later', async () => {
  await using server = await startServer()
  const ended = sessionOf((await register(server, 'ana')).body)
  const live = sessionOf((await login(server, 'ana')).body)
  await call(server.url, 'POST', '/auth/logout', { json: { refresh_token: ended.refresh_token } })

  expect(await rowsIn(server)).toEqual({ sessions: 2, tokens: 2 })
  server.moveClock(HOUR_MS)

  expect(await rowsIn(server)).toEqual({ sessions: 1, tokens: 1 })
  expect((await refresh(server, { json: { refresh_token: live.refresh_token } })).status).toBe(200)
  expect((await refresh(server, { json: { refresh_token: ended.refresh_token } })).status).toBe(401)
})

test('an exchanged token is retained until it expires, so that a thief’s reuse is detected', async () => {
  await using server = await startServer()
  const first = sessionOf((await register(server, 'ana')).body)
  server.moveClock(REFRESH_TOKEN_MS - HOUR_MS)
  const second = sessionOf((await refresh(server, { json: { refresh_token: first.refresh_token } })).body)
  server.moveClock(HOUR_MS - 60_000)

  expect(await rowsIn(server)).toEqual({ sessions: 1, tokens: 2 })
  server.moveClock(60_000)
  expect(await rowsIn(server)).toEqual({ sessions: 1, tokens: 1 })

  expect((await refresh(server, { json: { refresh_token: second.refresh_token } })).status).toBe(200)
})

test('a session that nobody used for thirty days is deleted', async () => {
  await using server = await startServer()
  await register(server, 'ana')
  server.moveClock(REFRESH_TOKEN_MS - 60_000)

  expect(await rowsIn(server)).toEqual({ sessions: 1, tokens: 1 })
  server.moveClock(60_000)
  expect(await rowsIn(server)).toEqual({ sessions: 0, tokens: 0 })
})
