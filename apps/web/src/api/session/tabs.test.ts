import { expect, test } from 'vitest'
import { withDraft } from '../../storage/space-state.ts'
import { AuthUnavailable } from '../api-error.ts'
import { bridgeSessionEvents } from './session-events.ts'
import { testBrowser, type Call, type TestTab } from './test-browser.ts'
import { testServer } from './test-server.ts'
import { readClaims } from './token-claims.ts'

const HOUR_MS = 3_600_000

/** A browser whose server's responses can be set in advance. */
function setUp(options: Parameters<typeof testBrowser>[1] = {}) {
  let special: ((call: Call) => Response | null) | null = null
  const browser = testBrowser((call) => special?.(call) ?? server.answer(call), options)
  const server = testServer(browser.timers.now)
  const count = (path: string) => browser.calls.filter((call) => call.path === path).length
  /** A redirect in the browser, of which no page is notified. */
  const signInByProvider = (email: string) =>
    server.answer({
      method: 'POST',
      path: '/auth/login',
      token: null,
      headers: new Headers(),
      body: JSON.stringify({ email }),
      signal: null,
    })
  return {
    ...browser,
    server,
    count,
    signInByProvider,
    answerBefore: (act: typeof special) => (special = act),
  }
}

async function openSignedIn({ openTab }: Pick<ReturnType<typeof setUp>, 'openTab'>, name = 'ana') {
  const tab = openTab()
  await tab.session.restore()
  if (tab.session.state().status !== 'signedIn') await tab.session.login({ email: name, password: 'x' })
  return tab
}

async function openRestored({ openTab }: Pick<ReturnType<typeof setUp>, 'openTab'>) {
  const tab = openTab()
  await tab.session.restore()
  return tab
}

const type = (tab: TestTab, user: string, text: string, space = 's1') =>
  tab.spaceStates.update(user, space, (state) => withDraft(state, 'composer', text))
const draft = (tab: TestTab, user: string, space = 's1') =>
  tab.spaceStates.read(user, space).drafts['composer']
const post = (tab: TestTab, content: string) =>
  tab.api.messages.post({ body: { content, org_id: '0198a000-0000-7000-8000-000000000001' } })

const SIGNED_IN = { status: 'signedIn', profile: { id: 'ana' } }

test('two tabs share each refresh, again and again', async () => {
  const at = setUp()
  const one = await openSignedIn(at)
  const other = await openRestored(at)
  await at.timers.pass(0.75 * HOUR_MS - 1)
  expect(at.count('/auth/refresh')).toBe(1)
  await at.timers.pass(1)
  expect(at.count('/auth/refresh')).toBe(2)
  expect(other.tokens.get()).toBe(one.tokens.get())
  await at.timers.pass(3 * HOUR_MS)
  expect(at.count('/auth/refresh')).toBe(6)
  expect([one.session.state(), other.session.state()]).toMatchObject([SIGNED_IN, SIGNED_IN])
})

test('two tabs without a channel both refresh, and both stay signed in', async () => {
  const at = setUp({ hasChannel: false, hasStorageEvents: false })
  const one = await openSignedIn(at)
  const other = await openRestored(at)
  await at.timers.pass(5 * HOUR_MS)
  expect([one.session.state(), other.session.state()]).toMatchObject([SIGNED_IN, SIGNED_IN])
  expect(one.tokens.isExpired() || other.tokens.isExpired()).toBe(false)
})

test("a logout in one tab removes the user's data in all, whatever another tab still tries to write", async () => {
  const at = setUp()
  const one = await openSignedIn(at)
  const other = await openRestored(at)
  type(other, 'ana', 'half a thought')
  expect(one.session.countUnsent()).toBe(1)

  await one.session.logout()
  type(other, 'ana', 'half a thought and more')

  expect(other.session.state()).toEqual({ status: 'signedOut', reason: 'logged_out' })
  expect(Object.keys(at.stored()).toSorted()).toEqual(['ax_environment', 'ax_test_deviceId'])
  await other.session.login({ email: 'ana', password: 'x' })
  expect(draft(other, 'ana')).toBeUndefined()
})

test('without a channel tabs communicate through storage: one refresh, and one logout for both', async () => {
  const at = setUp({ hasChannel: false })
  const one = await openSignedIn(at)
  const other = await openRestored(at)
  await at.timers.pass(0.75 * HOUR_MS)
  expect(at.count('/auth/refresh')).toBe(2)
  expect(other.tokens.get()).toBe(one.tokens.get())
  await one.session.logout()
  expect(other.session.state()).toEqual({ status: 'signedOut', reason: 'logged_out' })
  expect(Object.keys(at.stored()).toSorted()).toEqual(['ax_environment', 'ax_test_deviceId'])
})

