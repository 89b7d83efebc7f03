/** Copying: its confirmation, and the message when it fails. */
import { expect, test } from './fixtures.ts'

const CLIPBOARDS = [
  {
    because: 'the person refuses it',
    spoil: () => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    },
    says: 'Clipboard access blocked. Please grant permission or copy manually.',
  },
  {
    because: 'the connection is not secure',
    spoil: () => {
      Object.defineProperty(window, 'isSecureContext', { value: false })
    },
    says: 'Clipboard access requires a secure connection (HTTPS).',
  },
  {
    because: 'the browser has none',
    spoil: () => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
    },
    says: 'Clipboard API not supported. Please copy manually.',
  },
]

for (const { because, spoil, says } of CLIPBOARDS) {
  test(`copying says why it failed when ${because}`, async ({ signUp, unique }) => {
    const { page } = await signUp(unique('copy'))
    await page.addInitScript(spoil)
    await page.goto('/help/connect-an-mcp-client')
    await page.getByRole('button', { name: 'Copy code' }).first().click()
    const alert = page.getByRole('alert').filter({ hasText: says })
    await alert.getByRole('button', { name: 'Show the text' }).click()
    const text = page
      .getByRole('dialog', { name: 'Copy failed' })
      .getByRole('textbox', { name: 'Text to copy' })
    await expect(text).toHaveValue(/flockwork-connect.tgz/)
    await expect(text).toBeFocused()
  })
}

test('copying is confirmed for two seconds', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('conf'))
  await page.goto('/help/connect-an-mcp-client')
  const copy = page.getByRole('button', { name: 'Copy code' }).first()
  await expect(copy).toBeVisible()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await copy.click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('flockwork-connect.tgz')
  await page.clock.runFor(1_990)
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.clock.runFor(20)
  await expect(page.getByRole('button', { name: 'Copied' })).toHaveCount(0)
})
