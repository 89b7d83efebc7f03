/** The first account of a publicly reachable instance. The rest of the screen is in tests/components. */
import type { Page } from '@playwright/test'
import { startOAuthProvider } from '../../apps/server/test/oauth-provider.ts'
import { afterWelcome, expect, test } from './fixtures.ts'
import { composer } from './meeting.ts'
import { startProduct } from './product.ts'
import { password, providerLink } from './sign-in-with.ts'

const setupCode = (page: Page) => page.getByRole('textbox', { name: 'Setup code' })

test('the first account of a public instance is created at the provider with the setup code', async ({
  browser,
}) => {
  test.slow()
  await using provider = await startOAuthProvider()
  const product = await startProduct({ ...provider.env, TRUST_PROXY: '1' })
  try {
    provider.signIn({ id: 7, login: 'founder' })
    // the welcome dialog would cover the composer
    const page = await browser.newPage({ baseURL: product.url, ...afterWelcome(product.url) })
    await page.goto('/')
    await expect(page.getByText('Create the first account. It becomes the administrator.')).toBeVisible()
    await providerLink(page).click()
    await expect(setupCode(page)).toBeFocused()
    await expect(setupCode(page)).toHaveAccessibleDescription('Enter the setup code.')
    await expect(page).toHaveURL('/')

    await setupCode(page).fill('not the code')
    await providerLink(page).click()
    await expect(setupCode(page)).toHaveAccessibleDescription(/The setup code was missing or wrong/)
    await expect(setupCode(page)).toBeFocused()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Authentication Failed')).toBeHidden()

    await page.getByRole('textbox', { name: 'Username' }).fill('founder')
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('founder@example.org')
    await password(page).fill('a long enough password')
    await setupCode(page).fill('not this either')
    await setupCode(page).press('Enter')
    await expect(setupCode(page)).toHaveAccessibleDescription(/The setup code was missing or wrong/)
    await expect(password(page)).toHaveValue('a long enough password')

    await setupCode(page).fill(` ${await product.setupCode()} `)
    await providerLink(page).click()
    await expect(composer(page)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Admin' })).toBeVisible()
    expect(page.url()).not.toContain('setup_code')
    await page.close()
  } finally {
    await product.stop()
  }
})
