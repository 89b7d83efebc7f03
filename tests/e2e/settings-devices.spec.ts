/** Devices in the settings: each named, each revoked, from here and from elsewhere. */
import { expect, test } from './fixtures.ts'
import { composer } from './meeting.ts'
import { expectSignedOut, openSettings, signIn } from './settings-page.ts'

const PASSWORD = 'a long enough password'

test('devices are named, revoked one by one and all others at once', async ({ signUp, visit, unique }) => {
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

  await rows
    .nth(1)
    .getByRole('button', { name: /^Revoke Chrome on/ })
    .click()
  const question = page.getByRole('dialog', { name: /^Revoke Chrome on .+\?$/ })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows).toHaveCount(3)
  await rows
    .nth(1)
    .getByRole('button', { name: /^Revoke Chrome on/ })
    .click()
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(dialog.getByText(/was signed out\./)).toBeVisible()
  await expect(rows).toHaveCount(2)
  // the one signed in last was used last, and stands first among the others
  await expectSignedOut(third)
  await expect(composer(second)).toBeVisible()

  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click()
  const others = page.getByRole('dialog', { name: 'Sign out 1 other device?' })
  await others.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(dialog.getByText('Every other device was signed out.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(dialog.getByText('You are signed in nowhere else.')).toBeVisible()
  await expectSignedOut(second)
  await expect(dialog).toBeVisible()
})

test('revoking this device asks about drafts as logging out does, then logs out', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('fay'))
  await composer(page).fill('half a thought')
  // kept, as the draft is, before the page goes
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage })))
    .toContain('half a thought')
  const dialog = await openSettings(page, 'devices')
  await dialog.getByRole('button', { name: 'Revoke this device' }).click()
  const question = page.getByRole('dialog', { name: 'Discard 1 draft?' })
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Revoke this device' }).click()
  await question.getByRole('button', { name: 'Discard and log out' }).click()
  await expectSignedOut(page)
  expect(new URL(page.url()).search).toBe('')
})

test('a device that can’t be revoked stays in the list, and the question says why', async ({
  signUp,
  visit,
  unique,
}) => {
  const { page, name } = await signUp(unique('gus'))
  await signIn(await visit(), name, PASSWORD)
  const dialog = await openSettings(page, 'devices')
  await dialog.getByRole('button', { name: /^Revoke Chrome on/ }).click()
  await page.context().setOffline(true)
  const question = page.getByRole('dialog', { name: /^Revoke Chrome on/ })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(question.getByRole('alert')).toContainText('The server does not answer')
  await page.context().setOffline(false)
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(question).toBeHidden()
})

test('without an answer the list of devices says so and tries again', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('hal'))
  const dialog = await openSettings(page, 'apps')
  await expect(dialog.getByText('No apps are connected')).toBeVisible()
  await page.context().setOffline(true)
  await dialog.getByRole('tab', { name: 'Devices' }).click()
  await expect(dialog.getByText('Your devices could not be loaded')).toBeVisible()
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(dialog.getByText('This device')).toBeVisible()
})
