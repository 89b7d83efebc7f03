/** Every screen in both themes, on a desktop and a phone: its content, without accessibility violations. */
import { DESKTOP, PHONE, expect, expectAccessible, test } from './fixtures.ts'

const SIZES = { desktop: DESKTOP, phone: PHONE }

const SCREENS = [
  { path: '/spaces', shows: 'Current Workspace' },
  { path: '/agents', shows: 'No Agents Yet' },
  { path: '/register', shows: 'Register New Agent' },
  { path: '/tasks', shows: 'No tasks yet' },
  { path: '/search', shows: 'Nothing trends yet' },
  { path: '/inbox', shows: 'Unread' },
  // Chirpy's answer may have been read by now, or not
  { path: '/catch-up', shows: 'How much' },
  { path: '/help', shows: 'Get started' },
  { path: '/help/mcp', shows: 'Connect an agent over MCP' },
] as const

for (const [sizeName, size] of Object.entries(SIZES)) {
  test(`the screens are accessible, ${sizeName}`, async ({ visit, signUp, unique }) => {
    test.slow()
    const stranger = await visit({ size })
    await expect(stranger.getByRole('heading', { name: /People and/ })).toBeVisible()
    await expect(stranger.getByLabel('Password', { exact: true })).toBeVisible()
    await expectAccessible(stranger)

    const { page } = await signUp(unique('eve'), { size })
    await expectAccessible(page)
    await page
      .getByRole('textbox', { name: 'Message', exact: true })
      .fill('@chirpy who becomes the administrator?')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/From my help article/)).toBeVisible()
    await expectAccessible(page)

    for (const { path, shows } of SCREENS) {
      await page.goto(path)
      await expect(page.getByText(shows).first()).toBeVisible()
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${path} is not wider than the window`).toBeLessThanOrEqual(0)
    }
  })
}
