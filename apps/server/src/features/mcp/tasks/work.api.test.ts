/** An agent works on tasks over MCP: from the assignment to the completion, alone and in a race. */
import { inboxRoutes } from '@flockwork/contract/inbox'
import { expect, test } from 'vitest'
import { connectAgent } from '../../../../test/mcp.ts'
import { assigned, newTask, of, stateOf, working } from '../../../../test/working-agent.ts'

test('an agent works a task from its assignment to its completion', async () => {
  await using its = await working()
  const { server, ana, bob, scout, agent } = its
  const wait = agent.waits({ wait_mode: 'assigned' })
  await wait.isWaiting
  const start = performance.now()

  const task = await assigned(bob, 'Mend the importer', scout, {
    description: 'It stops at line 3.\nSee the log.',
    priority: 'p1',
  })

  const woken = await wait.answer
  expect(performance.now() - start).toBeLessThan(5000)
  const [mail] = woken.facts['messages'] as Record<string, unknown>[]
  expect(mail).toMatchObject({
    id: task.message_id,
    sender_name: 'bob',
    sender_type: 'user',
    trust: 'member',
    content: 'T-1 Mend the importer\nIt stops at line 3.\nSee the log.',
    reason: 'assignment',
    task: { id: task.id, display_id: 'T-1', priority: 'high', status: 'assigned', assigned_to: 'scout' },
    hint: expect.stringContaining('call tasks with action claim and task_id T-1'),
  })
  expect(woken.facts['events']).toMatchObject([{ type: 'assignment', task_id: task.id }])
  expect(woken.text).toMatch(/^✅ WAIT SUCCESS: Found 1 mentions after \d+s\n/)
  expect(woken.text).toContain(
    `\n• bob: T-1 Mend the importer ⏎ It stops at line 3. ⏎ See the log. [id:${task.message_id.slice(0, 8)}]\n  from: person · #main in field-lab · `,
  )
  expect(woken.text).toContain(' · T-1 was assigned to you · written by @bob · high · trust: member\n')
  expect((await agent.call('messages')).facts).toMatchObject({ messages: [], unread_count: 0 })
  expect(await stateOf(bob, task)).toBe('seen')

  const whole = await agent.call('tasks', { action: 'get', task_id: 'T-1' })
  expect(whole.text).toContain('To take it, call tasks with action claim and task_id T-1.')
  const claimed = await agent.call('tasks', { action: 'claim', task_id: 'T-1' })
  expect(claimed.isError).toBe(false)
  expect(claimed.text).toMatch(/^You have claimed T-1\.\n/)
  expect(claimed.text).toContain('\n  description: It stops at line 3. ⏎ See the log.\n')
  expect(whole.text).not.toContain('It is yours')
  expect(claimed.text).toMatch(/It is yours until \d{4}-\d\d-\d\d \d\d:\d\d UTC; .*should be done by /)
  expect(claimed.facts).toMatchObject({
    tasks: [{ status: 'claimed', claimed_by: 'scout' }],
    task_id: task.id,
  })
  expect(await stateOf(bob, task)).toBe('answered')
  expect(await bob.reads(task.message_id)).toMatchObject({ is_claimed: true })
  expect((await agent.call('whoami')).facts).toMatchObject({ open_tasks: 1 })
  expect((await agent.call('agents', { action: 'get', agent_name: 'scout' })).facts).toMatchObject({
    agents: [{ open_tasks: 1 }],
  })

  const progress = await agent.call('tasks', {
    action: 'progress',
    task_id: 'T-1',
    status: 'doing',
    note: 'The parser counts from zero.',
    branch_name: 'fix/parser',
  })
  expect(progress.facts).toMatchObject({
    status: 'in_progress',
    stored: ['results', 'note', 'status in_progress'],
    tasks: [{ status: 'in_progress', context_data: { branch_name: 'fix/parser' }, notes_count: 1 }],
  })
  await agent.call('messages', {
    action: 'send',
    content: 'Which log?',
    parent_message_id: task.message_id.slice(0, 8),
  })
  await bob.says('The one of May', { parentId: task.message_id })
  const talked = await agent.call('tasks', { task_id: task.id, action: 'get' })
  expect(talked.facts).toMatchObject({
    messages: [
      { sender_name: 'scout', content: 'Which log?' },
      { sender_name: 'bob', content: 'The one of May', trust: 'member' },
    ],
    notes: [{ sender_name: 'scout', note: 'The parser counts from zero.', note_type: 'progress' }],
  })
  expect(talked.text).toContain('\n• scout: The parser counts from zero.\n  from: you · progress note · ')

  const next = await assigned(ana, 'Then this', scout, { priority: 'critical' })
  await assigned(ana, 'Then that', scout, { priority: 'critical' })
  const done = await agent.call('tasks', {
    action: 'complete',
    task_id: task.id.slice(0, 8),
    note: 'It counts from one.',
    deliverables: ['https://example.org/pr/7', 'A test'],
    pr_url: 'https://example.org/pr/7',
    minutes: '42',
  })
  expect(done.text).toMatch(/^T-1 is completed\. Stored: results, note, status completed\.\n/)
  expect(done.text).toContain(
    'Next of 2 of yours: T-2 (critical). Call tasks with action claim and task_id T-2.',
  )
  expect(done.facts).toMatchObject({ status: 'completed', next_task_id: next.id })
  expect(await bob.api.tasks.get(of(task))).toMatchObject({
    status: 'completed',
    context_data: {
      branch_name: 'fix/parser',
      deliverables: ['https://example.org/pr/7', 'A test'],
      time_spent: { actual_minutes: 42 },
    },
    notes_count: 2,
  })
  const { notes } = await bob.api.tasks.notes({ ...of(task), query: {} })
  expect(notes.map(({ note_type, note }) => [note_type, note])).toEqual([
    ['progress', 'The parser counts from zero.'],
    ['solution', 'It counts from one.'],
  ])
  await server.services.receipts.flush()
  expect((await agent.call('messages')).facts).toMatchObject({
    // messages about its task are addressed to it
    messages: [{ content: 'The one of May' }, { task: { id: next.id } }, { task: { title: 'Then that' } }],
  })
})

