/** Every failure leads to the login screen, preserves the destination, and gives its reason only in the log. */
import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { createBrowser, type Browser } from '../../../../test/browser.ts'
import { call } from '../../../../test/calls.ts'
import type { Fault, Place } from '../../../../test/oauth-provider.ts'
import { startBoth, type Both } from '../../../../test/provider-sign-in.ts'
import { createSetupCode } from '../index.ts'

const OCTOCAT = {
  id: 583231,
  login: 'octocat',
  emails: [{ email: 'o@example.org', verified: true, primary: true }],
}
const MINUTE_MS = 60_000

interface Line {
  reason?: string
  detail?: string
}

const lastLine = ({ log }: Both): Line => JSON.parse(log.at(-1) ?? '{}') as Line

const accountsOf = async ({ server }: Both) => {
  const [row] = await server.query<{ count: number }>('select count(*)::int as count from people')
  return row?.count
}

test('a person who declines at the provider comes back to the login screen', async () => {
  await using both = await startBoth()
  const browser = createBrowser()
  both.provider.refuse()

  const met = await browser.follow(`${both.server.url}/auth/github?next=/tasks%3Fstatus%3Dopen`)

  expect(met.at(-1)).toBe(`${both.server.url}/?error=auth_failed&next=%2Ftasks%3Fstatus%3Dopen`)
  expect(lastLine(both)).toMatchObject({ reason: 'denied', detail: 'access_denied' })
  expect(await accountsOf(both)).toBe(0)
})

test('a sign-in takes ten minutes at most', async () => {
  await using both = await startBoth()
  both.server.freezeClock()
  const inTime = await both.upToCallback(OCTOCAT)
  const late = await both.upToCallback(OCTOCAT, { next: '/tasks' })

  both.server.moveClock(10 * MINUTE_MS - 1)
  expect((await inTime.browser.visit(inTime.met.at(-1) ?? '')).location).toBe(`${both.server.url}/home`)
  both.server.moveClock(1)
  const answer = await late.browser.visit(late.met.at(-1) ?? '')

  expect(answer.location).toBe(`${both.server.url}/?error=auth_failed&next=%2Ftasks`)
  expect(lastLine(both)).toMatchObject({ reason: 'state_expired' })
  expect(both.provider.requests.filter((request) => request.includes('access_token'))).toHaveLength(1)
})

test('a callback works once: a repeat leads to the login screen without a request to the provider', async () => {
  await using both = await startBoth()
  const { browser, met } = await both.upToCallback(OCTOCAT)
  const callback = met.at(-1) ?? ''
  await browser.visit(callback)
  const before = both.provider.requests.length

  const again = await browser.visit(callback)

  expect(again.location).toBe(`${both.server.url}/?error=auth_failed`)
  expect(both.provider.requests).toHaveLength(before)
})

test('a code works once, even with a saved cookie', async () => {
  await using both = await startBoth()
  const { browser, met } = await both.upToCallback(OCTOCAT)
  const callback = met.at(-1) ?? ''
  const cookie = [...browser.cookies(callback)].map(([name, value]) => `${name}=${value}`).join('; ')
  await browser.visit(callback)

  const again = await createBrowser().visit(callback, { headers: { cookie } })

  expect(again.location).toBe(`${both.server.url}/?error=auth_failed`)
  expect(again.headers.getSetCookie().join()).not.toContain('ax_refresh')
  expect(lastLine(both)).toMatchObject({ reason: 'provider_error', detail: 'bad_verification_code' })
})

test('the callback of one browser does not sign another one in', async () => {
  await using both = await startBoth()
  const attacker = await both.upToCallback({ id: 666, login: 'mallory' })
  const victim = await both.upToCallback(OCTOCAT)

  const stranger = await createBrowser().visit(attacker.met.at(-1) ?? '')
  const underWay = await victim.browser.visit(attacker.met.at(-1) ?? '')

  for (const answer of [stranger, underWay]) {
    expect(answer.location).toBe(`${both.server.url}/?error=auth_failed`)
    expect(answer.headers.getSetCookie().join()).not.toContain('ax_refresh')
  }
  expect(lastLine(both)).toMatchObject({ reason: 'state_unknown' })
  // and the victim's own sign-in still works
  expect((await victim.browser.visit(victim.met.at(-1) ?? '')).location).toBe(`${both.server.url}/home`)
})

