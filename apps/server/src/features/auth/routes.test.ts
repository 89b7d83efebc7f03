import { createHmac } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { call, cookieOf, eventually, refusalOf, type Given } from '../../../test/calls.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { openStream } from '../../../test/stream.ts'
import { makeSetupCode } from './index.ts'

const PASSWORD = 'a long enough password'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

interface SessionBody {
  access_token: string
  refresh_token?: string
}

const person = (username: string, more: object = {}) => ({
  email: `${username}@example.org`,
  password: PASSWORD,
  username,
  ...more,
})

const register = (server: TestServer, username: string, given: Given = {}) =>
  call(server.url, 'POST', '/auth/register', { json: person(username), ...given })

const login = (server: TestServer, email: string, password = PASSWORD, given: Given = {}) =>
  call(server.url, 'POST', '/auth/login', { json: { email, password }, ...given })

const refresh = (server: TestServer, given: Given = {}) => call(server.url, 'POST', '/auth/refresh', given)

const me = (server: TestServer, token: string) => call(server.url, 'GET', '/auth/me', { token })

const sessionOf = (body: unknown): SessionBody => body as SessionBody

test('the first account becomes the administrator, the others do not', async () => {
  await using server = await startServer()
  expect(await server.providers()).toMatchObject({
    first_run: true,
    setup_code: false,
    password: true,
    github: false,
  })

  const ana = await server.signUp('ana')
  const bob = await server.signUp('bob')

  expect(ana.profile.role).toBe('admin')
  expect(bob.profile.role).toBe('user')
  expect(await server.providers()).toMatchObject({
    first_run: false,
    registration: 'open',
    environment: 'test',
  })
})

test('of ten first accounts made at once exactly one is the administrator', async () => {
  await using server = await startServer()

  const people = await Promise.all(Array.from({ length: 10 }, (_, index) => server.signUp(`person-${index}`)))

  expect(people.filter(({ profile }) => profile.role === 'admin')).toHaveLength(1)
})

test('of five sign-ups with one name at once one succeeds and the others hear that it is taken', async () => {
  await using server = await startServer()

  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      call(server.url, 'POST', '/auth/register', {
        json: person('ana', { email: `ana${index}@example.org` }),
      }),
    ),
  )

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
})

test('signing up answers a session whose token says who and where', async () => {
  await using server = await startServer()

  const { status, body } = await register(server, 'Ana')

  expect(status).toBe(201)
  const session = sessionOf(body)
  expect(body).toMatchObject({
    token_type: 'bearer',
    expires_in: 900,
    user: { username: 'ana', email_verified: false },
  })
  expect(decodeProtectedHeader(session.access_token)).toMatchObject({ alg: 'EdDSA', kid: expect.any(String) })
  const claims = decodeJwt(session.access_token)
  const { id, current_org_id: spaceId } = (body as { user: { id: string; current_org_id: string } }).user
  expect(claims).toMatchObject({ sub: id, username: 'ana', email: 'Ana@example.org', org_id: spaceId })
  expect(claims).toMatchObject({ sid: expect.any(String), jti: expect.any(String) })
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(900)
  expect((await me(server, session.access_token)).body).toMatchObject({
    username: 'ana',
    current_org_id: spaceId,
  })
})

test('the published keys are public ones', async () => {
  await using server = await startServer()
  const { access_token: token } = sessionOf((await register(server, 'ana')).body)

  const { keys } = (await call(server.url, 'GET', '/.well-known/jwks.json')).body as {
    keys: Record<string, string>[]
  }

  expect(keys.map(({ kid }) => kid)).toContain(decodeProtectedHeader(token).kid)
  for (const key of keys) expect(key).not.toHaveProperty('d')
})

test('one signs in with the address or the username, in any letters', async () => {
  await using server = await startServer()
  await register(server, 'ana')

  for (const name of ['ana@example.org', ' ANA@Example.ORG ', 'ana', 'Ana']) {
    const { status, body } = await login(server, name)
    expect([name, status]).toEqual([name, 200])
    expect(body).toMatchObject({ user: { username: 'ana' } })
  }
})

