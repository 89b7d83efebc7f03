/** Journeys from the settings through the real server. What their forms show is in tests/components. */
import { readFile } from 'node:fs/promises'
import { startOAuthProvider } from '../../apps/server/test/oauth-provider.ts'
import { callAs, post } from './calls.ts'
import { afterWelcome, expect, test } from './fixtures.ts'
import { composer } from './meeting.ts'
import { startProduct } from './product.ts'
import { expectSignedOut, openSettings, signIn } from './settings-page.ts'

const PASSWORD = 'a long enough password'
const NEW_PASSWORD = 'another long password'
const MINUTE_MS = 60_000

test('a new password signs out other browsers, and so does revoking one', async ({
  signUp,
  visit,
  unique,
}) => {
  const { page, name } = await signUp(unique('eli'))
  const other = await visit()
  await signIn(other, name, PASSWORD)
  await expect(composer(other)).toBeVisible()
  const dialog = await openSettings(page, 'profile')
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByLabel('New password').fill(NEW_PASSWORD)
  await dialog.getByLabel('New password').press('Enter')
  await expect(dialog.getByText('Password changed. Every other device was signed out.')).toBeVisible()
  await expectSignedOut(other)
  await signIn(other, name, NEW_PASSWORD)
  await expect(composer(other)).toBeVisible()

  await dialog.getByRole('tab', { name: 'Devices' }).click()
  const rows = dialog.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('This device')
  await expect(rows.first()).toContainText(/Chrome on \w+/)
  await rows
    .nth(1)
    .getByRole('button', { name: /^Revoke Chrome on/ })
    .click()
  const question = page.getByRole('dialog', { name: /^Revoke/ })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(rows).toHaveCount(1)
  await expectSignedOut(other)
})

test('the download has everything that the user wrote; a deleted account leaves nothing in the browser', async ({
  signUp,
  request,
  product,
  unique,
}) => {
  // the first account of an instance is its administrator, who can't be deleted
  const boss = unique('boss')
  await request.post(`${product.url}/auth/register`, {
    data: { username: boss, email: `${boss}@example.org`, password: PASSWORD },
  })
  const { page, name } = await signUp(unique('mia'))
  await post(page, 'the one thing I ever said')
  const broken: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) broken.push(message.text())
  })
  const dialog = await openSettings(page, 'data')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download your data' }).press('Enter')
  const download = await saved
  await expect(dialog.getByText(/^Flockwork \d+\.\d+\.\d+/)).toBeVisible()
  const file = download.suggestedFilename()
  expect(file).toMatch(new RegExp(`^flockwork-${name}-\\d{4}-\\d\\d-\\d\\d\\.json$`))
  await expect(dialog.getByText(`Saved as ${file}`)).toBeVisible()
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>
  expect(data).toMatchObject({
    profile: { username: name, email: `${name}@example.org` },
    devices: [{ current: true }],
    messages: [{ content: 'the one thing I ever said' }],
  })
  expect(JSON.stringify(data)).not.toContain(PASSWORD)
  expect(broken).toEqual([])

  await page.evaluate(() => localStorage.setItem('darkMode', 'false'))
  const tab = await page.context().newPage()
  await tab.goto('/home')
  const userId = (await callAs<{ id: string }>(page, 'GET', '/auth/me')).id
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  const question = page.getByRole('dialog', { name: 'Delete your account?' })
  await question.getByRole('textbox', { name: `Type ${name} to confirm` }).fill(name)
  // just signed in: no password is needed
  await question.getByRole('button', { name: 'Delete my account' }).click()
  await expect(
    // on screen, not only announced
    page.getByRole('main').getByText('Your account was deleted. Nothing of it is left in this browser.'),
  ).toBeVisible()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/')
  await expect(composer(tab)).toBeHidden()
  const left = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
  expect(JSON.stringify(left)).not.toContain(userId)
  expect(JSON.stringify(left)).not.toContain(name)
  expect(left['darkMode']).toBe('false')

  // shown once, and not to the next user of this browser
  await page.reload()
  await expect(page.getByRole('main').getByText('Your account was deleted.')).toBeHidden()
})

test('without a password, a recent sign-in at the provider is enough', async ({ browser }) => {
  test.slow()
  await using provider = await startOAuthProvider()
  const product = await startProduct({ ...provider.env, FLOCKWORK_ENV: 'test' })
  provider.signIn({ id: 7, login: 'octo', emails: [{ email: 'octo@example.org', verified: true }] })
  const context = await browser.newContext({ baseURL: product.url, ...afterWelcome(product.url) })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign in with GitHub' }).click()
  await expect(composer(page)).toBeVisible()

  const moved = await context.request.post('/test/clock', {
    data: { at: new Date(Date.now() + 11 * MINUTE_MS).toISOString() },
  })
  expect(moved.ok()).toBe(true)
  const dialog = await openSettings(page, 'profile')
  const next = dialog.getByLabel('New password')
  const set = dialog.getByRole('button', { name: 'Set password' })
  await expect(dialog.getByLabel('Current password')).toBeHidden()
  await next.fill(PASSWORD)
  await set.click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Sign in again first' })).toBeVisible()
  await expect(next).toHaveValue(PASSWORD)

  const signInAgain = dialog.getByRole('link', { name: 'Sign in with GitHub again' })
  provider.signIn({ id: 7, login: 'octo', emails: [{ email: 'octo@example.org', verified: true }] })
  await signInAgain.click()
  await expect(dialog.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true')
  await next.fill(PASSWORD)
  await set.click()
  await expect(dialog.getByText('Password set. Every other device was signed out.')).toBeVisible()
  await expect(dialog.getByLabel('Current password')).toBeVisible()

  await context.close()
  await product.stop()
})
