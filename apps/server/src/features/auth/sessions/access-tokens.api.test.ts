import { createHmac } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { call, refusalOf } from '../../../../test/calls.ts'
import { startServer } from '../../../../test/server.ts'
import { me, refresh, register, sessionOf } from '../../../../test/sessions.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * 60_000

test('the published keys are public ones', async () => {
  await using server = await startServer()
  const { access_token: token } = sessionOf((await register(server, 'ana')).body)

  const { keys } = (await call(server.url, 'GET', '/.well-known/jwks.json')).body as {
    keys: Record<string, string>[]
  }

  expect(keys.map(({ kid }) => kid)).toContain(decodeProtectedHeader(token).kid)
  for (const key of keys) expect(key).not.toHaveProperty('d')
})

test('an access token expires after its lifetime, a refresh token after 30 days', async () => {
  await using server = await startServer()
  server.freezeClock()
  const session = sessionOf((await register(server, 'ana')).body)

  server.moveClock(899_000)
  expect((await me(server, session.access_token)).status).toBe(200)
  server.moveClock(1000)
  expect((await me(server, session.access_token)).status).toBe(401)

  server.moveClock(30 * DAY_MS)
  expect((await refresh(server, { json: { refresh_token: session.refresh_token } })).status).toBe(401)
})

test('forged, foreign and malformed access tokens are refused with 401', async () => {
  await using server = await startServer()
  await using other = await startServer()
  const { access_token: token } = sessionOf((await register(server, 'ana')).body)
  const foreign = sessionOf((await register(other, 'ana')).body).access_token
  const [header = '', payload = '', signature = ''] = token.split('.')
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  const kid = decodeProtectedHeader(token).kid ?? ''
  const symmetric = await new SignJWT(decodeJwt(token))
    .setProtectedHeader({ alg: 'HS256', kid })
    .sign(createHmac('sha256', 'x').digest())
  const changed = Buffer.from(JSON.stringify({ ...decodeJwt(token), username: 'root' })).toString('base64url')

  const bad = [
    foreign,
    unsigned,
    symmetric,
    `${header}.${changed}.${signature}`,
    `${header}.${payload}`,
    'x',
    'a.b.c',
    '..',
    'fw_agt_x_y',
    `fw_agt_${'0'.repeat(32)}_${'x'.repeat(120)}`,
  ]
  for (const one of bad) {
    const answer = await me(server, one)
    expect([one.slice(0, 30), answer.status]).toEqual([one.slice(0, 30), 401])
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
  }
})

test("an agent's credential does not work on accounts", async () => {
  await using server = await startServer()
  const agent = await (await server.signUp('ana')).registers('helper')

  const refused = await refusalOf(agent.api.auth.me())

  expect(refused.status).toBe(403)
})

test('requests per person and minute are limited, and a refused one does not lengthen the wait', async () => {
  await using server = await startServer({ env: { RATE_LIMIT_SCALE: '0.1' } })
  const ana = await server.signUp('ana')
  // the window begins on the minute: begin at one
  server.moveClock(MINUTE_MS - (server.services.clock.now() % MINUTE_MS))
  for (let request = 0; request < 60; request++) expect((await me(server, ana.token())).status).toBe(200)

  const refused = await me(server, ana.token())
  for (let again = 0; again < 5; again++) await me(server, ana.token())

  expect(refused.status).toBe(429)
  expect(refused.body).toMatchObject({ error: 'rate_limited', detail: expect.any(String) })
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  server.moveClock(MINUTE_MS)
  expect((await me(server, ana.token())).status).toBe(200)
})
