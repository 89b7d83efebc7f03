/** The frame of every page: header, sidebar, drawer. */
import { helpRoutes } from '@flockwork/contract/help'
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { expect, test, vi } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { toasts } from '../../apps/web/src/ui/toast-store.ts'
import { PHONE, openApp, type Options } from './app.tsx'
import { refusal } from './fake-server.ts'
import { expectAccessible, isReachable, overflow, settle } from './look.ts'
import { settings, sidebar, title, switcher } from './parts.ts'
import { person, space } from './world.ts'

const header = page.getByRole('banner')
const isDark = () => document.documentElement.classList.contains('dark')
const widthOfSidebar = () => sidebar.element().getBoundingClientRect().width

/** Whether the text isn't truncated. */
function isWhole(text: Locator): boolean {
  const { scrollWidth, clientWidth } = text.element()
  return scrollWidth <= clientWidth
}

const withoutArticles: Options = {
  answers: (server) => server.answer(helpRoutes.articles, () => ({ articles: [] })),
}

test('the header has all its parts, and the username opens the settings over the current page', async () => {
  await openApp({ me: person('ana'), path: '/spaces?tab=discover' })
  await expect.element(header.getByRole('link', { name: 'Flockwork' })).toBeVisible()
  await expect.element(title('Spaces')).toBeVisible()
  await expect.element(header.getByText("ana's Workspace · 1 person, 1 agent")).toBeVisible()
  await expect.element(header.getByRole('button', { name: /^Space: / })).toBeVisible()
  await expect.element(header.getByRole('button', { name: 'Help and Resources' })).toBeVisible()
  await expect.element(header.getByRole('button', { name: 'Logout' })).toBeVisible()
  await header.getByRole('button', { name: 'Switch to dark mode' }).click()
  await expect.poll(isDark).toBe(true)
  expect(localStorage.getItem('darkMode')).toBe('true')

  await header.getByRole('link', { name: 'Settings of ana' }).click()
  await expect.element(settings).toBeVisible()
  expect(location.pathname + location.search).toBe('/spaces?tab=discover&settings=profile')
  await userEvent.keyboard('{Escape}')
  await expect.element(settings).not.toBeInTheDocument()
  expect(location.pathname + location.search).toBe('/spaces?tab=discover')
})

const LONG_NAME = 'The Reconciliation of Harbour Dues Working Group'
test.for([
  { heading: 'Register Agent', spaceName: LONG_NAME, width: 1280, isShown: true },
  { heading: 'Register Agent', spaceName: LONG_NAME, width: 640, isShown: true },
  { heading: 'Register Agent', spaceName: 'Field Lab', width: 390, isShown: true },
  { heading: 'Register Agent', spaceName: 'Field Lab', width: 320, isShown: false },
  { heading: 'Register Agent', spaceName: 'Lab', width: 390, isShown: true },
  { heading: 'Tasks', spaceName: "maximiliana's", width: 390, isShown: true },
  { heading: 'Tasks', spaceName: LONG_NAME, width: 320, isShown: false },
  { heading: 'Register Agent', spaceName: 'Common Meadow WG', width: 390, isShown: false },
])(
  'at $width px beside "$spaceName" the title "$heading" is shown in full ($isShown), else hidden',
  async ({ heading, spaceName, width, isShown }) => {
    const lab = space(spaceName)
    const me = person('maximiliana', { current_org_id: lab.id })
    const path = heading === 'Tasks' ? '/tasks' : '/register'
    await openApp({ me, path, world: { spaces: [lab] }, size: { width, height: 800 } })
    await expect.element(switcher).toMatchTextContent(spaceName)
    if (spaceName.length <= 16 && width === 390) expect(isWhole(switcher.getByText(spaceName))).toBe(true)
    const shown = title(heading).element()
    const { left, top, height } = shown.getBoundingClientRect()
    expect(document.elementFromPoint(left + 4, top + height / 2) === shown).toBe(isShown)
    if (isShown) expect(isWhole(title(heading))).toBe(true)
  },
)

test('a list of spaces that can’t be loaded leaves no loading indicator', async () => {
  await openApp({
    me: person('ana'),
    path: '/spaces',
    answers: (server) => server.answer(spaceRoutes.list, () => refusal(500, 'internal_error')),
  })
  await expect.element(page.getByText('Your spaces could not be loaded.')).toBeVisible()
  await expect.element(switcher).toHaveTextContent('Current Space')
})

test('an open menu is not covered by the tooltip of its button', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openApp({ me: person('ana'), path: '/spaces?tab=mine', world: { spaces: [space('Field Lab')] } })
  const tip = () => document.querySelector('[popover]:popover-open')?.textContent
  const more = page.getByRole('button', { name: 'More for Field Lab' })
  await more.hover()
  await expect.poll(tip).toBe('More for Field Lab')
  await more.click()
  await expect.element(page.getByRole('menu')).toBeVisible()
  expect(tip()).toBeUndefined()
  // the pointer returns, and stays longer than the delay of a tooltip
  await page.getByRole('heading', { level: 1 }).hover()
  await more.hover()
  vi.advanceTimersByTime(1000)
  await settle()
  await expect.element(page.getByRole('menu')).toBeVisible()
  expect(tip()).toBeUndefined()
})

