/** The settings' frame and the profile: by address and by keyboard, each failure under its field. */
import { DESKTOP, PHONE, expect, expectAccessible, settle, test } from './fixtures.ts'
import { composer } from './meeting.ts'
import { expectSignedOut, openSettings, settingsOf, signIn } from './settings-page.ts'

const PASSWORD = 'a long enough password'
const NEW_PASSWORD = 'another long password'

test('the address opens and closes the settings, and the focus goes back where it was', async ({
  signUp,
  unique,
}) => {
  const { page, name } = await signUp(unique('abe'))
  const opener = page.getByRole('link', { name: `Settings of ${name}` })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = settingsOf(page)
  await expect(dialog.getByRole('tab', { name: 'Profile' })).toBeFocused()
  expect(new URL(page.url()).searchParams.get('settings')).toBe('profile')

  // by keyboard alone through the sections, and into one
  for (const section of ['Devices', 'Connected apps', 'Messages', 'Notifications', 'Shortcuts', 'Data']) {
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByRole('tab', { name: section })).toBeFocused()
    await expect(dialog.getByRole('tabpanel', { name: section })).toBeVisible()
  }
  await expect(page).toHaveURL(/settings=data/)
  await page.keyboard.press('Home')
  await expect(dialog.getByRole('tabpanel', { name: 'Profile' })).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  expect(new URL(page.url()).search).toBe('')

  await opener.click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('tab', { name: 'Data' }).click()
  await page.goBack()
  await expect(dialog).toBeHidden()
  expect(new URL(page.url()).search).toBe('')

  await openSettings(page, 'nonsense')
  await expect(dialog.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  expect(new URL(page.url()).search).toBe('')
})

test('on a phone the drawer opens them, and the menu button gets the focus back', async ({
  signUp,
  unique,
}) => {
  const { page, name } = await signUp(unique('ada'), { size: PHONE })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: `Settings of ${name}` }).click()
  const dialog = settingsOf(page)
  await expect(dialog).toBeVisible()
  await settle(page)
  const box = await dialog.boundingBox()
  // to the pixel: what has just opened may be a hair smaller
  expect(Math.round(box?.width ?? 0)).toBe(PHONE.width)
  expect(Math.round(box?.height ?? 0)).toBe(PHONE.height)

  await dialog.getByRole('tab', { name: 'Data' }).click()
  await expect(dialog.getByRole('button', { name: 'Delete account' })).toBeVisible()
  await expect(dialog.getByRole('tab', { name: 'Data' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
})

test('a saved name stands at once, in this tab’s memory and on the server', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('bea'))
  const dialog = await openSettings(page, 'profile')
  const field = dialog.getByRole('textbox', { name: 'Full name (optional)' })
  await field.fill('  Bea Lima  ')
  await field.press('Enter')
  await expect(dialog.getByText('Name saved')).toBeVisible()
  await expect(field).toHaveValue('Bea Lima')
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(stored).toContain('Bea Lima')

  await page.reload()
  await expect(field).toHaveValue('Bea Lima')
  await field.fill('')
  await dialog.getByRole('button', { name: 'Save name' }).click()
  await expect(dialog.getByText('Name saved')).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue('')
})

test('a name that can’t be saved stays typed, under words that say why', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('ben'))
  const dialog = await openSettings(page, 'profile')
  const field = dialog.getByRole('textbox', { name: 'Full name (optional)' })
  await page.context().setOffline(true)
  await field.fill('Ben')
  await dialog.getByRole('button', { name: 'Save name' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'The server does not answer' })).toBeVisible()
  await expect(field).toHaveValue('Ben')

  await dialog.getByRole('tab', { name: 'Shortcuts' }).click()
  await dialog.getByRole('tab', { name: 'Profile' }).click()
  await expect(field).toHaveValue('Ben')
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Save name' }).click()
  await expect(dialog.getByText('Name saved')).toBeVisible()
})

