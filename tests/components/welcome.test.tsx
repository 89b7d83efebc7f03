/** The onboarding: the welcome dialog, and Chirpy's banner above the feed of the personal space. */
import { agentRoutes } from '@flockwork/contract/agents'
import type { Profile } from '@flockwork/contract/auth'
import { messageRoutes } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DESKTOP, PHONE, openApp, type OpenedApp } from './app.tsx'
import { refusal } from './fake-server.ts'
import { expectAccessible, overflow } from './look.ts'
import { composer, settings } from './parts.ts'
import { chirpy, person, personalSpace, space } from './world.ts'

const welcome = page.getByRole('dialog', { name: 'Welcome to Flockwork' })
const sayHi = welcome.getByRole('button', { name: 'Say hi to Chirpy' })
const banner = page.getByRole('region', { name: 'Chirpy, your guide' })
const icon = page.getByRole('button', { name: 'Show Chirpy tips' })
const close = page.getByRole('button', { name: 'Close Chirpy tips' })

const posted = ({ server }: OpenedApp) => server.calls(messageRoutes.post).map(({ body }) => body.content)

/** Logs out, and in again as another account of the world. */
async function changeTo({ username }: Profile): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('textbox', { name: 'Email or username' }).fill(username)
  await page.getByLabelText('Password', { exact: true }).fill('a long enough password')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('link', { name: `Settings of ${username}` })).toBeVisible()
}

test('the welcome shows to each user of a device until they dismiss it', async () => {
  const [ana, old] = [person('ana'), person('old')]
  const app = await openApp({ me: ana, isNew: true, world: { accounts: [ana, old] } })
  await expect.element(sayHi).toHaveFocus()
  await expect.element(welcome).toMatchTextContent('people and AI agents')
  await expect.element(welcome).toMatchTextContent('Mention someone with @')
  await expect.element(welcome).toMatchTextContent('Chirpy, the guide')

  // a reload before it is dismissed changes nothing
  await app.reload()
  await welcome.getByRole('button', { name: 'Close' }).click()
  await expect.element(welcome).not.toBeInTheDocument()
  await expect.element(composer).toHaveValue('')
  expect(posted(app)).toEqual([])

  await app.reload()
  await expect.element(composer).toBeVisible()
  await expect.element(welcome).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('textbox', { name: 'Email or username' }).fill('old')
  await page.getByLabelText('Password', { exact: true }).fill('a long enough password')
  await userEvent.keyboard('{Enter}')
  await welcome.getByRole('button', { name: 'Close' }).click()
  await changeTo(ana)
  await expect.element(composer).toBeVisible()
  await expect.element(welcome).not.toBeInTheDocument()
})

test('the welcome drafts a first message to Chirpy, and leaves sending it to the user', async () => {
  const app = await openApp({ me: person('ana'), isNew: true })
  await sayHi.click()
  await expect.element(welcome).not.toBeInTheDocument()
  await expect.element(composer).toHaveValue('@chirpy hi')
  await expect.element(composer).toHaveFocus()
  expect(posted(app)).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => posted(app)).toEqual(['@chirpy hi'])
})

test('the welcome opens in the current space: an invited user stays there', async () => {
  const lab = space('Field Lab')
  const ana = person('ana', { current_org_id: lab.id })
  const app = await openApp({
    me: ana,
    isNew: true,
    path: '/agents',
    world: { spaces: [personalSpace(ana), lab] },
  })
  await sayHi.click()
  await expect.element(composer).toHaveValue('@chirpy hi')
  await expect.element(composer).toHaveFocus()
  expect(app.left).toEqual([])
  expect(posted(app)).toEqual([])
})

test("the welcome doesn't show while its flag is off", async () => {
  await openApp({ me: person('ana'), isNew: true, stored: { welcome_enabled: 'false' } })
  await expect.element(composer).toBeVisible()
  await expect.element(welcome).not.toBeInTheDocument()
})

test('the welcome waits for a dialog that the URL opened', async () => {
  await openApp({ me: person('ana'), isNew: true, path: '/home?settings=profile' })
  await expect.element(settings).toBeVisible()
  await expect.element(welcome).not.toBeInTheDocument()
  await settings.getByRole('button', { name: 'Close' }).click()
  await expect.element(welcome).toBeVisible()
})

