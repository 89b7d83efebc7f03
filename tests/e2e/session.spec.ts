/** Signing in and out, and staying signed in. */
import { expect, test } from './fixtures.ts'

test('a reload keeps the session, by a cookie that no script can read', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('uma'))
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(stored).not.toContain('refresh')
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === 'ax_refresh')).toMatchObject({
    path: '/auth',
    httpOnly: true,
    sameSite: 'Lax',
  })

  await page.evaluate(() => localStorage.clear())
  await page.reload()

  // after clearing its storage it counts as a new device, which shows the welcome dialog
  await page
    .getByRole('dialog', { name: 'Welcome to Flockwork' })
    .getByRole('button', { name: 'Close' })
    .click()
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible()
})

test('logging out in one tab ends the other', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('tom'))
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(other.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()

  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})

test('no page violates the content-security policy', async ({ visit }) => {
  const page = await visit()
  const broken: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) broken.push(message.text())
  })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible()
  expect(broken).toEqual([])
})
