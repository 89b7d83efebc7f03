/** A program asks to act as an agent: the consent page, the device page, and the list of connected apps. */
import type { Consent, ConnectedApp, NamedAgent } from '@flockwork/contract/oauth'
import { oauthRoutes } from '@flockwork/contract/oauth'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, PHONE, openApp, type Options } from './app.tsx'
import { setOnline } from './browser-state.ts'
import { refusal, wrongFields, type FakeServer } from './fake-server.ts'
import { expectAccessible, overflow } from './look.ts'
import { button, settings } from './parts.ts'
import { DAY, ago, newId, person } from './world.ts'

const CALLBACK = 'http://127.0.0.1:4711/callback?code=c&state=st'

const heading = (name: string) => page.getByRole('heading', { name })
const newName = page.getByRole('textbox', { name: 'Name of the new agent' })
const alert = page.getByRole('main').getByRole('alert')

const SIZES = [
  { device: 'desktop', size: DESKTOP },
  { device: 'phone', size: PHONE },
]

function consent(more: Partial<Consent> = {}): Consent {
  return {
    client: { name: 'Desk Assistant', redirect_host: '127.0.0.1:4711', is_local: true },
    scopes: ['mcp', 'messages:write'],
    named_agent: null,
    agents: [],
    ...more,
  }
}

const own = (handle: string) => ({ id: newId(), handle, agent_type: 'general' })

/** The consent page for this request. */
function openConsent(asked: Partial<Consent>, more: Options = {}) {
  return openApp({
    me: person('ana'),
    path: '/consent/request-1',
    answers(server) {
      server.answer(oauthRoutes.consent, () => consent(asked))
      server.answer(oauthRoutes.decide, () => ({ continue_at: CALLBACK }))
    },
    ...more,
  })
}

const decisions = (server: FakeServer) => server.calls(oauthRoutes.decide).map(({ body }) => body)

test.for(SIZES)(
  'an agent that the request names is authorized as it is, and the page fits, $device',
  async ({ size }) => {
    const { server, left } = await openConsent({ named_agent: { handle: 'scout', state: 'new' } }, { size })
    await expect.element(heading('Desk Assistant asks to connect')).toBeVisible()
    await expect.element(page.getByText('127.0.0.1:4711')).toBeVisible()
    await expect.element(page.getByText('allowing registers @scout as your agent')).toBeVisible()
    await expect.element(page.getByText('Post, edit, delete and react as the agent')).toBeVisible()
    await expect.element(page.getByRole('radio')).not.toBeInTheDocument()
    await expectAccessible()
    expect(overflow()).toBeLessThanOrEqual(0)

    await button('Allow').click()
    await expect.element(heading('Back to Desk Assistant')).toBeVisible()
    expect(decisions(server)).toEqual([{ allow: true, agent: 'scout' }])
    expect(left).toEqual([CALLBACK])
  },
)

test('without an agent in the request a new one is named', async () => {
  const { server } = await openConsent({})
  await button('Allow').click()
  await expect.element(newName).toBeInvalid()
  expect(decisions(server)).toEqual([])
  await newName.fill('helper')
  await button('Allow').click()
  await expect.element(heading('Back to Desk Assistant')).toBeVisible()
  expect(decisions(server)).toEqual([{ allow: true, agent: 'helper' }])
})

test("one's own agent is chosen, or a new one named; a rejected name says why, and Cancel denies the request", async () => {
  const { server, left } = await openConsent({ agents: [own('helper'), own('scout')] })
  await expect.element(page.getByRole('radio', { name: '@helper' })).toBeChecked()
  await page.getByRole('radio', { name: 'A new agent' }).click()
  await newName.fill('chirpy')
  server.answerOnce(oauthRoutes.decide, () => wrongFields({ agent: "@chirpy can't be the name of an agent" }))
  await button('Allow').click()
  await expect.element(alert).toMatchTextContent('@chirpy')
  await button('Cancel').click()
  await expect.poll(() => left).toEqual([CALLBACK])
  expect(decisions(server)).toEqual([
    { allow: true, agent: 'chirpy' },
    { allow: false, agent: null },
  ])
})

test.for<{ state: NamedAgent['state']; words: string }>([
  { state: 'taken', words: 'This agent belongs to somebody else.' },
  { state: 'invalid', words: 'No agent can have this name' },
])('a request whose agent is $state can only be denied', async ({ state, words }) => {
  await openConsent({ named_agent: { handle: 'chirpy', state } })
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(button('Cancel')).toBeVisible()
  await expect.element(button('Allow')).not.toBeInTheDocument()
})

