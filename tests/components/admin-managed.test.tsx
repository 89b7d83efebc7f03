/** Managed agents in the Agent Control Center: creating, editing and removing them, and their usage. */
import { adminAnalyticsRoutes } from '@flockwork/contract/admin/analytics'
import { adminControlRoutes } from '@flockwork/contract/admin/control'
import { adminManagedRoutes as routes, type ManagedAgent } from '@flockwork/contract/admin/managed'
import { adminModelUseRoutes, type ModelUse } from '@flockwork/contract/admin/model-use'
import { adminSpaceRoutes, type AdminSpaces } from '@flockwork/contract/admin/spaces'
import type { AgentUsage } from '@flockwork/contract/budgets'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './app.tsx'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { expectClosed } from './parts.ts'
import { ago, HOUR, newId, person } from './world.ts'

const used = (tokens: number, microdollars: number | null) => ({
  tokens,
  input_tokens: tokens,
  output_tokens: 0,
  microdollars,
  runs: 3,
})
const USED: AgentUsage = { source: 'measured', today: used(2420, 4400), month: used(9000, 90_000) }
const REFETCH_MS = 30_000
const LAB = { id: newId(), name: 'Field Lab', slug: 'field-lab' }

const scribe: ManagedAgent = {
  id: newId(),
  username: 'scribe',
  instructions: 'You summarise.',
  model: null,
  tools: ['search_messages'],
  spaces: [LAB],
  caps: [{ unit: 'microdollars', span: 'day', amount: 500_000 }],
  usage: USED,
}

const adminSpace = (name: string) => ({
  id: newId(),
  name,
  owner_username: 'ana',
  owner_email: null,
  visibility: 'invite_only' as const,
  is_personal: false,
  member_count: 1,
  agent_count: 1,
  message_count: 0,
  task_count: 0,
  created_at: ago(HOUR),
})

async function openManaged(tab = 'activity') {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const state = { agents: [scribe] }
  const app = await openApp({
    me: person('ana', { role: 'admin' }),
    path: `/admin?tab=${tab}`,
    answers(server) {
      server.answer(adminControlRoutes.control, () => ({
        global: { disabled: false, reason: null },
        agents: state.agents.map(({ id, username }) => ({
          id,
          username,
          agent_type: 'cloud_gcp',
          owner_username: null,
          control: { is_disabled: false, disabled_reason: null, disabled_by: [] },
        })),
      }))
      server.answer(routes.list, () => ({ agents: state.agents, default_model: 'qwen3:8b' }))
      server.answer(routes.create, ({ body: { name, instructions, model = null, tools, caps } }) => {
        const made = { ...scribe, instructions, model, tools, caps, id: newId(), username: name }
        state.agents = [...state.agents, made]
        return made
      })
      server.answer(routes.update, ({ body: { instructions, model = null, tools, caps } }) => {
        const changed = { ...scribe, instructions, model, tools, caps }
        state.agents = [changed]
        return changed
      })
      server.answer(routes.remove, () => {
        state.agents = []
        return undefined
      })
      server.answer(adminModelUseRoutes.read, (): ModelUse => ({
        agents: [
          { id: scribe.id, username: 'scribe', owner: null, usage: USED },
          {
            id: newId(),
            username: 'scout',
            owner: 'mateo',
            usage: { source: 'reported', today: used(10, null), month: used(20, null) },
          },
        ],
        unknown: 4,
      }))
      server.answer(adminAnalyticsRoutes.read, ({ query: { days } }) => ({ days, series: [] }))
      const nest = adminSpace('Nest')
      server.answer(adminSpaceRoutes.list, ({ query: { limit, offset } }): AdminSpaces => ({
        organizations: [nest],
        total: 1,
        limit,
        offset,
        health: {
          total_organizations: 1,
          personal_orgs: 0,
          multi_member_orgs: 0,
          total_members: 1,
          total_messages: 0,
          total_tasks: 0,
          health_status: 'healthy',
          users_without_orgs: 0,
        },
        beta_insights: { most_active_org: null, largest_org: null, newest_org: null },
      }))
    },
  })
  return { ...app, state }
}

const centre = page.getByRole('region', { name: 'Agent Control Center' })

