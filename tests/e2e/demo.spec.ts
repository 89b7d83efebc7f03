/** Demos: started from the help dialog or by an event, played, answered, cleared (docs/rules/demo.md#playing). */
import type { Locator, Page } from '@playwright/test'
import type { Message } from '@flockwork/contract/messages'
import { callAs } from './calls.ts'
import { DESKTOP, PHONE, expect, expectAccessible, test } from './fixtures.ts'
import { article, composer, holdFinger, meet, says, toolbarOf } from './meeting.ts'

const help = (page: Page) => page.getByRole('dialog', { name: 'How can we help you' })
const banner = (page: Page) => page.getByRole('region', { name: 'Demo', exact: true })
const clear = (page: Page) => banner(page).getByRole('button', { name: 'Clear Demo' })
/** Long enough for any scenario. */
const TO_THE_END_MS = 15_000

async function openHelp(page: Page): Promise<void> {
  await page.locator('main').focus()
  await page.keyboard.press('?')
  await expect(help(page)).toBeVisible()
}

async function startFromHelp(page: Page, name: string): Promise<void> {
  await openHelp(page)
  await help(page).getByRole('button', { name }).click()
  await expect(help(page)).toBeHidden()
}

/** As the composer's `/demo` does. */
function ask(page: Page, scenario?: string): Promise<boolean> {
  return page.evaluate(
    (detail) => dispatchEvent(new CustomEvent('flockwork:run-demo', { detail })),
    scenario === undefined ? null : { scenario },
  )
}

/** Presses a button of the toolbar that a row shows under the pointer, which the rows above may push away. */
async function press(row: Locator, name: string): Promise<void> {
  await expect(async () => {
    await row.hover()
    await toolbarOf(row).getByRole('button', { name, exact: true }).click({ timeout: 2000 })
  }).toPass()
}

async function storedDemo(page: Page): Promise<Message[]> {
  return (await callAs<{ messages: Message[] }>(page, 'GET', '/demo/messages')).messages
}

const DEMOS = [
  { name: 'Agent conversation', last: 'Please do, and one second it is.' },
  { name: 'Task management', last: 'Read and approved.' },
  { name: 'Reactions', last: 'A reply that is nothing but an emoji' },
  { name: 'Team collaboration', last: 'Out since 14:52.' },
]

