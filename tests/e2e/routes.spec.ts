/** Every address of the app: what it opens, where it leads, and what it says when there is nothing. */
import type { Page } from '@playwright/test'
import { afterWelcome, expect, fillSignUp, test } from './fixtures.ts'
import { composer } from './meeting.ts'
import { startProduct } from './product.ts'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

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

test('each address opens its page, with or without a slash at its end', async ({ signUp, unique }) => {
  test.slow()
  const { page } = await signUp(unique('rut'))
  for (const { address, title: name, path } of ADDRESSES) {
    await page.goto(address)
    await expect(title(page, name), address).toBeVisible()
    await expect(page, address).toHaveURL(path)
  }
})

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
