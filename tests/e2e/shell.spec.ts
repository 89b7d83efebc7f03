/** The frame around every page: header, sidebar, drawer, switcher, keys, palette, toasts (platform, section 2; ui, sections 5 and 7). */
import type { Page } from '@playwright/test'
import { createSpace } from './calls.ts'
import { DESKTOP, PHONE, expect, expectAccessible, test } from './fixtures.ts'

const COMPACT = { width: 900, height: 800 }

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const sidebar = (page: Page) => page.getByRole('complementary')
const help = (page: Page) => page.getByRole('dialog', { name: 'How can we help you' })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to or do' })
const paletteField = (page: Page) => palette(page).getByRole('combobox')

/** Takes the focus off the composer, so that single keys act. */
async function stopTyping(page: Page): Promise<void> {
  await page.locator('main').focus()
}

async function widthOf(page: Page): Promise<number> {
  return sidebar(page).evaluate((element) => element.getBoundingClientRect().width)
}

test('the header has its parts, and the username opens the settings over the page that is open', async ({
  signUp,
  unique,
}) => {
  const { page, name } = await signUp(unique('head'))
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Flockwork' })).toBeVisible()
  await expect(title(page, 'Messages')).toBeVisible()
  await expect(header.getByText(`${name}'s Workspace · 1 person, 1 agent`)).toBeVisible()
  await expect(header.getByRole('button', { name: /^Space: / })).toBeVisible()
  await expect(header.getByRole('button', { name: 'Help and Resources' })).toBeVisible()
  await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible()
  await header.getByRole('button', { name: 'Switch to dark mode' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('true')

  await page.goto('/spaces?tab=discover')
  await header.getByRole('link', { name: `Settings of ${name}` }).click()
  await expect(page).toHaveURL('/spaces?tab=discover&settings=profile')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeHidden()
  await expect(page).toHaveURL('/spaces?tab=discover')
})

test('the sidebar is wide or narrow as it was left, and narrow by default on a narrower window', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('side'))
  for (const name of ['Messages', 'Tasks', 'Agents', 'Search', 'Spaces', 'Register Agent']) {
    await expect(sidebar(page).getByRole('link', { name, exact: true })).toBeVisible()
  }
  expect(await widthOf(page)).toBe(224)

  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  expect(await widthOf(page)).toBe(60)
  await expect(sidebar(page).getByRole('link', { name: 'Agents', exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('sidebarCollapsed'))).toBe('true')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
  expect(await widthOf(page)).toBe(60)
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  expect(await widthOf(page)).toBe(224)

  for (const [width, expected] of [
    [1024, 224],
    [1023, 60],
    [768, 60],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => widthOf(page), { message: `at ${width} px` }).toBe(expected)
  }
  // opening it there is for now, not for wide windows
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  expect(await widthOf(page)).toBe(224)
  expect(await page.evaluate(() => localStorage.getItem('sidebarCollapsed'))).toBe('false')
  await page.setViewportSize({ width: 767, height: 800 })
  await expect(sidebar(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
})

test('on a phone the menu holds who is signed in, theme, Logout and the tabs', async ({ signUp, unique }) => {
  test.slow()
  const { page, name } = await signUp(unique('tel'), { size: PHONE })
  const open = () => page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(page.getByRole('banner').getByRole('button', { name: 'Help and Resources' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeHidden()

  await open()
  await expectAccessible(page)
  await menu.getByRole('link', { name: 'Spaces', exact: true }).click()
  await expect(menu).toBeHidden()
  await expect(title(page, 'Spaces')).toBeVisible()

  await open()
  await menu.getByRole('button', { name: 'Switch to dark mode' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()

  await open()
  await menu.getByRole('link', { name: `Settings of ${name}` }).click()
  await expect(page).toHaveURL(/\?settings=profile$/)
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')

  await open()
  await menu.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})

test('on a narrow screen the messages tab, and no other, locks the scroll of the page', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('lock'), { size: PHONE })
  const overflow = () => page.locator('html').evaluate((element) => getComputedStyle(element).overflowY)
  await expect.poll(overflow).toBe('hidden')

  await page.goto('/agents')
  await expect(title(page, 'Agents')).toBeVisible()
  expect(await overflow()).toBe('visible')

  await page.goto('/home')
  await expect.poll(overflow).toBe('hidden')
  await page.setViewportSize({ width: 768, height: 800 })
  await expect.poll(overflow).toBe('visible')
})

test('? opens the help outside an input, and its quick actions lead to the tabs', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page } = await signUp(unique('ask'))
  await composer(page).focus()
  await page.keyboard.press('?')
  await expect(composer(page)).toHaveValue('?')
  await expect(help(page)).toBeHidden()
  await composer(page).fill('')

  for (const { action, path } of [
    { action: 'Send a message (/)', path: '/home' },
    { action: 'Create agent (/register)', path: '/register' },
    { action: 'View agents (/agents)', path: '/agents' },
    { action: 'Browse tasks (/tasks)', path: '/tasks' },
    { action: 'Search platform (/search)', path: '/search' },
    { action: 'Getting started (/help)', path: '/help' },
    { action: 'MCP setup (/help/mcp)', path: '/help/mcp' },
  ]) {
    await stopTyping(page)
    await page.keyboard.press('?')
    await help(page).getByRole('link', { name: action }).click()
    await expect(help(page)).toBeHidden()
    await expect(page, action).toHaveURL(path)
  }

  await page.getByRole('button', { name: 'Help and Resources' }).click()
  await expect(help(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Help and Resources' })).toBeFocused()
})

test('g and a letter lead to a tab, and all single keys can be switched off', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('keys'))
  for (const { letter, name } of [
    { letter: 't', name: 'Tasks' },
    { letter: 'a', name: 'Agents' },
    { letter: 's', name: 'Search' },
    { letter: 'p', name: 'Spaces' },
    { letter: 'r', name: 'Register Agent' },
    { letter: 'i', name: 'Inbox' },
    { letter: 'm', name: 'Messages' },
  ]) {
    await stopTyping(page)
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await expect(title(page, name), `g ${letter}`).toBeVisible()
  }

  // while typing they are letters
  await composer(page).focus()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(composer(page)).toHaveValue('gt')
  await composer(page).fill('')

  await page.getByRole('button', { name: 'Help and Resources' }).click()
  await help(page).getByRole('switch', { name: 'Letter shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(help(page)).toBeHidden()
  await stopTyping(page)
  for (const key of ['g', 't', '?', 'c']) await page.keyboard.press(key)
  await expect(title(page, 'Messages')).toBeVisible()
  await expect(help(page)).toBeHidden()
  await expect(composer(page)).not.toBeFocused()

  // the palette is no single key
  await page.keyboard.press('Control+k')
  await expect(paletteField(page)).toBeFocused()
})

test('g waits a second and a half for its letter', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('slow'))
  await stopTyping(page)
  // the browser's own time stamps decide, so the presses carry them
  const press = (key: string, at: number) =>
    page.evaluate(
      ([name, time]) => {
        const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
        Object.defineProperty(event, 'timeStamp', { value: time })
        document.querySelector('main')?.dispatchEvent(event)
      },
      [key, at] as const,
    )

  await press('g', 10_000)
  await press('t', 11_500)
  await expect(title(page, 'Messages')).toBeVisible()
  await press('g', 20_000)
  await press('t', 21_499)
  await expect(title(page, 'Tasks')).toBeVisible()
})

test('/ goes to the search box of the page, and is a letter in a text', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('find'))
  await page.goto('/help')
  const box = page.getByRole('searchbox', { name: 'Search the help' })
  await expect(box).toBeVisible()
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('')
  await page.keyboard.press('/')
  await expect(box).toHaveValue('/')
})

test('the palette finds places, spaces, people and actions, also while typing', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page, name } = await signUp(unique('pal'))
  await createSpace(page, 'Field Lab')
  await page.reload()
  await expect(page.getByRole('button', { name: /^Space: / })).toBeVisible()
  await composer(page).fill('half a thought')
  await page.keyboard.press('Control+k')
  await expect(paletteField(page)).toBeFocused()
  await expectAccessible(page)

  // a place
  await paletteField(page).fill('agen')
  await expect(palette(page).getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(title(page, 'Agents')).toBeVisible()
  await expect(palette(page)).toBeHidden()

  // a mention goes into what was being written
  await page.keyboard.press('Meta+k')
  await paletteField(page).fill('@chir')
  await page.keyboard.press('Enter')
  await expect(title(page, 'Messages')).toBeVisible()
  await expect(composer(page)).toHaveValue(/@chirpy/)
  await expect(composer(page)).toHaveValue(/half a thought/)
  await expect(composer(page)).toBeFocused()

  // oneself is nobody to mention; the arrows go round; Escape gives the focus back
  await page.keyboard.press('Control+k')
  await paletteField(page).fill(`@${name}`)
  await expect(palette(page).getByText('Nothing has that name')).toBeVisible()
  await paletteField(page).fill('help')
  const options = palette(page).getByRole('option')
  const count = await options.count()
  expect(count).toBeGreaterThan(1)
  await page.keyboard.press('ArrowUp')
  await expect(options.nth(count - 1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(composer(page)).toBeFocused()

  // actions
  await page.keyboard.press('Control+k')
  await paletteField(page).fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.keyboard.press('Control+k')
  await paletteField(page).fill('and resources')
  await page.keyboard.press('Enter')
  await expect(help(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await paletteField(page).fill('settings')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?settings=profile$/)
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeHidden()

  // another space
  await page.keyboard.press('Control+k')
  await paletteField(page).fill('field')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Switched to Field Lab')).toBeVisible()
  await page.keyboard.press('Control+k')
  await paletteField(page).fill('log')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Discard \d drafts?\?$/)).toBeVisible()
})

for (const [sizeName, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`the windows of the shell are accessible, ${sizeName}`, async ({ signUp, unique }) => {
    test.slow()
    const { page } = await signUp(unique('win'), { size })
    await page.getByRole('button', { name: 'Help and Resources' }).click()
    await expect(help(page)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(help(page)).toBeHidden()
    await page.keyboard.press('Control+k')
    await expect(paletteField(page)).toBeVisible()
    await expectAccessible(page)
    await paletteField(page).fill('zzz')
    await expect(palette(page).getByText('Nothing has that name')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /Switch space$/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Manage Spaces' })).toBeVisible()
    await expectAccessible(page)
  })
}

test('the switcher lists the other spaces with their type, and leads to the Spaces tab', async ({
  signUp,
  unique,
}) => {
  const { page, name } = await signUp(unique('swi'))
  await createSpace(page, 'Field Lab', 'invite_only')
  await createSpace(page, 'Night Shift', 'private')
  await page.reload()
  await page.getByRole('button', { name: /^Space: / }).click()
  const items = page.getByRole('menuitem')
  await expect(items).toHaveCount(3)
  await expect(items.filter({ hasText: 'Field Lab' })).toContainText('Team')
  await expect(items.filter({ hasText: 'Night Shift' })).toContainText('Personal')
  await expect(page.getByRole('menu').getByText(`${name}'s Workspace`)).toHaveCount(0)

  await items.filter({ hasText: 'Manage Spaces' }).click()
  await expect(page).toHaveURL('/spaces')
  await expect(page.getByRole('menu')).toHaveCount(0)

  await page.getByRole('button', { name: /^Space: / }).click()
  await items.filter({ hasText: 'Field Lab' }).click()
  await expect(page.getByText('Space Switched')).toBeVisible()
  await expect(page.getByText('Switched to Field Lab')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('typing in a menu finds an item, and begins anew after a second', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('typ'))
  await createSpace(page, 'Mosaic')
  await createSpace(page, 'Alder')
  await page.reload()
  const item = (name: string) => page.getByRole('menuitem', { name })
  await page.getByRole('button', { name: /^Space: / }).press('Enter')
  await expect(item('Manage Spaces')).toBeVisible()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)

  await page.keyboard.press('End')
  await page.clock.runFor(1)
  await expect(item('Manage Spaces')).toBeFocused()
  await page.keyboard.press('m')
  await page.clock.runFor(1)
  await expect(item('Mosaic')).toBeFocused()
  await page.clock.runFor(990)
  await page.keyboard.press('a')
  await page.clock.runFor(1)
  await expect(item('Manage Spaces')).toBeFocused()

  await page.clock.runFor(1000)
  await page.keyboard.press('a')
  await page.clock.runFor(1)
  await expect(item('Alder')).toBeFocused()
})

test('who is in no space is offered to join one', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('none'))
  await page.route('**/api/organizations/', (route) => route.fulfill({ json: { organizations: [] } }))
  await page.reload()
  await page.getByRole('link', { name: 'Join Space' }).click()
  await expect(page).toHaveURL('/spaces')
})

test('while the spaces can not be read the switcher shows those read last, or that it is loading', async ({
  signUp,
  unique,
}) => {
  const { page, name } = await signUp(unique('wait'))
  const kept = () =>
    page.evaluate(() =>
      Object.keys(localStorage)
        .filter((key) => key.includes('query_cache'))
        .map((key) => localStorage.getItem(key))
        .join(),
    )
  await expect.poll(kept).toContain(`${name}'s Workspace`)
  await page.route('**/api/organizations/', (route) => route.abort())
  await page.reload()
  const trigger = page.getByRole('button', { name: /Switch space$/ })
  await expect(trigger).toHaveText(`${name}'s Workspace`)

  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.includes('query_cache')) localStorage.removeItem(key)
    }
  })
  await page.reload()
  await expect(trigger).toHaveText('Loading')
  await trigger.click()
  await expect(page.getByRole('menuitem')).toHaveText(['Manage Spaces'])
})