test('a stolen code in the thief’s own callback is refused: its verifier differs', async () => {
  await using both = await startBoth()
  const victim = await both.upToCallback(OCTOCAT)
  const attacker = await both.upToCallback({ id: 666, login: 'mallory' })
  const stolen = new URL(victim.met.at(-1) ?? '').searchParams.get('code') ?? ''
  const mixed = new URL(attacker.met.at(-1) ?? '')
  mixed.searchParams.set('code', stolen)

  const answer = await attacker.browser.visit(mixed.href)

  expect(answer.location).toBe(`${both.server.url}/?error=auth_failed`)
  expect(lastLine(both)).toMatchObject({ detail: 'bad_code_verifier' })
})

test('a callback without a sign-in, or with missing, duplicate or wrong parameters, leads to the login screen', async () => {
  await using both = await startBoth()
  const { browser, met } = await both.upToCallback(OCTOCAT)
  const whole = new URL(met.at(-1) ?? '')
  const state = whole.searchParams.get('state') ?? ''
  const before = both.provider.requests.length

  for (const search of [
    '',
    '?code=x',
    '?state=x&code=y',
    `?code=a&state=${state}x`,
    `?code=a&state=${state.slice(1)}`,
    `?code=a&state=${state}&state=${state}`,
    `?code=a&state=`,
    `?code=a&state=%00`,
    `?state=${'x'.repeat(1500)}&code=a`,
  ]) {
    const answer = await browser.visit(`${both.server.url}/auth/github/callback${search}`)
    expect([search, answer.status, answer.location]).toEqual([
      search,
      302,
      `${both.server.url}/?error=auth_failed`,
    ])
  }
  expect(both.provider.requests).toHaveLength(before)
  const withoutCode = await browser.visit(`${both.server.url}/auth/github/callback?state=${state}`)
  expect(withoutCode.location).toBe(`${both.server.url}/?error=auth_failed`)
})

/** The login state cookie of a browser with one pending sign-in. */
function loginStateCookie(browser: Browser, url: string): { name: string; value: string } {
  const [[name, value] = ['none', '']] = [...browser.cookies(url)]
  return { name, value }
}

test('a cookie that we did not encrypt, or of another state, is ignored', async () => {
  await using both = await startBoth()
  await using other = await startBoth()
  const mine = await both.upToCallback(OCTOCAT)
  const callback = mine.met.at(-1) ?? ''
  const { name, value } = loginStateCookie(mine.browser, callback)
  const foreign = loginStateCookie(
    (await other.upToCallback(OCTOCAT)).browser,
    `${other.server.url}/auth/github`,
  ).value
  const another = loginStateCookie(
    (await both.upToCallback(OCTOCAT)).browser,
    `${both.server.url}/auth/github`,
  ).value

  for (const forged of [
    'x',
    '',
    foreign,
    another,
    `${value}x`,
    value.slice(0, -4),
    'a.b.c.d.e',
    `${value}.${value}`,
  ]) {
    const { location } = await createBrowser().visit(callback, { headers: { cookie: `${name}=${forged}` } })
    expect([forged, location]).toEqual([forged, `${both.server.url}/?error=auth_failed`])
  }
  // the code isn't sent to the provider
  expect(both.provider.requests.filter((request) => request.includes('access_token'))).toEqual([])
  expect(await accountsOf(both)).toBe(0)
})

