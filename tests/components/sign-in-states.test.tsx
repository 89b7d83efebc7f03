/** The login screen and the pages around it for each combination that a server may offer, on a desktop and a phone. */
import { authRoutes, type Providers } from '@flockwork/contract/auth'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, PHONE, openApp, type Options } from './app.tsx'
import { setOnline } from './browser-state.ts'
import { expectAccessible, overflow, settle } from './look.ts'
import { PROVIDERS, person } from './world.ts'

const identifier = page.getByRole('textbox', { name: 'Email or username' })
const submit = page.getByRole('button', { name: 'Sign in', exact: true })
const create = page.getByRole('button', { name: 'Create account' })
const providerLink = page.getByRole('link', { name: 'Sign in with GitHub' })

/** The login screen of a server that offers these ways to sign in. */
function offer(offered: Partial<Providers>): Options {
  return { world: { providers: { ...PROVIDERS, ...offered } } }
}

test('a server with only a provider shows its link, and no form', async () => {
  await openApp(offer({ password: false }))
  await expect.element(providerLink).toHaveAttribute('href', '/auth/github')
  await expect.element(identifier).not.toBeInTheDocument()
})

test('a server with only the form shows it, and no link', async () => {
  await openApp(offer({ github: false }))
  await expect.element(submit).toBeVisible()
  await expect.element(providerLink).not.toBeInTheDocument()
})

test('a server with closed registration offers no registration, and says so', async () => {
  await openApp(offer({ registration: 'closed' }))
  await expect.element(page.getByText('This server takes no new accounts.')).toBeVisible()
  await expect.element(submit).toBeVisible()
  await expect.element(create).not.toBeInTheDocument()
})

test('a server without any way to sign in says so', async () => {
  await openApp(offer({ github: false, password: false }))
  await expect
    .element(page.getByText('Signing in is switched off on this server. Ask whoever runs it.'))
    .toBeVisible()
})

test("a server that can't be reached is asked again", async () => {
  const { server } = await openApp({ answers: (server) => (server.isReachable = false) })
  await expect
    .element(page.getByText('The server does not answer. Check your connection and try again.'))
    .toBeVisible()
  server.isReachable = true
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(create).toBeVisible()
})

test('while a session is restored, the whole screen says so', async () => {
  await openApp({ me: person('ana'), isWaiting: true, answers: (server) => server.hold(authRoutes.refresh) })
  await expect.element(page.getByRole('status').filter({ hasText: 'Authenticating' })).toBeInViewport()
})

test.for([
  { device: 'desktop', size: DESKTOP },
  { device: 'phone', size: PHONE },
])(
  'the terms open beside the form or over it, $device; accepting them is stored, never required',
  async ({ size }) => {
    const app = await openApp({ size })
    const terms = page.getByRole('button', { name: 'Early Access Terms' })
    await identifier.fill('ana')
    await terms.click()
    const panel =
      size === PHONE ? page.getByRole('dialog') : page.getByRole('region', { name: 'Early Access Terms' })
    await expect.element(panel).toBeVisible()
    await settle()
    const box = panel.element().getBoundingClientRect()
    if (size === PHONE) expect(Math.round(box.width)).toBe(size.width)
    expect(Math.round(box.height)).toBe(size.height)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(terms).toHaveFocus()
    await expect.element(page.getByText('By signing in you accept')).toBeVisible()

    await terms.click()
    await page.getByRole('button', { name: 'Accept & Close' }).click()
    await expect.element(page.getByText('You accepted the Early Access Terms on')).toBeVisible()
    await expect.element(identifier).toHaveValue('ana')
    await app.reload()
    await expect.element(page.getByText('You accepted the Early Access Terms on')).toBeVisible()
  },
)

test('a forgotten password leads to instructions', async () => {
  await openApp()
  await page.getByText('Forgot password?').click()
  await expect.element(page.getByText('Ask an administrator of this server for a reset link.')).toBeVisible()
})

const TOKEN = [{ alg: 'EdDSA' }, { username: 'ana', iat: 1, exp: 99_999_999_999 }, { signature: true }]
  .map((part) => btoa(JSON.stringify(part)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''))
  .join('.')

const heading = (name: string) => page.getByRole('heading', { name })

type States = Record<string, { options: Options; reach?: () => Promise<unknown> }>

const LOGIN_SCREEN: States = {
  'the provider alone': { options: offer({ password: false }) },
  both: { options: offer({}) },
  'a new account with faults': {
    options: offer({ github: false }),
    async reach() {
      await create.click()
      await create.click()
      await expect.element(page.getByText('Use 3 to 32 characters.')).toBeVisible()
    },
  },
  'the first account': { options: offer({ first_run: true, setup_code: true }) },
  'closed registration': { options: offer({ registration: 'closed' }) },
  'no way in': { options: offer({ github: false, password: false }) },
  'the terms': {
    options: offer({}),
    async reach() {
      await page.getByRole('button', { name: 'Early Access Terms' }).click()
      await expect.element(page.getByRole('button', { name: 'Accept & Close' })).toBeVisible()
    },
  },
  'a failure of the provider': {
    options: { ...offer({}), path: '/?error=auth_failed' },
    reach: () => expect.element(page.getByText('Authentication Failed')).toBeVisible(),
  },
  'a question about a token': {
    options: {
      path: `/?token=${TOKEN}`,
      answers: (server) => server.answer(authRoutes.me, () => person('a'.repeat(32))),
    },
    reach: () => expect.element(page.getByText('Continue as')).toBeVisible(),
  },
}

const PAGES: States = {
  'a token': {
    options: { path: `/oauth/token?token=${TOKEN}` },
    reach: () => expect.element(heading('Authentication Successful')).toBeVisible(),
  },
  'no token': {
    options: { path: '/oauth/token' },
    reach: () => expect.element(heading('Waiting for Token')).toBeVisible(),
  },
  'a failed token': {
    options: { path: `/oauth/token?error=${'wide'.repeat(300)}` },
    reach: () => expect.element(heading('Authentication Failed')).toBeVisible(),
  },
  'a new password': {
    options: { path: '/reset#token=x' },
    async reach() {
      await page.getByRole('button', { name: 'Set password' }).click()
      await expect.element(page.getByText('Use at least 8 characters.')).toBeVisible()
    },
  },
  'a link that does not work': {
    options: { path: '/reset' },
    reach: () => expect.element(heading('This link does not work')).toBeVisible(),
  },
  success: {
    options: { path: '/oauth/success' },
    reach: () => expect.element(heading('Authentication Successful')).toBeVisible(),
  },
}

const STATES = Object.entries({ ...LOGIN_SCREEN, ...PAGES }).flatMap(([state, how]) => [
  { state, ...how, device: 'desktop', size: DESKTOP },
  { state, ...how, device: 'phone', size: PHONE },
])

test.for(STATES)(
  '$state is accessible and no wider than its window, $device',
  async ({ options, reach, size }) => {
    await openApp({ ...options, size })
    await reach?.()
    await expectAccessible()
    expect(overflow()).toBeLessThanOrEqual(0)
    await page.viewport(320, 640)
    expect(overflow(), '320 wide').toBeLessThanOrEqual(0)
  },
)

test('offline nobody can sign in, and the screen says so', async () => {
  const { server } = await openApp(offer({ github: false }))
  await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  setOnline(server, false)
  await expect.element(page.getByRole('button', { name: 'You are offline' }).first()).toBeDisabled()
  await expectAccessible()
  setOnline(server, true)
  await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
})
