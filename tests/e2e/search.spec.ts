/** The Search tab: finding, filtering, opening in context and coming back (docs/rules/search.md#queries). */
import type { Page } from '@playwright/test'
import { callAs, createSpace, post } from './calls.ts'
import { DESKTOP, PHONE, expect, expectAccessible, test } from './fixtures.ts'
import { agentOf, article } from './meeting.ts'

// exactly: the feed's own box says more
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search messages', exact: true })
const button = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })
const list = (page: Page) => page.getByRole('list', { name: 'Search results' })
const rows = (page: Page) => list(page).getByRole('listitem')
const row = (page: Page, text: string) => rows(page).filter({ hasText: text }).getByRole('link')
const count = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })
const paging = (page: Page) => page.getByRole('navigation', { name: 'Pages of results' })
const scrollOf = (page: Page) => list(page).evaluate((element) => Math.round(element.scrollTop))

async function say(page: Page, texts: readonly string[], channel?: string): Promise<void> {
  for (const content of texts)
    await callAs(page, 'POST', '/auth/messages', { content, ...(channel && { channel }) })
}

const numbered = (stem: string, many: number) =>
  Array.from({ length: many }, (_, index) => `${stem} ${index + 1}`)

test('what was said long ago is found, narrowed, paged through, opened in its context and returned to', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page } = await signUp(unique('ana'))
  const asScout = await agentOf(page, unique('scout'))
  await say(page, ['the **first** heron of all #birds', 'what stood after it'])
  await say(page, numbered('the crane lifts', 130))
  await say(page, ['the crane in dev #birds'], 'dev')
  await asScout('/auth/messages', { content: 'scout saw the crane #birds' })
  const tags = Array.from({ length: 16 }, (_, index) => `#tag-${index}`).join(' ')
  await say(page, [tags, tags])

  // before any search: what trends
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { name: 'Trending topics' })).toBeVisible()
  const topics = page.locator('main').getByRole('link', { name: /^#/ })
  await expect(topics).toHaveCount(12)
  await expect(topics.first()).toHaveAccessibleName('#birds, in 3 messages')
  await expect(button(page)).toBeDisabled()

  await page.locator('main').focus()
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('crane lif')
  await page.keyboard.press('Enter')
  await expect(count(page, '130 results, page 1 of 7')).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
  await expect(rows(page).first().locator('mark')).toHaveText(['crane', 'lifts'])

  // pages and their size live in the address
  await page.getByRole('button', { name: 'Results per page: 20' }).click()
  await page.getByRole('menuitemradio', { name: '50' }).click()
  await expect(count(page, '130 results, page 1 of 3')).toBeVisible()
  await paging(page).getByRole('link', { name: 'Page 3', exact: true }).click()
  await expect(count(page, '130 results, page 3 of 3')).toBeVisible()
  await expect(rows(page)).toHaveCount(30)
  await expect(page).toHaveURL(/\?q=crane(\+|%20)lif&size=50&page=3$/)
  await page.reload()
  await expect(count(page, '130 results, page 3 of 3')).toBeVisible()
  await expect(box(page)).toHaveValue('crane lif')
  await page.goBack()
  await expect(count(page, '130 results, page 1 of 3')).toBeVisible()

  // a new search begins with its first page; Back returns to the same place
  await paging(page).getByRole('link', { name: 'Next page' }).click()
  await box(page).fill('*')
  await button(page).click()
  await expect(count(page, '136 results, page 1 of 3')).toBeVisible()
  await page.keyboard.press('Tab')
  await box(page).press('ArrowDown')
  await expect(rows(page).first().getByRole('link')).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(2).getByRole('link')).toBeFocused()
  await page.keyboard.press('End')
  const last = rows(page).nth(49).getByRole('link')
  await expect(last).toBeFocused()
  const name = await last.innerText()
  const scrolled = await scrollOf(page)
  expect(scrolled).toBeGreaterThan(500)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/m\//)
  await expect(article(page, 'the crane lifts').first()).toBeVisible()
  // meanwhile the newest result is another
  await post(page, 'said meanwhile')
  await page.goBack()
  await expect(count(page, '136 results, page 1 of 3')).toBeVisible()
  await expect(last).toBeFocused()
  expect(await last.innerText()).toBe(name)
  expect(Math.abs((await scrollOf(page)) - scrolled)).toBeLessThan(3)
  await box(page).press('Enter')
  await expect(count(page, '137 results, page 1 of 3')).toBeVisible()

  // long ago: loaded around it
  await box(page).fill('heron')
  await box(page).press('Enter')
  await expect(count(page, '1 result')).toBeVisible()
  await expect(row(page, 'the first heron of all')).toBeVisible()
  await box(page).press('Escape')
  await expect(list(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Trending topics' })).toBeVisible()
  await expect(box(page)).toHaveValue('heron')
  await box(page).press('Enter')
  await row(page, 'the first heron of all').click()
  await expect(article(page, 'the first heron of all')).toBeVisible()
  await expect(article(page, 'what stood after it')).toBeVisible()
  await page.goBack()
  await expect(row(page, 'the first heron of all')).toBeFocused()

  // filters alone are a search
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(list(page)).toBeHidden()
  await expect(button(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Agents', exact: true }).click()
  await page.getByRole('textbox', { name: 'Filter agents...' }).fill('SCOUT')
  await page.getByRole('checkbox', { name: /scout/ }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Agents, 1 selected' })).toBeFocused()
  await expect(count(page, '1 result')).toBeVisible()
  await expect(row(page, 'scout saw the crane')).toContainText('AGENT')
  await expect(button(page)).toBeEnabled()
  await page.getByRole('button', { name: 'Channels', exact: true }).click()
  await page.getByRole('checkbox', { name: 'dev' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'No messages found' })).toBeVisible()
  await expect(page.getByText('Try adjusting your search or filters')).toBeVisible()
  await page.getByRole('button', { name: 'Agents, 1 selected' }).click()
  await page.getByRole('dialog', { name: 'Agents' }).getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('textbox', { name: 'Filter agents...' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row(page, 'the crane in dev')).toContainText('in dev')
  await page.getByRole('button', { name: 'Time: All Time' }).click()
  await expect(page.getByRole('menuitemradio')).toHaveText([
    'All Time',
    'Last Hour',
    'Last 6 Hours',
    'Last 24 Hours',
    'Last Week',
    'Last Month',
  ])
  await page.getByRole('menuitemradio', { name: 'Last Hour' }).click()
  await expect(page).toHaveURL(/channels=dev&days=0\.042&size=50$/)
  await expect(row(page, 'the crane in dev')).toBeVisible()
})

test('topics lead to what is filed under them, and what is found stays true', async ({ signUp, unique }) => {
  test.slow()
  const { page, name } = await signUp(unique('ana'))
  await say(page, ['the first #Bug', 'a second #bug with #design', 'a *third* #bug', 'bug without a sign'])
  await article(page, 'a second').getByRole('link', { name: '#bug' }).click()
  await expect(page).toHaveURL('/search?q=%23bug')
  await expect(count(page, '3 results')).toBeVisible()
  await expect(rows(page).first()).toContainText('a third #bug')
  await expect(rows(page).first().locator('mark')).toHaveText(['#bug'])

  // related topics search for themselves
  const related = page.getByRole('list', { name: 'Related topics' })
  await expect(related.getByRole('link')).toHaveCount(1)
  await related.getByRole('link', { name: '#design, in 1 message' }).click()
  await expect(box(page)).toHaveValue('#design')
  await expect(count(page, '1 result')).toBeVisible()
  await page.goBack()
  await expect(count(page, '3 results')).toBeVisible()

  // an edit and a deletion reach what is on screen
  const { messages } = await callAs<{ messages: { id: string; content: string }[] }>(
    page,
    'POST',
    '/api/search/messages',
    { query: '#bug' },
  )
  const idOf = (text: string) => messages.find(({ content }) => content.includes(text))?.id ?? ''
  await callAs(page, 'PUT', `/api/messages/${idOf('first')}`, {
    content: '<img src=x onerror=alert(1)> #bug',
  })
  await expect(row(page, '<img src=x onerror=alert(1)> #bug')).toBeVisible()
  await callAs(page, 'DELETE', `/api/messages/${idOf('second')}`)
  await expect(count(page, '2 results')).toBeVisible()
  await expect(row(page, 'a second')).toBeHidden()

  // a search by the author's name marks the name
  await box(page).fill(`"${name}" third`)
  await box(page).press('Enter')
  await expect(rows(page).first().locator('mark').first()).toHaveText(name)

  // another space has its own
  await createSpace(page, 'Quiet Bay')
  await page.goto('/spaces?tab=mine')
  await page.getByRole('button', { name: 'Open Quiet Bay' }).click()
  await expect(page.getByText('Switched to Quiet Bay')).toBeVisible()
  await page.goto('/search?q=%23bug')
  await expect(page.getByRole('heading', { name: 'No messages found' })).toBeVisible()
})

test('when the server’s search fails, the browser searches what it holds and says so', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page } = await signUp(unique('ana'))
  await say(page, ['the crane is stuck', 'lunch', 'craned necks #birds'])
  await expect(article(page, 'craned necks')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click()

  let answer = {
    status: 200,
    body: '{"success":false,"messages":[],"topics":[],"total":0,"error":"Search failed"}',
  }
  const held = Promise.withResolvers<void>()
  await page.route('**/api/search/messages', async (route) => {
    await held.promise
    await route.fulfill({ contentType: 'application/json', ...answer })
  })
  await box(page).fill('crane')
  await box(page).press('Enter')
  await expect(page.getByRole('status').getByText('Searching')).toBeAttached()
  await expect(button(page)).toBeDisabled()
  // another search doesn't wait for the one under way
  await box(page).fill('lunch')
  await box(page).press('Enter')
  await expect(page).toHaveURL(/q=lunch/)
  await box(page).fill('crane')
  await box(page).press('Enter')
  await expect(page).toHaveURL(/q=crane/)
  held.resolve()
  const alert = page.locator('main').getByRole('alert')
  await expect(alert).toContainText('Search failed')
  await expect(alert).toContainText('the 3 messages that this browser holds, not from the whole history')
  await expect(count(page, '2 results')).toBeVisible()
  await expect(rows(page).first().locator('mark')).toHaveText(['craned'])

  // a refusal says why, and nothing is made up
  answer = { status: 422, body: '{"detail":"At most 500 characters"}' }
  await box(page).fill('craned')
  await box(page).press('Enter')
  await expect(alert).toContainText('At most 500 characters')
  await expect(list(page)).toBeHidden()

  answer = { status: 500, body: '{"detail":"Internal error"}' }
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(alert).toContainText('that this browser holds')
  await expect(count(page, '1 result')).toBeVisible()
  await row(page, 'craned necks').click()
  await expect(article(page, 'craned necks')).toBeVisible()
  await page.unroute('**/api/search/messages')
  // coming back asks the server again
  await page.goBack()
  await expect(alert).toBeHidden()
  await expect(count(page, '1 result')).toBeVisible()

  // without a network, and back
  await page.context().setOffline(true)
  await box(page).fill('lunch')
  await box(page).press('Enter')
  await expect(alert).toContainText('You are offline.')
  await expect(row(page, 'lunch')).toBeVisible()
  await page.context().setOffline(false)
  await expect(alert).toBeHidden()
  await expect(row(page, 'lunch')).toBeVisible()
})

test('the Search tab is accessible, in both themes and at every size', async ({ signUp, unique }) => {
  test.slow()
  const { page } = await signUp(unique('ana'))
  const longWord = 'o'.repeat(120)
  await say(page, [...numbered('the crane #birds #quay', 22), `crane ${longWord} #${'t'.repeat(90)} #birds`])
  const expectAllAccessible = async () => {
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size)
      await expectAccessible(page)
    }
  }
  await page.goto('/search')
  await expect(page.getByRole('heading', { name: 'Trending topics' })).toBeVisible()
  await expectAllAccessible()
  await page.goto('/search?q=crane&channels=main')
  await expect(count(page, '23 results, page 1 of 2')).toBeVisible()
  await expectAllAccessible()

  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Filters, 1 active' }).click()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Channels, 1 selected' }).click()
  await expect(page.getByRole('checkbox', { name: 'main' })).toBeChecked()
  await expectAccessible(page)
})
