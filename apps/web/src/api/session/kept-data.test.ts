/** What was fetched goes with the session, in every tab, and never comes back under it. */
import { expect, test } from 'vitest'
import { createCacheStore } from '../../storage/cache-store.ts'
import { withDraft } from '../../storage/space-state.ts'
import { testBrowser, type TestTab } from './test-browser.ts'
import { testServer } from './test-server.ts'

function setUp() {
  const browser = testBrowser((call) => server.answer(call))
  const server = testServer(browser.timers.now)
  const storeOf = (tab: TestTab, userId = 'ana') =>
    createCacheStore({ storage: tab.storage, keys: tab.keys, now: browser.timers.now, userId, buster: '1' })
  const keep = (tab: TestTab, userId = 'ana') =>
    storeOf(tab, userId).write('things', { data: `of ${userId}`, at: browser.timers.now() })
  const kept = () => Object.keys(browser.stored()).filter((key) => key.includes('query_cache'))
  return { ...browser, server, storeOf, keep, kept }
}

async function openTab({ openTab }: Pick<ReturnType<typeof setUp>, 'openTab'>, name = 'ana') {
  const tab = openTab()
  await tab.session.restore()
  if (tab.session.state().status !== 'signedIn') await tab.session.login({ email: name, password: 'x' })
  return tab
}

test('a logout takes it from every tab, whatever another still wants to keep', async () => {
  const at = setUp()
  const one = await openTab(at)
  const other = await openTab(at)
  at.keep(one)
  expect(at.kept()).toHaveLength(1)
  await one.session.logout()
  at.keep(one)
  at.keep(other)
  expect(at.kept()).toEqual([])
})

test('a session that ends by itself takes it too, and leaves the drafts', async () => {
  const at = setUp()
  const tab = await openTab(at)
  at.keep(tab)
  tab.spaceStates.update('ana', 's1', (state) => withDraft(state, 'composer', 'half a thought'))
  at.server.endSession()
  await tab.api.spaces.list().catch(() => {})
  expect(tab.session.state().status).toBe('signedOut')
  at.keep(tab)
  expect(at.kept()).toEqual([])
  await tab.session.login({ email: 'ana', password: 'x' })
  expect(tab.spaceStates.read('ana', 's1').drafts['composer']).toBe('half a thought')
})

test('nobody else sees it, and their first page forgets it', async () => {
  const at = setUp()
  const tab = await openTab(at)
  at.keep(tab)
  await tab.session.logout()
  const next = await openTab(at, 'bo')
  at.keep(next, 'bo')
  expect([at.storeOf(next, 'bo').names(), at.storeOf(next, 'ana').names()]).toEqual([['things'], []])
})

test('who signs in again keeps data anew', async () => {
  const at = setUp()
  const tab = await openTab(at)
  await tab.session.logout()
  await tab.session.login({ email: 'ana', password: 'x' })
  at.keep(tab)
  expect(at.storeOf(tab).read('things')?.data).toBe('of ana')
})
