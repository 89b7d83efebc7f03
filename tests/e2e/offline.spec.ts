/** The app opens offline and while the server is down; an upgrade is loaded at the next page load. */
import type { Page } from '@playwright/test'
import { startCable, type Cable } from './cable.ts'
import { callAs, post } from './calls.ts'
import { expect, test, WELCOME_SEEN } from './fixtures.ts'
import { article, composer } from './meeting.ts'
import { startUpgrading, renamed } from './upgrade.ts'

test.use({ serviceWorkers: 'allow' })
const OFFLINE = 'You are offline. Messages will send when you are back.'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Opens the product at an origin that is new to this device. */
async function enter(page: Page, url: string): Promise<void> {
  await page.addInitScript(([name, value]) => localStorage.setItem(name, value), [
    WELCOME_SEEN.name,
    WELCOME_SEEN.value,
  ] as const)
  await page.goto(url)
}

/** Waits until the worker has cached everything and controls this page. */
async function workerInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller !== null) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}

async function cut(page: Page, cable: Cable): Promise<void> {
  cable.cut()
  await page.context().setOffline(true)
}

async function mend(page: Page, cable: Cable): Promise<void> {
  cable.mend()
  await page.context().setOffline(false)
}

/** In some versions of the browser, a page loaded offline doesn't know that it is offline until that changes. */
async function notifyOffline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await page.context().setOffline(true)
}

/** Everything in all caches: the URL and the complete response of each. */
function caught(page: Page): Promise<{ cache: string; address: string; answer: string }[]> {
  return page.evaluate(async () => {
    const entries = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        const { pathname, search } = new URL(request.url)
        const headers = JSON.stringify([...(answer?.headers ?? [])])
        entries.push({ cache: name, address: pathname + search, answer: headers + (await answer?.text()) })
      }
    }
    return entries
  })
}

/** Expects one build's page and files, and none of the secrets in them. */
async function expectOnlyTheApp(page: Page, secrets: readonly string[]): Promise<void> {
  const entries = await caught(page)
  expect(new Set(entries.map(({ cache }) => cache)).size).toBe(1)
  expect(entries.length).toBeGreaterThan(50)
  const others = entries.filter(({ address }) => !/^\/assets\/[\w.-]+$/.test(address))
  expect(others.map(({ address }) => address)).toEqual(['/'])
  const texts = entries.map(({ address, answer }) => address + answer).join('\n')
  for (const secret of secrets) expect(texts).not.toContain(secret)
}

const entryOf = (page: Page) =>
  page.evaluate(() => document.querySelector('script[src^="/assets/index-"]')?.getAttribute('src') ?? '')

test('after one visit the app, its messages and the help open offline; a message written offline is sent once', async ({
  signUp,
  unique,
  product,
}) => {
  await using cable = await startCable(product.url)
  const { page, name } = await signUp(unique('ida'))
  const problems: string[] = []
  page.on('console', (line) => {
    if (line.text().includes('Content Security Policy')) problems.push(line.text())
  })
  await enter(page, cable.url)
  await expect(composer(page)).toBeVisible()
  await post(page, 'before the tunnel')
  await expect(article(page, 'before the tunnel')).toBeVisible()
  await workerInstalled(page)

  const byWorker: string[] = []
  page.on('response', (response) => {
    if (response.fromServiceWorker()) byWorker.push(new URL(response.url()).pathname)
  })
  await page.goto(`${cable.url}/help`)
  await page.getByRole('link', { name: 'A short tour' }).click()
  await expect(heading(page, 'A short tour')).toBeVisible()
  expect(byWorker).toContain('/help')
  expect(byWorker.filter((path) => !path.startsWith('/assets/') && path !== '/help')).toEqual([])

  await cut(page, cable)
  await page.goto(cable.url)
  await notifyOffline(page)
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await expect(article(page, 'before the tunnel')).toHaveCount(1)
  await expect(page.getByRole('button', { name: new RegExp(`${name}'s Workspace`) })).toBeVisible()
  await composer(page).fill('in the tunnel #trip')
  await composer(page).press('Enter')
  await expect(article(page, 'in the tunnel')).toBeVisible()
  await page.goto(`${cable.url}/help/mcp`)
  await expect(heading(page, 'Connect an agent over MCP')).toBeVisible()
  await page.goto(`${cable.url}/help`)
  await page.getByRole('link', { name: 'A short tour' }).click()
  await expect(heading(page, 'A short tour')).toBeVisible()
  await page.goto(cable.url)
  await expect(article(page, 'in the tunnel')).toHaveCount(1)

  await mend(page, cable)
  await expect(page.locator('article:not([aria-busy])').filter({ hasText: 'in the tunnel' })).toBeVisible()
  await expect(page.getByText(OFFLINE)).toBeHidden()
  const { posts } = await callAs<{ posts: { content: string }[] }>(page, 'GET', '/auth/messages?limit=50')
  expect(posts.filter(({ content }) => content.startsWith('in the tunnel'))).toHaveLength(1)
  expect(problems).toEqual([])

  const token = await page.evaluate(() => localStorage.getItem('ax_production_userToken') ?? 'none')
  const secrets = [token, name, 'before the tunnel', 'in the tunnel']
  await expectOnlyTheApp(page, secrets)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expectOnlyTheApp(page, secrets)
})

