/** The tasks of a space: the overview, the list with its filters, and live updates. */
import { realtimeRoutes } from '@flockwork/contract/realtime'
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { taskRoutes } from '@flockwork/contract/task-routes'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PHONE, openApp } from './app.tsx'
import { press, setOnline } from './browser-state.ts'
import { switchedTo } from './default-answers.ts'
import { refusal } from './fake-server.ts'
import { expectAccessible, overflow } from './look.ts'
import { button, sidebar } from './parts.ts'
import {
  ana,
  claimedBy,
  lab,
  labTask,
  labWorld,
  lint,
  listed,
  nineTasks,
  openTasks,
  row,
  scout,
  table,
  titleOf,
  update,
} from './task-lab.ts'
import { overviewOf } from './task-answers.ts'
import { HOUR, ago, newId, space, worker } from './world.ts'

const number = (label: string, count: number) => page.getByRole('button', { name: `${label}: ${count}` })
const attention = page.getByRole('region', { name: 'Tasks Needing Attention' })
const search = page.getByRole('searchbox', { name: 'Search tasks' })
const newTask = page.getByRole('dialog', { name: 'Create Task' })
const sheet = page.getByRole('dialog', { name: /T-\d/ })
/** By how many pixels the page is wider than the window. */
const sideways = () => {
  const main = document.querySelector('main')
  return overflow() + (main ? main.scrollWidth - main.clientWidth : 0)
}
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => labTask(n + 1, `Task number ${n + 1}`))