test("other tabs are signed out although the logout didn't reach the server", async () => {
  const at = setUp()
  const one = await openSignedIn(at)
  const other = await openRestored(at)
  at.answerBefore(({ path }) => (path === '/auth/logout' ? Response.json({}, { status: 500 }) : null))
  await one.session.logout()
  expect(other.session.state()).toEqual({ status: 'signedOut', reason: 'logged_out' })
})

test('text that was typed just before logging out is counted', async () => {
  const at = setUp()
  const tab = await openSignedIn(at)
  tab.spaceStates.onSave(() => type(tab, 'ana', 'not saved yet'))
  expect(tab.session.countUnsent()).toBe(1)
})

test("another user's drafts survive a logout, and only she sees them", async () => {
  const at = setUp()
  const tab = await openSignedIn(at)
  type(tab, 'ana', 'hers')
  at.server.endSession()
  await tab.api.auth.me().catch(() => {})
  expect(tab.session.state()).toEqual({ status: 'signedOut', reason: 'token_refresh_failed' })

  await tab.session.login({ email: 'bo', password: 'x' })
  expect(tab.session.countUnsent()).toBe(0)
  expect(draft(tab, 'bo')).toBeUndefined()
  await tab.session.logout()

  await tab.session.login({ email: 'ana', password: 'x' })
  expect(draft(tab, 'ana')).toBe('hers')
})

test("a tab that slept through a logout and a new sign-in wipes none of the new session's data", async () => {
  const at = setUp()
  const one = await openSignedIn(at)
  const sleeper = await openRestored(at)
  sleeper.freeze()
  await one.session.logout()
  await one.session.login({ email: 'ana', password: 'x' })
  type(one, 'ana', 'new')
  sleeper.thaw()

  expect(draft(one, 'ana')).toBe('new')
  expect(at.stored()['ax_test_userToken']).toBe(one.tokens.get())
  expect((await openRestored(at)).session.state()).toMatchObject(SIGNED_IN)
})

test("a sleeping tab's call is not made as the user who signed in meanwhile", async () => {
  const at = setUp()
  const one = await openSignedIn(at)
  const sleeper = await openRestored(at)
  sleeper.freeze()
  at.timers.sleep(2 * HOUR_MS)
  await one.session.logout()
  await one.session.login({ email: 'bo', password: 'x' })

  // her token has expired; the cookie that would refresh it is his
  await expect(post(sleeper, 'by ana')).rejects.toBeInstanceOf(AuthUnavailable)
  expect(at.server.posts).toEqual([])
  await at.timers.pass(0)
  expect(sleeper.session.state()).toMatchObject({ status: 'signedIn', profile: { id: 'bo' } })
})

test('a call that waits out a 429 is not made as the next user', async () => {
  const at = setUp()
  const tab = await openSignedIn(at)
  at.answerBefore(({ method }) =>
    method === 'POST' ? Response.json({ retry_after: 30 }, { status: 429 }) : null,
  )
  const waiting = post(tab, 'by ana').catch((error: unknown) => error)
  await at.timers.pass(1000)
  at.answerBefore(null)
  await tab.session.logout()
  await tab.session.login({ email: 'bo', password: 'x' })
  await at.timers.pass(60_000)
  expect(await waiting).toBeInstanceOf(AuthUnavailable)
  expect(at.server.posts).toEqual([])
})

test('a switch in one tab leaves the other in its space, and notifies it', async () => {
  const at = setUp()
  const one = await openSignedIn(at)
  const other = await openRestored(at)
  const { new_token } = await one.api.spaces.switch({ body: { org_id: 's2' } })
  one.session.enterSpace(new_token, 's2')
  expect(one.session.state()).toMatchObject({ spaceId: 's2', otherSpaceId: null })
  expect(other.session.state()).toMatchObject({ spaceId: 's1', otherSpaceId: 's2' })
  expect(other.tokens.get()).toBe(new_token)
})

test.for([
  { channel: true, storage: false, because: 'storage is full' },
  { channel: false, storage: true, because: 'there is no channel' },
])('a switch is told also when $because', async ({ channel, storage }) => {
  const at = setUp({ hasChannel: channel, hasStorageEvents: storage })
  const one = await openSignedIn(at)
  const other = await openRestored(at)
  const { new_token } = await one.api.spaces.switch({ body: { org_id: 's2' } })
  one.session.enterSpace(new_token, 's2')
  expect(other.session.state()).toMatchObject({ spaceId: 's1', otherSpaceId: 's2' })
})

