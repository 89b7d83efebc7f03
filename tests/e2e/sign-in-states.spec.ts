/** What the login screen shows for each thing the server may offer, in both themes, on a desk and on a phone. */
import type { Page } from '@playwright/test'
import { startOAuthProvider } from '../../apps/server/test/oauth-provider.ts'
import { DESKTOP, PHONE, expect, expectAccessible, settle, test } from './fixtures.ts'
import { composer } from './meeting.ts'
import { startProduct } from './product.ts'
import { identifier, password, providerLink, submit } from './sign-in-with.ts'

const OFFER = {
  github: true,
  password: true,
  registration: 'open',
  first_run: false,
  setup_code: false,
  environment: 'production',
  docs_url: null,
  version: '0.1.0',
}

/** Has the page believe that the server offers this. */
async function offer(page: Page, offered: Partial<typeof OFFER>): Promise<void> {
  await page.unroute('**/auth/providers')
  await page.route('**/auth/providers', (route) => route.fulfill({ json: { ...OFFER, ...offered } }))
  await page.goto('/')
}

const create = (page: Page) => page.getByRole('button', { name: 'Create account' })
const setupCode = (page: Page) => page.getByRole('textbox', { name: 'Setup code' })

test('a server with the provider alone shows its link, and no form', async ({ visit }) => {
  const page = await visit()
  await offer(page, { password: false })
  await expect(providerLink(page)).toHaveAttribute('href', '/auth/github')
  await expect(identifier(page)).toBeHidden()
})

test('a server with the form alone shows it, and no link', async ({ visit }) => {
  const page = await visit()
  await offer(page, { github: false })
  await expect(submit(page)).toBeVisible()
  await expect(providerLink(page)).toBeHidden()
})

test('a server with closed registration offers no new account, and says so', async ({ visit }) => {
  const page = await visit()
  await offer(page, { registration: 'closed' })
  await expect(page.getByText('This server takes no new accounts.')).toBeVisible()
  await expect(submit(page)).toBeVisible()
  await expect(create(page)).toBeHidden()
})

test('a server with no way in says so', async ({ visit }) => {
  const page = await visit()
  await offer(page, { github: false, password: false })
  await expect(
    page.getByText('Signing in is switched off on this server. Ask whoever runs it.'),
  ).toBeVisible()
})

test('a server that can not be asked is asked again', async ({ visit }) => {
  const page = await visit()
  await page.route('**/auth/providers', (route) => route.abort())
  await page.goto('/')
  await expect(
    page.getByText('The server does not answer. Check your connection and try again.'),
  ).toBeVisible()
  await page.unroute('**/auth/providers')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(create(page)).toBeVisible()
})

test('while a session is restored, the whole screen says so', async ({ visit }) => {
  const page = await visit()
  await page.route('**/auth/refresh', () => {})
  await page.goto('/')
  await expect(page.getByRole('status').filter({ hasText: 'Authenticating' })).toBeInViewport()
})

test('the terms open beside the form and over a phone; accepting them is remembered, never required', async ({
  visit,
}) => {
  for (const size of [DESKTOP, PHONE]) {
    const page = await visit({ size })
    const terms = page.getByRole('button', { name: 'Early Access Terms' })
    await identifier(page)
      .or(page.getByRole('textbox', { name: 'Email', exact: true }))
      .first()
      .fill('ana')
    await terms.click()
    const panel =
      size === PHONE ? page.getByRole('dialog') : page.getByRole('region', { name: 'Early Access Terms' })
    await expect(panel).toBeVisible()
    await settle(page)
    const box = await panel.boundingBox()
    if (size === PHONE) expect(Math.round(box?.width ?? 0)).toBe(size.width)
    expect(Math.round(box?.height ?? 0)).toBe(size.height)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(panel).toBeHidden()
    await expect(terms).toBeFocused()
    await expect(page.getByText('By signing in you accept')).toBeVisible()

    await terms.click()
    await page.getByRole('button', { name: 'Accept & Close' }).click()
    await expect(page.getByText('You accepted the Early Access Terms on')).toBeVisible()
    await expect(
      identifier(page)
        .or(page.getByRole('textbox', { name: 'Email', exact: true }))
        .first(),
    ).toHaveValue('ana')
    await page.reload()
    await expect(page.getByText('You accepted the Early Access Terms on')).toBeVisible()
  }
})

