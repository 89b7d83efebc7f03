import { expect, test } from 'vitest'
import { call } from '../../../../test/calls.ts'
import { PASSWORD } from '../../../../test/people.ts'
import { startServer } from '../../../../test/server.ts'
import { login, person, register, sessionOf } from '../../../../test/sessions.ts'

test('people sign in with the e-mail address or the username, case-insensitively', async () => {
  await using server = await startServer()
  await register(server, 'ana')

  for (const name of ['ana@example.org', ' ANA@Example.ORG ', 'ana', 'Ana']) {
    const { status, body } = await login(server, name)
    expect([name, status]).toEqual([name, 200])
    expect(body).toMatchObject({ user: { username: 'ana' } })
  }
})

test('an address with non-ASCII letters is the same address in either case', async () => {
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

test.for([
  ['an unknown name with NUL', 'nobo\0dy'],
  ['half a surrogate pair', 'a\udfff'],
])('signing in with %s is 422, never 500', async ([, email]) => {
  await using server = await startServer()

  const { status } = await login(server, email ?? '')

  expect(status).toBe(422)
})

test('with local accounts turned off nobody signs up or in by password', async () => {
  await using server = await startServer({ env: { PASSWORD_LOGIN: 'off' } })

  expect((await register(server, 'ana')).status).toBe(403)
  expect((await login(server, 'ana')).status).toBe(403)
  expect(await server.providers()).toMatchObject({ password: false })
})

test('an Idempotency-Key has no effect on signing in: each time opens a new session', async () => {
  await using server = await startServer()
  await register(server, 'ana', { key: 'same' })

  const first = await login(server, 'ana', PASSWORD, { key: 'same' })
  const second = await login(server, 'ana', PASSWORD, { key: 'same' })

  expect([first.status, second.status]).toEqual([200, 200])
  expect(sessionOf(first.body).refresh_token).not.toBe(sessionOf(second.body).refresh_token)
})
