/** A tab left open for hours, through sleep, lost networks and expired tokens, loses nothing. */
import type { Page, Request } from '@playwright/test'
import { expect, test as base } from './fixtures.ts'
import { article, composer } from './meeting.ts'
import { startProduct, type Product } from './product.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const PASSWORD = 'a long enough password'

/** A product whose clock can be moved; its tokens live 15 minutes. */
const test = base.extend<object, { product: Product }>({
  product: [
    async ({}, use) => {
      const product = await startProduct({ FLOCKWORK_ENV: 'test' })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

/** Controls the clocks of the server and the page together. */
async function takeTime(page: Page, product: Product) {
  await page.clock.install()
  await page.reload()
  await expect(composer(page)).toBeVisible()
  let serverAheadMs = 0
  const refreshes: number[] = []
  const underWay = new Set<Request>()
  const isRefresh = (request: Request) => new URL(request.url()).pathname === '/auth/refresh'
  page.on('request', (request) => void (isRefresh(request) && underWay.add(request)))
  page.on('requestfinished', (request) => void underWay.delete(request))
  page.on('requestfailed', (request) => void underWay.delete(request))
  page.on('response', (response) => {
    if (isRefresh(response.request())) refreshes.push(response.status())
  })

  async function moveServer(ms: number) {
    serverAheadMs += ms
    const at = new Date(Date.now() + serverAheadMs).toISOString()
    const answer = await fetch(`${product.url}/test/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ at }),
    })
    expect(answer.status).toBe(200)
  }

  return {
    refreshes,
    /** Awake: each due timer fires, and its requests complete before time advances. */
    async pass(ms: number) {
      await moveServer(ms)
      await page.clock.fastForward(ms)
      await expect.poll(() => underWay.size).toBe(0)
    },
    /** Asleep: the clock advances and no timer fires. */
    async sleep(ms: number) {
      await moveServer(ms)
      const now = await page.evaluate(() => Date.now())
      await page.clock.setSystemTime(now + ms)
    },
  }
}

async function draftIsKept(page: Page, text: string): Promise<void> {
  await page.waitForFunction((words) => JSON.stringify({ ...localStorage }).includes(words), text)
}

async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
  await expect(article(page, text)).toHaveCount(1)
  await expect(page.getByText('Not sent.')).toHaveCount(0)
}

async function expectOnce(page: Page, texts: string[]): Promise<void> {
  await page.reload()
  for (const text of texts) await expect(article(page, text)).toHaveCount(1)
}

test('a tab left open for three hours keeps its session and draft, and can still post', async ({
  signUp,
  unique,
  product,
}) => {
  const { page } = await signUp(unique('abe'))
  const time = await takeTime(page, product)
  await composer(page).fill('half a thought')
  await time.pass(1000)
  await draftIsKept(page, 'half a thought')

  for (let step = 0; step < 45; step += 1) await time.pass(4 * MINUTE_MS)

  await expect(composer(page)).toHaveValue('half a thought')
  await expect(signInButton(page)).toHaveCount(0)
  // about every 11 minutes, never rejected
  await expect.poll(() => time.refreshes.length).toBeGreaterThanOrEqual(12)
  expect(time.refreshes.length).toBeLessThanOrEqual(20)
  expect(new Set(time.refreshes)).toEqual(new Set([200]))
  await say(page, 'Still here')
  await expectOnce(page, ['Still here'])
})

test('a laptop that slept past the expiry of its token sends the first message written on waking', async ({
  signUp,
  unique,
  product,
}) => {
  const { page } = await signUp(unique('bea'))
  const time = await takeTime(page, product)
  await composer(page).fill('written before sleeping')
  await time.pass(1000)
  await draftIsKept(page, 'written before sleeping')
  await time.sleep(9 * HOUR_MS)

  await expect(composer(page)).toHaveValue('written before sleeping')
  await composer(page).press('Enter')
  await expect(article(page, 'written before sleeping')).toHaveCount(1)
  await say(page, 'and after')
  await expect(signInButton(page)).toHaveCount(0)
  await expectOnce(page, ['written before sleeping', 'and after'])
})

test('a laptop that wakes offline sends what was written once it is online', async ({
  signUp,
  unique,
  product,
}) => {
  const { page } = await signUp(unique('cas'))
  const time = await takeTime(page, product)
  await page.context().setOffline(true)
  await time.sleep(2 * HOUR_MS)
  await composer(page).fill('written on the train')
  await composer(page).press('Enter')
  await composer(page).fill('and a draft')
  await time.pass(MINUTE_MS)
  await expect(page.getByText('written on the train')).toBeVisible()
  await expect(signInButton(page)).toHaveCount(0)

  await page.context().setOffline(false)
  await expect.poll(() => time.refreshes).toContain(200)
  await time.pass(MINUTE_MS)
  await expect(article(page, 'written on the train')).toHaveCount(1)
  await expect(composer(page)).toHaveValue('and a draft')
  await expectOnce(page, ['written on the train'])
  await expect(composer(page)).toHaveValue('and a draft')
})

test('a captive portal does not end the session', async ({ signUp, unique, product }) => {
  const { page } = await signUp(unique('dov'))
  const time = await takeTime(page, product)
  const isOurs = (url: URL) => /^\/(api|auth|posts|tasks)\//.test(url.pathname)
  await page.route(isOurs, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to Hotel Wi-Fi</h1>' }),
  )
  await composer(page).fill('half a thought')
  await time.sleep(HOUR_MS)
  await page.evaluate(() => void dispatchEvent(new Event('online')))
  await time.pass(MINUTE_MS)
  await expect(signInButton(page)).toHaveCount(0)
  await expect(composer(page)).toHaveValue('half a thought')

  await page.unroute(isOurs)
  await time.pass(MINUTE_MS)
  await say(page, 'Through the portal')
})

test('a reload long after the token expired restores session and draft by the cookie', async ({
  signUp,
  unique,
  product,
}) => {
  const { page } = await signUp(unique('eva'))
  const time = await takeTime(page, product)
  await composer(page).fill('half a thought')
  await time.pass(1000)
  await draftIsKept(page, 'half a thought')
  await time.sleep(20 * HOUR_MS)
  await page.reload()
  await expect(composer(page)).toHaveValue('half a thought')
  expect(time.refreshes).toEqual([200])
})

test('a session that the server ended leaves the draft and the pending message for their author only', async ({
  signUp,
  unique,
  product,
}) => {
  const other = await signUp(unique('gil'))
  await other.page.context().close()
  const { page, name } = await signUp(unique('fay'))
  await composer(page).fill('half a thought')
  await draftIsKept(page, 'half a thought')
  // ended elsewhere while the message is being sent: this page's requests share its cookies
  await page.route('**/auth/messages', async (route) => {
    await page.context().request.post(`${product.url}/auth/logout`, { headers: { origin: product.url } })
    await route.continue()
  })
  await composer(page).fill('sent too late')
  await composer(page).press('Enter')
  await expect(signInButton(page)).toBeVisible()
  await page.unroute('**/auth/messages')

  await signIn(page, other.name)
  await expect(composer(page)).toHaveValue('')
  await expect(page.getByText('sent too late')).toHaveCount(0)
  await page.getByRole('button', { name: 'Logout' }).click()

  await signIn(page, name)
  await expect(page.getByText('sent too late')).toBeVisible()
})

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email or username' }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await signInButton(page).click()
  await expect(composer(page)).toBeVisible()
}
