import type { Profile } from '@flockwork/contract/auth'
import { expect, test } from 'vitest'
import { createKeys } from '../../storage/keys.ts'
import { createSafeStorage } from '../../storage/safe-storage.ts'
import { withDraft } from '../../storage/space-state.ts'
import { manualTimers } from '../manual-timers.ts'
import type { TabPort } from './tab-channel.ts'
import { createTab } from '../tab.ts'
import { testToken } from './test-token.ts'

const HOUR_S = 3600

function profileOf(id: string): Profile {
  return {
    id,
    email: null,
    full_name: null,
    username: id,
    role: 'admin',
    email_verified: false,
    current_org_id: 's1',
    created_at: '2026-01-01T00:00:00.000Z',
    has_password: true,
  }
}

const tokenOf = (id: string, space = 's1', at = 0) =>
  testToken({ sub: id, org_id: space, iat: at, exp: at + HOUR_S })

function sessionAnswer(id: string): Response {
  return Response.json({
    access_token: tokenOf(id),
    token_type: 'bearer',
    expires_in: HOUR_S,
    user: profileOf(id),
  })
}

const REFUSED = () => Response.json({ error: 'unauthorized', detail: 'Sign in to continue' }, { status: 401 })

/** One browser, whose pages share its storage; `server` responds by path. */
function browser(server: Record<string, () => Response | Promise<Response>>) {
  const storage = createSafeStorage(() => null)
  const keys = createKeys(storage)
  const timers = manualTimers()
  const calls: string[] = []

  function openPage(port: TabPort | null = null) {
    const errors: unknown[] = []
    const tab = createTab({
      fetch: async (url, init) => {
        if (typeof url !== 'string') throw new TypeError('an address is text here')
        calls.push(`${init?.method} ${url}`)
        return (server[url] ?? REFUSED)()
      },
      storage,
      ofThisTab: createSafeStorage(() => null),
      port,
      timers,
      warn: (error) => errors.push(error),
    })
    return { ...tab, errors }
  }
  return { openPage, storage, keys, timers, calls }
}

const providers = () => Response.json({ environment: 'test' })

test('a page with a session cookie signs in automatically', async () => {
  const { openPage, storage, keys } = browser({
    '/auth/providers': providers,
    '/auth/refresh': () => sessionAnswer('ana'),
  })
  const { session, tokens } = openPage()
  expect(session.state()).toEqual({ status: 'restoring' })
  await session.restore()
  expect(session.state()).toMatchObject({ status: 'signedIn', profile: { id: 'ana' }, spaceId: 's1' })
  expect(tokens.get()).toBe(tokenOf('ana'))
  expect(keys.of('userToken')).toBe('ax_test_userToken')
  expect(storage.get(keys.of('has_session'))).toBe('true')
  expect(JSON.parse(storage.get(keys.of('userMetadata')) ?? '')).toMatchObject({ id: 'ana', is_admin: true })
})

test('a page without a cookie shows the login', async () => {
  const { openPage } = browser({ '/auth/providers': providers })
  const { session } = openPage()
  await session.restore()
  expect(session.state()).toEqual({ status: 'signedOut', reason: null })
})

test('a stored token with some life left is used, one about to expire is refreshed', async () => {
  const { openPage, timers, calls } = browser({
    '/auth/providers': providers,
    '/auth/login': () => sessionAnswer('ana'),
    '/auth/me': () => Response.json(profileOf('ana')),
    '/auth/refresh': () => sessionAnswer('ana'),
  })
  await openPage().session.login({ email: 'ana', password: 'x' })
  calls.length = 0

  const second = openPage()
  await second.session.restore()
  expect(second.session.state()).toMatchObject({ status: 'signedIn' })
  expect(calls).toContain('GET /auth/me')
  expect(calls).not.toContain('POST /auth/refresh')

  await timers.pass(HOUR_S * 1000 - 290_000)
  calls.length = 0
  await openPage().session.restore()
  expect(calls).toEqual(['POST /auth/refresh'])
})

test('while the server is down the last known user can read and write', async () => {
  const server: Record<string, () => Response> = {
    '/auth/providers': providers,
    '/auth/login': () => sessionAnswer('ana'),
    '/auth/me': () => {
      throw new TypeError('fetch failed')
    },
  }
  const { openPage } = browser(server)
  await openPage().session.login({ email: 'ana', password: 'x' })
  const later = openPage()
  await later.session.restore()
  expect(later.session.state()).toMatchObject({
    status: 'signedIn',
    profile: { username: 'ana' },
    spaceId: 's1',
  })
})

