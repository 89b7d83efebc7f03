/** The palette, and the windows of the shell as assistive technology finds them. */
import { createSpace } from './calls.ts'
import { DESKTOP, PHONE, expect, expectAccessible, test } from './fixtures.ts'
import { composer } from './meeting.ts'
import { title, help, palette, paletteField } from './shell-parts.ts'

test('the palette finds places, spaces, people and actions, also while typing', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page, name } = await signUp(unique('pal'))
  await createSpace(page, 'Field Lab')
  await page.reload()
  await expect(page.getByRole('button', { name: /^Space: / })).toBeVisible()
  await composer(page).fill('half a thought')
  await page.keyboard.press('Control+k')
  await expect(paletteField(page)).toBeFocused()
  await expectAccessible(page)

  // a place
  await paletteField(page).fill('agen')
  await expect(palette(page).getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(title(page, 'Agents')).toBeVisible()
  await expect(palette(page)).toBeHidden()

  // a mention goes into what was being written
  await page.keyboard.press('Meta+k')
  await paletteField(page).fill('@chir')
  await page.keyboard.press('Enter')
  await expect(title(page, 'Messages')).toBeVisible()
  await expect(composer(page)).toHaveValue(/@chirpy/)
  await expect(composer(page)).toHaveValue(/half a thought/)
  await expect(composer(page)).toBeFocused()

  // oneself is nobody to mention; the arrows go round; Escape gives the focus back
  await page.keyboard.press('Control+k')
  await paletteField(page).fill(`@${name}`)
  await expect(palette(page).getByText('Nothing has that name')).toBeVisible()
  await paletteField(page).fill('help')
  const options = palette(page).getByRole('option')
  const count = await options.count()
  expect(count).toBeGreaterThan(1)
  await page.keyboard.press('ArrowUp')
  await expect(options.nth(count - 1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(composer(page)).toBeFocused()

  // actions
  await page.keyboard.press('Control+k')
  await paletteField(page).fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.keyboard.press('Control+k')
  await paletteField(page).fill('and resources')
  await page.keyboard.press('Enter')
  await expect(help(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await paletteField(page).fill('settings')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?settings=profile$/)
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeHidden()

  // another space
  await page.keyboard.press('Control+k')
  await paletteField(page).fill('field')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Switched to Field Lab')).toBeVisible()
  await page.keyboard.press('Control+k')
  await paletteField(page).fill('log')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Discard \d drafts?\?$/)).toBeVisible()
})

for (const [sizeName, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`the windows of the shell are accessible, ${sizeName}`, async ({ signUp, unique }) => {
    test.slow()
    const { page } = await signUp(unique('win'), { size })
    await page.getByRole('button', { name: 'Help and Resources' }).click()
    await expect(help(page)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(help(page)).toBeHidden()
    await page.keyboard.press('Control+k')
    await expect(paletteField(page)).toBeVisible()
    await expectAccessible(page)
    await paletteField(page).fill('zzz')
    await expect(palette(page).getByText('Nothing has that name')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /Switch space$/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Manage Spaces' })).toBeVisible()
    await expectAccessible(page)
  })
}
