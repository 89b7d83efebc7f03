/** Lists and counts of tasks: the SQL agrees with the contract's rules (docs/rules/tasks.md#list). */
import type { Task } from '@flockwork/contract/tasks'
import { needingAttention } from '@flockwork/contract/tasks/attention'
import { TASK_GROUPS, fitsFilter, isInGroup, type TaskFilter } from '@flockwork/contract/tasks/filter'
import { isHighPriority, TASK_PRIORITIES } from '@flockwork/contract/tasks/priorities'
import { isOpen, TASK_STATUSES } from '@flockwork/contract/tasks/statuses'
import { expect, test } from 'vitest'
import { call } from '../../../../test/calls.ts'
import { startServer } from '../../../../test/server.ts'

const HOUR_MS = 3_600_000
const TASKS = 240

/** A space with tasks of every kind and age, generated deterministically. */
async function manyTasks() {
  const server = await startServer()
  server.freezeClock()
  const people = await server.peopleInOneSpace('ana', 'bob')
  const { ana, bob, spaceId } = people
  const scout = await ana.registers('scout')
  const workers = [null, scout.id, bob.profile.id]
  const now = server.services.clock.now()
  const ages = [0, 1, 2, 3, 23, 24, 25, 71, 72, 73, 167, 169, 719, 721].map((hours) => hours * HOUR_MS)
  for (let number = 1; number <= TASKS; number++) {
    const pick = <T>(from: readonly T[], step: number) => from[(number * step) % from.length]
    const status = pick(TASK_STATUSES, 3)
    const created = new Date(now - (pick(ages, 5) ?? 0) - (number % 7))
    await server.query(
      `insert into tasks (space_id, id, number, title, description, author_id, assignee_id, claimant_id, status, status_extended,
         priority, skills, grooming_checklist, message_id, created_at, updated_at, assigned_at, claimed_at, completed_at,
         expected_minutes)
       values ($1, gen_random_uuid(), $2, $3, '', $4, $5, $6, $7, $8, $9, $10, '{}', gen_random_uuid(), $11, $11, $12, $13, $14, 30)`,
      [
        spaceId,
        number,
        `Task ${number}`,
        ana.profile.id,
        pick(workers, 1),
        number % 4 === 0 ? pick(workers, 1) : null,
        status,
        number % 11 === 0 ? 'idea' : null,
        pick(TASK_PRIORITIES, 1),
        number % 5 === 0 ? ['SQL', 'parsing'] : [],
        created,
        pick(workers, 1) === null ? null : created,
        number % 4 === 0 ? created : null,
        status === 'completed' ? new Date(created.getTime() + HOUR_MS) : null,
      ],
    )
  }
  const { tasks } = await ana.api.tasks.list({ query: { limit: 500 } })
  return { server, ...people, scout, now, tasks, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const NO_FILTER: TaskFilter = { status: [], priority: [], assignedTo: null, skill: null, group: null }
const numbersOf = (tasks: readonly Pick<Task, 'display_id'>[]) => tasks.map(({ display_id }) => display_id)

test('filters, groups, counts and attention in the database equal those by the rules', async () => {
  await using many = await manyTasks()
  const { ana, bob, tasks, now } = many
  expect(tasks).toHaveLength(TASKS)
  expect(tasks[0]?.display_id).toBe(`T-${TASKS}`)

  const list = async (query: object) => ana.api.tasks.list({ query: { limit: 500, ...query } })
  const cases: [query: object, filter: Partial<TaskFilter>][] = [
    [{}, {}],
    [{ status: ['open', 'done'] }, { status: ['available', 'completed'] }],
    [{ priority: 'p0' }, { priority: ['critical'] }],
    [
      { status: 'blocked', priority: ['high', 'low'] },
      { status: ['blocked'], priority: ['high', 'low'] },
    ],
    [{ assigned_to: 'none' }, { assignedTo: 'none' }],
    [{ assigned_to: '@Scout' }, { assignedTo: 'scout' }],
    [
      { assigned_to: bob.username, status: 'assigned' },
      { assignedTo: bob.username, status: ['assigned'] },
    ],
    [{ skill: 'sql' }, { skill: 'sql' }],
    ...(['open', 'completed', 'high_priority', 'stale'] as const).map(
      (group): [object, Partial<TaskFilter>] => [{ group }, { group }],
    ),
  ]
  for (const [query, filter] of cases) {
    const fitting = tasks.filter((task) => fitsFilter(task, { ...NO_FILTER, ...filter }, now))
    const { tasks: found, total } = await list(query)
    expect.soft(numbersOf(found), JSON.stringify(query)).toEqual(numbersOf(fitting))
    expect.soft(total, JSON.stringify(query)).toBe(fitting.length)
    expect.soft(fitting.length, JSON.stringify(query)).toBeGreaterThan(0)
  }
  expect((await list({ assigned_to: 'nobody-here' })).total).toBe(0)

  const attention = needingAttention(tasks, now)
  const overview = await ana.api.tasks.overview()
  const shown = attention.slice(0, 50)
  expect(overview.attention.map(({ task, reason }) => [reason, task.priority])).toEqual(
    shown.map(({ task, reason }) => [reason, task.priority]),
  )
  const inAttention = await list({ group: 'attention' })
  expect(new Set(numbersOf(inAttention.tasks))).toEqual(new Set(numbersOf(attention.map(({ task }) => task))))
  expect(overview.counts).toEqual({
    total: TASKS,
    open: tasks.filter(({ status }) => isOpen(status)).length,
    completed: tasks.filter(({ status }) => status === 'completed').length,
    high_priority: tasks.filter(({ status, priority }) => isOpen(status) && isHighPriority(priority)).length,
    stale: tasks.filter((task) => isInGroup(task, 'stale', now)).length,
    attention: attention.length,
    // unlike real tasks, these numbers don't rise with time
    created_24h: expect.any(Number),
  })
  for (const status of TASK_STATUSES) {
    expect(overview.by_status[status]).toBe(tasks.filter((task) => task.status === status).length)
  }
  expect(TASK_GROUPS).toHaveLength(5)
})

test('the counts follow every change exactly', async () => {
  await using many = await manyTasks()
  const { server, ana, scout, tasks } = many
  const own = tasks.filter(({ assigned_agent }) => assigned_agent?.name === 'scout').slice(0, 6)
  for (const [index, { id }] of own.entries()) {
    if (index % 2 === 0) await ana.api.tasks.remove({ params: { id } })
    else await ana.api.tasks.assign({ params: { id }, body: {} }).catch(() => undefined)
  }
  const counted = `select worker_id, status, priority, tasks, seconds from task_counts where tasks <> 0
    order by 1, 2, 3`
  const anew = `select coalesce(worker_id, space_id) as worker_id, status, priority, count(*)::int as tasks,
      sum(task_seconds(t)) as seconds
    from tasks t where deleted_at is null group by 1, 2, 3 order by 1, 2, 3`

  expect(await server.query(counted)).toEqual(
    (await server.query<{ seconds: unknown }>(anew)).map((row) => ({ ...row, seconds: Number(row.seconds) })),
  )
  const { workload } = await ana.api.tasks.overview()
  const scouts = (await ana.api.tasks.list({ query: { assigned_to: 'scout', limit: 500 } })).tasks
  expect(workload.find(({ agent_name }) => agent_name === 'scout')).toMatchObject({
    type: 'agent',
    total_tasks: scouts.length,
    active_tasks: scouts.filter(({ status }) => isOpen(status)).length,
    completed_all_time: scouts.filter(({ status }) => status === 'completed').length,
  })
  const { agents } = await ana.api.agents.list()
  const completed = scouts.filter(({ status }) => status === 'completed').length
  expect(agents.find(({ id }) => id === scout.id)).toMatchObject({
    tasks_assigned: scouts.length,
    tasks_completed: completed,
    completion_rate: Math.round((100 * completed) / scouts.length),
  })
})

test('the tasks of the last 24 hours are counted', async () => {
  await using server = await startServer()
  server.freezeClock()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const created = async () => (await scout.api.tasks.overview()).counts.created_24h
  for (const title of ['one', 'two']) await scout.api.tasks.create({ body: { title } })

  expect(await created()).toBe(2)
  server.moveClock(24 * HOUR_MS)
  await scout.api.tasks.create({ body: { title: 'three' } })
  expect(await created()).toBe(1)
})

test('pages continue in the requested order', async () => {
  await using many = await manyTasks()
  const { ana, tasks } = many
  const pages = await Promise.all(
    [0, 100, 200].map((offset) => ana.api.tasks.list({ query: { limit: 100, offset } })),
  )
  expect(pages.flatMap((page) => numbersOf(page.tasks))).toEqual(numbersOf(tasks))
  expect(pages.map(({ total, limit, offset }) => [total, limit, offset])).toEqual([
    [TASKS, 100, 0],
    [TASKS, 100, 100],
    [TASKS, 100, 200],
  ])
  const oldest = await ana.api.tasks.list({ query: { limit: 2, sort: 'oldest' } })
  expect(numbersOf(oldest.tasks)).toEqual(['T-1', 'T-2'])
  const urgent = await ana.api.tasks.list({ query: { limit: 500, sort: 'priority' } })
  const ranks = urgent.tasks.map(({ priority }) => TASK_PRIORITIES.indexOf(priority))
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
})

test('a task is found by its name, and by the words of its title, description and shared notes', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const importer = await ana.api.tasks.create({
    body: { title: 'Fix the Importer', description: "It can't read Ümläute" },
  })
  await ana.api.tasks.create({ body: { title: 'Write the manual' } })
  await ana.api.tasks.addNote({ params: { id: importer.id }, body: { note: 'Caused by the parser' } })
  await bob.api.tasks.addNote({
    params: { id: importer.id },
    body: { note: 'A hidden giraffe', visibility: 'private' },
  })
  const foreign = await ana.api.spaces.create({ body: { name: 'Other', visibility: 'private' } })
  await ana.api.tasks.create({ body: { title: 'Importer elsewhere', org_id: foreign.id } })
  const found = async (search: string) => numbersOf((await bob.api.tasks.list({ query: { search } })).tasks)

  for (const text of [
    'importer',
    'IMPORT',
    'fix imp',
    'umlaute',
    'caused by',
    't-1',
    'T-1',
    'the importer',
  ]) {
    expect.soft(await found(text), text).toEqual(['T-1'])
  }
  expect(await found('the')).toEqual(['T-2', 'T-1'])
  for (const text of ['giraffe', 'elsewhere', 'importer manual', '???', "' & !", 'T-9', '\\']) {
    expect.soft(await found(text), text).toEqual([])
  }
  await ana.api.tasks.update({ params: { id: importer.id }, body: { title: 'Repair it' } })
  expect(await found('importer')).toEqual([])
  expect(await found('parser repair')).toEqual(['T-1'])
})

test('tasks are read by their names in texts, and those of other spaces are not revealed', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const stranger = await server.signUp('stranger')
  const one = await ana.api.tasks.create({ body: { title: 'One' } })
  await ana.api.tasks.create({ body: { title: 'Two' } })
  const named = async ({ api }: typeof ana, ref: string[]) =>
    numbersOf((await api.tasks.named({ query: { org_id: spaceId, ref } })).tasks).toSorted()

  expect(await named(bob, ['T-2', 't-1', 'T-99', 'nonsense', one.id])).toEqual(['T-1', 'T-2'])
  expect(await named(bob, [])).toEqual([])
  const refused = await call(server.url, 'GET', `/api/tasks/named?org_id=${spaceId}&ref=T-1`, {
    token: stranger.token(),
  })
  expect(refused.status).toBe(404)
})

test('the workload of a private agent is shown only to its owner and itself', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  await ana.api.agents.update({ params: { id: scout.id }, body: { visibility: 'private' } })
  const task = await bob.api.tasks.create({ body: { title: 'Quiet', agent_id: scout.id } })
  await scout.api.tasks.claim({ params: { id: task.id } })

  const namesIn = async ({ api }: Pick<typeof ana, 'api'>) =>
    (await api.tasks.overview()).workload.map(({ agent_name: name }) => name)
  expect(await namesIn(bob)).toEqual([])
  expect(await namesIn(ana)).toEqual(['scout'])
  expect(await namesIn(scout)).toEqual(['scout'])
})
