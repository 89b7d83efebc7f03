/** Signing in at the provider, from the link to the session, with nothing on the way that others could misuse. */
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { createBrowser } from '../../../../test/browser.ts'
import { call, cookieOf } from '../../../../test/calls.ts'
import { startBoth } from '../../../../test/provider-sign-in.ts'
import { startServer } from '../../../../test/server.ts'
import { sessionOf } from '../../../../test/sessions.ts'
import { createSetupCode } from '../index.ts'

const OCTOCAT = {
  id: 583231,
  login: 'OctoCat',
  name: 'The Octocat',
  emails: [
    { email: 'other@example.org', verified: true },
    { email: 'Octocat@example.org', verified: true, primary: true },
  ],
}

test('the provider is offered only where it is configured, and so are its routes', async () => {
  await using both = await startBoth()
  await using without = await startServer()

  expect(await both.server.providers()).toMatchObject({ github: true })
  expect(await without.providers()).toMatchObject({ github: false })
  const answer = await call(without.url, 'GET', '/auth/github')
  expect(answer.status).toBe(404)
  expect(answer.body).toMatchObject({ error: 'not_found' })
})

test('signing in creates an account from what the provider verified, and ends at home with the cookies set', async () => {
  await using both = await startBoth()

  const { browser, met, end } = await both.signIn(OCTOCAT)

  expect(end).toBe('/home')
  expect(met.map((url) => new URL(url).pathname)).toEqual([
    '/auth/github',
    '/login/oauth/authorize',
    '/login/oauth/decide',
    '/auth/github/callback',
    '/home',
  ])
  const { user } = await both.restore(browser)
  expect(user).toMatchObject({
    username: 'octocat',
    email: 'Octocat@example.org',
    email_verified: true,
    full_name: 'The Octocat',
    has_password: false,
    role: 'admin',
  })
  expect([...browser.cookies(`${both.server.url}/auth/refresh`).keys()].toSorted()).toEqual([
    'ax_device',
    'ax_refresh',
  ])
})

test('the session is marked as one of the provider, a local one is not', async () => {
  await using both = await startBoth()
  await both.signIn(OCTOCAT)
  await both.server.signUp('local')

  const rows = await both.server.query<{ handle: string; signed_in_with: string }>(
    'select handle, signed_in_with from sessions join accounts on accounts.id = account_id order by handle',
  )

  expect(rows).toEqual([
    { handle: 'local', signed_in_with: 'password' },
    { handle: 'octocat', signed_in_with: 'provider' },
  ])
})

test('the callback sets the refresh cookie, HttpOnly and under /auth, and clears its own', async () => {
  await using both = await startBoth()
  const { browser, met } = await both.upToCallback(OCTOCAT)

  const answer = await browser.visit(met.at(-1) ?? '')

  const refresh = cookieOf(answer.headers, 'ax_refresh')
  expect(refresh?.attributes).toEqual(expect.arrayContaining(['httponly', 'samesite=lax', 'path=/auth']))
  expect(cookieOf(answer.headers, 'ax_device')?.attributes).toEqual(
    expect.arrayContaining(['httponly', 'samesite=lax', 'path=/auth']),
  )
  const own = answer.headers.getSetCookie().find((line) => line.startsWith('ax_sign_in_'))
  expect(own).toMatch(/^ax_sign_in_\w+=;.*Path=\/auth\/github/)
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
})

test('the login state’s cookie lasts ten minutes, and nothing in it can be read', async () => {
  await using both = await startBoth()
  const code = 'a-setup-code-typed-early'

  const answer = await call(both.server.url, 'GET', `/auth/github?next=/tasks&setup_code=${code}`)

  const state = new URL(answer.headers.get('location') ?? '').searchParams.get('state') ?? ''
  const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('ax_sign_in_')) ?? ''
  const name = line.slice(0, line.indexOf('='))
  const { attributes = [], value = '' } = cookieOf(answer.headers, name) ?? {}
  expect(attributes).toEqual(
    expect.arrayContaining(['httponly', 'samesite=lax', 'path=/auth/github', 'max-age=600']),
  )
  const opened = value.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'))
  for (const secret of [code, state, 'tasks', 'verifier']) {
    expect([value, ...opened].join(' ')).not.toContain(secret)
  }
})