test('the banner shows above the feed of a personal space until its user dismisses it', async () => {
  const [ana, bo] = [person('ana'), person('bo')]
  const app = await openApp({ me: ana, world: { accounts: [ana, bo] } })
  await expect.element(banner).toBeVisible()
  await expect.element(icon).not.toBeInTheDocument()
  const prompts = banner.getByRole('group').getByRole('button').elements()
  expect(prompts.map((prompt) => prompt.textContent)).toEqual([
    'Say hi',
    'Give me a tour',
    'Show the docs',
    'Connect my own MCP agent',
    'Invite people',
  ])

  await close.click()
  await expect.element(banner).not.toBeInTheDocument()
  await expect.element(icon).toHaveFocus()
  await app.reload()
  await expect.element(icon).toBeVisible()
  await expect.element(banner).not.toBeInTheDocument()

  // the dismissal is per user, and survives a logout
  await changeTo(bo)
  await expect.element(banner).toBeVisible()
  await changeTo(ana)
  await expect.element(icon).toBeVisible()
  await expect.element(banner).not.toBeInTheDocument()

  await icon.click()
  await expect.element(banner.getByRole('button', { name: 'Say hi' })).toHaveFocus()
  await expect.element(icon).not.toBeInTheDocument()
  await app.reload()
  await expect.element(banner).toBeVisible()
})

test('in other spaces the banner shows only after its icon is pressed', async () => {
  const lab = space('Field Lab')
  const ana = person('ana', { current_org_id: lab.id })
  const app = await openApp({ me: ana, world: { spaces: [personalSpace(ana), lab] } })
  await expect.element(icon).toBeVisible()
  await expect.element(banner).not.toBeInTheDocument()

  await icon.click()
  await expect.element(banner).toBeVisible()
  await close.click()
  await expect.element(banner).not.toBeInTheDocument()
  // which doesn't dismiss the one at home
  expect([...app.stored.keys()].filter((key) => key.includes('banner'))).toEqual([])
})

test('a prompt is sent once, however often the chips are pressed meanwhile', async () => {
  const app = await openApp({ me: person('ana') })
  const release = app.server.hold(messageRoutes.post)
  const hi = banner.getByRole('button', { name: 'Say hi' })
  await hi.click()
  await hi.click({ force: true })
  await banner.getByRole('button', { name: 'Give me a tour' }).click({ force: true })
  release()
  await expect.element(page.getByRole('article').filter({ hasText: 'hi' })).toBeVisible()
  expect(posted(app)).toEqual(['@chirpy hi'])
})

test('while Chirpy is switched off, the banner and its icon are hidden', async () => {
  const off = [chirpy({ control: { is_disabled: true } })]
  const on = [chirpy()]
  const app = await openApp({ me: person('ana') })
  await expect.element(banner).toBeVisible()
  app.world.agents = off
  dispatchEvent(new Event('focus'))
  await expect.element(banner).not.toBeInTheDocument()
  await expect.element(icon).not.toBeInTheDocument()

  // stored: a page that can't fetch the agents knows it too
  app.server.answer(agentRoutes.list, () => refusal(503, 'unavailable'))
  await app.reload()
  await expect.element(page.getByRole('banner')).toMatchTextContent("ana's Workspace")
  await expect.element(banner).not.toBeInTheDocument()
  await expect.element(icon).not.toBeInTheDocument()

  app.world.agents = on
  app.server.answer(agentRoutes.list, () => ({ agents: app.world.agents }))
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(banner).toBeVisible()

  await close.click()
  await expect.element(icon).toBeVisible()
  app.world.agents = off
  await app.reload()
  await expect.element(composer).toBeVisible()
  await expect.element(icon).not.toBeInTheDocument()
})

test.for([
  { device: 'desktop', size: DESKTOP },
  { device: 'phone', size: PHONE },
])('the welcome and the banner are accessible, $device', async ({ size }) => {
  await openApp({ me: person('ana'), isNew: true, size })
  await expect.element(sayHi).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(banner).toBeVisible()
  await expectAccessible()
  await close.click()
  await expect.element(icon).toBeVisible()
  await expectAccessible()
  expect(overflow()).toBeLessThanOrEqual(0)
})
