/** Parts of the app as a user finds them, and actions on them. */
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

/** Types into the composer and presses Enter. */
export async function enter(text: string): Promise<void> {
  await composer.fill(text)
  await userEvent.keyboard('{Enter}')
}

/** Takes the focus off the composer, so that single-key shortcuts work. */
export function stopTyping(): void {
  document.querySelector('main')?.focus()
}

/** The dialog is gone and the focus is back: the app returns it in a timer, which could take it from the next step. */
export async function expectClosed(dialog: Locator): Promise<void> {
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement).not.toBe(document.body)
}

/** Clicks a button of the toolbar that a message shows on hover. */
export async function act(row: Locator, name: string): Promise<void> {
  await row.hover()
  await row.getByRole('toolbar').getByRole('button', { name, exact: true }).click()
}

/** Which of these buttons the toolbar of a message has. */
export async function offered<const Name extends string>(
  row: Locator,
  names: readonly Name[],
): Promise<Record<Name, boolean>> {
  // away from the row first: the toolbar is created on pointer enter
  await composer.hover()
  await row.hover()
  const toolbar = row.getByRole('toolbar')
  await expect.element(toolbar).toBeVisible()
  const has = (name: string) => toolbar.getByRole('button', { name, exact: true }).elements().length === 1
  return Object.fromEntries(names.map((name) => [name, has(name)])) as Record<Name, boolean>
}

/** Long-presses a message until its sheet opens. */
export async function holdFinger(row: Locator): Promise<void> {
  await expect.element(row).toBeVisible()
  const touch = { pointerType: 'touch', clientX: 100, clientY: 100, bubbles: true }
  row.element().dispatchEvent(new PointerEvent('pointerdown', touch))
  await expect.element(page.getByRole('dialog')).toBeVisible()
}