test('under https the cookies are Secure and the callback is at the public URL', async () => {
  await using both = await startBoth({ env: { PUBLIC_URL: 'https://chat.example.org' } })
  const setupCode = await createSetupCode(both.server.services.db)

  const answer = await call(both.server.url, 'GET', `/auth/github?setup_code=${setupCode}`)

  const to = new URL(answer.headers.get('location') ?? '')
  expect(to.searchParams.get('redirect_uri')).toBe('https://chat.example.org/auth/github/callback')
  expect(answer.headers.getSetCookie().join()).toMatch(/ax_sign_in_.*; Secure/)
})

test('the provider gets a PKCE challenge and a state, new ones each time, and no secret', async () => {
  await using both = await startBoth()

  const authorizations = await Promise.all(
    [1, 2].map(async () => {
      const { headers } = await call(both.server.url, 'GET', '/auth/github')
      return new URL(headers.get('location') ?? '')
    }),
  )

  const [one, two] = authorizations.map((url) => url.searchParams)
  expect(one?.get('code_challenge_method')).toBe('S256')
  for (const name of ['state', 'code_challenge']) {
    expect(one?.get(name)).toMatch(/^[\w-]{43}$/)
    expect(one?.get(name)).not.toBe(two?.get(name))
  }
  for (const url of authorizations) expect(url.href).not.toContain(both.provider.clientSecret)
})

test('no code, token or secret is in the log or in any URL but the provider’s callback', async () => {
  await using both = await startBoth()

  const one = await both.signIn(OCTOCAT, { next: '/tasks?status=open' })
  both.provider.breaks('user', 'status-500')
  const two = await both.signIn(OCTOCAT)
  both.provider.breaks('token', 'empty')
  const three = await both.signIn(OCTOCAT)

  const { access_token: accessToken } = await both.restore(one.browser)
  const cookies = [...one.browser.cookies(`${both.server.url}/auth/x`).values()]
  const secrets = [both.provider.clientSecret, ...both.provider.secrets, accessToken, ...cookies]
  expect(both.log.join('\n')).toContain('provider_error')
  for (const { met, end } of [one, two, three]) {
    const state = new URL(met[1] ?? '').searchParams.get('state') ?? 'none'
    for (const secret of [...secrets, state]) {
      expect(both.log.join('\n')).not.toContain(secret)
      expect(end).not.toContain(secret)
    }
  }
  expect(one.end).toBe('/tasks?status=open')
})

test('only the page that shows a token gets one in its URL, and it works', async () => {
  await using both = await startBoth()

  const { end } = await both.signIn(OCTOCAT, { next: '/oauth/token' })

  const token = new URL(end, both.server.url).searchParams.get('token') ?? ''
  expect(end.startsWith('/oauth/token?token=')).toBe(true)
  expect(decodeJwt(token)).toMatchObject({ username: 'octocat' })
  const me = await call(both.server.url, 'GET', '/auth/me', { token })
  expect(me.body).toMatchObject({ username: 'octocat' })
  for (const next of [
    '/oauth/tokens',
    '/oauth/token/more',
    '/oauth/success',
    '/oauth/token?x=1',
    '/x?/oauth/token',
  ]) {
    expect((await both.signIn(OCTOCAT, { next })).end).toBe(next)
  }
})

test('the personal space becomes the current one, unless a destination is given', async () => {
  await using both = await startBoth()
  const first = await both.restore((await both.signIn(OCTOCAT)).browser)
  const personal = first.user.current_org_id
  const created = await call(both.server.url, 'POST', '/api/organizations/create', {
    token: first.access_token,
    json: { name: 'Field Lab', visibility: 'private' },
  })
  const lab = (created.body as { id: string }).id
  await call(both.server.url, 'POST', '/api/organizations/switch', {
    token: first.access_token,
    json: { org_id: lab },
  })

  const feed = () => call(both.server.url, 'GET', '/auth/messages', { token: first.access_token })

  expect(await both.profileOf(OCTOCAT, { next: '/tasks' })).toMatchObject({ current_org_id: lab })
  expect((await feed()).status).toBe(409)
  expect(await both.profileOf(OCTOCAT)).toMatchObject({ current_org_id: personal })
  // the existing session notices at once
  expect((await feed()).status).toBe(200)
})

