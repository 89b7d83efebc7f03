/** What all forms have in common (ADR-0019): one request at a time, errors at their fields, and input is never lost. */
import { accountRoutes } from '@flockwork/contract/account'
import { agentRoutes } from '@flockwork/contract/agents'
import { authRoutes } from '@flockwork/contract/auth'
import { channelRoutes } from '@flockwork/contract/channels'
import { oauthRoutes } from '@flockwork/contract/oauth'
import type { RouteSpec } from '@flockwork/contract/route'
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { teamRoutes } from '@flockwork/contract/teams'
import { expect, test } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { openApp, type Options } from './app.tsx'
import { refusal, wrongFields } from './fake-server.ts'
import { person, space } from './world.ts'

const PASSWORD = 'a long enough password'
const UNREACHABLE = 'The server does not answer. Check your connection and try again.'

const text = (name: string) => page.getByRole('textbox', { name, exact: true })
const password = (name = 'Password') => page.getByLabelText(name, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const signedIn = (path: string): Options => ({ me: person('ana'), path })

interface FormCase {
  readonly form: string
  readonly options: () => Options
  readonly reach?: () => Promise<unknown>
  readonly route: RouteSpec
  /** The name of the first field in the call's body. */
  readonly wireName: string
  readonly typed: readonly (readonly [Locator, string])[]
  /** The message when the server doesn't answer. */
  readonly away: string
}

const FORMS: FormCase[] = [
  {
    form: 'signing in',
    options: () => ({}),
    route: authRoutes.login,
    wireName: 'email',
    typed: [
      [text('Email or username'), 'ana'],
      [password(), PASSWORD],
    ],
    away: UNREACHABLE,
  },
  {
    form: 'a new account',
    options: () => ({}),
    reach: () => button('Create account').click(),
    route: authRoutes.register,
    wireName: 'username',
    typed: [
      [text('Username'), 'ana'],
      [text('Full name (optional)'), 'Ana Lima'],
      [text('Email'), 'ana@example.org'],
      [password(), PASSWORD],
    ],
    away: UNREACHABLE,
  },
  {
    form: 'a new password by a link',
    options: () => ({ path: '/reset#token=x' }),
    route: accountRoutes.resetPassword,
    wireName: 'password',
    typed: [[password('New password'), PASSWORD]],
    away: UNREACHABLE,
  },
  {
    form: 'the full name',
    options: () => signedIn('/home?settings=profile'),
    route: accountRoutes.update,
    wireName: 'full_name',
    typed: [[text('Full name (optional)'), 'Ana Lima']],
    away: UNREACHABLE,
  },
  {
    form: 'another password',
    options: () => signedIn('/home?settings=profile'),
    route: accountRoutes.changePassword,
    wireName: 'current_password',
    typed: [
      [password('Current password'), PASSWORD],
      [password('New password'), 'another long password'],
    ],
    away: UNREACHABLE,
  },
  {
    form: 'the end of an account',
    options: () => signedIn('/home?settings=data'),
    reach: () => button('Delete account').click(),
    route: accountRoutes.remove,
    wireName: 'username',
    typed: [[text('Type ana to confirm'), 'ana']],
    away: UNREACHABLE,
  },
  {
    form: 'a new space',
    options: () => signedIn('/spaces'),
    reach: () => button('Create Workspace').click(),
    route: spaceRoutes.create,
    wireName: 'name',
    typed: [
      [text('Name'), 'Nest'],
      [text('Description (optional)'), 'Where the eggs are'],
    ],
    away: 'Failed to create organization',
  },
  {
    form: 'an invite',
    options: () => ({
      ...signedIn('/spaces?tab=mine'),
      world: { spaces: [space('Nest', { visibility: 'invite_only', role: 'admin' })] },
    }),
    async reach() {
      await button('More for Nest').click()
      await page.getByRole('menuitem', { name: 'Invite Members' }).click()
    },
    route: spaceRoutes.invite,
    wireName: 'expires_hours',
    typed: [[page.getByLabelText('Expires after'), '24']],
    away: 'Failed to create invite',
  },
  {
    form: 'the settings of a space',
    options: () => ({
      ...signedIn('/spaces?tab=mine'),
      world: { spaces: [space('Nest', { visibility: 'invite_only', role: 'admin' })] },
    }),
    async reach() {
      await button('More for Nest').click()
      await page.getByRole('menuitem', { name: 'Settings' }).click()
    },
    route: spaceRoutes.update,
    wireName: 'name',
    typed: [[text('Name'), 'Big Nest']],
    away: 'The settings could not be saved. Try again.',
  },
  {
    form: 'an invite code',
    options: () => signedIn('/spaces?tab=discover'),
    route: spaceRoutes.join,
    wireName: 'invite_code',
    typed: [[text('Invite code'), 'nest-1234']],
    away: 'Failed to join organization',
  },
  {
    form: 'a new team',
    options: () => signedIn('/agents'),
    reach: () => button('New team').click(),
    route: teamRoutes.create,
    wireName: 'name',
    typed: [
      [text('Team name'), 'Night shift'],
      [text('Description (optional)'), 'Watches while we sleep'],
    ],
    away: 'Failed to create team: Please try again.',
  },
  {
    form: 'a new agent',
    options: () => signedIn('/register'),
    route: agentRoutes.register,
    wireName: 'agent_name',
    typed: [[text('Username'), 'scout']],
    away: 'Failed to register agent',
  },
  {
    form: 'a new channel',
    options: () => signedIn('/home'),
    async reach() {
      await button('Channel: main').click()
      await page.getByRole('menuitem', { name: /^(New channel|Manage channels)$/ }).click()
    },
    route: channelRoutes.create,
    wireName: 'name',
    typed: [[text('New channel'), 'field-notes']],
    away: 'The channel could not be created. Please try again.',
  },
  {
    form: 'the code of a device',
    options: () => signedIn('/device'),
    route: oauthRoutes.device,
    wireName: 'user_code',
    typed: [[text('Code'), 'ABCD-EFGH']],
    away: 'The code could not be checked. Please try again.',
  },
]

/** The field's value, a number's as text. */
const valueOf = (field: Locator) => (field.element() as HTMLInputElement).value

/** Submits twice at once, as a double press of Enter. */
function sendTwice(field: Locator): void {
  const { form } = field.element() as HTMLInputElement
  form?.requestSubmit()
  form?.requestSubmit()
}

test.for(FORMS)(
  '$form is sent once, keeps its input, and shows errors at their fields',
  async ({ options, reach, route, wireName, typed, away }) => {
    const { server } = await openApp(options())
    await reach?.()
    for (const [field, value] of typed) await field.fill(value)
    const [first, value] = typed[0] ?? expect.unreachable()

    server.isReachable = false
    sendTwice(first)
    await expect.element(page.getByText(away).first()).toBeVisible()
    expect(typed.map(([field]) => valueOf(field))).toEqual(typed.map(([, value]) => value))

    server.isReachable = true
    await expect.poll(() => document.querySelector('[type=submit][aria-busy]')).toBeNull()
    server.answer(route, () => wrongFields({ [wireName]: 'Not this one' }))
    const release = server.hold(route)
    sendTwice(first)
    await expect.poll(() => server.calls(route)).toHaveLength(1)
    sendTwice(first)
    release()
    await expect.element(first).toHaveAccessibleDescription('Not this one')
    await expect.element(first).toHaveFocus()
    expect(typed.map(([field]) => valueOf(field))).toEqual(typed.map(([, value]) => value))
    expect(server.calls(route)).toHaveLength(1)

    await first.fill(`${value}1`)
    await expect.element(first).not.toHaveAttribute('aria-invalid')
  },
)

test('the first invalid field gets the focus, and correcting it leaves the focus there', async () => {
  const { server } = await openApp()
  await button('Create account').click()
  await text('Username').fill('ana')
  await button('Create account').click()
  await expect.element(text('Email')).toHaveFocus()
  await expect.element(password()).toHaveAccessibleDescription('Use at least 8 characters.')

  await text('Email').fill('ana@example.org')
  await expect.element(text('Email')).not.toHaveAttribute('aria-invalid')
  await expect.element(text('Email')).toHaveFocus()
  await expect.element(password()).toHaveAttribute('aria-invalid', 'true')
  expect(server.calls(authRoutes.register)).toEqual([])
})

test('an error of no field is shown for the whole form, until something is typed', async () => {
  const { server } = await openApp()
  server.answer(authRoutes.login, () => refusal(401, 'unauthorized', 'Wrong username or password'))
  await text('Email or username').fill('ana')
  await password().fill(PASSWORD)
  await button('Sign in').click()
  const alert = page.getByRole('alert').filter({ hasText: 'Wrong username or password' })
  await expect.element(alert).toBeVisible()
  await expect.element(password()).toHaveValue(PASSWORD)
  await password().fill('another')
  await expect.element(alert).not.toBeInTheDocument()
})

test('a response that arrives after the dialog was closed changes nothing there', async () => {
  const { server } = await openApp(signedIn('/spaces'))
  server.answer(spaceRoutes.create, () => wrongFields({ name: 'Not now' }))
  const release = server.hold(spaceRoutes.create)
  await button('Create Workspace').click()
  const dialog = page.getByRole('dialog', { name: 'Create Workspace' })
  await text('Name').fill('Nest')
  await dialog.getByRole('button', { name: 'Create Workspace' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Creating' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()

  await button('Create Workspace').click()
  await expect.element(text('Name')).toHaveValue('')
  release()
  await expect.element(page.getByText('Not now').first()).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Create Workspace' })).toBeEnabled()
  await expect.element(text('Name')).not.toHaveAttribute('aria-invalid')
})
