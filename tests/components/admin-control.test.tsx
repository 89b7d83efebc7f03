/** The Agent Control Center: the global kill switch, limits, and every agent of the instance. */
import {
  adminAgentRoutes,
  type InstanceAgent,
  type InstanceAgentDetails,
} from '@flockwork/contract/admin/agents'
import { adminControlRoutes, type ControlCentre } from '@flockwork/contract/admin/control'
import { controlRoutes, type ControlState } from '@flockwork/contract/agent-control'
import { loopRoutes } from '@flockwork/contract/loop-routes'
import type { CauseStep } from '@flockwork/contract/loops'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openApp, PHONE, type Options } from './app.tsx'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { expectClosed } from './parts.ts'
import { ago, HOUR, MINUTE, newId, person } from './world.ts'

const NO_LIMITS = {
  user_hourly_limit: null,
  user_daily_limit: null,
  agent_hourly_limit: null,
  agent_daily_limit: null,
}
const QUIET = { calls: 0, messages: 0, tasks: 0 }
const RESPONDS = { is_disabled: false, disabled_reason: null, disabled_by: [], ...NO_LIMITS }

function instanceAgent(username: string, more: Partial<InstanceAgent> = {}): InstanceAgent {
  return {
    id: newId(),
    username,
    agent_type: 'general',
    is_managed: false,
    owner: { id: newId(), username: 'mateo', is_active: true },
    placement: 'free',
    spaces: [{ id: newId(), name: 'Field Lab', slug: 'field-lab' }],
    spaces_count: 3,
    last_active_at: ago(MINUTE),
    acted_at: ago(MINUTE),
    created_at: ago(HOUR),
    control: RESPONDS,
    breaker_until: null,
    day: { ...QUIET, refused: { total: 0, limit: 0, breaker: 0, guardrail: 0, rights: 0, pause: 0 } },
    lately: { ...QUIET, refused: 0 },
    open: { waits: 0, streams: 0 },
    deliveries: { stored: 0, delivered: 0, held: 0 },
    usage: { source: 'unknown', today: null, month: null },
    connection: null,
    ...more,
  }
}

const busy = instanceAgent('scout', {
  day: {
    calls: 90,
    messages: 40,
    tasks: 2,
    refused: { total: 7, limit: 3, breaker: 0, guardrail: 4, rights: 0, pause: 0 },
  },
  lately: { calls: 20, messages: 12, tasks: 0, refused: 3 },
  open: { waits: 1, streams: 0 },
  deliveries: { stored: 2, delivered: 1, held: 4 },
  connection: { at: ago(HOUR), client: 'claude-code 2.1', last_error: null },
})

function detailsOf(agent: InstanceAgent): InstanceAgentDetails {
  const [space] = agent.spaces
  if (space === undefined) throw new Error('It is nowhere')
  return {
    ...agent,
    acts: [
      {
        hour: ago(HOUR),
        kind: 'guardrail',
        call: 'POST /auth/messages',
        space: null,
        count: 4,
        last_at: ago(MINUTE),
      },
      { hour: ago(HOUR), kind: 'call', call: 'messages.check', space: null, count: 80, last_at: ago(MINUTE) },
    ],
    posts: [
      { message_id: newId(), space, channel: 'main', preview: 'Seven nests', at: ago(MINUTE), hops: 3 },
      { message_id: newId(), space, channel: 'dev', preview: null, at: ago(HOUR), hops: 1 },
    ],
    tokens: [{ id: newId(), created_at: ago(HOUR), last_used_at: null }],
    clients: [
      {
        id: newId(),
        client_name: 'Claude',
        scopes: ['mcp'],
        created_at: ago(HOUR),
        last_used_at: ago(MINUTE),
      },
    ],
  }
}

/** A step of a chain from the person mateo to the agent scout. */
function stepOf(handle: 'mateo' | 'scout'): CauseStep {
  const isAgent = handle === 'scout'
  return {
    message_id: newId(),
    space_id: newId(),
    content: isAgent ? 'Nine nests' : '@scout count the nests',
    deleted: false,
    author: {
      id: newId(),
      type: isAgent ? 'agent' : 'user',
      handle,
      display_name: handle,
      avatar_url: null,
      owner: isAgent ? 'mateo' : null,
      can_pause: isAgent,
      is_paused: false,
    },
    at: ago(MINUTE),
    via: isAgent ? 'mention' : null,
    through: null,
    client: null,
    hops: isAgent ? 1 : 0,
  }
}

interface Given extends Pick<Options, 'size'> {
  agents?: readonly InstanceAgent[]
}

