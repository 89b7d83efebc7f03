/** Every URL of the app: the page, message or agent that it opens, and what it shows when there is none. */
import { helpRoutes } from '@flockwork/contract/help'
import { messageRoutes } from '@flockwork/contract/messages'
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { summaryRoutes } from '@flockwork/contract/summaries'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp, type Options } from './app.tsx'
import { press, setOnline } from './browser-state.ts'
import { switchedTo } from './default-answers.ts'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { article, button, composer, switcher, title } from './parts.ts'
import { agent, ago, message, newId, person, personalSpace, rosterItem, space } from './world.ts'

const withoutArticles: Options = {
  answers: (server) => server.answer(helpRoutes.articles, () => ({ articles: [] })),
}

test.for([
  { address: '/', name: 'Messages', path: '/home' },
  { address: '/home', name: 'Messages', path: '/home' },
  { address: '/home/', name: 'Messages', path: '/home' },
  { address: '/messages', name: 'Messages', path: '/home' },
  { address: '/tasks', name: 'Tasks', path: '/tasks' },
  { address: '/tasks/', name: 'Tasks', path: '/tasks' },
  { address: '/agents', name: 'Agents', path: '/agents' },
  { address: '/register', name: 'Register Agent', path: '/register' },
  { address: '/search', name: 'Search', path: '/search' },
  { address: '/spaces', name: 'Spaces', path: '/spaces' },
  { address: '/organizations', name: 'Spaces', path: '/spaces' },
  { address: '/organizations/', name: 'Spaces', path: '/spaces' },
  { address: '/inbox', name: 'Inbox', path: '/inbox' },
  { address: '/help', name: 'Help', path: '/help' },
  { address: '/help/mcp', name: 'Help', path: '/help/mcp' },
])('$address opens $name', async ({ address, name, path }) => {
  await openApp({ me: person('rut'), path: address, ...withoutArticles })
  await expect.element(title(name)).toBeVisible()
  await expect.poll(() => location.pathname).toBe(path)
})

test.for([
  { hash: '#tasks', path: '/tasks' },
  { hash: '#agents', path: '/agents' },
  { hash: '#register', path: '/register' },
  { hash: '#search', path: '/search' },
  { hash: '#organizations', path: '/spaces' },
  { hash: '#spaces', path: '/spaces' },
  { hash: '#home', path: '/home' },
  { hash: '#/tasks', path: '/tasks' },
  { hash: '#Agents', path: '/agents' },
])('$hash opens its page, at load and from an open page', async ({ hash, path }) => {
  const app = await openApp({ me: person('hal'), path: `/inbox${hash}` })
  await expect.poll(() => location.pathname).toBe(path)
  await app.reload('/inbox')
  await expect.element(title('Inbox')).toBeVisible()
  location.hash = hash
  await expect.poll(() => location.pathname).toBe(path)
})

test('an unknown path opens the last tab; the help does not count as a tab', async () => {
  const app = await openApp({ me: person('una'), path: '/nowhere', ...withoutArticles })
  await expect.poll(() => location.pathname).toBe('/home')
  await app.reload('/search')
  await expect.element(title('Search')).toBeVisible()
  await app.reload('/nowhere/at/all?x=1')
  await expect.poll(() => location.pathname).toBe('/search')
  await app.reload('/help')
  await expect.element(title('Help')).toBeVisible()
  await app.reload('/nowhere')
  await expect.poll(() => location.pathname).toBe('/search')
})

test('/admin redirects a non-admin to the feed and logs it', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const app = await openApp({ me: person('ned') })
  for (const address of ['/admin', '/admin/', '/tasks#admin']) {
    await app.reload(address)
    await expect.poll(() => location.pathname, { message: address }).toBe('/home')
    await expect.element(composer).toBeVisible()
  }
  expect(warn.mock.calls.flat().filter((text) => String(text).includes('administrators'))).toHaveLength(3)
  warn.mockRestore()
  await expect.element(page.getByRole('link', { name: 'Admin', exact: true })).not.toBeInTheDocument()

  // nor does a stored last tab of another user
  app.stored.set('ax_production_lastTab', 'admin')
  await app.reload('/nowhere')
  await expect.poll(() => location.pathname).toBe('/home')
})

test('an admin sees the Admin tab, and an unknown path returns to it', async () => {
  const app = await openApp({ me: person('root', { role: 'admin' }) })
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await expect.element(title('Admin')).toBeVisible()
  expect(location.pathname).toBe('/admin')
  await app.reload('/nowhere')
  await expect.poll(() => location.pathname).toBe('/admin')
})

