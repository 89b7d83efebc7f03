/** The Intelligence Dashboard: an agent's tokens, its kill switch, deleting it, and its connection. */
import { connectionRoutes, CONNECTION_STEPS } from '@flockwork/contract/agent-connection'
import { controlRoutes } from '@flockwork/contract/agent-control'
import { agentTokenRoutes } from '@flockwork/contract/agent-tokens'
import { agentRoutes } from '@flockwork/contract/agents'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerOwner } from './agent-answers.ts'
import { openApp, type OpenedApp } from './app.tsx'
import { refusal, wrongFields } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { MINUTE, agent, ago, person } from './world.ts'

const dashboard = (name: string) => page.getByRole('dialog', { name: `Intelligence Dashboard - @${name}` })
const dialog = dashboard('scout')

function openOwn(scout = agent('scout')): Promise<OpenedApp> {
  return openApp({
    me: person('ana'),
    path: '/agents?agent=scout',
    world: { agents: [scout] },
    answers: answerOwner,
  })
}

test('its tokens are created, masked, copied, revoked and replaced', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const app = await openOwn()
  const section = dialog.getByRole('region', { name: 'MCP Configuration' })
  const tokens = section.getByRole('listitem')
  const getConfig = section.getByRole('button', { name: 'Get MCP Config' })
  await expect.element(tokens).toBeVisible()
  expect(tokens.elements()).toHaveLength(1)

  const name = section.getByRole('textbox', { name: 'Name (optional)' })
  await expect.element(tokens).toMatchTextContent(/^Token of \d+ \w+Made .+, never used/)
  await name.fill('Claude Code on heron')
  app.server.answerOnce(agentTokenRoutes.create, () => new Response('{}', { status: 500 }))
  await getConfig.click()
  const config = page.getByRole('dialog', { name: 'MCP Configuration' })
  await expect.element(config).toMatchTextContent('Failed to get configuration. Please try again.')
  await config.getByRole('button', { name: 'OK' }).click()
  app.server.answerOnce(agentTokenRoutes.create, () => wrongFields({ name: 'A name can’t hold this' }))
  await getConfig.click()
  await expect.element(name).toHaveAccessibleDescription('A name can’t hold this')
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveValue('Claude Code on heron')

  await getConfig.click()
  const token = config.getByRole('region', { name: 'Agent token' })
  await expect.poll(() => token.element().textContent).toMatch(/^fw_agt_.{43}•{8}.{20}$/)
  await config.getByRole('button', { name: 'Copy token' }).click()
  const copied = write.mock.calls[0]?.[0] ?? ''
  expect(copied.length).toBeGreaterThanOrEqual(140)
  await config.getByRole('button', { name: 'Show the secret' }).first().click()
  await expect.element(token).toHaveTextContent(copied)
  await expect.element(config.getByText('Treat this token like a password.')).toBeVisible()
  await expect
    .element(config.getByRole('link', { name: /Step by step/ }))
    .toHaveAttribute('href', '/help/mcp')
  await config.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => tokens.elements().length).toBe(2)
  await expect.element(tokens.first()).toMatchTextContent(/^Claude Code on heronMade /)
  await expect.element(name).toHaveValue('')
  await expectAccessible()
  expect([...app.stored.values()].join()).not.toContain(copied)
  write.mockRestore()

  // one is revoked, then all are replaced
  await section.getByRole('button', { name: /^Revoke Claude Code on heron, made / }).click()
  await page
    .getByRole('dialog', { name: 'Revoke this token?' })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await expect.element(tokens).toMatchTextContent(/^Token of /)
  await name.fill('Only this one')
  await section.getByRole('button', { name: 'Replace all tokens' }).click()
  await page.getByRole('button', { name: 'Replace tokens' }).click()
  await expect.element(config).toBeVisible()
  await config.getByRole('button', { name: 'Done' }).click()
  await expect.element(tokens).toMatchTextContent(/^Only this oneMade /)
})

