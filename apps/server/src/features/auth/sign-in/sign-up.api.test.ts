import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { call } from '../../../../test/calls.ts'
import { startServer } from '../../../../test/server.ts'
import { me, person, register, sessionOf } from '../../../../test/sessions.ts'

const MINUTE_MS = 60_000

test('of five concurrent sign-ups with one name one succeeds, and to the others the name is taken', async () => {
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

test('signing up returns a session whose token names the account and the space', async () => {
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

const TAKEN = [
  ['a taken username', person('ana', { email: 'other@example.org' })],
  ['a taken username in other letters', person('ANA', { email: 'other@example.org' })],
  ['a taken address', person('other', { email: 'ana@example.org' })],
  ['a taken address in other letters', person('other', { email: 'ANA@example.org' })],
  ["an agent's name", person('helper')],
] as const

test('a name or address taken by a person or an agent is refused with 409, case-insensitively', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  await ana.registers('helper')

  for (const [what, json] of TAKEN) {
    const { status, body } = await call(server.url, 'POST', '/auth/register', { json })
    expect([what, status]).toEqual([what, 409])
    expect(body).toMatchObject({ error: 'conflict', detail: expect.any(String) })
  }
})

test('reserved names are refused, case-insensitively', async () => {
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
  ['a mark of direction in the full name', { full_name: 'Ana\u202eAdmin' }, ['body', 'full_name']],
  ['NUL in the full name', { full_name: 'a\0b' }, ['body', 'full_name']],
  ['half a surrogate pair in the full name', { full_name: 'a\ud800b' }, ['body', 'full_name']],
  ['NUL in the address', { email: 'a\0na@example.org' }, ['body', 'email']],
] as const

test('an invalid sign-up is refused, and the field is named', async () => {
  await using server = await startServer()

  for (const [what, wrong, loc] of WRONG_SIGN_UPS) {
    const { status, body } = await call(server.url, 'POST', '/auth/register', { json: person('ana', wrong) })
    expect([what, status]).toEqual([what, 422])
    expect(body).toMatchObject({ detail: [{ loc, msg: expect.any(String), type: expect.any(String) }] })
  }
})

test('all invalid fields are named at once', async () => {
  await using server = await startServer()

  const { body } = await call(server.url, 'POST', '/auth/register', { json: {} })

  const places = (body as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.join('.'))
  expect(places.toSorted()).toEqual(['body.email', 'body.password', 'body.username'])
})

test('sign-ups per IP address and hour are limited, and the limit scales', async () => {
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