const CLIPBOARDS = [
  {
    because: 'the person refuses it',
    spoil: () => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    },
    says: 'Clipboard access blocked. Please grant permission or copy manually.',
  },
  {
    because: 'the connection is not secure',
    spoil: () => {
      Object.defineProperty(window, 'isSecureContext', { value: false })
    },
    says: 'Clipboard access requires a secure connection (HTTPS).',
  },
  {
    because: 'the browser has none',
    spoil: () => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
    },
    says: 'Clipboard API not supported. Please copy manually.',
  },
]

for (const { because, spoil, says } of CLIPBOARDS) {
  test(`copying says what is in the way when ${because}`, async ({ signUp, unique }) => {
    const { page } = await signUp(unique('copy'))
    await page.addInitScript(spoil)
    await page.goto('/help/mcp')
    await page.getByRole('button', { name: 'Copy code' }).first().click()
    const alert = page.getByRole('alert').filter({ hasText: says })
    await alert.getByRole('button', { name: 'Show the text' }).click()
    const text = page
      .getByRole('dialog', { name: 'Copy failed' })
      .getByRole('textbox', { name: 'Text to copy' })
    await expect(text).toHaveValue(/claude mcp add/)
    await expect(text).toBeFocused()
  })
}

test('what was copied is confirmed for two seconds', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('conf'))
  await page.goto('/help/mcp')
  const copy = page.getByRole('button', { name: 'Copy code' }).first()
  await expect(copy).toBeVisible()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await copy.click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('claude mcp add')
  await page.clock.runFor(1_990)
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.clock.runFor(20)
  await expect(page.getByRole('button', { name: 'Copied' })).toHaveCount(0)
})

