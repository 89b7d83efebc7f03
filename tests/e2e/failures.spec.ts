/** What a page and a dialog show when their script doesn't load. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

const help = (page: Page) => page.getByRole('dialog', { name: 'How can we help you' })

test('a page that fails to load shows an error in its place, with Try Again', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('err'))
  await page.route('**/assets/spaces-page-*.js', (route) => route.abort())
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Spaces', exact: true })
    .click()
  await expect(page.getByRole('heading', { name: 'Component Error' })).toBeVisible()
  await expectAccessible(page)

  await page.unroute('**/assets/spaces-page-*.js')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('button', { name: 'Create Workspace' })).toBeVisible()

  // the rest of the app stays on screen
  await expect(page.getByRole('banner')).toBeVisible()
})

test('a dialog that fails to load says so, and can be retried', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('lazy'))
  await page.route('**/assets/help-dialog-*.js', (route) => route.abort())
  await page.reload()
  await page.getByRole('button', { name: 'Help and Resources' }).click()
  await expect(page.getByText('This could not be opened')).toBeVisible()
  await page.unroute('**/assets/help-dialog-*.js')
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  await expect(page.getByText('This could not be opened')).toHaveCount(0)
  await page.getByRole('button', { name: 'Help and Resources' }).click()
  await expect(help(page)).toBeVisible()
})

test('a page whose script is slow shows that it is loading, at load and on navigation', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('slow'))
  const waiting = page.getByRole('status').filter({ hasText: 'Loading the page' })
  const holdScript = async (name: RegExp) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(name, async (route) => {
      await promise
      await route.continue()
    })
    return resolve
  }

  const releaseSearch = await holdScript(/\/assets\/search-page-/)
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await expect(waiting).toBeVisible()
  await expectAccessible(page)
  releaseSearch()
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible()
  await expect(waiting).toBeHidden()

  const releaseInbox = await holdScript(/\/assets\/inbox-page-/)
  await page.goto('/inbox')
  await expect(waiting).toBeVisible()
  releaseInbox()
  await expect(page.getByRole('tab', { name: 'Unread' })).toBeVisible()
})