test('the theme follows the choice, and the system when that is chosen', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('cal'), { theme: 'dark' })
  const dialog = await openSettings(page, 'profile')
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
  const stored = () => page.evaluate(() => localStorage.getItem('darkMode'))
  await expect(dialog.getByRole('radio', { name: 'System' })).toBeChecked()
  expect([await isDark(), await stored()]).toEqual([true, null])

  await dialog.getByRole('radio', { name: 'System' }).press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: 'Light' })).toBeChecked()
  expect([await isDark(), await stored()]).toEqual([false, 'false'])
  await dialog.getByText('Dark', { exact: true }).click()
  expect([await isDark(), await stored()]).toEqual([true, 'true'])

  await dialog.getByText('System', { exact: true }).click()
  expect([await isDark(), await stored()]).toEqual([true, null])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(isDark).toBe(false)
})

test('a password is changed with the current one, which signs out every other browser', async ({
  signUp,
  visit,
  unique,
}) => {
  const { page, name } = await signUp(unique('dot'))
  const other = await visit()
  await signIn(other, name, PASSWORD)
  await expect(composer(other)).toBeVisible()

  const dialog = await openSettings(page, 'profile')
  const current = dialog.getByLabel('Current password')
  const next = dialog.getByLabel('New password')
  const change = dialog.getByRole('button', { name: 'Change password' })
  await change.click()
  await expect(dialog.getByText('Enter your current password.')).toBeVisible()
  await expect(current).toBeFocused()

  await current.fill('not the password')
  await next.fill('short')
  await change.click()
  await expect(dialog.getByText('Use at least 8 characters.')).toBeVisible()
  await expect(next).toBeFocused()
  await next.fill(NEW_PASSWORD)
  await change.click()
  await expect(dialog.getByText('This is not your password')).toBeVisible()
  await expect(current).toBeFocused()
  await expect(current).toHaveValue('not the password')
  await expect(next).toHaveValue(NEW_PASSWORD)

  await current.fill(PASSWORD)
  await next.press('Enter')
  await expect(dialog.getByText('Password changed. Every other device was signed out.')).toBeVisible()
  await expect(current).toHaveValue('')
  await expectSignedOut(other)
  await signIn(other, name, NEW_PASSWORD)
  await expect(composer(other)).toBeVisible()
})

const SECTIONS = [
  { name: 'Profile', shows: 'Full name' },
  { name: 'Devices', shows: 'This device' },
  { name: 'Connected apps', shows: 'No apps are connected' },
  { name: 'Notifications', shows: 'Notify me when someone mentions me' },
  { name: 'Shortcuts', shows: 'Single-key shortcuts' },
  { name: 'Data', shows: 'Download your data' },
] as const

for (const [sizeName, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`the settings are accessible, ${sizeName}`, async ({ signUp, unique }) => {
    test.slow()
    const { page } = await signUp(unique('kit'), { size })
    const dialog = await openSettings(page, 'profile')
    for (const { name, shows } of SECTIONS) {
      await dialog.getByRole('tab', { name }).click()
      await expect(dialog.getByRole('tabpanel', { name }).getByText(shows).first()).toBeVisible()
      await expectAccessible(page)
    }
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByText('This is not your username.')).toBeVisible()
    await expectAccessible(page)
  })
}

test('at 320 px nothing of the settings is wider than the window', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('lee'), { size: { width: 320, height: 640 } })
  const dialog = await openSettings(page, 'profile')
  for (const { name, shows } of SECTIONS) {
    await dialog.getByRole('tab', { name }).click()
    await expect(dialog.getByRole('tabpanel', { name }).getByText(shows).first()).toBeVisible()
    const overflow = await dialog.evaluate((element) =>
      [element, ...element.querySelectorAll('[role="tabpanel"], [role="tabpanel"] *')]
        .filter((one) => one.getBoundingClientRect().right > window.innerWidth)
        .map((one) => one.outerHTML.slice(0, 100)),
    )
    expect(overflow, name).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  }
})