test('only one toast is there at a time: a newer one takes the place of the older', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('toast'))
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await page.goto('/help/mcp')
  const toasts = page.getByRole('button', { name: 'Close notification' })
  await page.getByRole('button', { name: 'Copy code' }).first().click()
  await expect(page.getByText('Clipboard access blocked', { exact: false })).toBeVisible()
  await page.evaluate(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
  await page.getByRole('button', { name: 'Copy code' }).first().click()
  await expect(page.getByText('Clipboard access requires', { exact: false })).toBeVisible()
  await expect(page.getByText('Clipboard access blocked', { exact: false })).toHaveCount(0)
  await expect(toasts).toHaveCount(1)
  await toasts.click()
  await expect(toasts).toHaveCount(0)
})

test('a page that fails says so in its place, and Try Again tries again', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('err'))
  await page.route('**/assets/spaces-page-*.js', (route) => route.abort())
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Spaces', exact: true })
    .click()
  await expect(page.getByRole('heading', { name: 'Component Error' })).toBeVisible()
  await expectAccessible(page)

  await page.unroute('**/assets/spaces-page-*.js')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('button', { name: 'Create Workspace' })).toBeVisible()

  // and the rest of the app stood all the time
  await expect(page.getByRole('banner')).toBeVisible()
})

test('a window that can not be had says so, and can be asked for again', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('lazy'))
  await page.route('**/assets/help-dialog-*.js', (route) => route.abort())
  await page.reload()
  await page.getByRole('button', { name: 'Help and Resources' }).click()
  await expect(page.getByText('This could not be opened')).toBeVisible()
  await page.unroute('**/assets/help-dialog-*.js')
  await page.getByRole('button', { name: 'Help and Resources' }).click()
  await expect(help(page)).toBeVisible()
})

test('the frame holds from 320 px to a compact window, without a scroll bar below', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('fit'))
  for (const path of ['/home', '/help', '/help/mcp', '/agents']) {
    await page.goto(path)
    for (const size of [{ width: 320, height: 640 }, COMPACT]) {
      await page.setViewportSize(size)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${path} at ${size.width} px`).toBeLessThanOrEqual(0)
    }
  }
})
