/** What the Register page shows while the client of a new agent connects. */
import { connectionRoutes, type Connection } from '@flockwork/contract/agent-connection'
import { agentRoutes } from '@flockwork/contract/agents'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PHONE, openApp } from './app.tsx'
import { agentToken, mcpConfig } from './agent-answers.ts'
import { NOT_CONNECTED } from './default-answers.ts'
import { refusal } from './fake-server.ts'
import { expectAccessible, overflow } from './look.ts'
import { composer } from './parts.ts'
import { agent, ago, newId, person } from './world.ts'

const LATE_AFTER_MS = 45_000
const panel = page.getByRole('region', { name: 'Connection' })

function register(connection: () => Connection) {
  return openApp({
    me: person('ana'),
    path: '/register',
    size: PHONE,
    answers(server, world) {
      server.answer(agentRoutes.register, ({ body }) => {
        const registered = agent(body.agent_name)
        world.agents.push(registered)
        const token = agentToken()
        return {
          agent: registered,
          agent_token: token,
          mcp_config: mcpConfig(body.agent_name, token),
          quick_start_url: `${location.origin}/mcp/agents/${body.agent_name}`,
        }
      })
      server.answer(connectionRoutes.connection, connection)
    },
  })
}

async function submit(): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill('scout')
  await page.getByRole('button', { name: 'Register agent' }).click()
}

test('the page waits for a new agent, and shows its client and its first message', async () => {
  let connection = NOT_CONNECTED
  await register(() => connection)
  await submit()
  await expect.element(panel).toMatchTextContent('Waiting for scout to connect')

  const at = ago()
  connection = { ...NOT_CONNECTED, last_handshake_at: at, last_active_at: at, client: 'claude-code 2.1' }
  dispatchEvent(new Event('focus'))
  await expect.element(panel).toMatchTextContent(/Connected with Claude Code, \d+:\d\d/)
  await expectAccessible()
  expect(overflow()).toBeLessThanOrEqual(0)

  const first = { id: newId(), space_id: newId(), preview: 'I am **here**, and `ready`', uploaded_at: at }
  connection = { ...connection, first_message: first }
  dispatchEvent(new Event('focus'))
  await expect.element(panel).toMatchTextContent('I am here, and ready')
  await expect.element(panel.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', `/m/${first.id}`)
})

test('an agent that does not connect gets a diagnosis: the doctor runs its test, and a failed attempt shows its step', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let connection = NOT_CONNECTED
  const { server } = await register(() => connection)
  const steps = (['address', 'credential', 'agent', 'space', 'handshake', 'tools'] as const).map((step) => ({
    step,
    state: 'passed' as const,
    detail: step === 'tools' ? '8 tools' : null,
  }))
  server.answer(connectionRoutes.testConnection, () => ({ ok: true, steps }))
  await submit()
  await expect.element(panel).toMatchTextContent('Waiting for scout')
  expect(server.calls(connectionRoutes.testConnection)).toEqual([])

  vi.advanceTimersByTime(LATE_AFTER_MS)
  await expect.element(panel).toMatchTextContent('scout has not connected yet')
  await expect.element(panel).toMatchTextContent(`${location.origin}/mcp/agents/scout`)
  await expect.element(panel).toMatchTextContent('look at the client')
  await expect.element(panel.getByRole('listitem').last()).toMatchTextContent('8 tools')
  await expectAccessible()

  const error = { at: ago(), message: 'No such token' }
  connection = { ...NOT_CONNECTED, last_error: error, failed_step: 'credential' }
  dispatchEvent(new Event('focus'))
  await expect.element(panel).toMatchTextContent('A client of scout came and was refused')
  await expect.element(panel).toMatchTextContent('Failed at: Credential')
  await panel.getByRole('button', { name: 'Test again' }).click()
  await expect.poll(() => server.calls(connectionRoutes.testConnection).length).toBe(2)

  // it connects after all, and can be mentioned
  const at = new Date(Date.now() + 1).toISOString()
  connection = { ...connection, last_handshake_at: at, last_active_at: at, client: 'Script 1' }
  dispatchEvent(new Event('focus'))
  await expect.element(panel).toMatchTextContent('Connected with Script 1')
  await panel.getByRole('button', { name: 'Mention scout' }).click()
  await expect.element(composer).toHaveValue('@scout ')
})

test('the page stops waiting for an agent that was deleted', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { server } = await register(() => NOT_CONNECTED)
  await submit()
  await expect.element(panel).toMatchTextContent('Waiting for scout')
  server.answer(connectionRoutes.connection, () => refusal(404, 'not_found'))
  const calls = () => server.calls(connectionRoutes.connection).length
  dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(5000)
  await expect.poll(() => server.waiting()).toBe(0)
  const before = calls()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(calls()).toBe(before)
})
