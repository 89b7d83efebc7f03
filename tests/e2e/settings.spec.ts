/** Journeys from the settings through the real server. What their forms show is in tests/components. */
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { startOAuthProvider } from '../../apps/server/test/oauth-provider.ts'
import { callAs, post } from './calls.ts'
import { afterWelcome, expect, test } from './fixtures.ts'
import { composer } from './meeting.ts'
import { startProduct, type Product } from './product.ts'
import { expectSignedOut, openSettings, signIn } from './settings-page.ts'

const PASSWORD = 'a long enough password'
const NEW_PASSWORD = 'another long password'
const MINUTE_MS = 60_000

test('other browsers are signed out one by one, by a new password, and all at once', async ({
  signUp,
  visit,
  unique,
}) => {
  const { page, name } = await signUp(unique('eli'))
  const [second, third] = [await visit(), await visit()]
  for (const other of [second, third]) {
    await signIn(other, name, PASSWORD)
    await expect(composer(other)).toBeVisible()
  }
  const dialog = await openSettings(page, 'devices')
  const rows = dialog.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('This device')
  await expect(rows.first()).toContainText(/Chrome on \w+/)
  await expect(rows.nth(1)).toContainText('127.0.0.1')

  // the one signed in last was used last, and stands first among the others
  const revoke = rows.nth(1).getByRole('button', { name: /^Revoke Chrome on/ })
  await revoke.click()
  await page
    .getByRole('dialog', { name: /^Revoke/ })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await expect(dialog.getByText(/was signed out\./)).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expectSignedOut(third)
  await expect(composer(second)).toBeVisible()

  await dialog.getByRole('tab', { name: 'Profile' }).click()
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByLabel('New password').fill(NEW_PASSWORD)
  await dialog.getByLabel('New password').press('Enter')
  await expect(dialog.getByText('Password changed. Every other device was signed out.')).toBeVisible()
  await expectSignedOut(second)
  await signIn(second, name, NEW_PASSWORD)
  await expect(composer(second)).toBeVisible()

  await openSettings(page, 'devices')
  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click()
  const others = page.getByRole('dialog', { name: 'Sign out 1 other device?' })
  await others.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(dialog.getByText('Every other device was signed out.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expectSignedOut(second)
  await expect(dialog).toBeVisible()
})

test('the download has everything one wrote; a deleted account leaves nothing here', async ({
  signUp,
  visit,
  unique,
}) => {
  // the first account of an instance is its administrator, who may not be deleted
  await signUp(unique('boss'))
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
  await fillDeletion(page, name, 'not the password')
  const question = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(question.getByText('This is not your password')).toBeVisible()
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await question.getByLabel('Password', { exact: true }).press('Enter')
  await expect(
    page.getByText('Your account was deleted. Nothing of it is left in this browser.'),
  ).toBeVisible()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/')
  await expect(composer(tab)).toBeHidden()
  const left = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
  expect(JSON.stringify(left)).not.toContain(userId)
  expect(JSON.stringify(left)).not.toContain(name)
  expect(left['darkMode']).toBe('false')

  const elsewhere = await visit()
  await signIn(elsewhere, name, PASSWORD)
  await expect(elsewhere.getByText('Wrong username or password')).toBeVisible()
  // said once: the next person at this browser is not told
  await page.reload()
  await expect(page.getByText('Your account was deleted.')).toBeHidden()
})

/** A new account in a browser of its own, signed in. */
async function signedUp(browser: Browser, { url }: Product, name: string) {
  const context = await browser.newContext({ baseURL: url, ...afterWelcome(url) })
  const answer = await context.request.post('/auth/register', {
    data: { email: `${name}@example.org`, username: name, password: PASSWORD },
  })
  expect(answer.status()).toBe(201)
  return context
}

async function fillDeletion(page: Page, name: string, password?: string): Promise<void> {
  const dialog = await openSettings(page, 'data')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  const question = page.getByRole('dialog', { name: 'Delete your account?' })
  if (password !== undefined) await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('textbox', { name: `Type ${name} to confirm` }).fill(name)
  await question.getByRole('button', { name: 'Delete my account' }).click()
}

test('without a password a fresh sign-in at the provider stands for it', async ({ browser }) => {
  test.slow()
  await using provider = await startOAuthProvider()
  const product = await startProduct({ ...provider.env, FLOCKWORK_ENV: 'test' })
  // somebody else is the administrator, who may not be deleted
  await (await signedUp(browser, product, 'boss')).close()
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
  const isBack = () =>
    expect(dialog.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true')
  provider.refuse()
  await signInAgain.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Authentication Failed' })).toBeVisible()
  await isBack()
  await expect(page).toHaveURL(/\/home\?settings=profile$/)
  await next.fill(PASSWORD)
  await set.click()

  provider.signIn({ id: 7, login: 'octo', emails: [{ email: 'octo@example.org', verified: true }] })
  await signInAgain.click()
  await isBack()
  await next.fill(PASSWORD)
  await set.click()
  await expect(dialog.getByText('Password set. Every other device was signed out.')).toBeVisible()
  await expect(dialog.getByLabel('Current password')).toBeVisible()

  // another person without a password: the sign-in is of a moment ago
  provider.signIn({ id: 8, login: 'hexa', emails: [{ email: 'hexa@example.org', verified: true }] })
  const other = await browser.newContext({ baseURL: product.url, ...afterWelcome(product.url) })
  const hexa = await other.newPage()
  await hexa.goto('/auth/github?next=%2Fhome%3Fsettings%3Ddata')
  await expect(hexa.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await fillDeletion(hexa, 'hexa')
  await expect(hexa.getByRole('main').getByText('Your account was deleted.')).toBeVisible()

  await context.close()
  await other.close()
  await product.stop()
})
