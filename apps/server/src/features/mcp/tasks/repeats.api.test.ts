/** A call about tasks that is repeated under its key (docs/rules/requests.md#idempotency). */
import { expect, test } from 'vitest'
import { connectAgent } from '../../../../test/mcp.ts'
import { newTask, of, working } from '../../../../test/working-agent.ts'

async function noting() {
  const its = await working()
  const task = await newTask(its.ana, 'Mend the importer')
  const notes = async () =>
    (await its.ana.api.tasks.notes({ ...of(task), query: {} })).notes.map(({ note }) => note)
  return { ...its, task, notes, [Symbol.asyncDispose]: () => its[Symbol.asyncDispose]() }
}

test('a note whose answer was lost is written once, and the repeat is answered as the first', async () => {
  await using its = await noting()
  const { agent, task, notes } = its
  const note = { action: 'note', task_id: 'T-1', note: 'It stops at line 3.', idempotency_key: 'k' }

  const first = await agent.call('tasks', note)
  const again = await agent.call('tasks', { ...note, task_id: task.id })

  expect(await notes()).toEqual(['It stops at line 3.'])
  expect(first.facts).toMatchObject({ status: 'noted', tasks: [{ notes_count: 1 }] })
  expect(again).toEqual(first)
  await agent.call('tasks', { ...note, idempotency_key: 'another' })
  expect(await notes()).toHaveLength(2)
})

test('repeats on two servers at once write one note', async () => {
  await using its = await noting()
  const { server, scout, agent, notes } = its
  await using twin = await server.startTwin()
  await using elsewhere = await connectAgent(twin.url, scout.token)
  const note = { action: 'note', task_id: 'T-1', note: 'Once', idempotency_key: 'k' }

  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, nth) => (nth % 2 === 0 ? agent : elsewhere).call('tasks', note)),
  )

  expect(new Set(answers.map(({ facts }) => facts['note_id'])).size).toBe(1)
  expect(await notes()).toEqual(['Once'])
})

test('the same key with another text, task or action is refused, and nothing is written', async () => {
  await using its = await noting()
  const { ana, agent, notes } = its
  await newTask(ana, 'Another')
  const note = { action: 'note', task_id: 'T-1', note: 'once', idempotency_key: 'k' }
  await agent.call('tasks', note)

  for (const other of [
    { note: 'twice' },
    { task_id: 'T-2' },
    { visibility: 'private' },
    { action: 'create', title: 'A task' },
  ]) {
    const refused = await agent.call('tasks', { ...note, ...other })
    expect(refused).toMatchObject({ isError: true, facts: { error: 'idempotency_mismatch' } })
    expect(refused.text).toContain('Use a new idempotency_key')
  }
  expect(await agent.call('tasks', { ...note, idempotency_key: 'k'.repeat(201) })).toMatchObject({
    isError: true,
    facts: { argument: 'idempotency_key' },
  })
  expect(await notes()).toEqual(['once'])
  expect((await ana.api.tasks.list({ query: {} })).total).toBe(2)
})

test('a repeated report writes no part twice, also where it names the version that it saw', async () => {
  await using its = await noting()
  const { agent, ana, task, notes } = its
  await agent.call('tasks', { action: 'claim', task_id: 'T-1' })
  const { version } = await ana.api.tasks.get(of(task))
  const report = {
    task_id: 'T-1',
    note: 'The parser counts from zero.',
    branch_name: 'fix/parser',
    idempotency_key: 'k',
  }

  const progress = await agent.call('tasks', { ...report, action: 'progress', status: 'blocked', version })
  const before = await ana.api.tasks.get(of(task))
  const again = await agent.call('tasks', { ...report, action: 'progress', status: 'blocked', version })

  expect(progress.facts).toMatchObject({ status: 'blocked', stored: ['results', 'note', 'status blocked'] })
  expect(again).toEqual(progress)
  expect(await ana.api.tasks.get(of(task))).toEqual(before)

  const complete = { ...report, action: 'complete', idempotency_key: 'done' }
  const done = await agent.call('tasks', complete)
  expect(await agent.call('tasks', complete)).toEqual(done)
  expect(await notes()).toHaveLength(2)
})

test('a report whose end was refused is finished by its repeat', async () => {
  await using its = await noting()
  const { agent, ana, bob, task, notes } = its
  const report = {
    action: 'complete',
    task_id: 'T-1',
    note: 'It counts from one.',
    branch_name: 'fix/parser',
    idempotency_key: 'k',
  }
  await agent.call('tasks', { action: 'claim', task_id: 'T-1' })
  const secret = await agent.call('tasks', { ...report, note: 'key AKIAQ3EGUV6OWN2FZK7T' })
  const between = await bob.api.tasks.get(of(task))

  const done = await agent.call('tasks', report)

  expect(secret.facts).toMatchObject({ stored: ['results'] })
  expect(done.facts).toMatchObject({ status: 'completed', stored: ['results', 'note', 'status completed'] })
  expect(await notes()).toEqual(['It counts from one.'])
  expect((await ana.api.tasks.get(of(task))).version).toBe(between.version + 1)
})

test('a task whose answer was lost is created once', async () => {
  await using its = await working()
  const { agent, ana, scout } = its
  const create = { action: 'create', title: 'Sort the mail', assignee: 'scout', idempotency_key: 'k' }

  const first = await agent.call('tasks', create)
  const again = await agent.call('tasks', create)

  expect(again).toEqual(first)
  const { tasks } = await ana.api.tasks.list({ query: {} })
  expect(tasks.map(({ title, posted_by }) => [title, posted_by.username])).toEqual([
    ['Sort the mail', scout.username],
  ])
})