test('the loser of a race learns who has the task, and a task can be released', async () => {
  await using its = await working('helper')
  const { server, ana, agent, others } = its
  const [helper] = others
  await using rival = await connectAgent(server.url, helper?.token ?? '')
  await newTask(ana, 'One for one')

  const claims = await Promise.all(
    [agent, rival].map((one) => one.call('tasks', { action: 'claim', task_id: 'T-1' })),
  )

  const [lost] = claims.filter(({ isError }) => isError)
  const won = claims.findIndex(({ isError }) => !isError)
  expect(lost).toMatchObject({
    facts: { error: 'conflict' },
    text: expect.stringContaining(`@${won === 0 ? 'scout' : 'helper'} has claimed this task`),
  })
  const winner = won === 0 ? agent : rival
  expect((await winner.call('tasks', { action: 'claim', task_id: 'T-1' })).isError).toBe(false)
  const released = await winner.call('tasks', { action: 'release', task_id: 'T-1' })
  expect(released.text).toMatch(/^You gave T-1 back: it is available\.\n[^]*Nothing else is yours\./)
  expect(await ana.api.tasks.list({ query: {} })).toMatchObject({ tasks: [{ claimed_by: null }] })
})

test('only the messages about a task that an answer shows are delivered', async () => {
  await using its = await working()
  const { server, bob, scout, agent } = its
  const task = await assigned(bob, 'Count the birds', scout)
  const posts = []
  for (let nth = 1; nth <= 12; nth++) posts.push(await bob.says(`Bird ${nth}`, { parentId: task.message_id }))

  const whole = await agent.call('tasks', { action: 'get', task_id: 'T-1' })
  const shown = (whole.facts['messages'] as { content: string }[]).map(({ content }) => content)
  expect(shown).toEqual(posts.slice(2).map(({ content }) => content))
  await server.services.receipts.flush()
  const states = posts.map(async ({ id }) => (await bob.reads(id)).deliveries?.[0]?.state)
  expect(await Promise.all(states)).toEqual(posts.map((_, nth) => (nth < 2 ? 'stored' : 'delivered')))
  expect(await stateOf(bob, task)).toBe('delivered')
})

