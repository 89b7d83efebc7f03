/** The board of tasks by status: its columns, and the ways to move a card. */
import type { Task } from '@flockwork/contract/tasks'
import { taskRoutes } from '@flockwork/contract/task-routes'
import { storedStatus } from '@flockwork/contract/tasks/statuses'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PHONE, type OpenedApp, type Options } from './app.tsx'
import { refusal } from './fake-server.ts'
import { expectAccessible, overflow } from './look.ts'
import { overviewOf } from './task-answers.ts'
import { ana, labTask, nineTasks, openTasks, update } from './task-lab.ts'
import { worker } from './world.ts'

const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name} [\\d,]+$`) })
const card = (title: string) => page.getByRole('button', { name: title, exact: true })

/** The names of the cards in each column that has any. */
function board(): Record<string, string> {
  const columns = [...document.querySelectorAll('[data-column]')].map((one) => {
    const cards = [...one.querySelectorAll('li')].map(
      ({ textContent }) => /T-\d+/.exec(textContent)?.[0] ?? '',
    )
    return [one.querySelector('h2')?.textContent ?? '', cards.join(' ')] as const
  })
  return Object.fromEntries(columns.filter(([, cards]) => cards !== ''))
}

/** The board of nine tasks, for an admin; the server stores moves. */
async function openBoard(options: Options = {}): Promise<OpenedApp> {
  const app = await openTasks(nineTasks(), {
    path: '/tasks?view=board',
    me: ana({ role: 'admin' }),
    ...options,
  })
  const { server, world } = app
  const store = (id: string, change: Partial<Task>) => {
    const known = world.tasks.find((one) => one.id === id)
    if (!known) return refusal(404, 'not_found', 'Task not found')
    Object.assign(known, change, { version: known.version + 1 })
    return { ...known }
  }
  server.answer(taskRoutes.setStatus, ({ params, body }) =>
    store(params.id, {
      status: storedStatus(body.status, body.outcome),
      ...(body.status === 'available' && { claimed_by: null }),
    }),
  )
  server.answer(taskRoutes.claim, ({ params }) =>
    store(params.id, { status: 'claimed', claimed_by: world.me && worker(world.me) }),
  )
  await expect.element(card('Batch the token check')).toBeVisible()
  return app
}

test('columns show the tasks of a status, and their number', async () => {
  await openBoard()
  await expect.poll(board).toEqual({
    'Available 4': 'T-9 T-7 T-3 T-2',
    'Claimed 1': 'T-4',
    'In progress 1': 'T-6',
    'Blocked 1': 'T-5',
    'Completed 1': 'T-1',
    'Closed 1': 'T-8',
  })
  await expect.element(column('In review')).toMatchTextContent('No tasks')
  await expectAccessible()
  await card('Batch the token check').click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Table' }).click()
  await expect.element(page.getByRole('table', { name: 'Tasks' })).toBeVisible()
})

test('a filter by status shows its columns only, and their numbers', async () => {
  await openBoard({ path: '/tasks?view=board&status=in_progress,blocked,assigned&priority=high' })
  await expect.poll(board).toEqual({ 'In progress 1': 'T-6' })
  expect(document.querySelectorAll('[data-column]')).toHaveLength(3)
})

test('Shift and an arrow moves a card at once, and the focus moves with it', async () => {
  const { server } = await openBoard()
  const release = server.hold(taskRoutes.setStatus)
  await userEvent.keyboard('j')
  await expect.element(card('Say which model an agent runs on')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(card('Batch the token check')).toHaveFocus()
  // the focus ring is around all of the card
  const ring = getComputedStyle(card('Batch the token check').element(), '::after')
  expect([ring.outlineStyle, ring.outlineWidth]).toEqual(['solid', '2px'])
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await expect.poll(() => board()['In review 1']).toBe('T-6')
  await expect.element(card('Batch the token check')).toHaveFocus()
  release()
  await expect
    .poll(() => server.calls(taskRoutes.setStatus))
    .toMatchObject([{ body: { status: 'in_review', version: 1 } }])
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
  await expect.poll(() => board()['Completed 2']).toBe('T-6 T-1')
  await expect
    .poll(() => server.calls(taskRoutes.setStatus).map(({ body }) => [body.status, body.outcome ?? null]))
    .toEqual([
      ['in_review', null],
      ['cancelled', 'blocked'],
      ['completed', null],
    ])
  await expect.element(card('Batch the token check')).toHaveFocus()
})

test('a move that is rejected is undone, and says why', async () => {
  const app = await openBoard()
  app.server.answer(taskRoutes.setStatus, () => refusal(403, 'forbidden', 'No'))
  card('Batch the token check').element().focus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await expect.element(page.getByText('You do not have permission to change this task status.')).toBeVisible()
  await expect.poll(() => board()['In progress 1']).toBe('T-6')
  await expect.element(card('Batch the token check')).toHaveFocus()
})

test("a conflicting change isn't overwritten: the card moves to its current column", async () => {
  const app = await openBoard()
  const before = app.world.tasks.find(({ display_id }) => display_id === 'T-6')
  app.server.answer(taskRoutes.setStatus, () => {
    if (before) Object.assign(before, { status: 'completed', version: 5 })
    return refusal(409, 'conflict', 'The task has changed since')
  })
  card('Batch the token check').element().focus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await expect.element(page.getByText(/Somebody changed this task meanwhile/)).toBeVisible()
  await expect.poll(() => board()['Completed 2']).toBe('T-6 T-1')
})

test('moved into Claimed, a free task is claimed; the menu names the columns and their keys', async () => {
  const { server } = await openBoard()
  await page.getByRole('button', { name: 'More about T-9' }).click()
  const menu = page.getByRole('menu')
  await expect.element(menu.getByRole('menuitem', { name: 'Claimed' })).toMatchTextContent('Shift →')
  await expectAccessible()
  await menu.getByRole('menuitem', { name: 'Claimed' }).click()
  await expect.poll(() => board()['Claimed 2']).toBe('T-9 T-4')
  await expect.element(column('Claimed')).toMatchTextContent('ana')
  expect(server.calls(taskRoutes.claim)).toHaveLength(1)
})

test('a card is dragged to another column; dropped elsewhere or with Escape it stays', async () => {
  const { server } = await openBoard()
  await userEvent.dragAndDrop(card('Batch the token check'), column('In review'))
  await expect.poll(() => board()['In review 1']).toBe('T-6')
  expect(server.calls(taskRoutes.setStatus)).toMatchObject([{ body: { status: 'in_review' } }])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()

  await userEvent.dragAndDrop(card('Batch the token check'), page.getByRole('heading', { level: 1 }))
  await expect.poll(() => board()['In review 1']).toBe('T-6')
  expect(server.calls(taskRoutes.setStatus)).toHaveLength(1)
  expect(document.querySelectorAll('[data-stop]')).toHaveLength(9)
})

test("an idea can't be moved until it is approved, nor can somebody else's task", async () => {
  const { server } = await openBoard({ me: ana() })
  await userEvent.dragAndDrop(card('Search in two languages'), column('In progress'))
  await expect.element(page.getByText('An idea can be moved once an admin has approved it.')).toBeVisible()
  await userEvent.dragAndDrop(card('Write the MCP quick start'), column('Available'))
  await expect.element(page.getByText('You do not have permission to change this task status.')).toBeVisible()
  expect(server.calls(taskRoutes.setStatus)).toHaveLength(0)
})

test("others' moves show live", async () => {
  const app = await openBoard()
  const blocked = app.world.tasks.find(({ display_id }) => display_id === 'T-5')
  if (blocked) update(app, 'status', { ...blocked, status: 'in_progress', version: 2 })
  await expect.poll(() => board()['In progress 2']).toBe('T-6 T-5')
  await expect.poll(() => board()['Blocked 1']).toBe(undefined)
})

test('a long column shows fifty, then five hundred, then links to the table', async () => {
  const tasks = Array.from({ length: 520 }, (_, n) => labTask(n + 1, `Task number ${n + 1}`))
  await openTasks(tasks, { path: '/tasks?view=board' })
  const cards = () => document.querySelectorAll('[data-stop]').length
  await expect.poll(cards).toBe(50)
  await column('Available').getByRole('button', { name: 'Show more' }).click()
  await expect.poll(cards).toBe(500)
  await column('Available').getByRole('button', { name: 'See all 520 in the table' }).click()
  await expect.element(page.getByText('1–25 of 520')).toBeVisible()
  expect(new URLSearchParams(location.search).get('status')).toBe('available')
})

test('a failure is said once, for the page and not again in each column; then the board loads', async () => {
  const app = await openTasks(nineTasks(), {
    path: '/tasks?view=board',
    answers(server) {
      for (const route of [taskRoutes.list, taskRoutes.overview])
        server.answer(route, () => refusal(500, 'internal', 'The database is away'))
    },
  })
  const alert = page.getByRole('main').getByRole('alert')
  await expect.element(alert).toMatchTextContent('Failed to fetch task data')
  expect(page.getByRole('button', { name: 'Try Again' }).elements()).toHaveLength(1)
  const { world, server } = app
  server.answer(taskRoutes.list, ({ query }) => {
    const tasks = world.tasks.filter(({ status }) => query.status?.includes(status) ?? true)
    return { tasks, total: tasks.length, limit: 500, offset: 0 }
  })
  server.answer(taskRoutes.overview, () => overviewOf(world))
  await alert.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(card('Batch the token check')).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

test('on a phone the columns scroll, not the page, and cards are moved by their menu', async () => {
  await openBoard({ size: PHONE })
  expect(overflow()).toBe(0)
  await expectAccessible()
  await page.getByRole('button', { name: 'More about T-6' }).click()
  await page.getByRole('menuitem', { name: 'In review' }).click()
  await expect.poll(() => board()['In review 1']).toBe('T-6')
})
