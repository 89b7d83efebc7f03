/** Two tabs of one browser share a session, but each has its own space and draft. */
import type { Page } from '@playwright/test'
import { callAs, createSpace } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { article, composer } from './meeting.ts'

const MINUTE_MS = 60_000

const switcher = (page: Page) => page.getByRole('button', { name: /Switch space$/ })

async function openSecond(page: Page): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(composer(other)).toBeVisible()
  return other
}

function countRefreshes(page: Page): () => number {
  let count = 0
  page.context().on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/auth/refresh') count += 1
  })
  return () => count
}

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('ax_production_userToken'))
const cameOnline = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online')))

/** Waits until the draft is stored, for this tab and for all. */
async function waitUntilStored(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (words) => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]).includes(words),
    text,
  )
}

/** The messages of a space, oldest first. */
async function posted(page: Page, spaceId: string): Promise<string[]> {
  interface Answer {
    posts: { content: string }[]
  }
  const { posts } = await callAs<Answer>(page, 'GET', `/auth/messages?org_id=${spaceId}`)
  return posts.map(({ content }) => content)
}

const currentSpace = async (page: Page) =>
  (await callAs<{ current_org_id: string }>(page, 'GET', '/auth/me')).current_org_id

test('a token refreshed by one tab is used by the other, and a logout ends both and clears their drafts', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('rae'))
  const { clock } = page.context()
  await clock.install()
  await page.reload()
  await expect(composer(page)).toBeVisible()
  const other = await openSecond(page)
  const refreshes = countRefreshes(page)
  const before = await storedToken(page)

  // both tabs come back online when the token has nine minutes left
  const now = await page.evaluate(() => Date.now())
  await clock.setSystemTime(now + 51 * MINUTE_MS)
  await cameOnline(page)
  await expect.poll(() => storedToken(page)).not.toBe(before)
  await cameOnline(other)

  const renewed = await storedToken(page)
  const request = other.waitForRequest(
    (sent) => sent.method() === 'POST' && sent.url().endsWith('/auth/messages'),
  )
  await composer(other).fill('With the token of the other tab')
  await composer(other).press('Enter')
  expect((await request).headers()['authorization']).toBe(`Bearer ${renewed}`)
  await expect(article(other, 'With the token of the other tab')).toBeVisible()
  expect(refreshes()).toBe(1)

  await composer(other).fill('typed in the other tab')
  // until it is saved, and no further: a draft that the other tab overwrites is only restored while it is new
  await clock.runFor(400)
  await waitUntilStored(page, 'typed in the other tab')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('dialog', { name: 'Discard 1 draft?' })).toBeVisible()
  await page.getByRole('button', { name: 'Discard and log out' }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    expect(new URL(tab.url()).pathname).toBe('/')
  }
  const stored = await other.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain('typed in the other tab')
  const keys = await other.evaluate(() => Object.keys(localStorage))
  expect(
    keys.filter((key) => /userToken|has_session|userMetadata|space_state|refreshToken/.test(key)),
  ).toEqual([])
})

test('two tabs that refresh at the same instant both stay signed in', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('sue'))
  const other = await openSecond(page)
  // the tabs can't communicate, so they rely on the server's grace period
  for (const tab of [page, other]) {
    await tab.addInitScript(() => {
      Object.defineProperty(globalThis, 'BroadcastChannel', { value: undefined })
      const { addEventListener: listen } = EventTarget.prototype
      EventTarget.prototype.addEventListener = function (
        this: EventTarget,
        ...given: Parameters<typeof listen>
      ) {
        if (given[0] !== 'storage') listen.apply(this, given)
      }
    })
  }
  const refreshes = countRefreshes(page)
  // neither continues before the other has sent its request
  const { promise: bothAsked, resolve: release } = Promise.withResolvers<void>()
  await page.context().route('**/auth/refresh', async (route) => {
    if (refreshes() === 2) release()
    await bothAsked
    await route.continue()
  })
  await page.evaluate(() => localStorage.removeItem('ax_production_userToken'))
  await Promise.all([page.reload(), other.reload()])
  for (const tab of [page, other]) await expect(composer(tab)).toBeVisible()
  expect(refreshes()).toBe(2)
  await page.context().unroute('**/auth/refresh')
  await page.evaluate(() => localStorage.removeItem('ax_production_userToken'))
  await page.reload()
  await expect(composer(page)).toBeVisible()
})

test('each tab keeps its own draft after a reload, and its own space when the other switches', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('vic'))
  const home = await currentSpace(page)
  const name = unique('Crew')
  const crew = await createSpace(page, name)
  const other = await openSecond(page)
  await composer(page).fill('first tab, at home')
  await composer(other).fill('a thought about home')
  await waitUntilStored(page, 'first tab, at home')
  await waitUntilStored(other, 'a thought about home')
  for (const tab of [page, other]) await tab.reload()
  await expect(composer(page)).toHaveValue('first tab, at home')
  await expect(composer(other)).toHaveValue('a thought about home')

  await switcher(page).click()
  await page.getByRole('menuitem', { name }).click()
  await expect(page.getByText(`Switched to ${name}`).first()).toBeVisible()
  await expect(switcher(page)).toContainText(name)
  await composer(page).fill('a thought about the crew')

  await expect(other.getByText(`You switched to ${name} in another tab.`)).toBeVisible()
  await expect(switcher(other)).not.toContainText(name)
  await composer(other).press('Enter')
  await expect(article(other, 'a thought about home')).toBeVisible()
  await composer(page).press('Enter')
  await expect(article(page, 'a thought about the crew')).toBeVisible()

  await expect.poll(() => posted(page, home)).toEqual(['a thought about home'])
  await expect.poll(() => posted(page, crew.id)).toEqual(['a thought about the crew'])
  expect(await currentSpace(other)).toBe(crew.id)
  // the toast was only for the tab that switched
  await expect(other.getByText(`Switched to ${name}`, { exact: true })).toHaveCount(0)

  await other.getByRole('button', { name: `Go to ${name}` }).click()
  await expect(article(other, 'a thought about the crew')).toBeVisible()
  await expect(other.getByText('in another tab')).toHaveCount(0)
})