test("on a phone a toast doesn't cover what is at the bottom, such as the buttons of a sheet", async () => {
  await openApp({
    me: person('ana'),
    path: '/spaces?tab=mine',
    size: PHONE,
    world: { spaces: [space('Field Lab')] },
  })
  await page.getByRole('button', { name: 'More for Field Lab' }).click()
  await page.getByRole('menuitem', { name: 'Leave' }).click()
  const sheet = page.getByRole('dialog', { name: 'Leave Field Lab?' })
  await expect.element(sheet).toBeVisible()
  toasts.toast({ title: 'Failed to send', description: 'Please try again.', tone: 'bad' })
  await expect.element(page.getByText('Failed to send')).toBeVisible()
  await settle()
  for (const name of ['Leave', 'Cancel']) {
    expect(isReachable(sheet.getByRole('button', { name })), name).toBe(true)
  }
})

test('the sidebar stays expanded or collapsed as it was left, and is collapsed by default in a narrower window', async () => {
  const app = await openApp({ me: person('ana') })
  for (const name of ['Messages', 'Tasks', 'Agents', 'Search', 'Spaces', 'Register Agent']) {
    await expect.element(sidebar.getByRole('link', { name, exact: true })).toBeVisible()
  }
  expect(widthOfSidebar()).toBe(224)

  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  expect(widthOfSidebar()).toBe(60)
  await expect.element(sidebar.getByRole('link', { name: 'Agents', exact: true })).toBeVisible()
  expect(app.stored.get('sidebarCollapsed')).toBe('true')
  await app.reload()
  await expect.element(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
  expect(widthOfSidebar()).toBe(60)
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  expect(widthOfSidebar()).toBe(224)

  for (const [width, expected] of [
    [1024, 224],
    [1023, 60],
    [768, 60],
  ] as const) {
    await page.viewport(width, 800)
    await expect.poll(widthOfSidebar, { message: `at ${width} px` }).toBe(expected)
  }
  // expanding it here doesn't change the choice for wide windows
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  expect(widthOfSidebar()).toBe(224)
  expect(app.stored.get('sidebarCollapsed')).toBe('false')
  await page.viewport(767, 800)
  await expect.element(sidebar).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
})

test('on a phone the menu has the signed-in user, theme, Logout and the tabs', async () => {
  await openApp({ me: person('ana'), size: PHONE })
  const opener = page.getByRole('button', { name: 'Open menu' })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect.element(header.getByRole('button', { name: 'Help and Resources' })).toBeVisible()
  await expect.element(header.getByRole('button', { name: 'Logout' })).not.toBeInTheDocument()
  // the name of the space is shown in full; the title is truncated instead
  await expect.element(switcher).toHaveTextContent("ana's Workspace")
  expect(isWhole(switcher.getByText("ana's Workspace"))).toBe(true)

  await opener.click()
  await expect.element(menu).toBeVisible()
  await expectAccessible()
  await menu.getByRole('link', { name: 'Spaces', exact: true }).click()
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(title('Spaces')).toBeVisible()

  await opener.click()
  await menu.getByRole('link', { name: 'What did I miss?', exact: true }).click()
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(title('What did I miss?')).toBeVisible()

  await opener.click()
  await menu.getByRole('button', { name: 'Switch to dark mode' }).click()
  await expect.poll(isDark).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()

  await opener.click()
  await menu.getByRole('link', { name: 'Settings of ana' }).click()
  await expect.element(settings).toBeVisible()
  expect(location.search).toBe('?settings=profile')
  await userEvent.keyboard('{Escape}')

  await opener.click()
  await menu.getByRole('button', { name: 'Logout' }).click()
  await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})

test("on a narrow screen the page doesn't scroll in the messages tab, and only there", async () => {
  await openApp({ me: person('ana'), size: PHONE })
  const scroll = () => getComputedStyle(document.documentElement).overflowY
  await expect.poll(scroll).toBe('hidden')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Agents', exact: true }).click()
  await expect.element(title('Agents')).toBeVisible()
  await expect.poll(scroll).toBe('visible')

  history.back()
  await expect.poll(scroll).toBe('hidden')
  await page.viewport(768, 800)
  await expect.poll(scroll).toBe('visible')
})

test.for(['/home', '/help', '/help/mcp', '/agents'])(
  'the frame of %s fits from 320 px to a compact window, without horizontal scrolling',
  async (path) => {
    await openApp({ me: person('ana'), path, ...withoutArticles })
    for (const size of [
      { width: 320, height: 640 },
      { width: 768, height: 800 },
      { width: 900, height: 800 },
    ]) {
      await page.viewport(size.width, size.height)
      const username = header.getByText('ana', { exact: true })
      if (size.width >= 768) await expect.element(username).toBeVisible()
      else await expect.element(username).not.toBeInTheDocument()
      expect(overflow(), `${size.width} px`).toBeLessThanOrEqual(0)
    }
  },
)