test('a failed Get MCP Config on the card has its own message', async () => {
  const { server } = await openApp({
    me: person('ana'),
    path: '/agents',
    world: { agents: [agent('scout')] },
    answers: answerOwner,
  })
  server.answer(agentTokenRoutes.create, () => new Response('{}', { status: 500 }))
  await page.getByRole('button', { name: 'More about scout' }).click()
  await page.getByRole('menuitem', { name: 'Get MCP Config' }).click()
  await expect.element(page.getByText('Failed to get config', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Please try again or contact support')).toBeVisible()
})

test('deleting an agent asks for confirmation, and a failure is shown', async () => {
  const { server } = await openOwn()
  await dialog.getByRole('button', { name: 'Delete Agent' }).click()
  const ask = page.getByRole('dialog', { name: 'Delete Agent' })
  await expect
    .element(ask)
    .toMatchTextContent('Are you sure you want to delete @scout? This action cannot be undone.')
  server.answerOnce(agentRoutes.remove, () => new Response('{}', { status: 500 }))
  await ask.getByRole('button', { name: 'Delete Agent' }).click()
  await expect.element(page.getByText('Delete Failed')).toBeVisible()
  await expect.element(page.getByText('Failed to delete agent. Please try again.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete Agent' }).click()
  await ask.getByRole('button', { name: 'Delete Agent' }).click()
  await expect.element(page.getByText('Agent Deleted')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'No Agents Yet' })).toBeVisible()
})

test('the kill switch asks for confirmation, reports failures, pauses and resumes', async () => {
  const { server } = await openOwn()
  const responds = dialog.getByRole('switch', { name: 'Responds to @mentions' })
  await expect.element(responds).toBeChecked()
  await responds.click()
  const ask = page.getByRole('dialog', { name: 'Pause @scout?' })
  await expect.element(ask).toMatchTextContent('It stops responding to @mentions.')
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(responds).toBeChecked()
  expect(server.calls(controlRoutes.updateControl)).toEqual([])

  server.answerOnce(controlRoutes.updateControl, () => refusal(503, 'unavailable', 'Come back later'))
  await responds.click()
  await ask.getByRole('button', { name: 'Pause agent' }).click()
  const alert = page.getByRole('dialog', { name: 'Responding' })
  await expect.element(alert).toMatchTextContent('Failed to disable agent. Come back later')
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect.element(responds).toBeChecked()

  await responds.click()
  await ask.getByRole('button', { name: 'Pause agent' }).click()
  await expect.element(responds).not.toBeChecked()
  await expect.element(dialog).toMatchTextContent('Disabled by owner via kill switch')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect
    .element(page.getByRole('main').getByRole('listitem').filter({ hasText: 'scout' }))
    .toMatchTextContent('Paused')

  await page.getByRole('main').getByRole('link', { name: 'scout', exact: true }).click()
  await responds.click()
  await page
    .getByRole('dialog', { name: 'Enable @scout?' })
    .getByRole('button', { name: 'Enable agent' })
    .click()
  await expect.element(responds).toBeChecked()
})

test('anyone can switch off Chirpy for themselves; the browser stores it and dispatches an event', async () => {
  const chirpy = agent('chirpy', { is_own_agent: false, agent_name: 'Chirpy' })
  const app = await openApp({
    me: person('ana'),
    path: '/agents?agent=chirpy',
    world: { agents: [chirpy] },
    answers: answerOwner,
  })
  const responds = dashboard('chirpy').getByRole('switch', { name: 'Responds to @mentions' })
  const said = vi.fn<(detail: unknown) => void>()
  const listen = ({ detail }: CustomEventInit) => said(detail)
  addEventListener('flockwork:chirpy-disabled', listen)
  const storedFlag = () => [...app.stored].find(([key]) => key.includes('chirpy_disabled'))?.[1]
  await responds.click()
  await page.getByRole('button', { name: 'Pause agent' }).click()
  await expect.element(responds).not.toBeChecked()
  expect(said).toHaveBeenLastCalledWith({ isDisabled: true })
  expect(storedFlag()).toBe('true')
  await responds.click()
  await page.getByRole('button', { name: 'Enable agent' }).click()
  await expect.poll(storedFlag).toBe('false')
  removeEventListener('flockwork:chirpy-disabled', listen)
})

