/** Every address of the app: what it opens, where it leads, and what it says when there is nothing (platform, section 2). */
import type { Page } from '@playwright/test'
import { callAs, createSpace, post } from './calls.ts'
import {
  afterWelcome,
  DESKTOP,
  expect,
  expectAccessible,
  expectLegible,
  fillSignUp,
  inTheDark,
  PHONE,
  test,
} from './fixtures.ts'
import { startProduct } from './product.ts'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const row = (page: Page, id: string) => page.locator(`[data-stop="${id}"]`)

const ADDRESSES = [
  { address: '/', title: 'Messages', path: '/home' },
  { address: '/home', title: 'Messages', path: '/home' },
  { address: '/home/', title: 'Messages', path: '/home' },
  { address: '/messages', title: 'Messages', path: '/home' },
  { address: '/tasks', title: 'Tasks', path: '/tasks' },
  { address: '/tasks/', title: 'Tasks', path: '/tasks' },
  { address: '/agents', title: 'Agents', path: '/agents' },
  { address: '/register', title: 'Register Agent', path: '/register' },
  { address: '/search', title: 'Search', path: '/search' },
  { address: '/spaces', title: 'Spaces', path: '/spaces' },
  { address: '/organizations', title: 'Spaces', path: '/spaces' },
  { address: '/organizations/', title: 'Spaces', path: '/spaces' },
  { address: '/inbox', title: 'Inbox', path: '/inbox' },
  { address: '/help', title: 'Help', path: '/help' },
  { address: '/help/mcp', title: 'Help', path: '/help/mcp' },
  { address: '/docs', title: 'Help', path: '/help' },
] as const

test('each address opens its page, with or without a slash at its end', async ({ signUp, unique }) => {
  test.slow()
  const { page } = await signUp(unique('rut'))
  for (const { address, title: name, path } of ADDRESSES) {
    await page.goto(address)
    await expect(title(page, name), address).toBeVisible()
    await expect(page, address).toHaveURL(path)
  }
})

const HASHES = [
  { hash: '#tasks', path: '/tasks' },
  { hash: '#agents', path: '/agents' },
  { hash: '#register', path: '/register' },
  { hash: '#search', path: '/search' },
  { hash: '#organizations', path: '/spaces' },
  { hash: '#spaces', path: '/spaces' },
  { hash: '#home', path: '/home' },
  { hash: '#/tasks', path: '/tasks' },
  { hash: '#Agents', path: '/agents' },
] as const

test('each hash form leads to its page, at load and on a page that is open', async ({ signUp, unique }) => {
  test.slow()
  const { page } = await signUp(unique('hal'))
  for (const { hash, path } of HASHES) {
    await page.goto(`/inbox${hash}`)
    await expect(page, `${hash} at load`).toHaveURL(path)
  }
  for (const { hash, path } of HASHES) {
    await page.goto('/inbox')
    await expect(title(page, 'Inbox')).toBeVisible()
    await page.evaluate((to) => (location.hash = to), hash)
    await expect(page, `${hash} on an open page`).toHaveURL(path)
  }
})

test('an unknown address leads to the last tab', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('una'))
  await page.goto('/nowhere')
  await expect(page).toHaveURL('/home')

  await page.goto('/search')
  await expect(title(page, 'Search')).toBeVisible()
  await page.goto('/nowhere/at/all?x=1')
  await expect(page).toHaveURL('/search')

  // the help is no tab
  await page.goto('/help')
  await expect(title(page, 'Help')).toBeVisible()
  await page.goto('/nowhere')
  await expect(page).toHaveURL('/search')
})

test('who is no admin is sent home from /admin, and that is logged', async ({ signUp, unique }) => {
  test.slow()
  // whoever comes first is the admin
  await signUp(unique('first'))
  const { page } = await signUp(unique('ned'))
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })

  for (const address of ['/admin', '/admin/', '/tasks#admin']) {
    await page.goto(address)
    await expect(page, address).toHaveURL('/home')
    await expect(composer(page)).toBeVisible()
  }
  expect(warnings.filter((text) => text.includes('administrators'))).toHaveLength(3)
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)

  // nor does the memory of another's last tab lead there
  await page.evaluate(() => localStorage.setItem('ax_production_lastTab', 'admin'))
  await page.goto('/nowhere')
  await expect(page).toHaveURL('/home')
})

