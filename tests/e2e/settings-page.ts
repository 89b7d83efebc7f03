/** The settings as a user finds them in a page. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const settingsOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Settings' })
/** Opens a section by its URL. */
export async function openSettings(page: Page, section: string): Promise<Locator> {
  await page.goto(`/home?settings=${section}`)
  const dialog = settingsOf(page)
  // it takes a page load and a chunk
  await expect(dialog).toBeVisible({ timeout: 20_000 })
  return dialog
}

/** The login screen, which appears within seconds after a session was ended elsewhere. */
export async function expectSignedOut(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  await expect(button).toBeVisible({ timeout: 20_000 })
}

/** Signs in through the form of a page that shows the login screen. */
export async function signIn(page: Page, name: string, password: string): Promise<void> {
  const identifier = page.getByRole('textbox', { name: 'Email or username' })
  const instead = page.getByRole('button', { name: 'Sign in instead' })
  await expect(identifier.or(instead)).toBeVisible()
  if (await instead.isVisible()) await instead.click()
  await identifier.fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