test('an owner can’t resume an agent that an administrator paused', async () => {
  await openOwn(agent('scout', { control: { is_disabled: true, disabled_by: ['managed:agent'] } }))
  await expect
    .element(dialog.getByText('Disabled globally by an administrator. Contact support if you need access.'))
    .toBeVisible()
  await expect.element(dialog.getByRole('switch', { name: 'Responds to @mentions' })).toBeDisabled()
})

const connection = dialog.getByRole('region', { name: 'Connection' })

test.for([
  {
    of: { last_handshake_at: null, client: null, protocol: null, last_error: null, handed_over: [] },
    shown: ['Now at: Credential A client came without a credential'],
    absent: ['Last error'],
  },
  {
    of: {
      last_handshake_at: ago(),
      client: 'heron-client 2.1',
      protocol: '2025-11-25',
      last_error: { at: ago(), message: 'The credential is not valid' },
      handed_over: [ago(4 * MINUTE)],
    },
    shown: ['with heron-client 2.1, protocol 2025-11-25', 'Failed at: Credential'],
    absent: ['no sign of reading'],
  },
  {
    of: {
      last_handshake_at: ago(),
      client: null,
      protocol: null,
      last_error: null,
      handed_over: [ago(20 * MINUTE), ago(6 * MINUTE), ago(MINUTE)],
    },
    shown: ['2 messages or tasks: handed over, no sign of reading, the oldest for 20 min.'],
    absent: [],
  },
])('the doctor shows the state of a connection: $shown', async ({ of, shown, absent }) => {
  await openApp({
    me: person('ana'),
    path: '/agents?agent=scout',
    world: { agents: [agent('scout')] },
    answers: (server, world) => {
      answerOwner(server, world)
      server.answer(connectionRoutes.connection, () => ({
        ...of,
        last_active_at: of.last_handshake_at,
        failed_step: 'credential' as const,
        waiting: 0,
        first_message: null,
      }))
    },
  })
  for (const text of shown) await expect.element(connection).toMatchTextContent(text)
  for (const text of absent) await expect.element(connection).not.toMatchTextContent(text)
})

test('the doctor tests a connection step by step, and shows the commands to connect', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { server } = await openOwn()
  const steps = connection.getByRole('list').getByRole('listitem')
  const names = ['Address', 'Credential', 'Agent', 'Space', 'Handshake', 'Tools']
  const testConnection = connection.getByRole('button', { name: 'Test connection' })
  server.answer(connectionRoutes.testConnection, () => ({
    ok: true,
    steps: CONNECTION_STEPS.map((step) => ({ step, state: 'passed' as const, detail: null })),
  }))
  await testConnection.click()
  await expect.element(connection.getByText('The connection works')).toBeVisible()
  const texts = steps.elements().map(({ textContent }) => textContent)
  expect(texts).toEqual(names.map((name) => expect.stringMatching(new RegExp(`^${name}: Passed`)) as string))

  server.answer(connectionRoutes.testConnection, () => ({
    ok: false,
    steps: CONNECTION_STEPS.map((step) => ({
      step,
      state: step === 'agent' ? ('failed' as const) : ('passed' as const),
      detail: step === 'agent' ? 'It is paused' : null,
    })),
  }))
  await testConnection.click()
  await expect.element(connection.getByText('The connection does not work')).toBeVisible()
  expect(steps.filter({ hasText: ': Failed' }).elements()).toHaveLength(1)

  await connection.getByText('Commands to connect').click()
  await connection.getByRole('tab', { name: 'Claude Code' }).click()
  await connection.getByRole('button', { name: 'Copy command' }).click()
  expect(write.mock.calls.at(-1)?.[0]).toContain('/mcp/agents/scout')
  write.mockRestore()
  await expectAccessible()
})