test('an address with letters beyond ASCII is one address in either case', async () => {
  await using server = await startServer()
  const first = await call(server.url, 'POST', '/auth/register', {
    json: person('ana', { email: 'ÉVA@exämple.org' }),
  })
  expect(first.status).toBe(201)

  const again = await call(server.url, 'POST', '/auth/register', {
    json: person('eva', { email: 'éva@exämple.org' }),
  })

  expect(again.status).toBe(409)
  expect((await login(server, 'Éva@exämple.org')).status).toBe(200)
})

test('a wrong password and an unknown account are refused in the same words', async () => {
  await using server = await startServer()
  await register(server, 'ana')

  const wrong = await login(server, 'ana', 'another password')
  const unknown = await login(server, 'nobody', 'another password')

  expect(wrong.status).toBe(401)
  expect(wrong.headers.get('www-authenticate')).toBe('Bearer')
  expect(wrong.body).toMatchObject({ error: 'unauthorized', request_id: wrong.headers.get('x-request-id') })
  expect(unknown.status).toBe(401)
  expect((unknown.body as { detail: string }).detail).toBe((wrong.body as { detail: string }).detail)
})

const TAKEN = [
  ['a taken username', person('ana', { email: 'other@example.org' })],
  ['a taken username in other letters', person('ANA', { email: 'other@example.org' })],
  ['a taken address', person('other', { email: 'ana@example.org' })],
  ['a taken address in other letters', person('other', { email: 'ANA@example.org' })],
  ["an agent's name", person('helper')],
] as const

test('what is taken, by a person or an agent, in any letters, is refused with 409', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  await ana.registers('helper')

  for (const [what, json] of TAKEN) {
    const { status, body } = await call(server.url, 'POST', '/auth/register', { json })
    expect([what, status]).toEqual([what, 409])
    expect(body).toMatchObject({ error: 'conflict', detail: expect.any(String) })
  }
})

test('reserved names are refused, in any letters', async () => {
  await using server = await startServer()

  for (const username of ['chirpy', 'Admin', 'system', 'here', 'channel', 'everyone', 'ALL']) {
    const { status, body } = await register(server, username)
    expect([username, status]).toEqual([username, 422])
    expect(body).toMatchObject({ error: 'validation_error', detail: [{ loc: ['body', 'username'] }] })
  }
})

const WRONG_SIGN_UPS = [
  ['no address', { email: undefined }, ['body', 'email']],
  ['no @ in the address', { email: 'ana.example.org' }, ['body', 'email']],
  ['an address that is a number', { email: 5 }, ['body', 'email']],
  ['a short password', { password: '1234567' }, ['body', 'password']],
  ['a password of 201 characters', { password: 'x'.repeat(201) }, ['body', 'password']],
  ['a short name', { username: 'an' }, ['body', 'username']],
  ['a name of 33 characters', { username: 'a'.repeat(33) }, ['body', 'username']],
  ['a name with a space', { username: 'ana lee' }, ['body', 'username']],
  ['a name that ends with -', { username: 'ana-' }, ['body', 'username']],
  ['a name that begins with _', { username: '_ana' }, ['body', 'username']],
  ['a full name of 121 characters', { full_name: 'x'.repeat(121) }, ['body', 'full_name']],
  ['NUL in the full name', { full_name: 'a\0b' }, ['body', 'full_name']],
  ['half a surrogate pair in the full name', { full_name: 'a\ud800b' }, ['body', 'full_name']],
  ['NUL in the address', { email: 'a\0na@example.org' }, ['body', 'email']],
] as const

