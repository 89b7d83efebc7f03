import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { call, cookieOf } from '../../../../test/calls.ts'
import { PASSWORD } from '../../../../test/people.ts'
import { startServer } from '../../../../test/server.ts'
import { login, person, refresh, register, sessionOf } from '../../../../test/sessions.ts'
import { createSetupCode } from '../index.ts'

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

test('a foreign name that DNS points here is not our Host, even when Origin and Host agree', async () => {
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

  expect(status).toBe(421)
})

test('a page under a foreign name that DNS points here cannot create the first account of a fresh instance', async () => {
  await using server = await startServer()
  const host = `rebound.example:${new URL(server.url).port}`

  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { host, origin: `http://${host}`, 'content-type': 'application/json' }
    httpRequest(`${server.url}/auth/register`, { method: 'POST', headers }, (answer) =>
      resolve(answer.statusCode),
    )
      .on('error', reject)
      .end(JSON.stringify(person('mallory')))
  })

  expect(status).toBe(421)
  expect((await server.providers()).first_run).toBe(true)
  const own = await call(server.url, 'POST', '/auth/register', {
    json: person('ana'),
    headers: { origin: server.url },
  })
  expect(own.status).toBe(201)
})

test('with a public URL only that Origin is ours, and cookies are Secure under https', async () => {
  await using server = await startServer({ env: { PUBLIC_URL: 'https://chat.example.org' } })
  const setup_code = await createSetupCode(server.services.db)
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

test('the refresh cookie is HttpOnly, same-site, under /auth, and lasts 30 days', async () => {
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
])('a caller that sends %s gets no refresh token in any body', async ([, headers]) => {
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

test('a cookie that no longer works is cleared', async () => {
  await using server = await startServer()
  const registered = await register(server, 'ana')
  const cookie = cookieOf(registered.headers, 'ax_refresh')?.pair ?? ''
  await call(server.url, 'POST', '/auth/logout', { token: sessionOf(registered.body).access_token })

  const answer = await refresh(server, { headers: { cookie, origin: server.url } })

  expect(answer.status).toBe(401)
  expect(cookieOf(answer.headers, 'ax_refresh')?.value).toBe('')
})