test('a note and a new task that are typed offline survive a reload, and are stored once', async ({
  signUp,
  unique,
  product,
}) => {
  await using cable = await startCable(product.url)
  const { page } = await signUp(unique('tess'))
  await enter(page, cable.url)
  await expect(composer(page)).toBeVisible()
  const { id } = await callAs<{ id: string }>(page, 'POST', '/api/tasks', { title: 'Dig the tunnel' })
  await page.goto(`${cable.url}/tasks?task=${id}`)
  const sheet = page.getByRole('dialog', { name: 'Edit Task T-1' })
  const creating = page.getByRole('dialog', { name: 'Create Task' })
  const note = sheet.getByRole('textbox', { name: 'Note' })
  const title = creating.getByRole('textbox', { name: 'Title' })
  await expect(sheet).toBeVisible()
  await workerInstalled(page)

  await cut(page, cable)
  await sheet.getByRole('button', { name: 'Add Note' }).click()
  await note.fill('water from above')
  await sheet.getByRole('button', { name: 'Add Note' }).click()
  await expect(sheet.getByText('Failed to create note. Please try again.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  await title.fill('Pump it out')
  await creating.getByRole('button', { name: 'Create task' }).click()
  await expect(creating.getByText('Failed to create task. Please try again.')).toBeVisible()
  await page.reload()
  await notifyOffline(page)
  await page.getByRole('button', { name: 'New task' }).click()
  await expect(title).toHaveValue('Pump it out')

  await mend(page, cable)
  await creating.getByRole('button', { name: 'Create task' }).click()
  await expect(page.getByText('T-2 was created')).toBeVisible()
  await page.goto(`${cable.url}/tasks?task=${id}`)
  await expect(note).toHaveValue('water from above')
  await sheet.getByRole('button', { name: 'Add Note' }).click()
  await expect(note).toBeHidden()
  const { notes } = await callAs<{ notes: { note: string }[] }>(page, 'GET', `/api/tasks/${id}/notes`)
  expect(notes.map((one) => one.note)).toEqual(['water from above'])
  const { tasks } = await callAs<{ tasks: { title: string }[] }>(page, 'GET', '/api/tasks/list')
  expect(tasks.map((one) => one.title).toSorted()).toEqual(['Dig the tunnel', 'Pump it out'])
})

test('the login screen opens offline without a session; no URL with a secret is cached', async ({
  open,
  product,
}) => {
  await using cable = await startCable(product.url)
  const page = await (await open({})).newPage()
  await enter(page, cable.url)
  await workerInstalled(page)
  for (const address of [
    '/oauth/token?token=s3cret',
    '/reset#token=s3cret',
    '/join/s3cret',
    '/?token=s3cret',
  ])
    await page.goto(cable.url + address)
  await expectOnlyTheApp(page, ['s3cret'])

  await cut(page, cable)
  await page.goto(`${cable.url}/oauth/token?token=s3cret`)
  await expect(heading(page, 'Authentication Failed')).toBeVisible()
  // a response from the server itself is not the app's page
  const other = await page.context().newPage()
  await expect(other.goto(`${cable.url}/api/docs`)).rejects.toThrow(/ERR_/)
  await other.close()
  await page.goto(cable.url)
  await notifyOffline(page)
  await expect(page.getByRole('button', { name: 'You are offline' })).toBeDisabled()
  await expectOnlyTheApp(page, ['s3cret'])

  await mend(page, cable)
  // "Create account" alone, if the product has no account yet
  await expect(page.getByRole('button', { name: /^(Sign in|Create account)$/ }).first()).toBeEnabled()
})

test('an upgrade is loaded at the next page load, breaks no tab, and leaves nothing of the previous build', async ({
  signUp,
  unique,
  product,
}) => {
  await using way = await startUpgrading(product.url)
  const { page } = await signUp(unique('uma'))
  await enter(page, way.url)
  await workerInstalled(page)
  const before = await entryOf(page)
  const left = await page.context().newPage()
  await left.goto(way.url)
  await expect(composer(left)).toBeVisible()

  way.upgrade()
  await page.reload()
  expect(await entryOf(page)).toBe(renamed(before))
  await expect(composer(page)).toBeVisible()
  await expect
    .poll(async () => (await caught(page)).map(({ address }) => address), { timeout: 30_000 })
    .toContain(renamed(before))
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).length), { timeout: 30_000 })
    .toBe(1)
  expect((await caught(page)).map(({ address }) => address)).not.toContain(before)

  // a chunk that the tab never loaded is gone from the server and from the worker
  expect(await entryOf(left)).toBe(before)
  await left.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click()
  await expect(async () => expect(await entryOf(left)).toBe(renamed(before))).toPass()
  await expect(left.getByRole('searchbox').first()).toBeVisible()

  // the server restarts behind a proxy, then it doesn't respond
  for (const status of [502, undefined]) {
    way.answer('/', status)
    await page.goto(way.url)
    await expect(composer(page)).toBeVisible()
    expect(await entryOf(page)).toBe(renamed(before))
  }
})
