/** The help centre with the product's articles, and the API documentation. */
import { expect, expectAccessible, expectLegible, inTheDark, PHONE, test } from './fixtures.ts'
import { composer } from './meeting.ts'

test(`the API can be browsed, without external or inline resources`, async ({ visit, product }) => {
  test.slow()
  const page = await visit()
  const problems: string[] = []
  const foreign: string[] = []
  page.on('console', (message) => {
    // the previous page checked for a session
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
  // the contrast of our texts is up to us, the library's markup is not
  await expectLegible(page)
  await inTheDark(page, () => expectLegible(page))

  expect(problems).toEqual([])
  expect(foreign).toEqual([])
})

test("Chirpy's answer links to the article that it is from", async ({ signUp, unique }) => {
  const { page } = await signUp(unique('chi'))
  await composer(page).fill('@chirpy is there a dark mode?')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')

  await page.getByRole('link', { name: 'Dark mode' }).click()

  // in this tab, without a page load
  await expect(page).toHaveURL('/help/dark-mode')
  await expect(page.getByRole('heading', { level: 2, name: 'Dark mode' })).toBeVisible()
  expect(page.context().pages()).toHaveLength(1)
})

test("the product's articles can be searched, and the longest is accessible", async ({ signUp, unique }) => {
  const { page } = await signUp(unique('hel'))
  await page.goto('/help')
  await page.getByRole('searchbox', { name: 'Search the help' }).fill('setup code')
  await expect(page.getByRole('link', { name: /^The first account and the setup code/ })).toBeVisible()

  await page.goto('/help/self-hosting')
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0)
})
