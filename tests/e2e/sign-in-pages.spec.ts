/** The pages around signing in: the token, the success, the new password. Their states are in tests/components. */
import { expect } from './fixtures.ts'
import { composer } from './meeting.ts'
import {
  PASSWORD,
  expectForgotten,
  identifier,
  password,
  providerLink,
  register,
  resetLink,
  submit,
  test,
} from './sign-in-with.ts'

test.describe('/oauth/token', () => {
  test('shows the token after signing in, with its commands', async ({
    visit,
    provider,
    unique,
    product,
  }) => {
    const name = unique('token')
    provider.signIn({ id: name, login: name })
    const page = await visit()
    await page.goto('/oauth/token')
    await expect(page.getByRole('heading', { name: 'Waiting for Token' })).toBeVisible()
    await providerLink(page).click()

    await expect(page.getByRole('heading', { name: 'Authentication Successful' })).toBeVisible()
    await expect(page).toHaveURL('/oauth/token')
    await page.getByRole('button', { name: 'Copy token' }).click()
    const token = await page.evaluate(() => navigator.clipboard.readText())
    await expectForgotten(page, token)
    const me = await fetch(`${product.url}/auth/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(await me.json()).toMatchObject({ username: name })

    await page.reload()
    await expect(page.getByRole('heading', { name: 'Waiting for Token' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to Flockwork' }).click()
    await expect(composer(page)).toBeVisible()
  })
})

test.describe('/oauth/success', () => {
  test('closes a window that a script opened', async ({ visit }) => {
    const page = await visit()
    const opened = page.waitForEvent('popup')
    await page.evaluate(() => void window.open('/oauth/success', '', 'popup'))
    const popup = await opened
    const closed = popup.waitForEvent('close')
    await expect(popup.getByRole('heading', { name: 'Authentication Successful' })).toBeVisible()
    await closed
  })
})

test.describe('/reset', () => {
  test('a link sets a new password, once', async ({ visit, unique, product }) => {
    const person = await register(product.url, unique('forgot'))
    const link = await resetLink(product.url, person)
    const secret = link.split('#token=')[1] ?? ''
    expect(secret.length).toBeGreaterThan(20)

    const page = await visit()
    await page.goto(link)
    const field = page.getByLabel('New password', { exact: true })
    await expect(field).toBeVisible()
    await expectForgotten(page, secret)
    await field.fill('an entirely new password')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()

    await page.getByRole('link', { name: 'Sign in' }).click()
    await identifier(page).fill(person.name)
    await password(page).fill(PASSWORD)
    await submit(page).click()
    await expect(page.getByText('Wrong username or password')).toBeVisible()
    await password(page).fill('an entirely new password')
    await submit(page).click()
    await expect(composer(page)).toBeVisible()

    await page.goto(link)
    await field.fill('yet another password')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  })
})