test('a wrong sign-up is refused, and the place is named', async () => {
  await using server = await startServer()

  for (const [what, wrong, loc] of WRONG_SIGN_UPS) {
    const { status, body } = await call(server.url, 'POST', '/auth/register', { json: person('ana', wrong) })
    expect([what, status]).toEqual([what, 422])
    expect(body).toMatchObject({ detail: [{ loc, msg: expect.any(String), type: expect.any(String) }] })
  }
})

test('all wrong places are named at once', async () => {
  await using server = await startServer()

  const { body } = await call(server.url, 'POST', '/auth/register', { json: {} })

  const places = (body as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.join('.'))
  expect(places.toSorted()).toEqual(['body.email', 'body.password', 'body.username'])
})

test.for([
  ['an unknown name with NUL', 'nobo\0dy'],
  ['half a surrogate pair', 'a\udfff'],
])('signing in with %s is 422, never 500', async ([, email]) => {
  await using server = await startServer()

  const { status } = await login(server, email ?? '')

  expect(status).toBe(422)
})

/* tokens */

test('a refresh token is exchanged for its successor, and the old access token stays good', async () => {
  await using server = await startServer()
  const first = sessionOf((await register(server, 'ana')).body)

  const second = await refresh(server, { json: { refresh_token: first.refresh_token } })

  expect(second.status).toBe(200)
  expect(sessionOf(second.body).refresh_token).not.toBe(first.refresh_token)
  expect((await me(server, sessionOf(second.body).access_token)).status).toBe(200)
  expect((await me(server, first.access_token)).status).toBe(200)
})

test('twenty refreshes of one token at once all get the same successor', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const { refresh_token: token } = sessionOf((await register(server, 'ana')).body)

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      refresh(index % 2 === 0 ? server : twin, { json: { refresh_token: token } }),
    ),
  )

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => sessionOf(body).refresh_token)).size).toBe(1)
})

test('ten seconds after its exchange a token still answers the same successor, which works', async () => {
  await using server = await startServer()
  const { refresh_token: token } = sessionOf((await register(server, 'ana')).body)
  const first = sessionOf((await refresh(server, { json: { refresh_token: token } })).body)
  server.moveClock(9000)

  const again = await refresh(server, { json: { refresh_token: token } })

  expect(again.status).toBe(200)
  expect(sessionOf(again.body).refresh_token).toBe(first.refresh_token)
  expect((await refresh(server, { json: { refresh_token: first.refresh_token } })).status).toBe(200)
})

test('a token used again later ends the whole family, and only that family', async () => {
  await using server = await startServer()
  const stolen = sessionOf((await register(server, 'ana')).body)
  const elsewhere = sessionOf((await login(server, 'ana')).body)
  const successor = sessionOf((await refresh(server, { json: { refresh_token: stolen.refresh_token } })).body)
  server.moveClock(11_000)

  const reuse = await refresh(server, { json: { refresh_token: stolen.refresh_token } })

  expect(reuse.status).toBe(401)
  expect((await refresh(server, { json: { refresh_token: successor.refresh_token } })).status).toBe(401)
  expect((await me(server, successor.access_token)).status).toBe(401)
  expect((await me(server, stolen.access_token)).status).toBe(401)
  expect((await me(server, elsewhere.access_token)).status).toBe(200)
})

test('nothing but hashes of refresh tokens is stored', async () => {
  await using server = await startServer()
  const { refresh_token: token = '' } = sessionOf((await register(server, 'ana')).body)

  const rows = await server.query<{ text: string }>('select refresh_tokens::text as text from refresh_tokens')

  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toContain(token)
})