test('if a part of a report is refused, the answer says which parts were stored', async () => {
  await using its = await working()
  const { ana, agent } = its
  const task = await newTask(ana, 'Not yours')

  const answer = await agent.call('tasks', {
    action: 'progress',
    task_id: 'T-1',
    note: 'I looked at it',
    status: 'completed',
  })

  expect(answer).toMatchObject({ isError: true, facts: { error: 'forbidden', stored: ['note'] } })
  expect(answer.text).toMatch(/^Stored: note; don't send that again\. Not stored: the rest\.\n/)
  expect(await ana.api.tasks.get(of(task))).toMatchObject({ status: 'available', notes_count: 1 })
  const secret = await agent.call('tasks', {
    action: 'progress',
    task_id: 'T-1',
    note: 'key AKIAQ3EGUV6OWN2FZK7T',
    status: 'done',
  })
  expect(secret).toMatchObject({ isError: true, facts: { error: 'guardrail_violation' } })
})

test('several tasks are changed in one call, with the reason for each refused one', async () => {
  await using its = await working('helper')
  const { ana, bob, agent, others } = its
  const [helper] = others
  await newTask(ana, 'One')
  await assigned(bob, 'Two', helper!)
  const three = await newTask(ana, 'Three')
  await helper?.api.tasks.claim({ params: { id: three.id } })

  const claimed = await agent.call('tasks', { action: 'claim', task_ids: 'T-1, T-2\nT-3, T-9' })

  expect(claimed.isError).toBe(false)
  expect(claimed.facts).toMatchObject({
    done: 2,
    failed: 2,
    outcomes: [
      { task: 'T-1', done: true },
      { task: 'T-2', done: true },
      { task: 'T-3', done: false, error: 'conflict', why: '@helper has claimed this task' },
      { task: 'T-9', done: false, error: 'not_found' },
    ],
  })
  expect(claimed.text).toMatch(
    /^claim: 2 of 4 done\n✗ T-3: @helper has claimed this task\n✗ T-9: task_id: No task T-9/,
  )
  const many = { action: 'bulk', task_ids: ['T-1', 'T-2'] }
  expect((await agent.call('tasks', { ...many, operation: 'priority', priority: 'p0' })).facts).toMatchObject(
    {
      tasks: [{ priority: 'critical' }, { priority: 'critical' }],
    },
  )
  expect((await agent.call('tasks', { ...many, operation: 'status', status: 'wip' })).facts).toMatchObject({
    tasks: [{ status: 'in_progress' }, { status: 'in_progress' }],
  })
  expect((await agent.call('tasks', { ...many, operation: 'complete' })).facts).toMatchObject({ done: 2 })
  expect((await ana.api.tasks.list({ query: { group: 'completed' } })).total).toBe(2)
})

test('a task of another space is found by its id, while display ids belong to the current space', async () => {
  await using its = await working()
  const { ana, scout, agent } = its
  const here = await newTask(ana, 'Here')
  const { id: there } = await ana.api.spaces.create({ body: { name: 'Elsewhere', visibility: 'private' } })
  await ana.goesTo(there)
  const away = await ana.api.tasks.create({ body: { title: 'Away', agent_id: scout.id } })
  await ana.api.tasks.create({ body: { title: 'Away, too' } })

  const idOf = async (name: string) =>
    (await agent.call('tasks', { action: 'get', task_id: name })).facts['task_id']

  expect([here.display_id, away.display_id]).toEqual(['T-1', 'T-1'])
  expect(await idOf('t-1')).toBe(here.id)
  expect(await idOf(away.id)).toBe(away.id)
  expect(await idOf(away.id.slice(0, 8).toUpperCase())).toBe(away.id)
  expect(await agent.call('tasks', { action: 'get', task_id: 'T-2' })).toMatchObject({
    facts: { tasks: [{ title: 'Away, too' }] },
  })
  const { items } = await scout.api.call(inboxRoutes.list, { query: {} })
  expect(items).toMatchObject([
    {
      reason: 'assignment',
      task: { id: away.id },
      message: null,
      by: { username: 'ana', type: 'user', owner: null },
    },
  ])
})

test('a task shows the newest messages of a long conversation', async () => {
  await using its = await working()
  const { ana, bob, agent } = its
  const task = await newTask(bob, 'Mend the importer')
  const root = await ana.reads(task.message_id)
  for (let nth = 1; nth <= 103; nth++) await (nth % 2 === 0 ? ana : bob).replies(root, `reply ${nth}`)

  const { facts, text } = await agent.call('tasks', { action: 'get', task_id: 'T-1' })

  const said = (facts['messages'] as { content: string }[]).map(({ content }) => content)
  expect(said).toEqual(Array.from({ length: 10 }, (_, index) => `reply ${94 + index}`))
  expect(text).toContain('For the whole conversation, call messages with action thread')
})
