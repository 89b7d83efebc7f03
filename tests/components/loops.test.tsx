/** Stopped loops of agents, and why a message was written (docs/rules/loops.md). */
import { controlRoutes } from '@flockwork/contract/agent-control'
import { loopRoutes } from '@flockwork/contract/loop-routes'
import type { CauseStep, Hold } from '@flockwork/contract/loops'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './app.tsx'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { act, article, expectClosed } from './parts.ts'
import { ago, agent, message, nextSeq, person } from './world.ts'

const [ana, bee] = [person('ana'), agent('bee')]

const HOLD: Hold = {
  chain_id: '00000000-0000-4000-8000-000000000001',
  state: 'held',
  reason: 'chain',
  hops: 4,
  max_hops: 6,
  messages: 61,
  max_chain: 60,
  waiting: 1,
  by: null,
}

test('the card says why agents wait and how many, updates live, and a member can let them continue', async () => {
  const post = message(bee, '@scout your turn', { hold: HOLD })
  const app = await openApp({ me: ana, world: { agents: [bee], posts: [post] } })
  const card = article('your turn').getByRole('region', { name: 'Held agents' })
  await expect
    .element(card.getByText('Agents wrote 61 messages since a person began; 60 are allowed'))
    .toBeVisible()
  await expect.element(card.getByText('This is step 4 of 6')).toBeVisible()
  await expect.element(card.getByText('1 message wakes no agent')).toBeVisible()
  await expectAccessible()

  const space_id = app.world.me?.current_org_id ?? ''
  const emitHold = (hold: Hold) =>
    app.server.emit('message', { space_id, at: ago(), action: 'hold', message_id: post.id, hold }, nextSeq())
  emitHold({ ...HOLD, messages: 63, waiting: 3 })
  await expect.element(card.getByText('3 messages wake no agent')).toBeVisible()
  emitHold({ ...HOLD, reason: 'hops', hops: 7, messages: 12 })
  await expect
    .element(
      card.getByText('This is 7 steps from the person who began; 6 are allowed here. Agents wrote 12 of 60'),
    )
    .toBeVisible()
  // all waiting messages are deleted, and another arrives
  emitHold({ ...HOLD, waiting: 0 })
  await expect.element(card).not.toBeInTheDocument()
  emitHold({ ...HOLD, waiting: 1 })
  await expect.element(card).toBeVisible()

  app.server.answer(loopRoutes.decide, () => refusal(503, 'unavailable', 'The database is away'))
  await card.getByRole('button', { name: 'Continue' }).click()
  await expect.element(card.getByRole('alert').getByText('The database is away')).toBeVisible()
  app.server.answer(loopRoutes.decide, () => ({ hold: { ...HOLD, state: 'continued' as const, by: 'ana' } }))
  await card.getByRole('button', { name: 'Continue' }).click()
  await expect.element(article('your turn').getByText('@ana let the agents go on')).toBeVisible()
  await expect.element(card).not.toBeInTheDocument()
  expect(app.server.calls(loopRoutes.decide).at(-1)?.body).toEqual({ decision: 'continue' })
  // if another person decided first, their decision counts
  emitHold({ ...HOLD, state: 'stopped', by: 'bob' })
  await expect.element(article('your turn').getByText('@bob stopped these agents')).toBeVisible()
})

test('why a message was written: each step opens its message, and an agent is paused in one click', async () => {
  const post = message(bee, 'rerun')
  const author = {
    id: bee.id,
    type: 'agent' as const,
    handle: 'bee',
    display_name: 'bee',
    avatar_url: null,
    owner: 'ana',
    can_pause: true,
    is_paused: false,
  }
  const step: CauseStep = {
    message_id: post.id,
    space_id: bee.id,
    content: 'rerun',
    deleted: false,
    author,
    at: ago(60_000),
    via: 'mention',
    through: 'mcp',
    client: 'build machine',
    hops: 1,
  }
  const first: CauseStep = {
    ...step,
    author: { ...author, id: ana.id, type: 'user', handle: 'ana', owner: null, can_pause: false },
    content: 'look after the build',
    via: null,
    through: null,
    client: null,
    hops: 0,
  }
  let steps = [first, { ...step, message_id: null, space_id: null, author: null, content: null }, step]
  const app = await openApp({ me: ana, world: { agents: [bee], posts: [post] } })
  app.server.answer(loopRoutes.cause, () => ({ steps, is_cut: false }))
  app.server.answer(controlRoutes.updateControl, ({ body }) => {
    steps = [first, { ...step, author: { ...author, is_paused: body.disabled === true } }]
    return {
      scope: 'agent' as const,
      target_slug: 'bee',
      is_disabled: true,
      disabled: true,
      disabled_reason: null,
      reason: null,
      disabled_by: ['owner:ana'],
      user_hourly_limit: null,
      user_daily_limit: null,
      agent_hourly_limit: null,
      agent_daily_limit: null,
    }
  })
  await act(article('rerun'), 'Why did this happen')
  const dialog = page.getByRole('dialog', { name: 'Why did this happen' })
  const list = dialog.getByRole('list', { name: 'Chain of messages' })
  await expect.element(list.getByRole('link', { name: 'Open the message of @ana' })).toBeVisible()
  await expect.element(list.getByText('was mentioned, over MCP').first()).toBeVisible()
  await expect.element(list.getByText('with build machine').first()).toBeVisible()
  await expect.element(list.getByText('A message in a space that you aren’t in').first()).toBeVisible()
  await expectAccessible()

  await list.getByRole('button', { name: 'Pause @bee' }).click()
  await expect.element(list.getByText('Paused')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expectClosed(dialog)
})
