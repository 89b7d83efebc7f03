/** Parts of the app as a person finds them, and what is done with them. */
import { expect } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'

export const composer = page.getByRole('textbox', { name: 'Message', exact: true })
export const article = (text: string): Locator => page.getByRole('article').filter({ hasText: text })
export const title = (name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true })
export const button = (name: string): Locator => page.getByRole('button', { name, exact: true })

export const settings = page.getByRole('dialog', { name: 'Settings' })
export const help = page.getByRole('dialog', { name: 'How can we help you' })
export const palette = page.getByRole('dialog', { name: 'Go to or do' })
export const paletteField = palette.getByRole('combobox')
export const switcher = page.getByRole('button', { name: /Switch space$/ })
export const sidebar = page.getByRole('complementary')

/** Writes into the composer and presses Enter. */
export async function enter(text: string): Promise<void> {
  await composer.fill(text)
  await userEvent.keyboard('{Enter}')
}

/** Takes the focus off the composer, so that single keys act. */
export function stopTyping(): void {
  document.querySelector('main')?.focus()
}

/** A window is gone, and the focus is back where it was: the app returns it in a timer, and would take it from a test. */
export async function expectClosed(dialog: Locator): Promise<void> {
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement).not.toBe(document.body)
}