/** The Control Center over a server that applies changes to its agents and switches. */
async function openCentre({ agents = [busy, instanceAgent('quill')], ...options }: Given = {}) {
  const chirpy = { id: newId(), username: 'chirpy', agent_type: 'general', owner_username: null }
  const state = {
    agents: [...agents],
    global: { disabled: false, reason: null as string | null },
    chirpy: RESPONDS as ControlCentre['agents'][number]['control'],
  }
  const app = await openApp({
    me: person('ana', { role: 'admin' }),
    path: '/admin?tab=activity',
    ...options,
    answers(server) {
      server.answer(adminControlRoutes.control, () => ({
        global: state.global,
        agents: [{ ...chirpy, control: state.chirpy }],
      }))
      server.answer(adminAgentRoutes.list, ({ query: { search, paused, owner, limit, offset } }) => {
        const found = state.agents.filter(
          (agent) =>
            (search === undefined || agent.username.includes(search)) &&
            (!paused || agent.control.is_disabled) &&
            (owner.length === 0 || owner.includes(agent.owner?.username ?? '')),
        )
        return { agents: found.slice(offset, offset + limit), total: found.length, limit, offset }
      })
      server.answer(adminAgentRoutes.details, ({ params: { id } }) => {
        const agent = state.agents.find((one) => one.id === id)
        return agent === undefined ? refusal(404, 'not_found') : detailsOf(agent)
      })
      server.answer(controlRoutes.updateControl, ({ params: { id }, body }): ControlState => {
        const disabled = body.disabled ?? false
        const reason = disabled ? (body.reason ?? 'Disabled by an administrator') : null
        const scope = body.scope ?? 'agent'
        const by = disabled ? [scope === 'global' ? 'managed:global' : 'managed:agent'] : []
        const paused = { is_disabled: disabled, disabled_reason: reason, disabled_by: by }
        const limits = {
          user_hourly_limit: body.user_hourly_limit ?? null,
          user_daily_limit: body.user_daily_limit ?? null,
          agent_hourly_limit: body.agent_hourly_limit ?? null,
          agent_daily_limit: body.agent_daily_limit ?? null,
        }
        if (scope === 'global') state.global = { disabled, reason }
        if (scope === 'global' || id === chirpy.id) state.chirpy = { ...paused, ...limits }
        state.agents = state.agents.map((agent) =>
          agent.id === id ? { ...agent, control: { ...agent.control, ...paused } } : agent,
        )
        return { scope, target_slug: null, disabled, reason, ...paused, ...limits }
      })
    },
  })
  return { ...app, state }
}

const centre = page.getByRole('region', { name: 'Agent Control Center' })
const list = centre.getByRole('grid', { name: 'Every agent of this instance' })
const everyone = centre.getByRole('region', { name: 'Every agent of this instance' })

test('the global switch asks for confirmation in both directions, and reports success or failure', async () => {
  const { server } = await openCentre()
  const change = controlRoutes.updateControl
  const overAll = centre.getByRole('switch', { name: 'Global kill switch' })
  await expect.element(centre.getByText('None is configured.')).toBeVisible()
  await expectAccessible()

  await overAll.click()
  const ask = page.getByRole('dialog', { name: 'Pause every managed agent?' })
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expectClosed(ask)
  expect(server.calls(change)).toEqual([])

  await overAll.click()
  await ask.getByRole('button', { name: 'Pause all' }).click()
  await expect
    .element(page.getByText('Global kill switch ENABLED. All managed agents are paused.').first())
    .toBeVisible()
  await expect.element(overAll).toBeChecked()
  await expect.element(centre.getByText('Paused by the global switch')).toBeVisible()
  // an agent's own switch can't lift the global pause
  await expect.element(centre.getByRole('switch', { name: '@chirpy responds' })).toBeDisabled()

  server.answerOnce(change, () => refusal(409, 'conflict', 'Another administrator was first'))
  await overAll.click()
  await page.getByRole('button', { name: 'Resume all' }).click()
  const alert = page.getByRole('dialog', { name: 'Global kill switch' })
  await expect
    .element(alert.getByText('Failed to toggle global kill switch. Another administrator was first'))
    .toBeVisible()
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect.element(overAll).toBeChecked()
})

