/** What a person typed survives every failure. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

test('a message written offline waits in the feed and goes out when the network is back', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('ola'))
  await page.context().setOffline(true)
  await composer(page).fill('Written on the train')
  await composer(page).press('Enter')
  await expect(page.getByText('You are offline. Messages will send when you are back.')).toBeVisible()
  await expect(page.getByText('Written on the train')).toBeVisible()

  await page.context().setOffline(false)

  await expect(page.getByRole('article').filter({ hasText: 'Written on the train' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Written on the train')).toHaveCount(1)
})

test('a message that the server refuses comes back with Retry, Edit and Delete', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('rex'))
  await page.route('**/auth/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, body: '{"detail":"no"}' })
      : route.continue(),
  )
  await composer(page).fill('This one is stubborn')
  await composer(page).press('Enter')
  await expect(page.getByText('Not sent.')).toBeVisible()

  await page.unroute('**/auth/messages')
  await page.getByRole('button', { name: 'Retry' }).click()

  await expect(page.getByText('Not sent.')).toBeHidden()
  await page.reload()
  await expect(page.getByText('This one is stubborn')).toHaveCount(1)
})

test('a secret is stopped, with the reason, and its text is kept', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('sam'))
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  await composer(page).fill(`the token is ${secret}`)
  await composer(page).press('Enter')

  await expect(page.getByText('Content Blocked').first()).toBeVisible()
  await expect(page.getByText(secret).first()).toBeVisible()
})

test('a draft survives a reload', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('dee'))
  await composer(page).fill('half a thought')
  const draftKept = page.waitForFunction(() =>
    Object.values(localStorage).some((value) => String(value).includes('half a thought')),
  )
  await draftKept

  await page.reload()

  await expect(composer(page)).toHaveValue('half a thought')
})
