/** The feed: what arrives, what was there before, and the reader's place in it. */
import type { Page } from '@playwright/test'
import { callAs } from './calls.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { agentOf, article, composer, toolbarOf } from './meeting.ts'

const feed = (page: Page) => page.getByRole('region', { name: 'Messages' })
const pill = (page: Page) => page.getByRole('button', { name: /^(Latest|\d+ new messages?)$/ })

/** The first whole row in view, and how far below the upper edge it stands. */
const placeIn = (page: Page) =>
  feed(page).evaluate((pane) => {
    const { top } = pane.getBoundingClientRect()
    const rows = [...pane.querySelectorAll('article')]
    const row = rows.find((one) => one.getBoundingClientRect().top >= top)
    const px = Math.round((row?.getBoundingClientRect().top ?? 0) - top)
    return { text: /number \d+/.exec(row?.textContent ?? '')?.[0], px }
  })

async function scrollUp(page: Page, isEnough: () => Promise<boolean>): Promise<void> {
  await feed(page).hover()
  await expect(async () => {
    await page.mouse.wheel(0, -900)
    expect(await isEnough()).toBe(true)
  }).toPass({ intervals: [50] })
  await standsStill(page)
}

/** The wheel has run out. */
async function standsStill(page: Page): Promise<void> {
  let last = -1
  await expect
    .poll(async () => {
      const before = last
      last = await feed(page).evaluate(({ scrollTop }) => scrollTop)
      return last === before
    })
    .toBe(true)
}

/** Otherwise the next visit begins at what is new. */
async function readAll(page: Page): Promise<void> {
  const { current_org_id: id } = await callAs<{ current_org_id: string }>(page, 'GET', '/auth/me')
  const { posts } = await callAs<{ posts: { id: string }[] }>(page, 'GET', '/auth/messages?limit=1')
  await callAs(page, 'POST', `/api/organizations/${id}/seen`, { message_id: posts[0]?.id })
}

/** By key, once the feed has opened wherever it opens. */
async function goToEnd(page: Page, last: string): Promise<void> {
  await expect(async () => {
    await page.locator('body').press('End')
    await expect(article(page, last)).toBeInViewport({ timeout: 500 })
  }).toPass()
}

interface Posted {
  readonly message: { readonly id: string }
}

test('the feed follows at its end, counts further up, loads what was before, and opens where it was left', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page, name } = await signUp(unique('ana'))
  const scout = unique('scout')
  const agent = await agentOf(page, scout)
  const says = (content: string) => agent<Posted>('/auth/messages', { content })
  for (let first = 0; first < 140; first += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, n) => says(`number ${first + n}`)))
  }
  await page.reload()
  await expect(composer(page)).toBeVisible()
  await goToEnd(page, 'number 139')
  const { message: end } = await says('at the end')
  await expect(article(page, 'at the end')).toBeInViewport()
  await expect(pill(page)).toHaveCount(0)

  // further up only the counter grows, what is read stays, and it is told to those who can't see it
  await scrollUp(page, async () => (await pill(page).count()) === 1)
  await page.mouse.wheel(0, -900)
  await expect(pill(page)).toHaveText('Latest')
  await expect.poll(async () => (await placeIn(page)).text).toBeTruthy()
  const read = await placeIn(page)
  await says('further down')
  await expect(pill(page)).toHaveText('1 new message')
  expect(await placeIn(page)).toEqual(read)
  await says('and one more')
  await expect(pill(page)).toHaveText('2 new messages')
  await agent(`/posts/${end.id}/reply`, { content: 'an answer to that' })
  await expect(pill(page)).toHaveText('3 new messages')
  expect(await placeIn(page)).toEqual(read)
  await expect(page.getByText(new RegExp(`\\d new messages?, (last )?from ${scout}`))).toBeAttached()
  await pill(page).click()
  await expect(article(page, 'and one more')).toBeInViewport()
  await expect(pill(page)).toHaveCount(0)
  // new, with its blue marker until it was in view for a moment
  await expect(article(page, 'and one more').getByText('Unread')).toHaveCount(0)

  // who searches the page, or has it read out, is moved by neither wheel nor key, and stays there too
  await feed(page).evaluate((pane) => pane.scrollBy(0, -2500))
  await expect(pill(page)).toHaveText('Latest')
  const found = await placeIn(page)
  await says('and the last')
  await expect(pill(page)).toHaveText('1 new message')
  expect(await placeIn(page)).toEqual(found)
  await pill(page).click()
  await expect(article(page, 'and the last')).toBeInViewport()

  // what was before comes above, and nothing moves
  const older = page.getByRole('button', { name: 'Load older messages' })
  await scrollUp(page, () => feed(page).evaluate(({ scrollTop }) => scrollTop === 0))
  const { text = '' } = await placeIn(page)
  const before = await article(page, text).boundingBox()
  await older.click()
  await expect(older).toBeHidden()
  expect((await article(page, text).boundingBox())?.y).toBe(before?.y)

  // where it was left, from another tab of the app and from another visit
  await page.mouse.wheel(0, 1000)
  await standsStill(page)
  await readAll(page)
  const left = await placeIn(page)
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Tasks' }).click()
  await main.getByRole('link', { name: 'Messages' }).click()
  await expect.poll(() => placeIn(page)).toEqual(left)
  await page.reload()
  await expect.poll(() => placeIn(page)).toEqual(left)

  // and where what was read is older than the page that is loaded first
  await scrollUp(page, () => feed(page).evaluate(({ scrollTop }) => scrollTop === 0))
  await older.click()
  await expect(older).toBeHidden()
  await scrollUp(page, () => feed(page).evaluate(({ scrollTop }) => scrollTop === 0))
  await page.mouse.wheel(0, 200)
  await standsStill(page)
  const long = await placeIn(page)
  await page.reload()
  await expect.poll(() => placeIn(page)).toEqual(long)
  await expect(pill(page)).toHaveText('Latest')
  await goToEnd(page, 'and the last')

  // how it sounds, its id, and whom it names
  await says(`Great work @${name}, thanks`)
  await says('The build is broken')
  await says('```\nit failed\n```')
  const great = article(page, 'Great work')
  await expect(great.getByRole('img', { name: 'Positive' })).toBeAttached()
  await expect(article(page, 'is broken').getByRole('img', { name: 'Negative' })).toBeAttached()
  await expect(article(page, 'it failed').getByRole('img', { name: /tive|Neutral/ })).toHaveCount(0)
  await great.hover()
  await toolbarOf(great)
    .getByRole('button', { name: /^Copy id [0-9a-f]{8}$/ })
    .click()
  await expect(toolbarOf(great).getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[0-9a-f]{8}$/)
  await article(page, 'it failed').getByRole('button', { name: 'Copy code' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('it failed')

  // from row to row by key
  await article(page, 'it failed').focus()
  await page.keyboard.press('k')
  await expect(article(page, 'is broken')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(great).toBeFocused()
  await page.keyboard.press('j')
  await expect(article(page, 'is broken')).toBeFocused()
  await page.keyboard.press('c')
  await expect(composer(page)).toBeFocused()
  await expectAccessible(page)

  // a name leads to who that is, and from there to what they wrote
  await great.getByRole('link', { name: `@${name}` }).click()
  const who = page.getByRole('dialog', { name: `About @${name}` })
  await expect(who.getByText('USER')).toBeVisible()
  await expect(who.getByText('Last active')).toBeVisible()
  await expectAccessible(page)
  await who.getByRole('link', { name: 'Messages' }).click()
  await expect(page).toHaveURL(new RegExp(`agents=${name}`))
  await expect(who).toBeHidden()
})