test('an administrator creates a managed agent with instructions, spaces, tools and caps', async () => {
  const { server } = await openManaged()
  await expect
    .element(centre.getByText('Of this instance · Today: 2,420 tokens · $0.0044 · 3 answers'))
    .toBeVisible()
  await centre.getByRole('button', { name: 'New agent' }).click()
  const dialog = page.getByRole('dialog', { name: 'New managed agent' })
  await dialog.getByRole('button', { name: 'Make it' }).click()
  await expect.element(dialog.getByText('Give it a name')).toBeVisible()
  await expect.element(dialog.getByText('Choose at least one space')).toBeVisible()
  await expectAccessible()

  await dialog.getByRole('textbox', { name: 'Name' }).fill('critic')
  await dialog.getByRole('textbox', { name: 'Instructions' }).fill('You review.')
  await dialog.getByRole('group', { name: 'Spaces' }).getByRole('checkbox', { name: 'Nest' }).click()
  await dialog.getByRole('checkbox', { name: 'Tasks', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Dollars a day' }).fill('a lot')
  await dialog.getByRole('button', { name: 'Make it' }).click()
  await expect.element(dialog.getByText('An amount such as 0.50, or nothing')).toBeVisible()
  expect(server.calls(routes.create)).toEqual([])

  await dialog.getByRole('textbox', { name: 'Dollars a day' }).fill('0.50')
  server.answerOnce(routes.create, () => refusal(409, 'conflict', 'This agent name is taken'))
  await dialog.getByRole('button', { name: 'Make it' }).click()
  await expect.element(dialog.getByText('This agent name is taken')).toBeVisible()
  await dialog.getByRole('button', { name: 'Make it' }).click()
  await expectClosed(dialog)
  expect(server.calls(routes.create).at(-1)?.body).toMatchObject({
    name: 'critic',
    instructions: 'You review.',
    model: null,
    caps: [{ unit: 'microdollars', span: 'day', amount: 500_000 }],
    space_ids: [expect.any(String)],
  })
  expect(server.calls(routes.create).at(-1)?.body.tools).not.toContain('list_tasks')
  await expect.element(centre.getByRole('switch', { name: '@critic responds' })).toBeVisible()
})

test("editing starts from the agent's current values, and removing it asks for confirmation", async () => {
  const { server } = await openManaged()
  await centre.getByRole('button', { name: 'Edit @scribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit @scribe' })
  await expect.element(dialog.getByRole('textbox', { name: 'Instructions' })).toHaveValue('You summarise.')
  await expect.element(dialog.getByRole('textbox', { name: 'Dollars a day' })).toHaveValue('0.5')
  await expect.element(dialog.getByRole('checkbox', { name: 'Field Lab' })).toBeChecked()
  await dialog.getByRole('textbox', { name: 'Model' }).fill('large')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectClosed(dialog)
  expect(server.calls(routes.update).at(-1)?.body).toMatchObject({
    model: 'large',
    tools: ['search_messages'],
    space_ids: [LAB.id],
  })

  await centre.getByRole('button', { name: 'Edit @scribe' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  const ask = page.getByRole('dialog', { name: 'Remove @scribe?' })
  await ask.getByRole('button', { name: 'Remove' }).click()
  await expect.element(centre.getByText('No managed agents found')).toBeVisible()
  expect(server.calls(routes.remove)).toHaveLength(1)
})

test("the usage refetch leaves unsaved edits alone and shows another administrator's changes", async () => {
  const { server, state } = await openManaged()
  await centre.getByRole('button', { name: 'Edit @scribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit @scribe' })
  const instructions = dialog.getByRole('textbox', { name: 'Instructions' })
  await instructions.fill('You summarise in three lines.')
  state.agents = [{ ...scribe, model: 'small', usage: { ...USED, today: used(5000, 9000) } }]
  vi.advanceTimersByTime(REFETCH_MS)

  await expect.element(dialog.getByRole('textbox', { name: 'Model' })).toHaveValue('small')
  await expect.element(instructions).toHaveValue('You summarise in three lines.')
  await expect.element(instructions).toHaveFocus()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectClosed(dialog)
  expect(server.calls(routes.update).at(-1)?.body).toMatchObject({
    instructions: 'You summarise in three lines.',
    model: 'small',
  })
})

test("analytics show each agent's usage, and how many agents report none", async () => {
  await openManaged('analytics')
  const use = page.getByRole('region', { name: 'Use of models' })
  await expect.element(use.getByRole('cell', { name: '2,420 tokens · $0.0044 · 3 answers' })).toBeVisible()
  await expect.element(use.getByRole('cell', { name: 'its reports' })).toBeVisible()
  await expect.element(use.getByText('4 agents report nothing: unknown, not zero.')).toBeVisible()
  await expectAccessible()
})
