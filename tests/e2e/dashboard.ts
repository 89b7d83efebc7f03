/** An agent's dashboard, opened by its address. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export async function openDashboard(page: Page, name: string): Promise<Locator> {
  await page.goto(`/agents?agent=${name}`)
  const dialog = page.getByRole('dialog', { name: `Intelligence Dashboard - @${name}` })
  await expect(dialog).toBeVisible()
  return dialog
}
