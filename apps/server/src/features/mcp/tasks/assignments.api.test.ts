/** Assignments and approvals as an agent's mail (docs/rules/tasks.md#deliveries). */
import { controlRoutes } from '@flockwork/contract/agent-control'
import type { Task } from '@flockwork/contract/tasks'
import { expect, test } from 'vitest'
import { connectAgent } from '../../../../test/mcp.ts'
import { openStream } from '../../../../test/stream.ts'
import { assigned, newTask, of, stateOf, working } from '../../../../test/working-agent.ts'

test('an assigned task arrives like mail: delivered, seen, and never lost', async () => {
  await using its = await working()
  const { server, ana, scout, agent } = its
  const task = await assigned(ana, 'Look', scout)

  const peeked = await agent.call('messages', { mark_read: false })
  await server.services.receipts.flush()
  expect(peeked.facts).toMatchObject({
    messages: [{ trust: 'owner', task: { id: task.id } }],
    unread_count: 1,
  })
  expect(await stateOf(ana, task)).toBe('delivered')
  const cursor = peeked.facts['next_cursor']
  expect((await agent.call('messages', { mark_read: false, cursor })).facts).toMatchObject({ messages: [] })
  expect((await agent.call('messages', { filter_agent: 'bob' })).facts).toMatchObject({ messages: [] })
  expect((await agent.call('messages', { wait_mode: 'direct' })).facts).toMatchObject({ messages: [] })
  expect((await agent.call('messages', { wait_mode: 'urgent' })).facts).toMatchObject({ messages: [] })
  expect((await agent.call('messages', { filter_agent: 'ana' })).facts).toMatchObject({
    messages: [{ task: { id: task.id } }],
    unread_count: 0,
  })
  expect((await agent.call('messages')).facts).toMatchObject({ messages: [] })
  expect(await stateOf(ana, task)).toBe('seen')

  const urgent = await assigned(ana, 'Now', scout, { priority: 'urgent' })
  expect((await agent.call('messages', { wait_mode: 'urgent' })).facts).toMatchObject({
    messages: [{ task: { id: urgent.id, priority: 'critical' } }],
  })
})

test('a deleted or reassigned task is no longer in the mail, and its author sees why', async () => {
  await using its = await working('helper')
  const { ana, scout, agent, others } = its
  const [helper] = others
  const deleted = await assigned(ana, 'Deleted', scout)
  const moved = await assigned(ana, 'Moved', scout)
  const kept = await assigned(ana, 'Kept', scout)
  await ana.api.tasks.remove(of(deleted))
  await ana.api.tasks.assign({ ...of(moved), body: { agent_id: helper?.id } })

  const { facts } = await agent.call('messages', { mark_read: false })

  expect(facts).toMatchObject({ messages: [{ task: { id: kept.id } }], unread_count: 1 })
  const { deliveries = [] } = await ana.api.tasks.get(of(moved))
  expect(deliveries).toContainEqual(
    expect.objectContaining({ state: 'undeliverable', why: 'The task was assigned to @helper' }),
  )
})

test('an approved idea is delivered to the agent that had it', async () => {
  await using its = await working()
  const { server, ana, agent } = its
  await server.query(`update people set role = 'admin' where account_id = $1`, [ana.profile.id])
  const created = await agent.call('tasks', { action: 'create', title: 'Cache it', type: 'idea' })
  expect(created.text).toContain('T-1 is an idea: it can be claimed once an admin has approved it.')
  const { id } = (created.facts['tasks'] as Task[])[0]!

  await ana.api.tasks.approve({ params: { id } })

  const { facts, text } = await agent.call('messages')
  expect(facts).toMatchObject({
    messages: [{ sender_name: 'ana', reason: 'approval', task: { status_extended: 'ready' } }],
  })
  expect(text).toContain(' · your idea T-1 was approved · ')
})

test('nobody is notified of their own assignments to themselves', async () => {
  await using its = await working()
  const { ana, scout, agent } = its

  await agent.call('tasks', { action: 'create', title: 'For me', assignee: 'me' })
  const other = await newTask(ana, 'Another')
  await agent.call('tasks', { action: 'claim', task_id: 'T-2' })
  await agent.call('tasks', { action: 'assign', task_id: 'T-2', assignee: '@scout' })

  expect((await agent.call('messages')).facts).toMatchObject({ messages: [], unread_count: 0 })
  expect(await ana.api.tasks.get(of(other))).toMatchObject({ assigned_agent: { id: scout.id } })
})

test('an agent paused by a person never gets the assignment, and its author sees why', async () => {
  await using its = await working()
  const { ana, scout, agent } = its
  const control = (disabled: boolean) =>
    ana.api.call(controlRoutes.updateControl, {
      params: { id: scout.id },
      body: { scope: 'agent', disabled, ...(disabled && { reason: 'It erred' }) },
    })
  await control(true)
  const task = await assigned(ana, 'While paused', scout)
  await control(false)

  expect((await agent.call('messages')).facts).toMatchObject({ messages: [], unread_count: 0 })
  const { deliveries = [] } = await ana.api.tasks.get(of(task))
  expect(deliveries).toMatchObject([{ state: 'undeliverable', why: expect.stringContaining('It erred') }])
  // the task still exists
  expect((await agent.call('tasks', { filter: 'mine' })).facts).toMatchObject({ tasks: [{ id: task.id }] })
})

test('two waits of an agent, on two nodes, both get a task', async () => {
  await using its = await working()
  const { server, ana, scout, agent } = its
  await using twin = await server.startTwin()
  await using elsewhere = await connectAgent(twin.url, scout.token)
  const waits = [agent.waits({}), elsewhere.waits({ wait_mode: 'assigned' })]
  await Promise.all(waits.map(({ isWaiting }) => isWaiting))

  const task = await assigned(ana, 'Wake up', scout)

  const answers = await Promise.all(waits.map(({ answer }) => answer))
  for (const { facts } of answers) expect(facts).toMatchObject({ messages: [{ task: { id: task.id } }] })
})

test("an agent's stream delivers its tasks, and their author sees that", async () => {
  await using its = await working()
  const { server, bob, scout, spaceId } = its
  await using stream = await openStream(server.url, { token: scout.token })
  // from the other spaces, too
  await stream.next(({ event, data }) => event === 'bootstrap' && data['org_id'] === spaceId)

  const task = await assigned(bob, 'Over the stream', scout)

  const { data } = await stream.next(({ event }) => event === 'task_update')
  expect(data).toMatchObject({ action: 'created', task: { id: task.id, assigned_agent: { id: scout.id } } })
  await server.services.receipts.flush()
  expect(await stateOf(bob, task)).toBe('delivered')
})