test('a refresh that began before the switch and ends after it does not restore the old space', async () => {
  const at = setUp()
  const one = await openSignedIn(at)
  const other = await openRestored(at)
  const letGo = at.server.holdBack('/auth/refresh')
  const refresh = other.refresher.refresh()
  await at.timers.pass(0)
  const { new_token } = await one.api.spaces.switch({ body: { org_id: 's2' } })
  one.session.enterSpace(new_token, 's2')
  letGo()
  await refresh
  expect([one.tokens.get(), other.tokens.get()]).toEqual([new_token, new_token])
  expect(one.session.state()).toMatchObject({ spaceId: 's2', otherSpaceId: null })
})

test('a refresh that ends after the logout restores no token', async () => {
  const at = setUp()
  const tab = await openSignedIn(at)
  const letGo = at.server.holdBack('/auth/refresh')
  const refresh = tab.refresher.refresh()
  await at.timers.pass(0)
  await tab.session.logout()
  letGo()
  expect(await refresh).toEqual({ kind: 'refused' })
  expect(tab.tokens.get()).toBeNull()
  expect(at.stored()['ax_test_userToken']).toBeUndefined()
})

test("a logout that didn't reach the server is sent at the next load, before anybody is signed in", async () => {
  const at = setUp()
  const tab = await openSignedIn(at)
  at.server.isAway = true
  await tab.session.logout()
  expect(tab.session.state()).toEqual({ status: 'signedOut', reason: 'logged_out' })
  expect(tab.log).toHaveLength(1)

  // still down: whoever opens the browser isn't signed in
  expect((await restoredWhileAway(at)).session.state()).toEqual({ status: 'signedOut', reason: null })
  at.server.isAway = false
  expect((await openRestored(at)).session.state()).toEqual({ status: 'signedOut', reason: null })
  expect(at.calls.at(-1)).toMatchObject({ method: 'POST', path: '/auth/logout', body: '{}' })
  const session = await openSignedIn(at, 'bo')
  expect(session.session.state()).toMatchObject({ profile: { id: 'bo' } })
  expect((await openRestored(at)).session.state()).toMatchObject({ profile: { id: 'bo' } })
})

test("signing in again after a logout that didn't reach the server stays signed in", async () => {
  const at = setUp()
  const tab = await openSignedIn(at)
  at.server.isAway = true
  await tab.session.logout()
  at.server.isAway = false
  // at the provider, so that only the cookie changes
  await at.server.answer({ ...at.calls[0]!, path: '/auth/login', body: '{"email":"bo"}' })
  expect((await openRestored(at)).session.state()).toMatchObject({ profile: { id: 'bo' } })
})

async function restoredWhileAway(at: ReturnType<typeof setUp>) {
  const tab = at.openTab()
  const restored = tab.session.restore()
  await at.timers.pass(60_000)
  await restored
  return tab
}

test.for([
  { afterMs: 9999, status: 'signedIn' },
  { afterMs: 10_000, status: 'signedOut' },
])('after $afterMs ms without an answer a person logging out is $status', async ({ afterMs, status }) => {
  const at = setUp()
  const tab = await openSignedIn(at)
  at.answerBefore(({ path, signal }) => {
    if (path !== '/auth/logout') return null
    return hanging(signal) as unknown as Response
  })
  void tab.session.logout()
  await at.timers.pass(afterMs)
  expect(tab.session.state().status).toBe(status)
})

/** No response until the request is aborted. */
function hanging(signal: AbortSignal | null): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })
}

test('the session events have their documented names (docs/rules/accounts.md#browser-session), and auth:logout signs out', async () => {
  const at = setUp()
  const tab = await openSignedIn(at)
  const target = new EventTarget()
  const seen: unknown[] = []
  bridgeSessionEvents(tab.session, tab.refresher, target)
  target.addEventListener('auth:logout', (event) => seen.push((event as CustomEvent).detail))
  target.addEventListener('token-refreshed', ({ type }) => seen.push(type))

  await tab.refresher.refresh()
  at.server.endSession()
  await tab.api.auth.me().catch(() => {})
  expect(seen).toEqual(['token-refreshed', { reason: 'token_refresh_failed' }])

  await tab.session.login({ email: 'ana', password: 'x' })
  type(tab, 'ana', 'kept')
  target.dispatchEvent(new CustomEvent('auth:logout'))
  expect(tab.session.state()).toMatchObject({ status: 'signedOut' })
  expect(at.stored()['ax_test_userToken']).toBeUndefined()
  await tab.session.login({ email: 'ana', password: 'x' })
  expect(draft(tab, 'ana')).toBe('kept')
})