test.for<[Place, Fault, string]>([
  ['token', 'status-500', 'provider_error'],
  ['token', 'status-403', 'provider_error'],
  ['token', 'garbage', 'provider_error'],
  ['token', 'empty', 'provider_error'],
  ['token', 'hang-up', 'provider_unreachable'],
  ['user', 'status-500', 'provider_error'],
  ['user', 'status-403', 'provider_error'],
  ['user', 'garbage', 'provider_error'],
  ['user', 'empty', 'provider_error'],
  ['user', 'hang-up', 'provider_unreachable'],
  ['emails', 'status-500', 'provider_error'],
  ['emails', 'garbage', 'provider_error'],
  ['emails', 'empty', 'provider_error'],
  ['emails', 'hang-up', 'provider_unreachable'],
])('a provider whose %s fails with %s', async ([place, fault, reason]) => {
  await using both = await startBoth()
  both.provider.breaks(place, fault)

  const { end, browser } = await both.signIn(OCTOCAT, { next: '/tasks' })

  expect(end).toBe('/?error=auth_failed&next=%2Ftasks')
  expect(lastLine(both)).toMatchObject({ level: 40, reason, request_id: expect.any(String) })
  expect(await accountsOf(both)).toBe(0)
  await expect(both.restore(browser)).rejects.toThrow('Nothing to restore: 401')
  both.provider.mends()
  expect((await both.signIn(OCTOCAT, { next: '/tasks' }, browser)).end).toBe('/tasks')
})

test('a provider that never answers times out after ten seconds', async () => {
  await using both = await startBoth()
  both.provider.breaks('user', 'never')
  const startedAt = performance.now()

  const { end } = await both.signIn(OCTOCAT)

  expect(end).toBe('/?error=auth_failed')
  expect(lastLine(both)).toMatchObject({ reason: 'provider_timeout' })
  expect(performance.now() - startedAt).toBeGreaterThan(9900)
  expect(performance.now() - startedAt).toBeLessThan(12_000)
})

test('a provider that is unreachable', async () => {
  await using both = await startBoth({ own: true })
  const { browser, met } = await both.upToCallback(OCTOCAT)
  await both.provider[Symbol.asyncDispose]()

  const answer = await browser.visit(met.at(-1) ?? '')

  expect(answer.location).toBe(`${both.server.url}/?error=auth_failed`)
  expect(lastLine(both)).toMatchObject({ reason: 'provider_unreachable', detail: 'ECONNREFUSED' })
})

test('a wrong client secret is refused by the provider and appears nowhere', async () => {
  await using both = await startBoth({ env: { GITHUB_CLIENT_SECRET: 'a-wrong-secret' } })

  const { end } = await both.signIn(OCTOCAT)

  expect(end).toBe('/?error=auth_failed')
  expect(lastLine(both)).toMatchObject({ detail: 'incorrect_client_credentials' })
  expect(both.log.join('\n')).not.toContain('a-wrong-secret')
})

const OUTSIDE = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '/\0/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  'https://evil.example',
  'https:evil.example',
  '//evil.example/home',
  'javascript:alert(1)',
  'data:text/html,x',
  '@evil.example',
  '.evil.example',
  'home',
  ' /home',
  '/home\r\nSet-Cookie: a=b',
]

test('a destination outside this instance is replaced by home, signed in or not', async () => {
  await using both = await startBoth()

  for (const next of OUTSIDE) {
    expect([next, (await both.signIn(OCTOCAT, { next })).end]).toEqual([next, '/home'])
  }
  both.provider.breaks('user', 'status-500')
  for (const next of OUTSIDE.slice(0, 3)) {
    expect([next, (await both.signIn(OCTOCAT, { next })).end]).toEqual([next, '/?error=auth_failed'])
  }
  const twice = await call(both.server.url, 'GET', '/auth/github?next=/tasks&next=//evil.example')
  expect(twice.status).toBe(302)
})

test('a destination on this instance is reached, normalised as in a browser', async () => {
  await using both = await startBoth()

  for (const [next, end] of [
    ['/m/0198-x?a=1&b=2#c', '/m/0198-x?a=1&b=2#c'],
    ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
    ['/search?q=https://evil.example', '/search?q=https://evil.example'],
    ['/search?q=été 😀'.replace(' ', '%20'), '/search?q=%C3%A9t%C3%A9%20%F0%9F%98%80'],
    [`/${'x'.repeat(999)}`, `/${'x'.repeat(999)}`],
    [`/${'x'.repeat(1000)}`, '/home'],
  ] as const) {
    expect((await both.signIn(OCTOCAT, { next })).end).toBe(end)
  }
})

/** fetch sends its own Host. */
function locationUnder(url: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    httpRequest(`${url}/auth/github`, { headers: { host } }, ({ headers }) => resolve(headers.location ?? ''))
      .on('error', reject)
      .end()
  })
}