test('an admin has the tab, and an unknown address leads back to it', async ({ browser }) => {
  test.slow()
  const product = await startProduct()
  const context = await browser.newContext({ baseURL: product.url, ...afterWelcome(product.url) })
  try {
    const page = await context.newPage()
    await page.goto('/')
    await fillSignUp(page, 'root_of_all')

    await page.getByRole('link', { name: 'Admin', exact: true }).click()
    await expect(title(page, 'Admin')).toBeVisible()
    await expect(page).toHaveURL('/admin')
    await page.goto('/nowhere')
    await expect(page).toHaveURL('/admin')
  } finally {
    await context.close()
    await product.stop()
  }
})

test("a message's address opens it in its own space, and stays there at a reload", async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('mia'))
  const lab = await createSpace(page, 'Field Lab')
  const elsewhere = await post(page, 'the light at the window', lab.id)
  const here = await post(page, 'a note to myself')

  await page.goto(`/m/${here}`)
  await expect(row(page, here)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Space: mia/ })).toBeVisible()

  await page.goto(`/m/${elsewhere}`)
  await expect(row(page, elsewhere)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Space: Field Lab. Switch space' })).toBeVisible()
  await expect(page.getByText('Switched to Field Lab')).toBeVisible()
  await expect(page).toHaveURL(`/m/${elsewhere}`)

  await page.reload()
  await expect(row(page, elsewhere)).toBeVisible()
  await expect(page.getByText('Not found or not yours')).toHaveCount(0)
})

test('a space that was left by another tab is not taken from it again and again', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page } = await signUp(unique('eli'))
  const lab = await createSpace(page, 'Field Lab')
  const id = await post(page, 'only there', lab.id)
  await page.goto(`/m/${id}`)
  await expect(row(page, id)).toBeVisible()
  // as if the address had brought the tab here, and another tab had gone on since
  await page.evaluate((path) => sessionStorage.setItem('ax_followed_link', path), `/m/${id}`)
  const personal = await callAs<{ organizations: { id: string; is_personal: boolean }[] }>(
    page,
    'GET',
    '/api/organizations/',
  )
  const home = personal.organizations.find(({ is_personal }) => is_personal)?.id
  const { new_token } = await callAs<{ new_token: string }>(page, 'POST', '/api/organizations/switch', {
    org_id: home,
  })
  await page.evaluate((token) => localStorage.setItem('ax_production_userToken', token), new_token)
  await page.evaluate((path) => sessionStorage.setItem('ax_followed_link', path), `/m/${id}`)

  await page.reload()

  await expect(page.getByText('This address leads to Field Lab.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Go to Field Lab' }).click()
  await expect(row(page, id)).toBeVisible()
})

test("a message that isn't there, or isn't one's own, says so", async ({ signUp, unique }) => {
  test.slow()
  const owner = await signUp(unique('pam'))
  const secret = await post(owner.page, 'nobody else reads this')
  const { page } = await signUp(unique('sam'))

  for (const id of [secret, '5f2b1c9e-8d3a-4f60-9b7e-1a2b3c4d5e6f', 'no-such-thing']) {
    await page.goto(`/m/${id}`)
    await expect(page.getByText('Not found or not yours'), id).toBeVisible()
    await expect(page.getByText('nobody else reads this')).toHaveCount(0)
  }
})

test("an agent's address opens its dashboard, or says that there is none", async ({ signUp, unique }) => {
  const { page } = await signUp(unique('abe'))
  const scout = unique('scout')
  for (const username of [scout, unique('lint')]) {
    await callAs(page, 'POST', '/auth/agents/register', { agent_name: username, agent_type: 'general' })
  }

  await page.goto(`/agents?agent=${scout.toUpperCase()}`)
  const dashboard = page.getByRole('dialog', { name: `Intelligence Dashboard - @${scout}` })
  await expect(dashboard).toBeVisible()
  await dashboard.getByRole('button', { name: 'Close' }).first().click()
  await expect(dashboard).toBeHidden()
  await expect(page).toHaveURL('/agents')
  await expect(page.getByText('Not found or not yours')).toHaveCount(0)

  await page.goto('/agents?agent=nobody_at_all')
  await expect(page.getByRole('alert').filter({ hasText: 'Not found or not yours' })).toBeVisible()
  await expectAccessible(page)
})

