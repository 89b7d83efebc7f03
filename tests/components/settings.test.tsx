/** The settings: by URL and by keyboard, with errors at their fields, and accessible. */
import { accountRoutes, type Device } from '@flockwork/contract/account'
import { expect, test, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { DESKTOP, PHONE, openApp, type OpenedApp, type Options } from './app.tsx'
import { press, setOnline } from './browser-state.ts'
import { refusal, wrongFields } from './fake-server.ts'
import { expectAccessible, settle } from './look.ts'
import { ago, person } from './world.ts'

const PASSWORD = 'a long enough password'
const NEW_PASSWORD = 'another long password'

const dialog = page.getByRole('dialog', { name: 'Settings' })
const tab = (name: string) => dialog.getByRole('tab', { name })
const section = () => new URL(location.href).searchParams.get('settings')

/** A user's settings, open at a section. */
function openSettings(name: string, more: Options = {}): Promise<OpenedApp> {
  return openApp({ me: person('ana'), path: `/home?settings=${name}`, ...more })
}

const AGENT_ON_LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36'

function device(id: string, more: Partial<Device> = {}): Device {
  return {
    device_id: id,
    user_agent: AGENT_ON_LINUX,
    ip: '127.0.0.1',
    created_at: ago(),
    last_used_at: ago(),
    current: false,
    ...more,
  }
}

test('the URL opens and closes the settings, and the focus returns to where it was', async () => {
  await openApp({ me: person('ana'), path: '/home' })
  const opener = page.getByRole('link', { name: 'Settings of ana' })
  await press(opener, '{Enter}')
  await expect.element(tab('Profile')).toHaveFocus()
  expect(section()).toBe('profile')

  // by keyboard only, through the sections and into one
  for (const name of ['Devices', 'Connected apps', 'Messages', 'Notifications', 'Shortcuts', 'Data']) {
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(tab(name)).toHaveFocus()
    await expect.element(dialog.getByRole('tabpanel', { name })).toBeVisible()
  }
  expect(section()).toBe('data')
  await userEvent.keyboard('{Home}')
  await expect.element(dialog.getByRole('tabpanel', { name: 'Profile' })).toBeVisible()

  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  expect(location.search).toBe('')

  await opener.click()
  await tab('Data').click()
  history.back()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(location.search).toBe('')
})

test('an unknown section in the URL opens the first, and closing the settings removes the parameter', async () => {
  await openSettings('nonsense')
  await expect.element(tab('Profile')).toHaveAttribute('aria-selected', 'true')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(location.search).toBe('')
})

test('on a phone the drawer opens the settings, and the menu button gets the focus back', async () => {
  await openApp({ me: person('ana'), path: '/home', size: PHONE })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Settings of ana' }).click()
  await expect.element(dialog).toBeVisible()
  await settle()
  const box = dialog.element().getBoundingClientRect()
  expect([Math.round(box.width), Math.round(box.height)]).toEqual([PHONE.width, PHONE.height])

  await tab('Data').click()
  await expect.element(dialog.getByRole('button', { name: 'Delete account' })).toBeVisible()
  await expect.element(tab('Data')).toBeInViewport({ ratio: 1 })
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Open menu' })).toHaveFocus()
})

const nameField = dialog.getByRole('textbox', { name: 'Full name (optional)' })

test('a saved name shows at once and after a reload; an empty one removes it', async () => {
  const app = await openSettings('profile')
  app.server.answer(accountRoutes.update, ({ body }) => {
    if (app.world.me) app.world.me = { ...app.world.me, full_name: body.full_name }
    return app.world.me ?? refusal(401, 'unauthorized')
  })
  await nameField.fill('  Ana Lima  ')
  await press(nameField, '{Enter}')
  await expect.element(dialog.getByText('Name saved')).toBeVisible()
  await expect.element(nameField).toHaveValue('Ana Lima')
  expect([...app.stored.values()].join()).toContain('Ana Lima')

  await app.reload()
  await expect.element(nameField).toHaveValue('Ana Lima')
  await nameField.clear()
  await dialog.getByRole('button', { name: 'Save name' }).click()
  await expect.element(dialog.getByText('Name saved')).toBeVisible()
  await app.reload()
  await expect.element(nameField).toHaveValue('')
})

test('a name that can’t be saved stays in its field, with the reason', async () => {
  const { server, world } = await openSettings('profile')
  server.answer(accountRoutes.update, () => world.me ?? refusal(401, 'unauthorized'))
  setOnline(server, false)
  await nameField.fill('Ana')
  await dialog.getByRole('button', { name: 'Save name' }).click()
  await expect
    .element(dialog.getByRole('alert').filter({ hasText: 'The server does not answer' }))
    .toBeVisible()
  await expect.element(nameField).toHaveValue('Ana')

  await tab('Shortcuts').click()
  await tab('Profile').click()
  await expect.element(nameField).toHaveValue('Ana')
  setOnline(server, true)
  await dialog.getByRole('button', { name: 'Save name' }).click()
  await expect.element(dialog.getByText('Name saved')).toBeVisible()
})

test('the theme follows the choice, or the system if that is chosen', async () => {
  await openSettings('profile', { theme: 'dark' })
  const shown = () => [document.documentElement.classList.contains('dark'), localStorage.getItem('darkMode')]
  await expect.element(dialog.getByRole('radio', { name: 'System' })).toBeChecked()
  expect(shown()).toEqual([true, null])

  await press(dialog.getByRole('radio', { name: 'System' }), '{ArrowRight}')
  await expect.element(dialog.getByRole('radio', { name: 'Light' })).toBeChecked()
  expect(shown()).toEqual([false, 'false'])
  await dialog.getByText('Dark', { exact: true }).click()
  expect(shown()).toEqual([true, 'true'])

  await dialog.getByText('System', { exact: true }).click()
  expect(shown()).toEqual([true, null])
  await commands.emulate({ colorScheme: 'light' })
  await expect.poll(shown).toEqual([false, null])
})

const current = dialog.getByLabelText('Current password')
const next = dialog.getByLabelText('New password')
const change = dialog.getByRole('button', { name: 'Change password' })

test('a password that can’t be changed shows why at its field, and both fields stay filled in', async () => {
  const { server } = await openSettings('profile')
  server.answer(accountRoutes.changePassword, ({ body }) =>
    body.current_password === PASSWORD
      ? undefined
      : wrongFields({ current_password: 'This is not your password' }),
  )
  await change.click()
  await expect.element(current).toHaveAccessibleDescription('Enter your current password.')
  await expect.element(current).toHaveFocus()

  await current.fill('not the password')
  await next.fill('short')
  await change.click()
  await expect.element(dialog.getByText('Use at least 8 characters.')).toBeVisible()
  await expect.element(next).toHaveFocus()
  expect(server.calls(accountRoutes.changePassword)).toEqual([])
  await next.fill(NEW_PASSWORD)
  await change.click()
  await expect.element(dialog.getByText('This is not your password')).toBeVisible()
  await expect.element(current).toHaveFocus()
  await expect.element(current).toHaveValue('not the password')
  await expect.element(next).toHaveValue(NEW_PASSWORD)

  await current.fill(PASSWORD)
  await press(next, '{Enter}')
  await expect.element(dialog.getByText('Password changed. Every other device was signed out.')).toBeVisible()
  await expect.element(current).toHaveValue('')
})

test('after too many wrong passwords the form says how long to wait', async () => {
  const { server } = await openSettings('profile')
  server.answer(accountRoutes.changePassword, () =>
    refusal(429, 'rate_limited', 'Too many wrong attempts', { retry_after: 14 * 60 + 1 }),
  )
  await current.fill(PASSWORD)
  await next.fill(NEW_PASSWORD)
  await change.click()
  await expect.element(dialog.getByText('Too many wrong attempts. Try again in 15 min.')).toBeVisible()
  await expect.element(next).toHaveValue(NEW_PASSWORD)
})

const rows = dialog.getByRole('list', { name: 'Devices' }).getByRole('listitem')

test('devices are listed, and revoking one asks for confirmation', async () => {
  const devices = [device('here', { current: true }), device('there')]
  const { server } = await openSettings('devices', {
    answers: (server) => server.answer(accountRoutes.devices, () => ({ devices })),
  })
  server.answer(accountRoutes.revokeDevice, ({ body }) => {
    devices.splice(
      devices.findIndex((one) => one.device_id === body.device_id),
      1,
    )
    return undefined
  })
  await expect.element(rows.nth(1)).toMatchTextContent('127.0.0.1')
  await expect.element(rows.first()).toMatchTextContent('This device')
  await expect.element(rows.first()).toMatchTextContent('Chrome on Linux')

  await rows.nth(1).getByRole('button', { name: 'Revoke Chrome on Linux' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke Chrome on Linux?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(server.calls(accountRoutes.revokeDevice)).toEqual([])

  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click()
  const others = page.getByRole('dialog', { name: 'Sign out 1 other device?' })
  await others.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect.element(dialog.getByText('Every other device was signed out.')).toBeVisible()
  await expect.element(dialog.getByText('You are signed in nowhere else.')).toBeVisible()
  expect(server.calls(accountRoutes.revokeDevice)).toMatchObject([{ body: { device_id: 'there' } }])
})

test('a device that can’t be revoked stays in the list, and the dialog says why', async () => {
  const { server } = await openSettings('devices', {
    answers: (server) => {
      server.answer(accountRoutes.devices, () => ({
        devices: [device('here', { current: true }), device('there')],
      }))
      server.answer(accountRoutes.revokeDevice, () => undefined)
    },
  })
  await dialog.getByRole('button', { name: /^Revoke Chrome on/ }).click()
  setOnline(server, false)
  const question = page.getByRole('dialog', { name: /^Revoke Chrome on/ })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(question.getByRole('alert')).toMatchTextContent('The server does not answer')
  setOnline(server, true)
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(question).not.toBeInTheDocument()
})

test('revoking this device asks about drafts as a logout does, then logs out', async () => {
  const app = await openApp({
    me: person('ana'),
    path: '/home',
    answers: (server) => {
      server.answer(accountRoutes.devices, () => ({ devices: [device('here', { current: true })] }))
      server.answer(accountRoutes.revokeDevice, () => undefined)
    },
  })
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('half a thought')
  await expect.poll(() => [...app.stored.values()].join()).toContain('half a thought')
  await page.getByRole('link', { name: 'Settings of ana' }).click()
  await tab('Devices').click()
  await dialog.getByRole('button', { name: 'Revoke this device' }).click()
  const question = page.getByRole('dialog', { name: 'Discard 1 draft?' })
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect.element(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Revoke this device' }).click()
  await question.getByRole('button', { name: 'Discard and log out' }).click()
  await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(location.search).toBe('')
})

test("a list of devices that can't be loaded says so and can be retried", async () => {
  const { server } = await openSettings('apps', {
    answers: (server) =>
      server.answer(accountRoutes.devices, () => ({ devices: [device('here', { current: true })] })),
  })
  await expect.element(dialog.getByText('No apps are connected')).toBeVisible()
  setOnline(server, false)
  await tab('Devices').click()
  await expect.element(dialog.getByText('Your devices could not be loaded')).toBeVisible()
  setOnline(server, true)
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(dialog.getByText('This device')).toBeVisible()
})

test('a download that fails says so and can be retried', async () => {
  const { server } = await openSettings('data')
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  server.answer(accountRoutes.export, () => ({
    exported_at: '2026-03-01T12:00:00.000Z',
    profile: person('ana'),
    provider_logins: [],
    devices: [],
    spaces: [],
    agents: [],
    connected_apps: [],
    reports: [],
    messages: [],
    reactions: [],
    tasks: [],
    task_notes: [],
    violations: [],
  }))
  setOnline(server, false)
  const button = dialog.getByRole('button', { name: 'Download your data' })
  await button.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('The server does not answer')
  setOnline(server, true)
  await button.click()
  await expect.element(dialog.getByText('Saved as flockwork-ana-2026-03-01.json')).toBeVisible()
  expect(save).toHaveBeenCalledOnce()
  save.mockRestore()
})

const question = page.getByRole('dialog', { name: 'Delete your account?' })
const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
const password = proof.getByLabelText('Password', { exact: true })
const confirm = question.getByRole('textbox', { name: 'Type ana to confirm' })
const remove = question.getByRole('button', { name: 'Delete my account' })

async function askToDelete(): Promise<void> {
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect.element(question).toBeVisible()
}

/** Makes the deletion require a recent re-authentication, with this password. */
function needsProof(server: OpenedApp['server'], right: string): void {
  let isProven = false
  server.answer(accountRoutes.remove, () =>
    isProven
      ? refusal(409, 'conflict', 'Proven')
      : refusal(403, 'reauthentication_required', 'Enter it first'),
  )
  server.answer(accountRoutes.reauthenticate, ({ body }) => {
    if (body.password !== right) return wrongFields({ password: 'This is not your password' })
    isProven = true
    return undefined
  })
}

test('an account is deleted by typing its name, and the password if the sign-in is long ago', async () => {
  const { server } = await openSettings('data')
  needsProof(server, PASSWORD)
  await askToDelete()
  await expect.element(question).toMatchTextContent('Your personal space is erased after 30 days.')
  await expect.element(question).toMatchTextContent('Deleted user')

  await confirm.fill('bob')
  await remove.click()
  await expect.element(question.getByText('This is not your username.')).toBeVisible()
  await expect.element(confirm).toHaveFocus()
  expect(server.calls(accountRoutes.remove)).toEqual([])
  await confirm.fill('ana')
  await remove.click()

  await password.fill('not the password')
  await userEvent.keyboard('{Enter}')
  await expect.element(proof.getByText('This is not your password')).toBeVisible()
  await expect.element(password).toHaveFocus()
  await expectAccessible()
  await password.fill(PASSWORD)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect.element(proof).not.toBeInTheDocument()
  await expect.element(question.getByRole('alert')).toMatchTextContent('Proven')
  await expect.element(confirm).toHaveValue('ana')
  expect(server.calls(accountRoutes.remove)).toHaveLength(2)
})

test('cancelling the re-authentication returns to the dialog, with its input', async () => {
  const { server } = await openSettings('data')
  needsProof(server, PASSWORD)
  await askToDelete()
  await confirm.fill('ana')
  await remove.click()
  await expect.element(password).toBeVisible()
  await proof.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question.getByRole('alert')).toMatchTextContent('Enter it first')
  await expect.element(confirm).toHaveValue('ana')
  await remove.click()
  await expect.element(password).toHaveValue('')
})

test.for([
  {
    words: 'You are the only administrator of this instance.',
    answer: (server: OpenedApp['server']) =>
      server.answer(accountRoutes.remove, () =>
        refusal(409, 'conflict', 'You are the only administrator of this instance.'),
      ),
  },
  {
    words: 'The server does not answer',
    answer: (server: OpenedApp['server']) => setOnline(server, false),
  },
])('on the error "$words" the dialog stays with its input', async ({ words, answer }) => {
  const { server } = await openSettings('data')
  await askToDelete()
  await confirm.fill('ana')
  answer(server)
  await remove.click()
  await expect.element(question.getByRole('alert')).toMatchTextContent(words)
  await expect.element(confirm).toHaveValue('ana')
  setOnline(server, true)
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('button', { name: 'Delete account' })).toHaveFocus()
})

test('for an account without a password the name is enough to delete it', async () => {
  const { server, world } = await openSettings('data', { me: person('ana', { has_password: false }) })
  server.answer(accountRoutes.remove, () => {
    world.me = null
    return undefined
  })
  await askToDelete()
  await confirm.fill('ana')
  await remove.click()
  await expect.element(page.getByRole('main').getByText('Your account was deleted.')).toBeVisible()
  expect(server.calls(accountRoutes.remove).map(({ body }) => body?.password ?? null)).toEqual([null])
})

test('back from the provider without a sign-in there, the settings show an error', async () => {
  await openSettings('profile&error=auth_failed', { me: person('ana', { has_password: false }) })
  await expect.element(page.getByRole('alert').filter({ hasText: 'Authentication Failed' })).toBeVisible()
  await expect.element(tab('Profile')).toHaveAttribute('aria-selected', 'true')
  expect(location.search).toBe('?settings=profile')
})

const SECTIONS = [
  { name: 'Profile', shows: 'Full name' },
  { name: 'Devices', shows: 'This device' },
  { name: 'Connected apps', shows: 'No apps are connected' },
  { name: 'Notifications', shows: 'Notify me when someone mentions me' },
  { name: 'Shortcuts', shows: 'Single-key shortcuts' },
  { name: 'Data', shows: 'Download your data' },
] as const

const withDevice: Options = {
  answers: (server) =>
    server.answer(accountRoutes.devices, () => ({ devices: [device('here', { current: true })] })),
}

async function goTo({ name, shows }: (typeof SECTIONS)[number]): Promise<void> {
  await tab(name).click()
  await expect.element(dialog.getByRole('tabpanel', { name }).getByText(shows).first()).toBeVisible()
}

test.for([
  { device: 'desktop', size: DESKTOP },
  { device: 'phone', size: PHONE },
])('the settings are accessible, $device', async ({ size }) => {
  await openSettings('profile', { ...withDevice, size })
  for (const one of SECTIONS) {
    await goTo(one)
    await expectAccessible()
  }
  await askToDelete()
  await remove.click()
  await expect.element(question.getByText('This is not your username.')).toBeVisible()
  await expectAccessible()
})

test('at 320 px no part of the settings is wider than the window', async () => {
  await openSettings('profile', { ...withDevice, size: { width: 320, height: 640 } })
  for (const one of SECTIONS) {
    await goTo(one)
    const element = dialog.element()
    const wide = [element, ...element.querySelectorAll('[role="tabpanel"], [role="tabpanel"] *')]
      .filter((part) => part.getBoundingClientRect().right > window.innerWidth)
      .map((part) => part.outerHTML.slice(0, 100))
    expect(wide, one.name).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  }
})