test('a rejected sign-in reports why and changes nothing', async () => {
  const { openPage } = browser({ '/auth/providers': providers })
  const { session } = openPage()
  await session.restore()
  await expect(session.login({ email: 'ana', password: 'x' })).rejects.toMatchObject({ status: 401 })
  expect(session.state()).toEqual({ status: 'signedOut', reason: null })
})

test('logging out wipes drafts too, even when the call fails, and counts them first', async () => {
  const { openPage, storage, keys } = browser({
    '/auth/login': () => sessionAnswer('ana'),
    '/auth/logout': () => Response.json({}, { status: 503 }),
  })
  const { session, spaceStates, errors } = openPage()
  await session.login({ email: 'ana', password: 'x' })
  spaceStates.update('ana', 's1', (state) => withDraft(state, 'composer', 'hello'))
  storage.set(keys.in('pending_v1', 'ana', 's1', 'c1'), '{}')
  storage.set(keys.of('deviceId'), 'laptop')
  expect(session.countUnsent()).toBe(2)

  await session.logout()
  expect(session.state()).toEqual({ status: 'signedOut', reason: 'logged_out' })
  expect(errors).toHaveLength(1)
  expect(storage.keys('ax_')).toEqual([keys.of('deviceId')])
})

test('a session that the server ended leaves the drafts for the next sign-in', async () => {
  const { openPage, storage, keys } = browser({ '/auth/login': () => sessionAnswer('ana') })
  const { session, tokens, spaceStates } = openPage()
  await session.login({ email: 'ana', password: 'x' })
  spaceStates.update('ana', 's1', (state) => withDraft(state, 'composer', 'hello'))
  session.end('token_refresh_failed')
  expect(session.state()).toEqual({ status: 'signedOut', reason: 'token_refresh_failed' })
  expect([tokens.get(), storage.get(keys.of('userMetadata'))]).toEqual([null, null])

  await session.login({ email: 'ana', password: 'x' })
  expect(spaceStates.read('ana', 's1').drafts).toEqual({ composer: 'hello' })
})

test('a switch changes the space of its own tab, and only notifies the others', async () => {
  const { openPage } = browser({ '/auth/login': () => sessionAnswer('ana') })
  const { session, tokens } = openPage()
  await session.login({ email: 'ana', password: 'x' })
  session.enterSpace(tokenOf('ana', 's2', 1), 's2')
  expect(session.state()).toMatchObject({ spaceId: 's2', otherSpaceId: null })
  tokens.set(tokenOf('ana', 's3', 2))
  expect(session.state()).toMatchObject({ spaceId: 's2', otherSpaceId: 's3' })
  tokens.set(tokenOf('ana', 's2', 3))
  expect(session.state()).toMatchObject({ spaceId: 's2', otherSpaceId: null })
})

test("another user's token in this browser restores the page as that user", async () => {
  const { openPage } = browser({
    '/auth/providers': providers,
    '/auth/login': () => sessionAnswer('ana'),
    '/auth/me': () => Response.json(profileOf('bo')),
  })
  const { session, tokens } = openPage()
  await session.login({ email: 'ana', password: 'x' })
  const restored = new Promise<void>((resolve) => {
    session.subscribe(() => {
      if (session.state().status === 'signedIn') resolve()
    })
  })
  tokens.set(tokenOf('bo', 's9', 1))
  expect(session.state()).toEqual({ status: 'restoring' })
  await restored
  expect(session.state()).toMatchObject({ profile: { id: 'bo' } })
})

test('a logout in one tab signs out the others', async () => {
  const { openPage } = browser({ '/auth/login': () => sessionAnswer('ana') })
  const port: TabPort = { onmessage: null, postMessage: () => {} }
  const { session } = openPage(port)
  await session.login({ email: 'ana', password: 'x' })
  port.onmessage?.(new MessageEvent('message', { data: { type: 'logout', from: 'other', session: null } }))
  expect(session.state()).toEqual({ status: 'signedOut', reason: 'logged_out' })
})