test(`the API can be browsed, with nothing from elsewhere and nothing inline`, async ({ visit, product }) => {
  test.slow()
  const page = await visit()
  const problems: string[] = []
  const foreign: string[] = []
  page.on('console', (message) => {
    // the page before asked whether somebody is signed in
    const isOurs = !message.location().url.includes('/auth/')
    const isPolicy = message.text().includes('Content Security Policy')
    if (isPolicy || (isOurs && message.type() === 'error')) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(product.url) && !url.startsWith('data:')) foreign.push(url)
  })

  await page.goto('/api/docs')
  const help = page.getByRole('link', { name: 'Help', exact: true })
  // the library's script is large
  await expect(help).toBeVisible({ timeout: 45_000 })
  await help.click()
  await page.getByText('/api/help/articles', { exact: true }).first().click()
  await expect(page.getByText('Anyone may call this.')).toBeVisible()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.getByText('a-short-tour').first()).toBeVisible()
  // the words are ours to make legible, the library's build is not
  await expectLegible(page)
  await inTheDark(page, () => expectLegible(page))

  expect(problems).toEqual([])
  expect(foreign).toEqual([])
})

test('the help centre leads to the description of the API', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('api'))
  await page.goto('/help')
  await page.getByRole('link', { name: 'the API, call by call' }).click()
  await expect(page).toHaveURL('/api/docs')
  await expect(page.getByText('/api/openapi.json').first()).toBeVisible()
})

test('the help centre has two groups, finds by words, and shows an article', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('hel'))
  await page.goto('/help')
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'How things work' })).toBeVisible()
  const widest = await page.locator('main > div').evaluate((element) => element.getBoundingClientRect().width)
  expect(widest).toBeLessThanOrEqual(720)

  const search = page.getByRole('searchbox', { name: 'Search the help' })
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await search.fill('setup code')
  await expect(page.getByRole('link', { name: /^The first account and the setup code/ })).toBeVisible()
  await search.fill('zebra crossing')
  await expect(page.getByText('No article has “zebra crossing”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible()

  await search.fill('dark')
  await page.getByRole('link', { name: /^Dark mode/ }).click()
  await expect(page).toHaveURL('/help/dark-mode')
  await expect(page.getByRole('heading', { level: 2, name: 'Dark mode' })).toBeVisible()
  const text = page.getByText('follows the light or dark theme')
  await expect(text).toHaveCSS('font-size', '17px')
  await expect(text).toHaveCSS('line-height', '27px')

  // what was searched is there again
  await page.goBack()
  await expect(search).toHaveValue('dark')

  await page.goto('/help/no-such-article')
  await expect(page.getByText('There is no such article')).toBeVisible()
  await page.getByRole('link', { name: 'All articles' }).click()
  await expect(page).toHaveURL('/help')
})

test("Chirpy's answer leads to the article it is from", async ({ signUp, unique }) => {
  const { page } = await signUp(unique('chi'))
  await composer(page).fill('@chirpy is there a dark mode?')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')

  await page.getByRole('link', { name: 'Dark mode' }).click()

  // in this tab, without loading the app anew
  await expect(page).toHaveURL('/help/dark-mode')
  await expect(page.getByRole('heading', { level: 2, name: 'Dark mode' })).toBeVisible()
  expect(page.context().pages()).toHaveLength(1)
})

test('the help works offline once it was visited, over a reload of its data too', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('off'))
  await page.goto('/help')
  await page.getByRole('link', { name: 'Mentions' }).click()
  await expect(page.getByText('Capitals do not matter').first()).toBeVisible()

  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'All articles' }).click()
  await page.getByRole('link', { name: 'Topics' }).click()
  await expect(page.getByText('to file a message under a topic')).toBeVisible()
  await page.context().setOffline(false)

  // the articles come from what this browser kept when the server has none for it
  await page.route('**/api/help/articles', (route) => route.abort())
  await page.goto('/help/connect-an-mcp-client')
  await expect(page.getByRole('heading', { level: 2, name: 'Connecting an MCP client' })).toBeVisible()

  // and where nothing was kept, that is said, with a way to try again
  await page.evaluate(() => localStorage.removeItem('ax_production_help_v1'))
  await page.reload()
  await expect(page.getByText('The articles could not be loaded', { exact: false })).toBeVisible()
  await page.unroute('**/api/help/articles')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Connecting an MCP client' })).toBeVisible()
})

for (const [sizeName, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`the help is accessible, ${sizeName}`, async ({ signUp, unique }) => {
    test.slow()
    const { page } = await signUp(unique('axe'), { size })
    for (const path of ['/help', '/help?q=space', '/help/mcp', '/help/self-hosting', '/help/nothing']) {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${path} is not wider than the window`).toBeLessThanOrEqual(0)
    }
  })
}
