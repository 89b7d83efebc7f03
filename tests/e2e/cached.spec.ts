/** A page's data is cached for ten minutes: shown at once, also offline, and cleared with the session. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { composer } from './meeting.ts'

const OFFLINE = 'You are offline. Messages will send when you are back.'
const OWN_FILES = new Set(['document', 'script', 'stylesheet', 'font', 'image', 'manifest'])
const PASSWORD = 'a long enough password'

const message = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const stored = (page: Page) => page.evaluate((): Record<string, string> => ({ ...localStorage }))

const main = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

async function cachedQueries(page: Page): Promise<Record<string, string>> {
  return Object.fromEntries(Object.entries(await stored(page)).filter(([key]) => key.includes('query_cache')))
}

/** Cuts the network except for the app's own files, which the browser has cached. */
async function cutNetwork(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    const request = route.request()
    if (!OWN_FILES.has(request.resourceType())) return route.abort('internetdisconnected')
    const { status, headers, arrayBuffer } = await ownFile(request.url())
    return route.fulfill({ status, headers, body: arrayBuffer })
  })
  await context.setOffline(true)
}

/** In some versions of the browser, a page loaded offline doesn't know that it is offline until that changes. */
async function notifyOffline(context: BrowserContext): Promise<void> {
  await context.setOffline(false)
  await context.setOffline(true)
}

async function ownFile(url: string) {
  const answer = await fetch(url)
  const headers = Object.fromEntries(answer.headers)
  // the body is decoded already
  delete headers['content-encoding']
  delete headers['content-length']
  return { status: answer.status, headers, arrayBuffer: Buffer.from(await answer.arrayBuffer()) }
}

async function restoreNetwork(context: BrowserContext): Promise<void> {
  // lets handlers that are already running finish
  await context.unrouteAll({ behavior: 'wait' })
  await context.setOffline(false)
}

/** Makes API calls as the page's user, from another device. */
async function elsewhere(page: Page, productUrl: string) {
  const token = Object.entries(await stored(page)).find(([key]) => key.endsWith('_userToken'))?.[1] ?? ''
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  const { org_id } = JSON.parse(claims) as { org_id: string }
  return async (method: string, path: string, body: object = {}) => {
    const answer = await fetch(`${productUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, org_id }),
    })
    expect(answer.ok).toBe(true)
    return (await answer.json()) as { message: { id: string } }
  }
}

test('an offline reload shows the spaces, the agents and the messages; once online, new ones too', async ({
  signUp,
  unique,
  product,
}) => {
  const { page, name } = await signUp(unique('nia'))
  const call = await elsewhere(page, product.url)
  const post = async (content: string) => (await call('POST', '/auth/messages', { content })).message.id
  const edited = await post('one, as it was')
  const deleted = await post('two, not for long')
  await post('three, as ever')
  await expect(message(page, 'three, as ever')).toBeVisible()
  const space = page.getByRole('button', { name: new RegExp(`${name}'s Workspace`) })
  await expect(space).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mention chirpy' }).first()).toBeVisible()

  await cutNetwork(page.context())
  await page.reload()
  await notifyOffline(page.context())
  await expect(page.getByText(OFFLINE)).toBeVisible()
  for (const text of ['one, as it was', 'two, not for long', 'three, as ever']) {
    await expect(message(page, text)).toHaveCount(1)
  }
  await expect(space).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mention chirpy' }).first()).toBeVisible()

  await composer(page).fill('sent without a network')
  await composer(page).press('Enter')
  await call('PUT', `/api/messages/${edited}`, { content: 'one, as it is now' })
  await call('DELETE', `/api/messages/${deleted}`)
  await post('meanwhile')

  await restoreNetwork(page.context())
  await expect(message(page, 'meanwhile')).toHaveCount(1)
  await expect(message(page, 'sent without a network')).toHaveCount(1)
  await expect(message(page, 'one, as it is now')).toHaveCount(1)
  await expect(message(page, '[Message deleted]')).toHaveCount(1)
  const shown = await page.getByRole('article').allInnerTexts()
  const texts = [
    'one, as it is now',
    '[Message deleted]',
    'three, as ever',
    'meanwhile',
    'sent without a network',
  ]
  expect(shown.map((one) => texts.filter((text) => one.includes(text)))).toEqual(texts.map((text) => [text]))
})

test('no secret is ever stored, a logout clears the cache, and the next user sees nothing of it', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page, name } = await signUp(unique('ona'))
  await composer(page).fill('between you and me')
  await composer(page).press('Enter')
  await expect(message(page, 'between you and me')).toBeVisible()

  // every screen that shows a secret
  await main(page, 'Register Agent').click()
  await page.getByRole('textbox', { name: 'Username' }).fill(unique('scout'))
  await page.getByRole('button', { name: 'Register agent' }).click()
  await expect(page.getByText(/is ready/)).toBeVisible()
  await main(page, 'Agents').click()
  await expect(page.getByRole('heading', { name: 'Agents' }).first()).toBeVisible()
  await main(page, 'Messages').click()
  await page.reload()
  await expect(message(page, 'between you and me')).toBeVisible()

  const before = await stored(page)
  const token = Object.entries(before).find(([key]) => key.endsWith('_userToken'))?.[1] ?? 'none'
  const texts = Object.values(await cachedQueries(page)).join('\n')
  expect(texts).toContain('between you and me')
  expect(texts).toContain(`${name}'s Workspace`)
  for (const secret of [token, 'eyJ', 'fw_agt_', 'invite_code', 'refresh'])
    expect(texts).not.toContain(secret)

  const other = await page.context().newPage()
  await other.goto('/')
  await expect(message(other, 'between you and me')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(other.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  // a closing page stores pending writes, except after a logout
  await other.close()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  const after = JSON.stringify(await stored(page))
  expect(await cachedQueries(page)).toEqual({})
  for (const gone of [token, 'between you and me', name]) expect(after).not.toContain(gone)

  const next = unique('pia')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('textbox', { name: 'Username', exact: true }).fill(next)
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(`${next}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(composer(page)).toBeVisible()
  await expect(message(page, 'between you and me')).toHaveCount(0)
  await page.reload()
  await expect(composer(page)).toBeVisible()
  expect(JSON.stringify(await stored(page))).not.toContain(name)
})