test('an empty space explains tasks, and offers to create the first one', async () => {
  await openTasks([])
  await expect.element(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible()
  await expectAccessible()
  await button('New task').click()
  await expect.element(newTask).toBeVisible()
})

test('numbers, attention, list, completions and workload are of the whole space', async () => {
  await openTasks(nineTasks())
  for (const [label, count] of [
    ['Total Tasks', 9],
    ['Open Tasks', 7],
    ['Completed', 1],
    ['High Priority', 3],
    ['Stale (>3 days)', 1],
    ['Need Attention', 3],
  ] as const) {
    await expect.element(number(label, count)).toBeVisible()
  }
  await expect.poll(listed).toEqual(['T-9', 'T-8', 'T-7', 'T-6', 'T-5', 'T-4', 'T-3', 'T-2', 'T-1'])
  await expect.element(row('Batch the token check')).toMatchTextContent('In progress')
  await expect.element(row('Batch the token check')).toMatchTextContent('High')
  await expect.element(row('Batch the token check')).toMatchTextContent('scout')
  await expect.element(row('Batch the token check')).toMatchTextContent('3 h')
  await expect.element(row('Search in two languages')).toMatchTextContent('Idea')
  await expect.element(row('Empty state art')).toMatchTextContent('Unassigned')
  await expect.element(row('Write the MCP')).toMatchTextContent('Assigned and not begun')

  const completions = page.getByRole('region', { name: 'Recent Completions' })
  await expect.element(completions.getByRole('button', { name: 'Rate limit copy review' })).toBeVisible()
  const workload = page.getByRole('region', { name: 'Agent Workload' })
  await expect.element(workload.getByRole('button', { name: /lint/ })).toMatchTextContent('1 active · 1 done')
  await expect.element(workload.getByRole('button', { name: /lint/ })).toMatchTextContent('1 not begun')
  await expectAccessible()

  await workload.getByRole('button', { name: /lint/ }).click()
  await expect.poll(listed).toEqual(['T-4', 'T-1'])
})

test('clicking a number filters the list and changes the URL; the numbers stay those of the space', async () => {
  const { server, world } = await openTasks(nineTasks())
  server.answer(taskRoutes.overview, () => {
    const overview = overviewOf(world)
    return { ...overview, counts: { ...overview.counts, total: 4321, high_priority: 800 } }
  })
  await button('Refresh').click()
  await expect.element(number('Total Tasks', 4321)).toBeVisible()
  await expect.element(page.getByText('4,321', { exact: true })).toBeVisible()

  const high = number('High Priority', 800)
  await high.click()
  await expect.poll(listed).toEqual(['T-6', 'T-5', 'T-3'])
  await expect.element(high).toHaveAttribute('aria-pressed', 'true')
  expect(new URLSearchParams(location.search).get('group')).toBe('high_priority')
  await high.click()
  await expect.poll(() => listed().length).toBe(9)
  expect(location.search).toBe('')
})

test('attention shows the three most urgent tasks with reasons, and all on request', async () => {
  const more = [labTask(20, 'Second invite', { priority: 'high', created_at: ago(25 * HOUR) })]
  await openTasks([...nineTasks(), ...more])
  const rows = () =>
    attention
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
  await expect
    .poll(rows)
    .toEqual([
      'T-5Token check blocks the importerBlockedscout',
      'T-3Invite codes expire a day earlyOverdue by 5 hno one yet',
      'T-20Second inviteOverdue by 1 hno one yet',
    ])
  await attention.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(() => rows().at(-1)).toBe('T-2Empty state art for SpacesStaleno one yet')
  await attention.getByRole('button', { name: 'Show fewer' }).click()
  await expect.poll(() => rows().length).toBe(3)

  await attention.getByRole('button', { name: /Second invite/ }).click()
  await expect.element(sheet).toBeVisible()
  expect(new URLSearchParams(location.search).get('task')).toBe(more[0]?.id)
})

test('a row expands to its description, skills, actions and notes; a claim shows at once', async () => {
  const app = await openTasks(nineTasks())
  await titleOf('Batch the token check').click()
  await expect.element(table.getByText('once', { exact: true })).toBeVisible()
  await expect.element(table.getByRole('list', { name: 'Skills' })).toMatchTextContent('sqltypescript')
  await expect.element(table.getByRole('heading', { name: 'Notes' })).toBeVisible()
  await expectAccessible()
  await titleOf('Batch the token check').click()
  await expect.element(table.getByText('once', { exact: true })).not.toBeInTheDocument()

  // by a click anywhere in the row, too
  await row('Say which model').getByText('20 min').click()
  app.server.answer(taskRoutes.claim, ({ params }) => {
    const claimed = app.world.tasks.find(({ id }) => id === params.id)
    if (!claimed || app.world.me === null) return refusal(404, 'not_found')
    return { ...claimed, status: 'claimed' as const, claimed_by: worker(app.world.me), version: 2 }
  })
  await table.getByRole('button', { name: 'Claim', exact: true }).click()
  await expect.element(row('Say which model')).toMatchTextContent('Claimed')
  await expect.element(row('Say which model')).toMatchTextContent('ana')
})

test('who may not change a task gets no actions to; its menu copies its link', async () => {
  await openTasks(nineTasks())
  await row('Token check blocks').getByRole('button', { name: 'More about T-5' }).click()
  const menu = page.getByRole('menu')
  // scout is her agent
  await expect.element(menu.getByRole('menuitem', { name: 'Release' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await row('Write the MCP').getByRole('button', { name: 'More about T-4' }).click()
  await expect.element(menu.getByRole('menuitem', { name: 'Claim', exact: true })).toBeVisible()
  await expect.element(menu.getByRole('menuitem', { name: 'Release' })).not.toBeInTheDocument()
  await expect.element(menu.getByRole('menuitem', { name: 'Completed' })).not.toBeInTheDocument()
  await menu.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect
    .poll(() => navigator.clipboard.readText())
    .toMatch(new RegExp(`^${location.origin}/tasks\\?task=`))
})

test('an admin approves an idea from its row', async () => {
  const app = await openTasks(nineTasks(), { me: ana({ role: 'admin' }) })
  const idea = app.world.tasks.find(({ display_id }) => display_id === 'T-7')
  app.server.answer(taskRoutes.approve, () => {
    if (idea) Object.assign(idea, { status_extended: 'ready', version: 2 })
    return { success: true, error: null }
  })
  await row('Search in two').getByRole('button', { name: 'More about T-7' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Claim', exact: true })).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: 'Approve' }).click()
  await expect.element(row('Search in two')).toMatchTextContent('Available')
})

test('600 tasks are paged by 25, 50 or 100, fetched 500 at a time', async () => {
  const { server } = await openTasks(many(600))
  const pages = page.getByRole('navigation', { name: 'Pages of tasks' })
  await expect.poll(() => listed()[0]).toBe('T-600')
  await expect.element(page.getByText('1–25 of 600')).toBeVisible()
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => [listed()[0], listed().length]).toEqual(['T-575', 25])
  expect(new URLSearchParams(location.search).get('page')).toBe('2')
  expect(server.calls(taskRoutes.list)).toHaveLength(1)
  // the button is at the end of the list, but the next page shows from its start
  await expect.element(row('Task number 575')).toBeInViewport()

  await page.getByRole('combobox', { name: 'Tasks on a page' }).selectOptions('100')
  await expect.poll(() => [listed()[0], listed().length]).toEqual(['T-600', 100])
  await pages.getByRole('button', { name: 'Page 6', exact: true }).click()
  await expect.poll(() => [listed()[0], listed().length]).toEqual(['T-100', 100])
  expect(server.calls(taskRoutes.list).map(({ query }) => query.offset)).toEqual([0, 500])
})

test('a page number beyond the last page shows the last page', async () => {
  await openTasks(many(30), { path: '/tasks?page=9' })
  await expect.poll(() => listed().length).toBe(5)
  expect(new URLSearchParams(location.search).get('page')).toBe('2')
})

test('filters are in the URL, and a shared URL shows the same', async () => {
  const app = await openTasks(nineTasks())
  await button('Status').click()
  await page.getByRole('checkbox', { name: 'Blocked' }).click()
  await page.getByRole('checkbox', { name: 'In progress' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.poll(listed).toEqual(['T-6', 'T-5'])
  await button('Skill').click()
  await page.getByRole('menuitemradio', { name: 'sql' }).click()
  await expect.poll(listed).toEqual(['T-6'])
  const address = location.pathname + location.search
  expect(new URLSearchParams(location.search).get('space')).toBe(lab.id)

  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect.poll(() => listed().length).toBe(9)
  await app.reload(address)
  await expect.poll(listed).toEqual(['T-6'])
  await page.getByRole('button', { name: 'Clear all filters' }).click()

  await button('Assignee').click()
  await page.getByRole('menuitemradio', { name: 'Nobody' }).click()
  await expect.poll(listed).toEqual(['T-9', 'T-8', 'T-7', 'T-3', 'T-2'])
  await button('Sort: Newest').click()
  await page.getByRole('menuitemradio', { name: 'Priority' }).click()
  await expect.poll(listed).toEqual(['T-3', 'T-7', 'T-8', 'T-2', 'T-9'])
})

test('typing a search makes one call; without results it can be cleared', async () => {
  const { server } = await openTasks(nineTasks())
  await search.fill('token')
  await expect.poll(listed).toEqual(['T-6', 'T-5'])
  expect(server.calls(taskRoutes.list).flatMap(({ query }) => query.search ?? [])).toEqual(['token'])
  await search.fill('nothing of the kind')
  await expect.element(page.getByRole('heading', { name: 'No tasks match' })).toBeVisible()
  await expectAccessible()
  await button('Clear filters').click()
  await expect.poll(() => listed().length).toBe(9)
  await expect.element(search).toHaveValue('')
})

test("others' changes show at once: created, changed, out of the filter, deleted", async () => {
  const app = await openTasks(nineTasks(), { path: '/tasks?group=open' })
  await expect.poll(() => listed().length).toBe(7)
  const calls = app.server.calls(taskRoutes.list).length
  update(app, 'created', labTask(10, 'Made meanwhile'))
  await expect.poll(() => listed()[0]).toBe('T-10')
  update(app, 'updated', labTask(3, 'Nothing'))
  const blocked = app.world.tasks.find(({ display_id }) => display_id === 'T-5')
  if (blocked) update(app, 'status', { ...blocked, status: 'completed', version: 2 })
  await expect.poll(listed).not.toContain('T-5')
  await expect.element(attention.getByText('Token check blocks')).not.toBeInTheDocument()
  expect(app.server.calls(taskRoutes.list)).toHaveLength(calls)
  // numbers that are not in the event follow
  await expect.element(number('Completed', 2)).toBeVisible()
})

test('changes from before the stream opened show once it opens', async () => {
  let begin = () => {}
  const { world } = await openTasks([labTask(1, 'Listed at first')], {
    isWaiting: true,
    answers: (server) => {
      begin = server.hold(realtimeRoutes.stream)
    },
  })
  await expect.element(titleOf('Listed at first')).toBeVisible()
  // no event announces it: the stream opens after it
  world.tasks.push(labTask(2, 'Created meanwhile'))
  begin()
  await expect.element(titleOf('Created meanwhile')).toBeVisible()
})

test('there are six placeholder blocks and eight rows while loading', async () => {
  let release = () => {}
  await openApp({
    path: '/tasks',
    me: ana(),
    world: labWorld(nineTasks()),
    isWaiting: true,
    answers(server) {
      const holds = [server.hold(taskRoutes.list), server.hold(taskRoutes.overview)]
      release = () => holds.forEach((one) => one())
    },
  })
  await expect.poll(() => document.querySelectorAll('[data-skeleton-number]').length).toBe(6)
  expect(document.querySelectorAll('[data-skeleton-row]')).toHaveLength(8)
  release()
  await expect.poll(() => listed().length).toBe(9)
})

test('a failed load shows an error and can be retried', async () => {
  const app = await openTasks(nineTasks(), {
    answers(server) {
      for (const route of [taskRoutes.list, taskRoutes.overview])
        server.answer(route, () => refusal(500, 'internal', 'The database is away'))
    },
  })
  const alert = page.getByRole('main').getByRole('alert')
  await expect.element(alert).toMatchTextContent('Failed to fetch task data')
  await expectAccessible()
  const { world, server } = app
  server.answer(taskRoutes.list, () => ({ tasks: world.tasks, total: 9, limit: 500, offset: 0 }))
  server.answer(taskRoutes.overview, () => overviewOf(world))
  await alert.getByRole('button', { name: 'Try Again' }).click()
  await expect.poll(() => listed().length).toBe(9)
  await expect.element(alert).not.toBeInTheDocument()
})

test('offline the cached tasks are shown, with a notice', async () => {
  const app = await openTasks(nineTasks())
  await expect.poll(() => [...app.stored.keys()].some((key) => key.includes('overview'))).toBe(true)
  setOnline(app.server, false)
  await expect.element(page.getByText(/^You are offline/)).toBeVisible()
  expect(listed()).toHaveLength(9)
  await expectAccessible()
  await app.reload()
  await expect.poll(() => listed().length).toBe(9)
  await expect.element(page.getByText(/^You are offline/)).toBeVisible()
  setOnline(app.server, true)
  await expect.element(page.getByText(/^You are offline/)).not.toBeInTheDocument()
})

test('keys move between tasks, open, edit, search and create', async () => {
  await openTasks(nineTasks())
  await expect.poll(() => listed().length).toBe(9)
  await userEvent.keyboard('j')
  await expect.element(titleOf('Say which model')).toHaveFocus()
  await userEvent.keyboard('jj{ArrowDown}k')
  await expect.element(titleOf('Search in two')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(titleOf('Search in two')).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('e')
  await expect.element(sheet).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(titleOf('Search in two')).toHaveFocus()
  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('c')
  await expect.element(search).toHaveValue('c')
  await press(search, '{Escape}')
  page.getByRole('main').element().focus()
  await userEvent.keyboard('c')
  await expect.element(newTask).toBeVisible()
})

test("a task's URL opens it; one in another space switches there, and an unknown one shows a notice", async () => {
  const elsewhere = space('Other Lab')
  const there = labTask(70, 'In the other lab', { space_id: elsewhere.id })
  const [first] = nineTasks()
  const app = await openTasks([...nineTasks().slice(1), ...(first ? [first] : [])], {
    path: `/tasks?task=${first?.id}`,
    world: { spaces: [lab, elsewhere] },
  })
  await expect.element(sheet).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  expect(location.search).toBe('')

  await app.reload('/tasks?task=00000000-0000-4000-8000-00000000dead')
  await expect.element(page.getByText('Not found or not yours')).toBeVisible()
  await expect.poll(() => listed().length).toBe(9)

  app.server.answer(spaceRoutes.switch, () => switchedTo(app.world, elsewhere))
  app.server.answerOnce(taskRoutes.get, () => there)
  await app.reload(`/tasks?task=${there.id}`)
  await expect.poll(() => app.left).toContain(`/tasks?task=${there.id}`)
})

test('a task in the URL that can’t be loaded shows an error, and can be retried', async () => {
  const tasks = nineTasks()
  const [first] = tasks
  const app = await openTasks(tasks)
  app.server.answer(taskRoutes.get, () => refusal(500, 'internal_error'))
  await app.reload(`/tasks?task=${newId()}`)
  await expect.element(page.getByText('The task could not be loaded')).toBeVisible()
  app.server.answer(taskRoutes.get, () => first ?? refusal(404, 'not_found'))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(sheet).toBeVisible()
})

test('a link to a view of another space switches there, and one of an inaccessible space shows a notice', async () => {
  const elsewhere = space('Other Lab')
  const app = await openTasks(nineTasks(), {
    path: '/tasks?space=00000000-0000-4000-8000-00000000dead&status=blocked',
    world: { spaces: [lab, elsewhere] },
  })
  await expect.element(page.getByText('Not found or not yours')).toBeVisible()
  app.server.answer(spaceRoutes.switch, () => switchedTo(app.world, elsewhere))
  await app.reload(`/tasks?space=${elsewhere.id}&status=blocked`)
  await expect.poll(() => app.left).toContain(`/tasks?space=${elsewhere.id}&status=blocked`)
})

test('the first visit shows a welcome, once', async () => {
  const app = await openApp({ path: '/tasks', me: ana(), world: labWorld(nineTasks()) })
  const welcome = page.getByRole('region', { name: 'Welcome to Tasks' })
  await expect
    .element(welcome.getByRole('link', { name: 'Open help center' }))
    .toHaveAttribute('href', '/help')
  await expectAccessible()
  await welcome.getByRole('button', { name: 'Got it' }).click()
  await expect.element(welcome).not.toBeInTheDocument()
  await app.reload()
  await expect.poll(() => listed().length).toBe(9)
  await expect.element(welcome).not.toBeInTheDocument()
})

test('every five minutes the tasks are refetched, but not behind a dialog', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { server } = await openTasks(nineTasks(), {
    isWaiting: true,
    // a stream that opens would refetch them, too
    answers: (server) => void server.hold(realtimeRoutes.stream),
  })
  await expect.poll(() => listed().length).toBe(9)
  const calls = () => server.calls(taskRoutes.overview).length
  const before = calls()
  vi.advanceTimersByTime(5 * 60_000)
  await expect.poll(calls).toBe(before + 1)
  await button('New task').click()
  await expect.element(newTask).toBeVisible()
  vi.advanceTimersByTime(5 * 60_000)
  await expect.element(newTask).toBeVisible()
  expect(calls()).toBe(before + 1)
})

test('the tab shows how many tasks need attention, on other pages too', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const app = await openTasks(nineTasks(), { path: '/agents' })
  const tab = sidebar.getByRole('link', { name: 'Tasks' })
  vi.advanceTimersByTime(3_000)
  await expect.element(tab).toMatchTextContent('3 need attention')
  const blocked = app.world.tasks.find(({ display_id }) => display_id === 'T-5')
  if (blocked) update(app, 'status', { ...blocked, status: 'completed', version: 2 })
  vi.advanceTimersByTime(6_000)
  await expect.element(tab).toMatchTextContent('2 need attention')
})

test('on a phone tasks are cards, the filters a sheet, and nothing is wider than the screen', async () => {
  const long = labTask(30, 'Donaudampfschifffahrtsgesellschaft'.repeat(5), {
    ...claimedBy(scout),
    requirements: { ...labTask(0, '').requirements, skills: ['x'.repeat(40), 'a skill of several words'] },
  })
  await openTasks([...nineTasks(), long], { size: PHONE })
  const cards = page.getByRole('list', { name: 'Tasks', exact: true })
  const card = cards.getByRole('button', { name: /Donau/ })
  await expect.element(card).toBeVisible()
  expect(sideways()).toBe(0)
  await expectAccessible()
  await card.click()
  await expect.element(cards.getByText('a skill of several words')).toBeVisible()
  expect(sideways()).toBe(0)
  await expectAccessible()

  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByRole('checkbox', { name: 'Blocked' }).click()
  await filters.getByRole('combobox', { name: 'Assignee' }).selectOptions('scout')
  await expectAccessible()
  await filters.getByRole('button', { name: 'Done' }).click()
  await expect.element(cards.getByRole('button', { name: 'Token check blocks the importer' })).toBeVisible()
  await expect.element(card).not.toBeInTheDocument()
  expect(new URLSearchParams(location.search).get('assigned_to')).toBe('scout')
})

test('the assignee can be changed in the row', async () => {
  const app = await openTasks(nineTasks(), { me: ana({ role: 'admin' }) })
  app.server.answer(taskRoutes.assign, ({ params, body }) => {
    const assigned = app.world.tasks.find(({ id }) => id === params.id)
    if (!assigned) return refusal(404, 'not_found')
    return {
      ...assigned,
      status: 'assigned' as const,
      assigned_agent: { id: body.agent_id ?? '', name: 'lint' },
      assigned_at: ago(),
      version: 2,
    }
  })
  await row('Say which model').hover()
  await row('Say which model')
    .getByRole('button', { name: /^Assign T-9/ })
    .click()
  await page.getByRole('option', { name: 'lint' }).click()
  await expect.element(row('Say which model')).toMatchTextContent('Assigned')
  expect(app.server.calls(taskRoutes.assign)).toMatchObject([{ body: { agent_id: lint.id, version: 1 } }])
})
