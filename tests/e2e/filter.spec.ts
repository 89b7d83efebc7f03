/** The filter bar of the feed. */
import type { Page } from '@playwright/test'
import { callAs } from './calls.ts'
import { DESKTOP, expect, expectAccessible, PHONE, test } from './fixtures.ts'
import { agentOf, article, composer, meet } from './meeting.ts'

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search messages...' })
const chip = (page: Page, name: string) =>
  page.getByRole('search').getByRole('button', { name: new RegExp(`^${name}`) })
const feed = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true })
const choice = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

/** Messages numbered `from` to `to`, in their order. */
async function fill(page: Page, spaceId: string, from: number, to: number): Promise<void> {
  for (let index = from; index <= to; index += 1) await filler(page, spaceId, index)
}

const filler = (page: Page, spaceId: string, index: number) =>
  callAs(page, 'POST', '/auth/messages', { org_id: spaceId, content: `filler ${index} of many` })

const toTop = (page: Page) => feed(page).evaluate((pane) => pane.scrollTo({ top: 0 }))

/** The text of the first row in view, and where it stands. */
async function placeOf(page: Page): Promise<{ text: string; top: number }> {
  return feed(page).evaluate((pane) => {
    const { top } = pane.getBoundingClientRect()
    const row = [...pane.querySelectorAll('article')].find((one) => one.getBoundingClientRect().bottom > top)
    return {
      text: row?.textContent ?? '',
      top: Math.round((row?.getBoundingClientRect().top ?? 0) - top),
    }
  })
}