test('an expired request says so, and one that fails to load can be retried', async () => {
  const { server, reload } = await openConsent(
    {},
    { answers: (server) => server.answer(oauthRoutes.consent, () => refusal(404, 'not_found')) },
  )
  await expect.element(heading('This request is over')).toBeVisible()

  server.answer(oauthRoutes.consent, () => refusal(503, 'unavailable'))
  await reload()
  await expect.element(heading('The request could not be read')).toBeVisible()
  server.answer(oauthRoutes.consent, () => consent())
  await button('Try Again').click()
  await expect.element(heading('Desk Assistant asks to connect')).toBeVisible()

  server.answer(oauthRoutes.decide, () => refusal(404, 'not_found'))
  await button('Cancel').click()
  await expect.element(heading('This request is over')).toBeVisible()
})

test.for([
  { reason: 'invalid_client', words: 'This server does not know the app any more.' },
  { reason: 'invalid_redirect_uri', words: 'has not registered' },
  { reason: 'invalid_target', words: 'The app asks for another address than this server’s.' },
  { reason: 'documents_off', words: 'this server fetches none' },
  { reason: 'document_unreachable', words: 'this server could not fetch it' },
  { reason: 'temporarily_unavailable', words: 'Wait a while, then start again' },
  { reason: 'login_required', words: 'What it asked for can’t be answered' },
])('a request that never reaches the user is explained: $reason', async ({ reason, words }) => {
  await openApp({ path: `/consent/failed?reason=${reason}` })
  await expect.element(page.getByText(words)).toBeVisible()
  if (reason === 'invalid_client') await expectAccessible()
})

const code = page.getByRole('textbox', { name: 'Code' })

test.for(SIZES)('a device is connected with its code, $device', async ({ size }) => {
  const { server } = await openApp({ me: person('dan'), path: '/device', size })
  server.answer(oauthRoutes.device, ({ body }) =>
    body.user_code === 'ABCD-EFGH'
      ? consent({ client: { name: 'Headless Runner', redirect_host: null, is_local: false } })
      : refusal(404, 'not_found', 'No app shows this code now.'),
  )
  server.answer(oauthRoutes.decideDevice, () => undefined)

  await code.fill('WRNG-CODE')
  await button('Continue').click()
  await expect.element(page.getByText('No app shows this code now.')).toBeVisible()
  await expectAccessible()
  await code.fill('abcd-efgh')
  await button('Continue').click()
  await expect.element(heading('Headless Runner asks to connect')).toBeVisible()
  await expect.element(page.getByText('Go on only if your device shows ABCD-EFGH now.')).toBeVisible()
  await expectAccessible()
  expect(overflow()).toBeLessThanOrEqual(0)
  await newName.fill('runner')
  await button('Allow').click()
  await expect.element(heading('Connected')).toBeVisible()
  expect(server.calls(oauthRoutes.decideDevice)).toMatchObject([
    { body: { user_code: 'ABCD-EFGH', allow: true, agent: 'runner' } },
  ])
})

test('a code from the URL is filled in; after too many codes the page says so', async () => {
  const { server } = await openApp({ me: person('dan'), path: '/device?user_code=ABCD-EFGH' })
  await expect.element(code).toHaveValue('ABCD-EFGH')
  server.answer(oauthRoutes.device, () => refusal(429, 'rate_limited', 'Too many', { retry_after: 600 }))
  await button('Continue').click()
  await expect.element(page.getByText('Too many codes were tried.')).toBeVisible()
})

test.for(SIZES)(
  'a connected app is listed, and disconnecting it asks for confirmation, $device',
  async ({ size }) => {
    const agentId = newId()
    const app: ConnectedApp = {
      id: newId(),
      client_name: 'Desk Assistant',
      redirect_host: '127.0.0.1',
      agent: { id: agentId, handle: 'scout' },
      scopes: ['mcp', 'messages:write'],
      created_at: ago(DAY),
      last_used_at: null,
      expires_at: ago(-89 * DAY),
    }
    const apps = [app]
    const { server } = await openApp({
      me: person('ana'),
      path: '/home?settings=apps',
      size,
      answers: (server) => server.answer(oauthRoutes.connectedApps, () => ({ apps })),
    })
    server.answer(oauthRoutes.disconnect, () => void apps.pop())
    const row = settings.getByRole('list', { name: 'Connected apps' }).getByRole('listitem')
    await expect.element(row).toMatchTextContent('Desk Assistant')
    await expect.element(row).toMatchTextContent('Acts as @scout')
    await expectAccessible()

    const cutOff = row.getByRole('button', { name: 'Disconnect Desk Assistant from @scout' })
    const question = page.getByRole('dialog', { name: 'Disconnect Desk Assistant?' })
    await cutOff.click()
    setOnline(server, false)
    await question.getByRole('button', { name: 'Disconnect' }).click()
    await expect.element(question.getByRole('alert')).toMatchTextContent('The server does not answer')
    setOnline(server, true)
    await question.getByRole('button', { name: 'Disconnect' }).click()
    await expect.element(settings.getByText('Desk Assistant was disconnected.')).toBeVisible()
    await expect.element(settings.getByText('No apps are connected')).toBeVisible()
    expect(server.calls(oauthRoutes.disconnect)).toMatchObject([{ params: { id: app.id } }])
  },
)