test('a second sign-in in one browser ends its previous session', async () => {
  await using both = await startBoth()
  const { browser } = await both.signIn(OCTOCAT)
  const before = await both.restore(browser)

  await both.signIn(OCTOCAT, {}, browser)

  const me = (token: string) => call(both.server.url, 'GET', '/auth/me', { token })
  expect((await me(before.access_token)).status).toBe(401)
  expect((await me((await both.restore(browser)).access_token)).status).toBe(200)
})

test('a device that signed in at the provider is a known device for password attempts', async () => {
  await using both = await startBoth()
  const { browser } = await both.signIn(OCTOCAT)
  const { user } = await both.restore(browser)

  const device = browser.cookies(`${both.server.url}/auth/login`).get('ax_device') ?? ''

  expect(decodeURIComponent(device)).toContain(`:${user.id}.`)
})

test('two tabs sign in at once, and each reaches its destination', async () => {
  await using both = await startBoth()
  const browser = createBrowser()

  const one = await both.upToCallback(OCTOCAT, { next: '/tasks' }, browser)
  const two = await both.upToCallback(OCTOCAT, { next: '/agents' }, browser)
  const ends = [await browser.visit(one.met.at(-1) ?? ''), await browser.visit(two.met.at(-1) ?? '')]

  expect(ends.map(({ location }) => location)).toEqual([
    `${both.server.url}/tasks`,
    `${both.server.url}/agents`,
  ])
  expect(sessionOf(await both.restore(browser)).access_token).toBeTruthy()
})

test('of many tabs the last five can finish, and the cookies never exceed the size of a request', async () => {
  await using both = await startBoth()
  const browser = createBrowser()
  const tabs = []
  for (let tab = 0; tab < 8; tab++) {
    tabs.push(await both.upToCallback(OCTOCAT, { next: `/tasks?${'x'.repeat(900)}=${tab}` }, browser))
  }

  const cookies = [...browser.cookies(`${both.server.url}/auth/github`)].map(([name, value]) => name + value)
  expect(cookies).toHaveLength(5)
  expect(cookies.join().length).toBeLessThan(12_000)
  const ends = []
  for (const { met } of tabs) ends.push((await browser.visit(met.at(-1) ?? '')).location ?? '')
  expect(ends.map((end) => end.includes('auth_failed'))).toEqual([true, true, true, ...Array(5).fill(false)])
})

test('one node can complete a sign-in that another began', async () => {
  await using both = await startBoth()
  await using twin = await both.server.startTwin()
  const { browser, met } = await both.upToCallback(OCTOCAT)

  // a proxy in front would send it to the other node under the same address
  const callback = new URL(met.at(-1) ?? '')
  const answer = await browser.visit(`${twin.url}${callback.pathname}${callback.search}`)

  expect(answer.location).toBe(`${twin.url}/home`)
})

test('a HEAD request for the callback uses nothing up', async () => {
  await using both = await startBoth()
  const { browser, met } = await both.upToCallback(OCTOCAT)
  const callback = met.at(-1) ?? ''

  expect((await browser.visit(callback, { method: 'HEAD' })).status).toBe(404)
  expect((await browser.visit(callback)).location).toBe(`${both.server.url}/home`)
})

test('Gitea and Forgejo work, whose profiles and URLs differ slightly', async () => {
  await using both = await startBoth({ kind: 'gitea' })

  expect(await both.profileOf(OCTOCAT)).toMatchObject({
    username: 'octocat',
    full_name: 'The Octocat',
    email: 'Octocat@example.org',
  })
  expect(both.provider.requests).toContain('GET /api/v1/user/emails')
})