test('one filters by people, topics, channels, time, mentions and text, and sends the view to another', async ({
  signUp,
  unique,
}) => {
  // many steps in a row
  test.slow()
  const ana = await signUp(unique('ana'))
  const bo = await signUp(unique('bo'))
  const { page } = ana
  const spaceId = await meet(page, bo.page)
  const [scoutName, lintName] = [unique('scout'), unique('lint')]
  const scout = await agentOf(page, scoutName)
  const lint = await agentOf(page, lintName)
  const there = { org_id: spaceId }
  await scout('/auth/messages', { ...there, content: 'ancient finding #Bug', channel: 'dev' })
  await lint('/auth/messages', { ...there, content: `ancient question for @${ana.name} #Help` })
  await scout('/auth/messages', { ...there, content: 'ancient note #Help', channel: 'testing' })
  await Promise.all(Array.from({ length: 100 }, (_, index) => filler(page, spaceId, index + 1)))
  await fill(page, spaceId, 101, 104)
  // a page that kept nothing holds the newest 100, and none of the agents'
  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.includes('query_cache'))) {
      localStorage.removeItem(key)
    }
  })
  await page.reload()
  await expect(article(page, 'filler 104')).toBeVisible()
  await expect(page.getByText('100 of 100 from 0 agents')).toBeVisible()

  // the place in the feed that every filter gives back
  await feed(page).hover()
  await page.mouse.wheel(0, -1500)
  await expect(article(page, 'filler 104')).not.toBeInViewport()
  const place = await placeOf(page)

  // agents: what none of the messages at hand has, the server finds
  await chip(page, 'Agents').click()
  await page.getByRole('textbox', { name: 'Filter agents...' }).fill(scoutName.toUpperCase())
  await expect(choice(page, lintName)).toBeHidden()
  await choice(page, scoutName).check()
  await page.keyboard.press('Escape')
  await expect(chip(page, 'Agents')).toHaveAccessibleName('Agents 1 selected')
  await expect(article(page, 'ancient finding')).toBeVisible()
  await expect(article(page, 'ancient note')).toBeVisible()
  await expect(article(page, 'filler')).toHaveCount(0)
  await expect(page.getByText('2 of 102 from 1 agent')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('agents')).toBe(scoutName)

  // what arrives is shown if it passes
  await lint('/auth/messages', { ...there, content: 'fresh from lint' })
  await scout('/auth/messages', { ...there, content: 'fresh from scout #bug' })
  await expect(article(page, 'fresh from scout')).toBeVisible()
  await expect(article(page, 'fresh from lint')).toHaveCount(0)
  // and is read by sight, here as in the feed
  await expect(article(page, 'fresh from scout').getByText('Unread')).toHaveCount(0)

  // topics and channels narrow further; each step is one back
  await chip(page, 'Topics').click()
  await choice(page, 'bug').check()
  await page.keyboard.press('Escape')
  await expect(article(page, 'ancient note')).toHaveCount(0)
  await expect(article(page, 'ancient finding')).toBeVisible()
  await chip(page, 'Channels').click()
  await choice(page, 'dev').check()
  await page.keyboard.press('Escape')
  await expect(article(page, 'fresh from scout')).toHaveCount(0)
  await expect(article(page, 'ancient finding')).toBeVisible()

  // another, who stands in another space, sees the same by the address
  const view = page.url()
  const own = await callAs<{ organizations: { id: string; is_personal: boolean }[] }>(
    bo.page,
    'GET',
    '/api/organizations/',
  )
  const personal = own.organizations.find(({ is_personal }) => is_personal)
  await callAs(bo.page, 'POST', '/api/organizations/switch', { org_id: personal?.id })
  await bo.page.goto(view)
  await expect(bo.page.getByText(/^Switched to Field Lab/)).toBeVisible()
  await expect(article(bo.page, 'ancient finding')).toBeVisible()
  await expect(article(bo.page, 'filler')).toHaveCount(0)
  await expect(chip(bo.page, 'Channels')).toHaveAccessibleName('Channels 1 selected')

  await page.goBack()
  await expect(article(page, 'fresh from scout')).toBeVisible()
  await expect(chip(page, 'Channels')).toHaveAccessibleName('Channels')
  await page.goBack()
  await expect(article(page, 'ancient note')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(chip(page, 'Agents')).toHaveAccessibleName('Agents')
  await expect.poll(() => placeOf(page)).toEqual(place)

  // mentions only
  await chip(page, 'Mentions').click()
  await expect(chip(page, 'Mentions')).toHaveAttribute('aria-pressed', 'true')
  await expect(article(page, 'ancient question')).toBeVisible()
  await expect(article(page, 'ancient note')).toHaveCount(0)
  await chip(page, 'Mentions').click()

  // time: thirteen ranges; choosing closes and names the button
  await chip(page, 'Time').click()
  await expect(page.getByRole('menuitemradio')).toHaveCount(13)
  await page.getByRole('menuitemradio', { name: '8h' }).click()
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(chip(page, 'Time')).toHaveText('8h')
  expect(new URL(page.url()).searchParams.get('time')).toBe('8h')
  await expect(article(page, 'fresh from lint')).toBeVisible()
  // older ones are asked for with the filter, up to the first
  await toTop(page)
  await page.getByRole('button', { name: 'Load older messages' }).click()
  await expect(async () => {
    await toTop(page)
    await expect(page.getByText('Nothing older fits.')).toBeVisible({ timeout: 500 })
    await expect(article(page, 'ancient finding')).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.getByRole('button', { name: 'Clear all' }).click()

  // text: the server's search; what is written meanwhile stays in sight
  await page.keyboard.press('/')
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.type('"ancient n"')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No messages found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await searchBox(page).fill('ancient note')
  await searchBox(page).press('Enter')
  await expect(article(page, 'ancient note')).toBeVisible()
  await expect(article(page, 'ancient finding')).toHaveCount(0)
  await composer(page).fill('written while searching')
  await composer(page).press('Enter')
  await expect(article(page, 'written while searching')).toBeVisible()
  await page.reload()
  await expect(searchBox(page)).toHaveValue('ancient note')
  await expect(article(page, 'ancient note')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(searchBox(page)).toHaveValue('')
  await expect(article(page, 'written while searching')).toBeVisible()

  // the server's search fails: what the browser holds is searched, and nothing is said of it
  await page.route('**/api/search/messages*', (route) =>
    route.fulfill({ status: 500, json: { detail: 'no' } }),
  )
  await searchBox(page).fill('filler 99')
  await searchBox(page).press('Enter')
  await expect(article(page, 'filler 99')).toBeVisible()
  await expect(article(page, 'filler 98')).toHaveCount(0)
  await searchBox(page).fill('ancient')
  await searchBox(page).press('Enter')
  await expect(page.getByText('No messages found')).toBeVisible()
  await expect(page.getByText(/failed|could not|went wrong/i)).toHaveCount(0)
  const nothing = { messages: [], topics: [], total: 0, results_count: 0 }
  await page.route('**/api/search/messages*', (route) =>
    route.fulfill({ json: { ...nothing, success: false, error: 'Search failed' } }),
  )
  await searchBox(page).fill('filler 98')
  await searchBox(page).press('Enter')
  await expect(article(page, 'filler 98')).toBeVisible()
  await expect(article(page, 'filler 97')).toHaveCount(0)

  // a view of a space that is not theirs
  await page.goto(`/?space=${crypto.randomUUID()}&time=24h`)
  await expect(page.getByText('Not found or not yours')).toBeVisible()
})

test('on a phone the filters stand behind a button with their number, and everything is accessible', async ({
  signUp,
  unique,
}) => {
  const { page, name } = await signUp(unique('ana'), { size: PHONE })
  const spaceId = await meet(page)
  const scoutName = unique('scout')
  const scout = await agentOf(page, scoutName)
  await scout('/auth/messages', { org_id: spaceId, content: `for @${name} #Bug` })
  await scout('/auth/messages', { org_id: spaceId, content: 'for nobody #Dev' })
  await fill(page, spaceId, 1, 3)
  await expect(article(page, 'filler 3')).toBeVisible()

  const filters = chip(page, 'Filters')
  await expect(filters).toHaveAccessibleName('Filters')
  await filters.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('switch', { name: 'Mentions only' }).check()
  await sheet.getByRole('radio', { name: '24h' }).check()
  await sheet.getByRole('textbox', { name: 'Filter topics...' }).fill('#b')
  const topics = sheet.getByRole('group', { name: 'Topics' })
  await expect(topics.getByRole('checkbox')).toHaveCount(1)
  await topics.getByRole('checkbox', { name: 'bug' }).check()
  await sheet.getByRole('group', { name: 'Channels' }).getByRole('checkbox', { name: 'main' }).check()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(filters).toHaveAccessibleName('Filters 4 active')
  await expect(article(page, 'for @')).toBeVisible()
  await expect(article(page, 'filler')).toHaveCount(0)

  await searchBox(page).fill('nothing of this')
  await searchBox(page).press('Enter')
  await expect(page.getByText('No messages found')).toBeVisible()
  await expectAccessible(page)
  await filters.click()
  await sheet.getByRole('button', { name: 'Clear all' }).click()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(filters).toHaveAccessibleName('Filters')
  await expect(searchBox(page)).toHaveValue('')
  await expect(article(page, 'filler 3')).toBeVisible()

  // the same page, wide: the filters stand in a row
  await page.setViewportSize(DESKTOP)
  await expect(filters).toBeHidden()
  await chip(page, 'Agents').click()
  await choice(page, scoutName).check()
  await expect(article(page, 'filler')).toHaveCount(0)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)

  // what is chosen is taken back, one by one or all at once; the focus stays in the list
  const agents = page.getByRole('dialog', { name: 'Agents' })
  await choice(page, scoutName).uncheck()
  await expect(article(page, 'filler 3')).toBeVisible()
  await choice(page, scoutName).check()
  await expect(article(page, 'filler')).toHaveCount(0)
  await agents.getByRole('button', { name: 'Clear' }).click()
  await expect(article(page, 'filler 3')).toBeVisible()
  await expect(agents.getByRole('textbox', { name: 'Filter agents...' })).toBeFocused()
})

test('what is shown can be copied; where that fails, the text is offered to copy by hand', async ({
  signUp,
  unique,
}) => {
  const { page, name } = await signUp(unique('ana'))
  const spaceId = await meet(page)
  await fill(page, spaceId, 1, 12)
  await expect(article(page, 'filler 12')).toBeVisible()
  const copy = async (what: string) => {
    await chip(page, 'Cop').click()
    await page.getByRole('menuitem', { name: what, exact: true }).click()
    await expect(page.getByRole('menu')).toBeHidden()
  }
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())

  await copy('Copy last 5')
  await expect(chip(page, 'Copied')).toBeVisible()
  const lines = (await clipboard()).split('\n')
  expect(lines).toHaveLength(5)
  expect(lines[0]).toMatch(
    new RegExp(String.raw`^${name} \(\d{1,2} \w+ \d{4}, \d{1,2}:\d{2}\): filler 8 of many$`),
  )
  await expect(chip(page, 'Copy messages')).toBeVisible()

  await copy('Copy last 10')
  expect((await clipboard()).split('\n')).toHaveLength(10)
  await searchBox(page).fill('filler 1')
  await searchBox(page).press('Enter')
  await expect(article(page, 'filler 2')).toHaveCount(0)
  await copy('Copy visible')
  await expect.poll(async () => (await clipboard()).split('\n').length).toBe(4)

  const refusals = [
    {
      because: 'Clipboard access blocked. Please grant permission or copy manually.',
      breakIt: () => {
        navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
      },
    },
    {
      because: 'Clipboard API not supported. Please copy manually.',
      breakIt: () => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
    },
    {
      because: 'Clipboard access requires a secure connection (HTTPS).',
      breakIt: () => Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true }),
    },
  ]
  for (const { because, breakIt } of refusals) {
    await page.evaluate(breakIt)
    await copy('Copy last 25')
    const offer = page.getByRole('dialog', { name: 'Copy failed' })
    await expect(offer).toContainText(because)
    await expect(page.getByText('Unable to copy to clipboard')).toBeVisible()
    await offer.getByRole('button', { name: 'Show the text' }).click()
    const text = offer.getByRole('textbox', { name: 'Text to copy' })
    await expect(text).toHaveValue(/filler 1 of many\n.*filler 10 of many/s)
    expect(await text.evaluate((field: HTMLTextAreaElement) => field.selectionEnd)).toBeGreaterThan(100)
    await offer.getByRole('button', { name: 'Close' }).last().click()
    await expect(offer).toBeHidden()
  }
})