test('a link to a message in another space does not redirect in a loop when another tab has switched back', async () => {
  const eli = person('eli')
  const home = personalSpace(eli)
  const lab = space('Field Lab')
  const there = message(person('bo'), 'only there', { space_id: lab.id })
  const app = await openApp({ me: eli, world: { spaces: [home, lab], posts: [there] } })
  app.server.answer(spaceRoutes.switch, ({ body }) =>
    switchedTo(app.world, body.org_id === lab.id ? lab : home),
  )
  const path = `/m/${there.id}`
  await app.reload(path)
  await expect.poll(() => app.left).toEqual([path])
  // another tab switches back before this one reloads
  switchedTo(app.world, home)
  app.stored.delete('ax_production_userToken')
  await app.reload()
  await expect.element(page.getByText('This address leads to Field Lab.')).toBeVisible()
  await expectAccessible()
  await button('Go to Field Lab').click()
  await expect.poll(() => app.left).toEqual([path, path])
  await app.reload()
  await expect.element(article('only there')).toBeVisible()
  await expect.element(switcher).toMatchTextContent('Field Lab')
})

test("a message that doesn't exist, or isn't the reader's to see, shows the same notice", async () => {
  const app = await openApp({ me: person('sam') })
  app.server.answer(messageRoutes.history, ({ query }) =>
    query.around === undefined ? noPosts() : refusal(404, 'not_found', 'Message not found'),
  )
  for (const id of [newId(), 'no-such-thing']) {
    await app.reload(`/m/${id}`)
    await expect.element(page.getByText('Not found or not yours')).toBeVisible()
  }
})

const sixty = () => {
  const bo = person('bo')
  return Array.from({ length: 60 }, (_, at) => message(bo, `number ${at} of sixty`))
}

const goTo = (path: string) => {
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

test('a message that could not be loaded is shown once the network is back', async () => {
  const posts = Array.from({ length: 300 }, (_, at) => message(person('bo'), `number ${at} of many`))
  const app = await openApp({ me: person('ana'), world: { posts } })
  await expect.element(article('number 299 of many')).toBeInViewport()
  setOnline(app.server, false)
  goTo(`/m/${posts[5]?.id}`)
  await expect.element(page.getByText(/You are offline/).first()).toBeVisible()
  setOnline(app.server, true)
  await expect.element(article('number 5 of many')).toBeInViewport()
})

async function toEnd(text: string): Promise<void> {
  await press(page.getByRole('region', { name: 'Messages' }), '{End}')
  await expect.element(article(text)).toBeInViewport()
}

test('whoever comes back to the URL of a message sees it again', async () => {
  const posts = sixty()
  await openApp({ me: person('ana'), path: `/m/${posts[5]?.id}`, world: { posts } })
  await expect.element(article('number 5 of sixty')).toBeInViewport()
  goTo('/home')
  await toEnd('number 59 of sixty')
  goTo(`/m/${posts[5]?.id}`)
  await expect.element(article('number 5 of sixty')).toBeInViewport()
})

const noPosts = () => ({
  posts: [],
  updated: [],
  latest_timestamp: ago(),
  oldest_cursor: null,
  has_more: false,
  reset: false,
  working: [],
})

const dashboard = page.getByRole('dialog', { name: 'Intelligence Dashboard - @scout' })

test("an agent's URL opens its dashboard, or says that there is no such agent", async () => {
  const app = await openApp({
    me: person('abe'),
    path: '/agents?agent=SCOUT',
    world: { agents: [agent('scout'), agent('lint')] },
  })
  await expect.element(dashboard).toBeVisible()
  await dashboard.getByRole('button', { name: 'Close' }).first().click()
  await expect.element(dashboard).not.toBeInTheDocument()
  expect(location.pathname + location.search).toBe('/agents')
  await expect.element(page.getByText('Not found or not yours')).not.toBeInTheDocument()

  app.server.answer(summaryRoutes.find, () => refusal(404, 'not_found'))
  await app.reload('/agents?agent=nobody_at_all')
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Not found or not yours' }))
    .toMatchTextContent('Nobody called @nobody_at_all is in any of your spaces.')
  await expectAccessible()
})

test("another person's agent opens in the space that both share, each time", async () => {
  const sam = person('sam')
  const home = personalSpace(sam)
  const lab = space('Field Lab', { visibility: 'invite_only' })
  const scout = agent('scout', { is_own_agent: false, owner_username: 'pam' })
  const app = await openApp({ me: sam, world: { spaces: [home, lab] } })
  app.server.answer(summaryRoutes.find, () => ({
    id: scout.id,
    type: 'agent' as const,
    handle: 'scout',
    org_id: lab.id,
  }))
  app.server.answer(spaceRoutes.switch, () => {
    const answer = switchedTo(app.world, lab)
    app.world.agents = [scout]
    app.world.roster = [sam, scout].map((one) => rosterItem(one, lab.id))
    return answer
  })
  const path = '/agents?agent=scout'
  for (const visit of ['the first time', 'and again']) {
    switchedTo(app.world, home)
    app.world.agents = []
    app.world.roster = [rosterItem(sam, home.id)]
    app.stored.delete('ax_production_userToken')
    const left = app.left.length
    await app.reload(path)
    await expect.poll(() => app.left.length, { message: visit }).toBe(left + 1)
    await app.reload()
    await expect.element(dashboard).toBeVisible()
    await expect.element(dashboard.getByRole('button', { name: 'Mention agent' })).toBeVisible()
    expect(app.world.me?.current_org_id, visit).toBe(lab.id)
  }
})