test('whoever forgot the password reads what to do', async ({ visit }) => {
  const page = await visit()
  await offer(page, {})
  await page.getByText('Forgot password?').click()
  await expect(page.getByText('Ask an administrator of this server for a reset link.')).toBeVisible()
})

test('the first account of an open host is made at the provider with the setup code', async ({ browser }) => {
  test.slow()
  await using provider = await startOAuthProvider()
  const product = await startProduct({ ...provider.env, TRUST_PROXY: '1' })
  try {
    provider.signIn({ id: 7, login: 'founder' })
    const page = await browser.newPage({ baseURL: product.url })
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
    // by way of the provider, to a server that has just started
    await expect(composer(page)).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('link', { name: 'Admin' })).toBeVisible()
    expect(page.url()).not.toContain('setup_code')
    await page.close()
  } finally {
    await product.stop()
  }
})

const TOKEN = [{ alg: 'EdDSA' }, { username: 'ana', iat: 1, exp: 99_999_999_999 }, { signature: true }]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.')

type States = Record<string, (page: Page) => Promise<unknown>>

const LOGIN_SCREEN: States = {
  'the provider alone': (page) => offer(page, { password: false }),
  both: (page) => offer(page, {}),
  'a new account with faults': async (page) => {
    await offer(page, { github: false })
    await create(page).click()
    await create(page).click()
    await expect(page.getByText('Use 3 to 32 characters.')).toBeVisible()
  },
  'the first account': (page) => offer(page, { first_run: true, setup_code: true }),
  'closed registration': (page) => offer(page, { registration: 'closed' }),
  'no way in': (page) => offer(page, { github: false, password: false }),
  'the terms': async (page) => {
    await offer(page, {})
    await page.getByRole('button', { name: 'Early Access Terms' }).click()
    await expect(page.getByRole('button', { name: 'Accept & Close' })).toBeVisible()
  },
  'a failure of the provider': async (page) => {
    await offer(page, {})
    await page.goto('/?error=auth_failed')
    await expect(page.getByText('Authentication Failed')).toBeVisible()
  },
  'a question about a token': async (page) => {
    await page.route('**/auth/me', (route) => route.fulfill({ json: { id: 'x', username: 'a'.repeat(32) } }))
    await page.goto(`/?token=${TOKEN}`)
    await expect(page.getByText('Continue as')).toBeVisible()
    await page.unroute('**/auth/me')
  },
}

const PAGES: States = {
  'a token': async (page) => {
    await page.goto(`/oauth/token?token=${TOKEN}`)
    await expect(page.getByRole('heading', { name: 'Authentication Successful' })).toBeVisible()
  },
  'no token': async (page) => {
    await page.goto('/oauth/token')
    await expect(page.getByRole('heading', { name: 'Waiting for Token' })).toBeVisible()
  },
  'a failed token': async (page) => {
    await page.goto(`/oauth/token?error=${'wide'.repeat(300)}`)
    await expect(page.getByRole('heading', { name: 'Authentication Failed' })).toBeVisible()
  },
  'a new password': async (page) => {
    await page.goto('/reset#token=x')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('Use at least 8 characters.')).toBeVisible()
  },
  'a link that does not work': async (page) => {
    await page.goto('/reset')
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  },
  success: async (page) => {
    // it leads on by itself: not while it is looked at
    await page.route('**/home', (route) => route.fulfill({ status: 204 }))
    await page.goto('/oauth/success')
    await expect(page.getByRole('heading', { name: 'Authentication Successful' })).toBeVisible()
  },
}

for (const [what, states] of Object.entries({ 'login screen': LOGIN_SCREEN, 'pages around it': PAGES })) {
  for (const [sizeName, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    test(`the ${what}: accessible in each state and no wider than its window, ${sizeName}`, async ({
      visit,
    }) => {
      test.slow()
      const page = await visit({ size })
      for (const [name, reach] of Object.entries(states)) {
        await reach(page)
        await settle(page)
        await expectAccessible(page)
        expect(await overflow(page), name).toBeLessThanOrEqual(0)
        await page.setViewportSize({ width: 320, height: 640 })
        expect(await overflow(page), `${name}, 320 wide`).toBeLessThanOrEqual(0)
        await page.setViewportSize(size)
      }
    })
  }
}

/** How many pixels the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}
