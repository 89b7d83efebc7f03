/** The space switcher and its menu. */
import { createSpace } from './calls.ts'
import { expect, test } from './fixtures.ts'

test('the switcher lists the other spaces with their type, and leads to the Spaces tab', async ({
  signUp,
  unique,
}) => {
  const { page, name } = await signUp(unique('swi'))
  await createSpace(page, 'Field Lab', 'invite_only')
  await createSpace(page, 'Night Shift', 'private')
  await page.reload()
  await page.getByRole('button', { name: /^Space: / }).click()
  const items = page.getByRole('menuitem')
  await expect(items).toHaveCount(3)
  await expect(items.filter({ hasText: 'Field Lab' })).toContainText('Team')
  await expect(items.filter({ hasText: 'Night Shift' })).toContainText('Team')
  await expect(page.getByRole('menu').getByText(`${name}'s Workspace`)).toHaveCount(0)

  await items.filter({ hasText: 'Manage Spaces' }).click()
  await expect(page).toHaveURL('/spaces')
  await expect(page.getByRole('menu')).toHaveCount(0)

  await page.getByRole('button', { name: /^Space: / }).click()
  await items.filter({ hasText: 'Field Lab' }).click()
  await expect(page.getByText('Space Switched')).toBeVisible()
  await expect(page.getByText('Switched to Field Lab')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('typing in a menu finds an item, and begins anew after a second', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('typ'))
  await createSpace(page, 'Mosaic')
  await createSpace(page, 'Alder')
  await page.reload()
  const item = (name: string) => page.getByRole('menuitem', { name })
  await page.getByRole('button', { name: /^Space: / }).press('Enter')
  await expect(item('Manage Spaces')).toBeVisible()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)

  await page.keyboard.press('End')
  await page.clock.runFor(1)
  await expect(item('Manage Spaces')).toBeFocused()
  await page.keyboard.press('m')
  await page.clock.runFor(1)
  await expect(item('Mosaic')).toBeFocused()
  await page.clock.runFor(990)
  await page.keyboard.press('a')
  await page.clock.runFor(1)
  await expect(item('Manage Spaces')).toBeFocused()

  await page.clock.runFor(1000)
  await page.keyboard.press('a')
  await page.clock.runFor(1)
  await expect(item('Alder')).toBeFocused()
})

test('who is in no space is offered to join one', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('none'))
  await page.route('**/api/organizations/', (route) => route.fulfill({ json: { organizations: [] } }))
  await page.reload()
  await page.getByRole('link', { name: 'Join Space' }).click()
  await expect(page).toHaveURL('/spaces')
})

test('while the spaces can not be read the switcher shows those read last, or that it is loading', async ({
  signUp,
  unique,
}) => {
  const { page, name } = await signUp(unique('wait'))
  const kept = () =>
    page.evaluate(() =>
      Object.keys(localStorage)
        .filter((key) => key.includes('query_cache'))
        .map((key) => localStorage.getItem(key))
        .join(),
    )
  await expect.poll(kept).toContain(`${name}'s Workspace`)
  await page.route('**/api/organizations/', (route) => route.abort())
  await page.reload()
  const trigger = page.getByRole('button', { name: /Switch space$/ })
  await expect(trigger).toHaveText(`${name}'s Workspace`)

  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.includes('query_cache')) localStorage.removeItem(key)
    }
  })
  await page.reload()
  await expect(trigger).toHaveText('Loading')
  await trigger.click()
  await expect(page.getByRole('menuitem')).toHaveText(['Manage Spaces'])
})
