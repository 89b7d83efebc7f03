/** The help centre, the MCP help and the description of the API. */
import { DESKTOP, expect, expectAccessible, expectLegible, inTheDark, PHONE, test } from './fixtures.ts'
import { composer } from './meeting.ts'

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

test('the help centre leads to the documentation that the operator names', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('docs'))
  const docs = page.getByRole('link', { name: 'Docs', exact: true })
  await page.goto('/help')
  await expect(page.getByRole('link', { name: 'the API, call by call' })).toBeVisible()
  await expect(docs).toBeHidden()

  await page.route('**/auth/providers', async (route) => {
    const response = await route.fetch()
    const offered = (await response.json()) as Record<string, unknown>
    await route.fulfill({ response, json: { ...offered, docs_url: 'https://docs.example.org/' } })
  })
  await page.reload()
  await expect(docs).toHaveAttribute('href', 'https://docs.example.org/')
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