test('limits accept whole numbers from 0, or an empty field for unlimited', async () => {
  const { server } = await openCentre()
  await centre.getByRole('button', { name: 'Limits of @chirpy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Limits of @chirpy' })
  const hourly = dialog.getByRole('textbox', { name: 'Messages by it, an hour' })
  await hourly.fill('-1')
  await dialog.getByRole('textbox', { name: 'Messages by it, a day' }).fill('0')
  await dialog.getByRole('button', { name: 'Save limits' }).click()
  await expect.element(dialog.getByText('A whole number from 0 to 1,000,000, or nothing')).toBeVisible()
  await expect.element(hourly).toHaveFocus()
  await expectAccessible()

  await hourly.fill('20')
  server.answerOnce(controlRoutes.updateControl, () => refusal(503, 'unavailable', 'The database is away'))
  await dialog.getByRole('button', { name: 'Save limits' }).click()
  await expect.element(dialog.getByText('Failed to update rate limits. The database is away')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save limits' }).click()
  await expect.element(page.getByText('Rate limits updated successfully!').first()).toBeVisible()
  await expectClosed(dialog)
  expect(server.calls(controlRoutes.updateControl).at(-1)?.body).toMatchObject({
    target_slug: 'chirpy',
    user_hourly_limit: null,
    user_daily_limit: null,
    agent_hourly_limit: 20,
    agent_daily_limit: 0,
  })
})

test('an agent is found by its activity, paused with one press, and its details show messages, owner and access', async () => {
  const { server } = await openCentre()
  await expect.element(list.getByText('12 messages · 3 refused')).toBeVisible()
  const hold = server.hold(controlRoutes.updateControl)
  await list.getByRole('button', { name: 'Pause @scout' }).click()
  // optimistic: before the server has answered
  await expect.element(list.getByText('Paused')).toBeVisible()
  hold()
  await expect.element(page.getByText('@scout is paused.').first()).toBeVisible()
  server.answerOnce(controlRoutes.updateControl, () => refusal(409, 'conflict', 'The global switch is on'))
  await list.getByRole('button', { name: 'Resume @scout' }).click()
  const alert = page.getByRole('dialog', { name: 'The agent was not switched' })
  await expect.element(alert.getByText('Failed to enable agent. The global switch is on')).toBeVisible()
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect.element(list.getByText('Paused')).toBeVisible()

  await list.getByText('12 messages · 3 refused').click()
  const dialog = page.getByRole('dialog', { name: '@scout' })
  await expect.element(dialog.getByText('Paused by an administrator')).toBeVisible()
  await expect.element(dialog.getByText('2 stored, 1 delivered, 4 held')).toBeVisible()
  await expect.element(dialog.getByText('3 by limits, 4 by guardrails')).toBeVisible()
  await expect.element(dialog.getByText('Seven nests')).toBeVisible()
  await expect.element(dialog.getByText('You are not a member of this space')).toBeVisible()
  await expect.element(dialog.getByText('messages.check')).toBeVisible()
  await expect.element(dialog.getByText('Claude', { exact: true })).toBeVisible()
  await expectAccessible()

  // the chain of causes, of a message that the administrator can't open either
  server.answer(loopRoutes.cause, () => ({ steps: [stepOf('mateo'), stepOf('scout')], is_cut: false }))
  await dialog.getByRole('button', { name: /^Why did this happen: .*#dev$/ }).click()
  const chain = page.getByRole('dialog', { name: 'Why did this happen' })
  await expect.element(chain.getByRole('link', { name: 'Open the message of @mateo' })).toBeVisible()
  await expect.element(chain.getByRole('button', { name: 'Pause @scout' })).toBeVisible()
  await chain.getByRole('button', { name: 'Close' }).click()
  await expectClosed(chain)

  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Posts nonsense')
  await dialog.getByRole('button', { name: 'Change the reason' }).click()
  await expect.element(dialog.getByText('Posts nonsense')).toBeVisible()
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()

  await dialog.getByRole('button', { name: 'Show all agents of @mateo' }).click()
  await expectClosed(dialog)
  expect(server.calls(adminAgentRoutes.list).at(-1)?.query).toMatchObject({ owner: ['mateo'] })
  await everyone.getByRole('button', { name: 'Owned by @mateo' }).click()
  await everyone.getByRole('searchbox', { name: 'Search agents and owners' }).fill('nobody')
  await expect.element(everyone.getByText('No agents found matching your criteria')).toBeVisible()
  await everyone.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(list.getByText('quill')).toBeVisible()
})

test('an instance without agents shows an empty state, and a failed load an error', async () => {
  const { server } = await openApp({
    me: person('ana', { role: 'admin' }),
    path: '/admin?tab=activity',
    size: PHONE,
    answers: (fake) =>
      fake.answer(adminControlRoutes.control, () => refusal(503, 'unavailable', 'The database is away')),
  })
  await expect.element(centre.getByText('Failed to load managed agents: The database is away')).toBeVisible()
  await expect.element(centre.getByText('No agents registered yet')).toBeVisible()
  server.answer(adminControlRoutes.control, () => ({ global: { disabled: false, reason: null }, agents: [] }))
  await centre.getByRole('button', { name: 'Try again' }).click()
  await expect.element(centre.getByText('No managed agents found')).toBeVisible()
  await centre.getByRole('switch', { name: 'Global kill switch' }).click()
  await expect.element(page.getByText('No managed agents available to control.')).toBeVisible()
  await expectAccessible()
})
