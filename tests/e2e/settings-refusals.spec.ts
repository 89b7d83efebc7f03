/**
 * What the server refuses in the settings, on products of their own: too many guesses, the last administrator,
 * and an account without a password whose sign-in at the provider is too long ago.
 */
import type { Browser, Page } from '@playwright/test'
import { startOAuthProvider } from '../../apps/server/test/oauth-provider.ts'
import { afterWelcome, expect, test } from './fixtures.ts'
import { composer } from './meeting.ts'
import { startProduct, type Product } from './product.ts'
import { openSettings } from './settings-page.ts'

const PASSWORD = 'a long enough password'
const GUESSES_PER_ADDRESS = 50
const MINUTE_MS = 60_000

/** A new account in a browser of its own, signed in. */
async function signedUp(browser: Browser, { url }: Product, name: string) {
  const context = await browser.newContext({ baseURL: url, ...afterWelcome(url) })
  const answer = await context.request.post('/auth/register', {
    data: { email: `${name}@example.org`, username: name, password: PASSWORD },
  })
  expect(answer.status()).toBe(201)
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { context, page: await context.newPage(), token }
}

async function fillDeletion(page: Page, name: string, password?: string): Promise<void> {
  const dialog = await openSettings(page, 'data')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  const question = page.getByRole('dialog', { name: 'Delete your account?' })
  if (password !== undefined) await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('textbox', { name: `Type ${name} to confirm` }).fill(name)
  await question.getByRole('button', { name: 'Delete my account' }).click()
}

test('the only administrator stays, and too many guesses have to wait', async ({ browser }) => {
  test.slow()
  const product = await startProduct()
  const { context, page, token } = await signedUp(browser, product, 'boss')
  await fillDeletion(page, 'boss', PASSWORD)
  await expect(page.getByText('You are the only administrator of this instance.')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)

  for (let guess = 0; guess < GUESSES_PER_ADDRESS; guess += 1) {
    const answer = await context.request.post('/auth/password', {
      headers: { authorization: `Bearer ${token}` },
      data: { current_password: `guess ${guess}`, new_password: 'another long password' },
    })
    expect(answer.status()).toBe(422)
  }
  const dialog = await openSettings(page, 'profile')
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByLabel('New password').fill('another long password')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText(/^Too many wrong attempts\. Try again in 1[45] min\.$/)).toBeVisible()
  await expect(dialog.getByLabel('New password')).toHaveValue('another long password')

  await context.close()
  await product.stop()
})

test('without a password a fresh sign-in at the provider stands for it', async ({ browser }) => {
  test.slow()
  await using provider = await startOAuthProvider()
  const product = await startProduct({ ...provider.env, FLOCKWORK_ENV: 'test' })
  // somebody else is the administrator, who may not be deleted
  await (await signedUp(browser, product, 'boss')).context.close()
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
