/** The frame around every page: header, sidebar, drawer. */
import type { Page } from '@playwright/test'
import { PHONE, expect, expectAccessible, test } from './fixtures.ts'
import { sidebar, title } from './shell-parts.ts'

const COMPACT = { width: 900, height: 800 }

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

test('the frame holds from 320 px to a compact window, without a scroll bar below', async ({
  signUp,
  unique,
}) => {
  const { page, name } = await signUp(unique('fit'))
  for (const path of ['/home', '/help', '/help/mcp', '/agents']) {
    await page.goto(path)
    for (const size of [{ width: 320, height: 640 }, { width: 768, height: 800 }, COMPACT]) {
      await page.setViewportSize(size)
      const username = page.getByRole('banner').getByText(name, { exact: true })
      await expect(username).toBeVisible({ visible: size.width >= 768 })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${path} at ${size.width} px`).toBeLessThanOrEqual(0)
    }
  }
})
