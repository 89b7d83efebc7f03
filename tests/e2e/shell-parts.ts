/** Parts of the shell as a person finds them. */
import type { Page } from '@playwright/test'

export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

export const sidebar = (page: Page) => page.getByRole('complementary')

export const help = (page: Page) => page.getByRole('dialog', { name: 'How can we help you' })

export const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to or do' })

export const paletteField = (page: Page) => palette(page).getByRole('combobox')

/** Takes the focus off the composer, so that single keys act. */
export async function stopTyping(page: Page): Promise<void> {
  await page.locator('main').focus()
}