test('under a Host that may not be ours nobody is sent to the provider', async () => {
  await using both = await startBoth()

  for (const host of [
    'evil.example',
    '127.0.0.1:80@evil.example',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
  ]) {
    // 421, without a redirect
    expect([host, await locationUnder(both.server.url, host)]).toEqual([host, ''])
  }
  for (const host of ['localhost:8787', '127.0.0.1:8787', '[::1]:8787', '192.168.1.5']) {
    const to = new URL(await locationUnder(both.server.url, host))
    expect(to.searchParams.get('redirect_uri')).toBe(`http://${host}/auth/github/callback`)
  }
})

test('the first account on an open host needs the setup code, and the wrong one changes nothing', async () => {
  await using both = await startBoth({ env: { TRUST_PROXY: 'on' } })
  const code = await createSetupCode(both.server.services.db)
  expect(await both.server.providers()).toMatchObject({ first_run: true, setup_code: true })

  const refused = '/?error=setup_code_required&next=%2Ftasks'
  expect((await both.signIn(OCTOCAT, { next: '/tasks' })).end).toBe(refused)
  expect((await both.signIn(OCTOCAT, { next: '/tasks', setup_code: `${code}x` })).end).toBe(refused)
  // nobody was sent to the provider for nothing
  expect(both.provider.requests).toEqual([])

  const profile = await both.profileOf(OCTOCAT, { next: '/tasks', setup_code: code })
  expect(profile.role).toBe('admin')
  expect(await both.profileOf({ id: 2, login: 'second' })).toMatchObject({ role: 'user' })
  expect(both.log.join('\n')).not.toContain(code)
})

test('a setup code that was used up meanwhile is refused at the callback', async () => {
  await using both = await startBoth({ env: { TRUST_PROXY: 'on' } })
  const code = await createSetupCode(both.server.services.db)
  const { browser, met } = await both.upToCallback(OCTOCAT, { setup_code: code })
  await createSetupCode(both.server.services.db)

  const answer = await browser.visit(met.at(-1) ?? '')

  expect(answer.location).toBe(`${both.server.url}/?error=setup_code_required`)
  expect(await accountsOf(both)).toBe(0)
})

test('with registration closed only the first account can be created; existing people still sign in', async () => {
  await using both = await startBoth({ env: { REGISTRATION: 'closed' } })

  expect(await both.profileOf(OCTOCAT)).toMatchObject({ role: 'admin' })
  expect((await both.signIn({ id: 2, login: 'second' })).end).toBe('/?error=auth_failed')
  expect(lastLine(both)).toMatchObject({ reason: 'registration_closed' })
  expect((await both.signIn(OCTOCAT)).end).toBe('/home')
  expect(await accountsOf(both)).toBe(1)
})

test('a rate limit leads to the login screen, at the start and at the callback', async () => {
  await using both = await startBoth({ env: { RATE_LIMIT_SCALE: '0.01' } })
  const { server } = both
  server.freezeClock()
  server.moveClock(MINUTE_MS - (server.services.clock.now() % MINUTE_MS))
  const { browser, met } = await both.upToCallback(OCTOCAT, { next: '/tasks' })
  const before = both.provider.requests.length
  const spend = () => call(server.url, 'GET', '/auth/providers')
  for (let spent = await spend(); spent.status === 200;) spent = await spend()

  const out = await createBrowser().visit(`${server.url}/auth/github?next=/agents`)
  const back = await browser.visit(met.at(-1) ?? '')

  expect([out.status, out.location]).toEqual([302, `${server.url}/?error=auth_failed&next=%2Fagents`])
  expect([back.status, back.location]).toEqual([302, `${server.url}/?error=auth_failed&next=%2Ftasks`])
  expect(lastLine(both)).toMatchObject({ reason: 'rate_limited' })
  expect(both.provider.requests).toHaveLength(before)
})

test('new accounts from one IP address count together, local and provider ones', async () => {
  await using both = await startBoth({ env: { RATE_LIMIT_SCALE: '0.04' } })
  await both.server.signUp('local')
  expect((await both.signIn(OCTOCAT)).end).toBe('/home')
  expect((await both.signIn({ id: 2, login: 'second' })).end).toBe('/?error=auth_failed')
  expect(lastLine(both)).toMatchObject({ reason: 'rate_limited' })
})