test('an access token ends after its time, a refresh token after 30 days', async () => {
  await using server = await startServer()
  const session = sessionOf((await register(server, 'ana')).body)

  server.moveClock(899_000)
  expect((await me(server, session.access_token)).status).toBe(200)
  server.moveClock(2000)
  expect((await me(server, session.access_token)).status).toBe(401)

  server.moveClock(30 * DAY_MS)
  expect((await refresh(server, { json: { refresh_token: session.refresh_token } })).status).toBe(401)
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

test('forged, foreign and mangled access tokens are refused with 401', async () => {
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

/* ending */

test('logging out ends the session, its refresh token and its streams at once', async () => {
  await using server = await startServer()
  const session = sessionOf((await register(server, 'ana')).body)
  const elsewhere = sessionOf((await login(server, 'ana')).body)
  await using stream = await openStream(server.url, { token: session.access_token })
  await using otherStream = await openStream(server.url, { token: elsewhere.access_token })
  await stream.next(({ event }) => event === 'bootstrap')
  await otherStream.next(({ event }) => event === 'bootstrap')

  const answer = await call(server.url, 'POST', '/auth/logout', { token: session.access_token })

  expect(answer.status).toBe(204)
  await stream.ended
  expect((await me(server, session.access_token)).status).toBe(401)
  expect((await refresh(server, { json: { refresh_token: session.refresh_token } })).status).toBe(401)
  expect((await me(server, elsewhere.access_token)).status).toBe(200)
  const ended = await Promise.race([otherStream.ended.then(() => true), Promise.resolve(false)])
  expect(ended).toBe(false)
})

test('logging out on one server is known on another within 5 seconds, and ends the stream there in 2', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
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

/* cookies */

const OWN_ORIGIN = Symbol('the address of this server')

test.for<[string, Record<string, string | typeof OWN_ORIGIN>, number]>([
  ['our Origin', { origin: OWN_ORIGIN }, 200],
  ['our Origin and same-origin', { origin: OWN_ORIGIN, 'sec-fetch-site': 'same-origin' }, 200],
  ['no Origin', {}, 403],
  ['no Origin, though same-origin', { 'sec-fetch-site': 'same-origin' }, 403],
  ['an Origin of another site', { origin: 'https://evil.example' }, 403],
  ['the Origin "null"', { origin: 'null' }, 403],
  ['our host on another port', { origin: 'http://127.0.0.1:1' }, 403],
  ['our Origin but cross-site', { origin: OWN_ORIGIN, 'sec-fetch-site': 'cross-site' }, 403],
  ['our Origin but same-site', { origin: OWN_ORIGIN, 'sec-fetch-site': 'same-site' }, 403],
  ['our Origin but none', { origin: OWN_ORIGIN, 'sec-fetch-site': 'none' }, 403],
])('restoring by cookie with %s', async ([, sent, status]) => {
  await using server = await startServer()
  const cookie = cookieOf((await register(server, 'ana')).headers, 'ax_refresh')
  const headers = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, value === OWN_ORIGIN ? server.url : value]),
  )

  const restored = await refresh(server, { headers: { cookie: cookie?.pair ?? '', ...headers } })
  const loggedOut = await call(server.url, 'POST', '/auth/logout', {
    headers: { cookie: cookieOf(restored.headers, 'ax_refresh')?.pair ?? cookie?.pair ?? '', ...headers },
  })

  expect(restored.status).toBe(status)
  expect(loggedOut.status).toBe(status === 200 ? 204 : 403)
  if (status === 403) expect(restored.body).toMatchObject({ error: 'bad_origin' })
  else expect(restored.body).not.toHaveProperty('refresh_token')
})

test('a name that DNS may point here is not our Host, even when Origin and Host agree', async () => {
  await using server = await startServer()
  const cookie = cookieOf((await register(server, 'ana')).headers, 'ax_refresh')?.pair ?? ''
  const port = new URL(server.url).port

  const status = await new Promise<number | undefined>((resolve, reject) => {
    const host = `rebound.example:${port}`
    const headers = { host, origin: `http://${host}`, cookie }
    httpRequest(`${server.url}/auth/refresh`, { method: 'POST', headers }, (answer) =>
      resolve(answer.statusCode),
    )
      .on('error', reject)
      .end()
  })

  expect(status).toBe(403)
})

test('with a public address only that Origin is ours, and cookies are Secure under https', async () => {
  await using server = await startServer({ env: { PUBLIC_URL: 'https://chat.example.org' } })
  const setup_code = await makeSetupCode(server.services.db)
  const registered = await call(server.url, 'POST', '/auth/register', { json: person('ana', { setup_code }) })
  const cookie = cookieOf(registered.headers, 'ax_refresh')
  expect(cookie?.attributes).toContain('secure')

  const own = await refresh(server, { headers: { cookie: cookie?.pair ?? '', origin: server.url } })
  const asPublic = await refresh(server, {
    headers: { cookie: cookie?.pair ?? '', origin: 'https://chat.example.org' },
  })

  expect(own.status).toBe(403)
  expect(asPublic.status).toBe(200)
})

test('the refresh cookie is for HTTP alone, for our own pages, under /auth, and lasts 30 days', async () => {
  await using server = await startServer()

  const cookie = cookieOf((await register(server, 'ana')).headers, 'ax_refresh')

  expect(cookie?.attributes).toEqual(
    expect.arrayContaining(['httponly', 'samesite=lax', 'path=/auth', `max-age=${30 * 24 * 60 * 60}`]),
  )
  expect(cookie?.attributes).not.toContain('secure')
})

test.for<[string, Record<string, string>]>([
  ['an Origin', { origin: 'http://127.0.0.1:1' }],
  ['a Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }],
])('whoever sends %s gets no refresh token in any body', async ([, headers]) => {
  await using server = await startServer()
  const { refresh_token: token } = sessionOf((await register(server, 'ana')).body)

  const answers = [
    await register(server, 'bob', { headers }),
    await login(server, 'ana', PASSWORD, { headers }),
    await refresh(server, { headers, json: { refresh_token: token } }),
  ]

  for (const { status, body } of answers) {
    expect(status).toBeLessThan(300)
    expect(body).not.toHaveProperty('refresh_token')
  }
})

test('a cookie that no longer works is taken away', async () => {
  await using server = await startServer()
  const registered = await register(server, 'ana')
  const cookie = cookieOf(registered.headers, 'ax_refresh')?.pair ?? ''
  await call(server.url, 'POST', '/auth/logout', { token: sessionOf(registered.body).access_token })

  const answer = await refresh(server, { headers: { cookie, origin: server.url } })

  expect(answer.status).toBe(401)
  expect(cookieOf(answer.headers, 'ax_refresh')?.value).toBe('')
})

/* guessing and limits */

test('after ten wrong passwords an account is closed to strangers but not to a known device', async () => {
  await using server = await startServer()
  const registered = await register(server, 'ana')
  const device = cookieOf(registered.headers, 'ax_device')?.pair ?? ''
  await call(server.url, 'POST', '/auth/logout', { token: sessionOf(registered.body).access_token })
  for (let guess = 0; guess < 10; guess++) {
    // by name or address, in any letters: it is one account
    const name = ['ana', 'ANA', 'ana@example.org'][guess % 3] ?? ''
    expect((await login(server, name, `wrong ${guess}`)).status).toBe(401)
  }

  const stranger = await login(server, 'ana')
  const known = await login(server, 'ana', PASSWORD, { headers: { cookie: device } })
  const forged = await login(server, 'ana', PASSWORD, { headers: { cookie: `${device.slice(0, -2)}xx` } })

  expect(stranger.status).toBe(429)
  expect(stranger.body).toMatchObject({ error: 'rate_limited', retry_after: expect.any(Number) })
  const { headers } = stranger
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(900)
  expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual(['10', '0'])
  expect(headers.get('ratelimit-reset')).not.toBeNull()
  expect(known.status).toBe(200)
  expect(forged.status).toBe(429)
})

test('wrong passwords are counted together by all servers, and a right one does not count', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  await register(server, 'ana')
  for (let right = 0; right < 12; right++) expect((await login(server, 'ana')).status).toBe(200)

  for (let guess = 0; guess < 10; guess++) {
    expect((await login(guess % 2 === 0 ? server : twin, 'ana', 'wrong password')).status).toBe(401)
  }

  expect((await login(server, 'ana')).status).toBe(429)
  expect((await login(twin, 'ana')).status).toBe(429)
})

test('thirty wrong passwords at once do not slip through', async () => {
  await using server = await startServer()
  await register(server, 'ana')

  const answers = await Promise.all(Array.from({ length: 30 }, () => login(server, 'ana', 'wrong password')))

  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
})

test('an address may guess fifty times, at whatever accounts', async () => {
  await using server = await startServer()
  await register(server, 'ana')
  const guesses = Array.from({ length: 50 }, (_, index) => login(server, `nobody-${index}`, 'wrong password'))
  expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([401]))

  expect((await login(server, 'ana')).status).toBe(429)
})

test('an address may sign up so often an hour, counted by its scale', async () => {
  await using server = await startServer({ env: { RATE_LIMIT_SCALE: '0.04' } })

  const answers = [
    await register(server, 'ana'),
    await register(server, 'bob'),
    await register(server, 'cleo'),
  ]

  expect(answers.map(({ status }) => status)).toEqual([201, 201, 429])
  server.moveClock(60 * MINUTE_MS)
  expect((await register(server, 'cleo')).status).toBe(201)
})

test('a person may make so many requests a minute, and a refused one does not lengthen the wait', async () => {
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

/* what an operator decides */

test('closed registration still lets the first account be made', async () => {
  await using server = await startServer({ env: { REGISTRATION: 'closed' } })

  expect((await register(server, 'ana')).status).toBe(201)
  const second = await register(server, 'bob')

  expect(second.status).toBe(403)
  expect(await server.providers()).toMatchObject({ registration: 'closed' })
})

test('with local accounts turned off nobody signs up or in by password', async () => {
  await using server = await startServer({ env: { PASSWORD_LOGIN: 'off' } })

  expect((await register(server, 'ana')).status).toBe(403)
  expect((await login(server, 'ana')).status).toBe(403)
  expect(await server.providers()).toMatchObject({ password: false })
})

test.for<[string, Record<string, string>]>([
  ['a public address', { PUBLIC_URL: 'http://127.0.0.1:9' }],
  ['a proxy in front', { TRUST_PROXY: 'on' }],
])('with %s the first account needs the setup code that was printed last', async ([, env]) => {
  await using server = await startServer({ env })
  expect(await server.providers()).toMatchObject({ first_run: true, setup_code: true })
  const old = await makeSetupCode(server.services.db)
  const code = await makeSetupCode(server.services.db)
  const signUp = (username: string, setup_code?: string) =>
    call(server.url, 'POST', '/auth/register', { json: person(username, { setup_code }) })

  for (const wrong of [undefined, '', 'guess', old]) {
    const answer = await signUp('ana', wrong)
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ error: 'setup_code_required' })
  }
  const first = await signUp('ana', code)

  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({ user: { role: 'admin' } })
  expect(await server.providers()).toMatchObject({ first_run: false, setup_code: false })
  expect((await signUp('bob')).status).toBe(201)
})

test("an agent's credential does not work on accounts", async () => {
  await using server = await startServer()
  const agent = await (await server.signUp('ana')).registers('helper')

  const refused = await refusalOf(agent.api.auth.me())

  expect(refused.status).toBe(403)
})

test('an Idempotency-Key changes nothing about signing in: each time is a session of its own', async () => {
  await using server = await startServer()
  await register(server, 'ana', { key: 'same' })

  const first = await login(server, 'ana', PASSWORD, { key: 'same' })
  const second = await login(server, 'ana', PASSWORD, { key: 'same' })

  expect([first.status, second.status]).toEqual([200, 200])
  expect(sessionOf(first.body).refresh_token).not.toBe(sessionOf(second.body).refresh_token)
})