test('every demo of the help dialog plays in place of the feed, message by message, until it is cleared', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('demo'))
  await says(page, 'This is real')
  await page.clock.install()

  await page.getByRole('button', { name: 'Help and Resources' }).click()
  await expect(help(page).getByRole('link', { name: 'MCP integration' })).toHaveAttribute('href', '/help/mcp')
  await help(page).getByRole('button', { name: 'Generate demo agents' }).click()
  await expect(page.getByText('Demo Ready')).toBeVisible()
  await expect(article(page, 'Hello, I am a sample agent')).toBeVisible()
  await expect(article(page, 'See how we work together')).toBeHidden()
  await expect(article(page, 'This is real')).toBeHidden()
  await page.clock.runFor(TO_THE_END_MS)
  await expect(article(page, 'See how we work together')).toBeVisible()
  await expect(article(page, 'Please do, and one second it is.')).toBeVisible()
  await expect(article(page, 'One line. Three tries')).toContainText('by @maya-demo')
  await clear(page).click()
  await expect(banner(page)).toBeHidden()
  await expect(article(page, 'This is real')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect.poll(() => storedDemo(page)).toEqual([])

  for (const { name, last } of DEMOS) {
    await startFromHelp(page, name)
    await expect(banner(page)).toBeVisible()
    await page.clock.runFor(TO_THE_END_MS)
    await expect(article(page, last)).toBeVisible()
  }
  // another page of the app, and back
  await page.getByRole('complementary').getByRole('link', { name: 'Spaces' }).click()
  await expect(page.getByRole('tab', { name: 'My Workspaces' })).toBeVisible()
  await page.goBack()
  await expect(article(page, DEMOS.at(-1)?.last ?? '')).toBeVisible()

  // cleared elsewhere: nothing of it stays here
  await callAs(page, 'POST', '/demo/clear')
  await expect(banner(page)).toBeHidden()
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('in a demo one reacts, answers and writes, changes nothing, and finds it again after a reload', async ({
  signUp,
  unique,
}) => {
  const { page, name } = await signUp(unique('talk'))
  await page.clock.install()
  await ask(page, 'reactions')
  await expect(article(page, 'The new search is live.')).toBeVisible()

  // while it plays
  await says(page, 'Looks good to me')
  const own = article(page, 'Looks good to me')
  await own.hover()
  await expect(toolbarOf(own).getByRole('button', { name: 'Reply', exact: true })).toBeVisible()
  for (const act of ['Edit', 'Delete', 'Copy link']) {
    await expect(toolbarOf(own).getByRole('button', { name: act })).toHaveCount(0)
  }
  await composer(page).press('ArrowUp')
  await expect(page.getByRole('textbox')).toHaveCount(1)
  await page.clock.runFor(TO_THE_END_MS)
  await expect(article(page, 'A reply that is nothing but an emoji')).toBeVisible()
  const order = await page.getByRole('article').allInnerTexts()
  expect(order.findIndex((text) => text.includes('Looks good to me'))).toBeLessThan(
    order.findIndex((text) => text.includes('A reply that is nothing but an emoji')),
  )

  // tall enough for the whole demo: a row that the pane's edge cuts has its toolbar beyond it
  await page.setViewportSize({ width: 1280, height: 1000 })
  const live = article(page, 'The new search is live.')
  await press(live, 'Ship it!')
  await expect(live.getByRole('button', { name: /^Ship it!.*4/ })).toHaveAttribute('aria-pressed', 'true')
  const tried = article(page, 'It takes half as long')
  await press(tried, 'Reply')
  const box = page.getByRole('textbox', { name: 'Reply to @scout-demo' })
  await box.fill('!party')
  await box.press('Enter')
  await expect(tried.getByRole('button', { name: /🎉|party/i })).toHaveAttribute('aria-pressed', 'true')
  await press(tried, 'Reply')
  await box.fill('Over which questions?')
  await box.press('Enter')
  await expect(article(page, 'Over which questions?')).toBeVisible()
  await expect(page.getByRole('button', { name: /1 reply/ })).toBeVisible()
  await expect.poll(async () => (await storedDemo(page)).length).toBe(7)
  // the space knows nothing of it
  const { posts } = await callAs<{ posts: Message[] }>(page, 'GET', '/auth/messages')
  expect(posts).toEqual([])

  await page.reload()
  await expect(article(page, 'Over which questions?')).toBeVisible()
  await expect(live.getByRole('button', { name: /^Ship it!.*4/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('article')).toHaveCount(7)

  // another browser session has no demo
  const state = await page.context().storageState()
  const other = await page.context().browser()?.newContext({ storageState: state, baseURL: page.url() })
  const fresh = await other?.newPage()
  if (!other || !fresh) throw new Error('The browser opens no further session')
  await fresh.goto('/home')
  await expect(fresh.getByText('Quiet in here')).toBeVisible()
  await expect(banner(fresh)).toBeHidden()
  await other.close()

  await clear(page).click()
  await expect(page.getByText('Quiet in here')).toBeVisible()
  await says(page, `And now ${name} is heard`)
})

test('a demo asked for elsewhere plays in the personal space, and what can go wrong is said', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('move'))
  await meet(page)
  await ask(page, 'team')
  await expect(page).toHaveURL('/home')
  await expect(banner(page)).toBeVisible()
  await expect(article(page, 'Good morning. The beta')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Space: .*'s Workspace/ })).toBeVisible()
  await clear(page).click()
  await expect(banner(page)).toBeHidden()

  await page.route('**/demo/start', (route) =>
    route.fulfill({ status: 503, json: { detail: 'The database is away', error: 'unavailable' } }),
  )
  await ask(page, 'notes')
  await expect(page.getByText('Demo Failed')).toBeVisible()
  await expect(page.getByText('Unable to run the demo (503): The database is away')).toBeVisible()
  await expect(banner(page)).toBeHidden()
  await page.unroute('**/demo/start')

  // a failed switch is ignored: the demo plays where one is
  await meet(page)
  await page.route('**/organizations/switch', (route) =>
    route.fulfill({ status: 500, json: { detail: 'no' } }),
  )
  await ask(page, 'notes')
  await expect(banner(page)).toBeVisible()
  await expect(article(page, 'A task for @quill-demo')).toBeVisible()
  await expect(page.getByText(/Switched to|Could not switch/)).toBeHidden()
  await expect(page).toHaveURL('/')
})

test('help and demo are accessible and fit, in both themes and sizes', async ({ signUp, unique }) => {
  test.slow()
  const { page } = await signUp(unique('seen'))
  await page.clock.install()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await ask(page, 'conversation')
  await page.clock.runFor(TO_THE_END_MS)
  await expect(article(page, 'Please do, and one second it is.')).toBeVisible()

  for (const [colorScheme, size] of [
    ['light', PHONE],
    ['light', DESKTOP],
    ['dark', DESKTOP],
    ['dark', PHONE],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.classList.contains('dark')))
      .toBe(colorScheme === 'dark')
    await page.setViewportSize(size)
    await expectAccessible(page)
    await openHelp(page)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(help(page)).toBeHidden()
  }

  await page.setViewportSize({ width: 320, height: 640 })
  await openHelp(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.setViewportSize(PHONE)
  await holdFinger(article(page, 'Please do, and one second it is.'))
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('button', { name: 'Copy text' })).toBeVisible()
  await expect(sheet.getByRole('button', { name: /Edit|Delete|Copy link/ })).toHaveCount(0)
})