test('a session survives clearing the storage, and so do drafts', async () => {
  const at = setUp()
  const tab = await openSignedIn(at)
  const device = tab.deviceId()
  type(tab, 'ana', 'half a thought')
  at.clearStorage()
  await post(tab, 'still here')
  expect(at.server.posts).toHaveLength(1)
  expect(tab.deviceId()).toBe(device)
  await at.timers.pass(2 * HOUR_MS)
  expect(tab.session.state()).toMatchObject(SIGNED_IN)
  expect(draft(await openRestored(at), 'ana')).toBe('half a thought')
})

test('a refresh token that an older version left is removed, and none is ever written', async () => {
  const at = setUp()
  at.backing.setItem('ax_production_refreshToken', 'secret')
  at.backing.setItem('ax_test_refreshToken', 'secret')
  const tab = await openSignedIn(at)
  await tab.refresher.refresh()
  expect(Object.keys(at.stored()).filter((key) => /refresh/i.test(key))).toEqual([])
})

test.for([
  { key: 'userToken', value: 'no token' },
  { key: 'userMetadata', value: '{"id":' },
  { key: 'userMetadata', value: '[1]' },
  { key: 'currentOrganization', value: 'nowhere' },
  { key: 'logout_pending', value: 'a session of long ago' },
])('garbage under $key is no reason to lose the session', async ({ key, value }) => {
  const at = setUp()
  await openSignedIn(at)
  at.backing.setItem(`ax_test_${key}`, value)
  expect((await openRestored(at)).session.state()).toMatchObject({ ...SIGNED_IN, spaceId: 's1' })
})

test('names and claims are stored under the keys of docs/rules/interface.md#storage', async () => {
  const at = setUp()
  const tab = await openSignedIn(at)
  tab.deviceId()
  const stored = at.stored()
  expect(Object.keys(stored).toSorted()).toEqual(
    [
      'ax_environment',
      'ax_test_currentOrganization',
      'ax_test_deviceId',
      'ax_test_has_session',
      'ax_test_userMetadata',
      'ax_test_userToken',
      'ax_test_username',
    ].toSorted(),
  )
  expect(stored).toMatchObject({ ax_test_currentOrganization: 's1', ax_test_username: 'ana' })
  expect(JSON.parse(stored['ax_test_userMetadata'] ?? '')).toMatchObject({
    id: 'ana',
    email: null,
    full_name: null,
    username: 'ana',
    role: 'admin',
    is_admin: true,
    admin: true,
  })
})

/** Ana's page was closed; the provider's callback then ended her session and set his cookie. */
async function withHisCookie() {
  const at = setUp()
  await openSignedIn(at)
  await at.signInByProvider('bo')
  return at
}

test('a page whose stored token and cookie are of different users shows the user that its calls act as', async () => {
  const at = await withHisCookie()
  const page = await openRestored(at)
  expect(page.tokens.claims()?.userId).toBe('bo')
  expect(page.session.state()).toMatchObject({ status: 'signedIn', profile: { id: 'bo' } })
  await post(page, 'hello')
  expect(at.server.posts).toMatchObject([{ userId: 'bo' }])
})

test("a stored profile is never shown with another user's token, even when the server goes down in between", async () => {
  const at = await withHisCookie()
  at.answerBefore(({ path, token }) => {
    const isHis = token !== null && readClaims(token)?.userId === 'bo'
    if (path === '/auth/me' && isHis) throw new TypeError('fetch failed')
    return null
  })
  const page = await openRestored(at)
  expect(page.session.state()).toEqual({ status: 'signedOut', reason: null })
  at.answerBefore(null)
  expect((await openRestored(at)).session.state()).toMatchObject({ profile: { id: 'bo' } })
})

test("another tab's token that arrives while a page is restored decides which user it shows", async () => {
  const at = setUp()
  const one = await openSignedIn(at)
  const letGo = at.server.holdBack('/auth/me')
  const page = at.openTab()
  const restored = page.session.restore()
  await at.timers.pass(0)
  await one.session.login({ email: 'bo', password: 'x' })
  await one.refresher.refresh()
  letGo()
  await restored
  expect(page.tokens.claims()?.userId).toBe('bo')
  expect(page.session.state()).toMatchObject({ status: 'signedIn', profile: { id: 'bo' } })
})
