/** Network failures: nothing is lost or repeated, drafts stay, and the page shows the state. */
import type { Page, Request } from '@playwright/test'
import { startCable, type Cable } from './cable.ts'
import { expect, test, WELCOME_SEEN } from './fixtures.ts'
import { composer } from './meeting.ts'

const OFFLINE = 'You are offline. Messages will send when you are back.'
const RECONNECTING = 'Reconnecting'
const SLOW = 'Slow connection'

const message = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const isStream = (request: Request) => request.url().includes('/api/sse/messages')

/** Posts to the current space from another device of the page's user. */
async function elsewhere(page: Page, productUrl: string) {
  const token = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('_userToken'))
    return localStorage.getItem(key ?? '') ?? ''
  })
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  const { org_id } = JSON.parse(claims) as { org_id: string }
  return async (content: string) => {
    const answer = await fetch(`${productUrl}/auth/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content, org_id }),
    })
    expect(answer.status).toBe(201)
  }
}

/** Opens the product through the proxy: another origin, to which this device is new. */
async function openThrough(page: Page, { url }: Cable) {
  await page.addInitScript(([name, value]) => localStorage.setItem(name, value), [
    WELCOME_SEEN.name,
    WELCOME_SEEN.value,
  ] as const)
  await page.goto(url)
}

/** The page of a user who has read `text`, and a function to post there from elsewhere. */
async function reader(page: Page, productUrl: string, text: string) {
  await expect(composer(page)).toBeVisible()
  const post = await elsewhere(page, productUrl)
  await post(text)
  await expect(message(page, text)).toBeVisible()
  return post
}

/** The same through the proxy, with the page's clock controlled by the test. */
async function readerByCable(page: Page, productUrl: string, text: string) {
  const cable = await startCable(productUrl)
  await page.clock.install()
  await openThrough(page, cable)
  return Object.assign(cable, { post: await reader(page, productUrl, text) })
}

/** Expects all of them, each once, in this order. */
async function expectFeed(page: Page, texts: readonly string[]) {
  for (const text of texts) await expect(message(page, text)).toHaveCount(1)
  const shown = await page.getByRole('article').allInnerTexts()
  const places = texts.map((text) => shown.findIndex((one) => one.includes(text)))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
}

/** Lets the page finish pending work, without advancing its clock. */
async function settle(page: Page) {
  for (let round = 0; round < 3; round += 1) {
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', resolve)
          port1.start()
          port2.postMessage(null)
        }),
    )
  }
}

test('a lost network is shown at once, and everything that was posted meanwhile appears afterwards', async ({
  signUp,
  unique,
  product,
}) => {
  const { page } = await signUp(unique('nora'))
  const post = await reader(page, product.url, 'before the tunnel')

  await page.context().setOffline(true)
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await post('said meanwhile')
  await composer(page).fill('sent in the tunnel')
  await composer(page).press('Enter')
  await composer(page).fill('half a thought')

  await page.context().setOffline(false)

  await expect(page.getByText(OFFLINE)).toBeHidden()
  await expectFeed(page, ['before the tunnel', 'said meanwhile', 'sent in the tunnel'])
  await expect(composer(page)).toHaveValue('half a thought')
  await expect(page.getByText(RECONNECTING)).toBeHidden()
})

test('a server that is down is announced after 5 s, until it is back', async ({
  signUp,
  unique,
  product,
}) => {
  test.slow()
  const { page } = await signUp(unique('rita'))
  await using cable = await readerByCable(page, product.url, 'before the cut')
  const { post } = cable
  await composer(page).fill('half a thought')
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2000)

  const end = Promise.race([
    page.waitForEvent('requestfailed', isStream),
    page.waitForEvent('requestfinished', isStream),
  ])
  cable.cut()
  await end
  await settle(page)
  await post('said meanwhile')
  await page.clock.runFor(4999)
  await settle(page)
  await expect(page.getByText(RECONNECTING)).toBeHidden()
  await page.clock.runFor(1)
  await expect(page.getByText(RECONNECTING)).toBeVisible()

  cable.mend()
  await page.clock.resume()
  await page.clock.fastForward(40_000)
  await expect(page.getByText(RECONNECTING)).toBeHidden()
  await post('said after it')
  await expectFeed(page, ['before the cut', 'said meanwhile', 'said after it'])
  await expect(composer(page)).toHaveValue('half a thought')
})

test('a server that restarts loses nothing and repeats nothing', async ({ signUp, unique, product }) => {
  test.slow()
  const { page } = await signUp(unique('serge'))
  const post = await reader(page, product.url, 'before the restart')
  await composer(page).fill('half a thought')

  const again = page.waitForResponse((response) => isStream(response.request()) && response.ok(), {
    timeout: 40_000,
  })
  await product.restart()
  await post('after the restart')

  expect((await again).request().headers()['last-event-id']).toMatch(/^\d+$/)
  await expectFeed(page, ['before the restart', 'after the restart'])
  await expect(composer(page)).toHaveValue('half a thought')
})

test('a silent stream is replaced after 60 s and resumes where it was', async ({
  signUp,
  unique,
  product,
}) => {
  test.slow()
  const { page } = await signUp(unique('stella'))
  await using cable = await readerByCable(page, product.url, 'while it lived')
  const { post } = cable

  cable.silenceStreams()
  await post('into the silence')
  const again = page.waitForRequest(isStream)
  await page.clock.fastForward(60_000)

  expect((await again).headers()['last-event-id']).toMatch(/^\d+$/)
  await post('after the silence')
  await expectFeed(page, ['while it lived', 'into the silence', 'after the silence'])
})

test('the silent refetch loads what the stream misses, without shifting anything', async ({
  signUp,
  unique,
  product,
}) => {
  test.slow()
  await using cable = await startCable(product.url)
  const { page } = await signUp(unique('sid'))
  const first = await elsewhere(page, product.url)
  for (let count = 1; count <= 40; count += 1) await first(`line ${count} of many\n\nwith some height`)
  await page.clock.install()
  await openThrough(page, cable)
  await expect(message(page, 'line 40 of many')).toBeVisible()
  const post = await elsewhere(page, product.url)
  await page.clock.fastForward(6000)
  await composer(page).fill('half a thought')
  const feed = page.getByRole('region', { name: 'Messages', exact: true })
  await feed.hover()
  await feed.evaluate((pane) => {
    pane.addEventListener('scrollend', () => pane.setAttribute('data-scrolled', ''), { once: true })
  })
  await page.mouse.wheel(0, -1500)
  await expect(page.getByRole('button', { name: /Latest/ })).toBeVisible()
  // not the scroll position: it changes when rows above the view are measured, and nothing seen moves
  const firstInView = () =>
    feed.evaluate((pane) => {
      const { top } = pane.getBoundingClientRect()
      const row = [...pane.querySelectorAll('article')].find(
        (each) => each.getBoundingClientRect().top >= top,
      )
      return row && `${row.getAttribute('aria-labelledby')} at ${row.getBoundingClientRect().top}`
    })
  // until the wheel's scrolling has ended, whose last pixel is slow, and rows are measured
  await expect(feed).toHaveAttribute('data-scrolled')
  let place: string | undefined
  let unchanged = 0
  const stillSince = async () => {
    const before = place
    place = await firstInView()
    unchanged = place === before ? unchanged + 1 : 0
    return unchanged
  }
  await expect.poll(stillSince, { intervals: [200] }).toBeGreaterThanOrEqual(5)

  cable.silenceStreams()
  await post('what no event told')
  const answer = page.waitForResponse((response) => response.url().includes('since='))
  await page.clock.fastForward(59_000)
  await (await answer).finished()
  await settle(page)

  expect(await firstInView()).toBe(place)
  await expect(composer(page)).toBeFocused()
  await page.getByRole('button', { name: /Latest/ }).click()
  await expect(message(page, 'what no event told')).toHaveCount(1)
})

test('a laptop that slept for hours catches up as soon as it wakes', async ({ signUp, unique, product }) => {
  test.slow()
  const { page } = await signUp(unique('lena'))
  await using cable = await readerByCable(page, product.url, 'before the night')
  const { post } = cable
  await composer(page).fill('half a thought')

  // time passes without timers firing, and the access token expires
  cable.silenceStreams()
  await post('in the night')
  const refresh = page.waitForRequest((request) => request.url().endsWith('/auth/refresh'))
  const again = page.waitForRequest(isStream)
  await page.clock.setSystemTime(Date.now() + 8 * 3_600_000)
  await page.evaluate(() => dispatchEvent(new Event('focus')))

  await refresh
  expect((await again).headers()['last-event-id']).toMatch(/^\d+$/)
  await post('in the morning')
  await expectFeed(page, ['before the night', 'in the night', 'in the morning'])
  await expect(composer(page)).toHaveValue('half a thought')
  for (const strip of [OFFLINE, RECONNECTING, SLOW]) await expect(page.getByText(strip)).toBeHidden()
})