/** A browser that got its token from the URL: no cookie, so every refresh is rejected. */
function withAddressToken() {
  const page = browser({
    '/auth/providers': providers,
    '/auth/me': () => (page.timers.now() < HOUR_S * 1000 ? Response.json(profileOf('ana')) : REFUSED()),
  })
  return page
}

test('a token from the URL lasts until it expires, which signs out and leaves the drafts', async () => {
  const { openPage, timers } = withAddressToken()
  const { session, spaceStates } = openPage()
  await session.restore()
  session.adoptToken(tokenOf('ana'), profileOf('ana'))
  spaceStates.update('ana', 's1', (state) => withDraft(state, 'composer', 'hello'))

  await timers.pass(HOUR_S * 1000 - 1)
  expect(session.state()).toMatchObject({ status: 'signedIn', profile: { id: 'ana' } })

  await timers.pass(30_000)
  expect(session.state()).toEqual({ status: 'signedOut', reason: 'token_refresh_failed' })
  expect(spaceStates.read('ana', 's1').drafts).toEqual({ composer: 'hello' })
})

test('a token from the URL survives a reload, also in its last minutes', async () => {
  const { openPage, timers } = withAddressToken()
  const first = openPage().session
  await first.restore()
  first.adoptToken(tokenOf('ana'), profileOf('ana'))

  await timers.pass(HOUR_S * 1000 - 290_000)
  const reloaded = openPage().session
  await reloaded.restore()
  expect(reloaded.state()).toMatchObject({ status: 'signedIn', profile: { id: 'ana' } })
})

test('a token from the URL that is some minutes old ends at its exp', async () => {
  const { openPage, timers } = withAddressToken()
  const { session, tokens } = openPage()
  await session.restore()
  await timers.pass(600_000)
  session.adoptToken(tokenOf('ana'), profileOf('ana'))
  expect(tokens.remainingMs()).toBe(HOUR_S * 1000 - 600_000)
})

test('a revoked session ends although its token has life left', async () => {
  const { openPage, timers } = browser({
    '/auth/providers': providers,
    '/auth/login': () => sessionAnswer('ana'),
  })
  const { session } = openPage()
  await session.login({ email: 'ana', password: 'x' })
  await timers.pass(HOUR_S * 750)
  expect(session.state()).toEqual({ status: 'signedOut', reason: 'token_refresh_failed' })
})

test('a saved profile shows at once and is stored, and the tab stays in its space', async () => {
  const { openPage, storage, keys } = browser({ '/auth/login': () => sessionAnswer('ana') })
  const { session } = openPage()
  await session.login({ email: 'ana', password: 'x' })
  session.updateProfile({ ...profileOf('ana'), full_name: 'Ana Lima', current_org_id: 's9' })

  expect(session.state()).toMatchObject({
    profile: { full_name: 'Ana Lima', current_org_id: 's1' },
    spaceId: 's1',
  })
  expect(JSON.parse(storage.get(keys.of('userMetadata')) ?? '')).toMatchObject({ full_name: 'Ana Lima' })
  expect(storage.get(keys.of('currentOrganization'))).toBe('s1')
})

test("a late response about another user changes nobody's profile", async () => {
  const { openPage } = browser({ '/auth/login': () => sessionAnswer('ana') })
  const { session } = openPage()
  await session.login({ email: 'ana', password: 'x' })
  session.updateProfile({ ...profileOf('bo'), full_name: 'Bo' })
  expect(session.state()).toMatchObject({ profile: { id: 'ana', full_name: null } })
})

test("deleting an account removes all of its user's data, and of another's no more than a logout does", async () => {
  const { openPage, storage, keys } = browser({ '/auth/login': () => sessionAnswer('ana') })
  const { session, tokens, spaceStates } = openPage()
  await session.login({ email: 'ana', password: 'x' })
  spaceStates.update('ana', 's1', (state) => withDraft(state, 'composer', 'hello'))
  const ofBo = keys.in('mention_notifications', 'bo')
  for (const key of [keys.of('deviceId'), keys.in('mention_notifications', 'ana'), ofBo]) {
    storage.set(key, 'x')
  }
  // the end of the session may be noticed before the response that says why
  session.end('token_refresh_failed')
  session.onAccountDeleted('ana')

  expect(session.state()).toEqual({ status: 'signedOut', reason: 'account_deleted' })
  expect(tokens.get()).toBeNull()
  expect(storage.keys('ax_').toSorted()).toEqual([keys.of('deviceId'), ofBo].toSorted())
})
