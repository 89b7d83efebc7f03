/** Actions on a task that take one click, from the list and from its sheet. */
import type { Task } from '@flockwork/contract/tasks'
import { taskRoutes } from '@flockwork/contract/task-routes'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp, type Options } from './app.tsx'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { ago, agent, newId, person, rosterItem, space, task, worker } from './world.ts'

interface Given extends Options {
  of?: Partial<Task>
  isOpen?: boolean
}

async function openTask({ of = {}, isOpen = false, ...options }: Given = {}) {
  const me = options.me ?? person('ana')
  const scout = agent('scout')
  const bo = person('bo', { full_name: 'Bo Lund' })
  const nest = space('Nest', { visibility: 'invite_only' })
  const shown = task(me, 12, 'Batch the token check', { space_id: nest.id, ...of })
  const app = await openApp({
    path: isOpen ? `/tasks?task=${shown.id}` : '/tasks',
    me,
    ...options,
    world: {
      spaces: [nest],
      agents: [scout],
      roster: [me, bo, scout].map((one) => rosterItem(one, nest.id)),
      tasks: [shown],
    },
    answers(server, world) {
      server.answer(taskRoutes.notes, () => ({ notes: [], next_cursor: null }))
      options.answers?.(server, world)
    },
  })
  const current = () => app.world.tasks[0] ?? expect.unreachable()
  /** Stores a change, without an event. */
  function change(part: Partial<Task>) {
    const changed = { ...current(), ...part, version: current().version + 1 }
    app.world.tasks = [changed]
    return changed
  }
  app.server.answer(taskRoutes.assign, ({ body }) => {
    if (body.version !== current().version)
      return refusal(409, 'conflict', 'Somebody changed this task meanwhile.')
    return change({
      assigned_agent: body.agent_id == null ? null : { id: scout.id, name: 'scout' },
      assigned_user: body.user_id == null ? null : worker(bo),
    })
  })
  // a row renders its menus on hover
  if (!isOpen) await page.getByRole('button', { name: shown.title }).hover()
  return { ...app, me, scout, bo, current, change }
}

const assignee = (name: string) => page.getByRole('button', { name: `Assign T-12: ${name}`, exact: true })
const finder = () => page.getByRole('combobox', { name: 'Find somebody' })
const inSheet = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

test('a task is assigned to an agent, to a person found by name, and to nobody', async () => {
  const { server, scout, bo } = await openTask()
  await assignee('Unassigned').click()
  await expect.element(finder()).toHaveFocus()
  const options = page.getByRole('listbox', { name: 'Assignee' }).getByRole('option')
  await expect.element(options.first()).toMatchTextContent('Unassigned')
  await expect.element(options.nth(1)).toMatchTextContent('scout')
  await expectAccessible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(finder()).not.toBeInTheDocument()
  await expect.element(assignee('scout')).toHaveFocus()

  await assignee('scout').click()
  await expect.element(page.getByRole('option', { name: 'scout' })).toHaveAttribute('aria-selected', 'true')
  await finder().fill('lund')
  await userEvent.keyboard('{Enter}')
  await expect.element(assignee('bo')).toBeVisible()
  await expect.element(finder()).not.toBeInTheDocument()

  await assignee('bo').click()
  await page.getByRole('option', { name: 'Unassigned' }).click()
  await expect.element(assignee('Unassigned')).toBeVisible()
  expect(server.calls(taskRoutes.assign).map(({ body }) => body)).toEqual([
    { agent_id: scout.id, version: 1 },
    { user_id: bo.id, version: 2 },
    { version: 3 },
  ])
})

test('no match, choosing the same assignee again, and Escape send nothing', async () => {
  const { server } = await openTask()
  await assignee('Unassigned').click()
  await finder().fill('zzz')
  await expect.element(page.getByText('Nobody is called that here')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await finder().fill('')
  await page.getByRole('option', { name: 'Unassigned' }).click()
  await expect.element(finder()).not.toBeInTheDocument()
  await assignee('Unassigned').click()
  await expect.element(finder()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(finder()).not.toBeInTheDocument()
  await expect.element(assignee('Unassigned')).toHaveFocus()
  expect(server.calls(taskRoutes.assign)).toEqual([])
})

test('who may not change a task only sees its assignee', async () => {
  await openTask({ of: { posted_by: { id: newId(), username: 'bo', type: 'user' } } })
  await expect.element(page.getByText('Unassigned').first()).toBeVisible()
  await expect.element(assignee('Unassigned')).not.toBeInTheDocument()
})

test('the owner of the assigned agent may reassign the task', async () => {
  const scout = agent('scout')
  await openTask({
    of: {
      posted_by: { id: newId(), username: 'bo', type: 'user' },
      assigned_agent: { id: scout.id, name: 'scout' },
      status: 'assigned',
    },
    answers(_, world) {
      world.agents = [scout]
    },
  })
  await expect.element(assignee('scout')).toBeVisible()
})

test('a concurrent change of another field doesn’t prevent an assignment, one of the assignee does', async () => {
  const { server, change, bo, current } = await openTask()
  change({ title: 'Renamed' })
  await assignee('Unassigned').click()
  await page.getByRole('option', { name: 'scout' }).click()
  await expect.element(assignee('scout')).toBeVisible()
  await expect.element(finder()).not.toBeInTheDocument()
  expect(server.calls(taskRoutes.assign).map(({ body }) => body.version)).toEqual([1, 2])

  change({ assigned_agent: null, assigned_user: worker(bo) })
  await assignee('scout').click()
  await page.getByRole('option', { name: 'Unassigned' }).click()
  await expect
    .element(page.getByText('Somebody changed this task meanwhile. Look at it and try again.'))
    .toBeVisible()
  await expect.element(assignee('bo')).toBeVisible()
  expect(current().assigned_user?.username).toBe('bo')
})

test('assigning to somebody who has left the space shows an error', async () => {
  const { server } = await openTask()
  server.answer(taskRoutes.assign, () => refusal(404, 'not_found', 'No such agent or person in this space'))
  await assignee('Unassigned').click()
  await page.getByRole('option', { name: 'scout' }).click()
  await expect.element(page.getByText('Not assigned')).toBeVisible()
  await expect.element(page.getByText('No such agent or person in this space')).toBeVisible()
})

test('a task is claimed once, however often the button is pressed, and released again', async () => {
  const { server, me, change } = await openTask({ isOpen: true })
  server.answer(taskRoutes.claim, () =>
    change({ status: 'claimed', claimed_by: worker(me), claimed_at: ago() }),
  )
  server.answer(taskRoutes.release, () => change({ status: 'available', claimed_by: null, claimed_at: null }))
  const release = server.hold(taskRoutes.claim)
  await expect.element(inSheet('Claim')).toBeVisible()
  const claim = inSheet('Claim').element() as HTMLButtonElement
  claim.click()
  claim.click()
  await expect.element(inSheet('Claim')).toHaveAttribute('aria-busy', 'true')
  release()
  await expect.element(page.getByRole('dialog').getByText('by @ana').last()).toBeVisible()
  await expect.element(inSheet('Claim')).not.toBeInTheDocument()
  expect(server.calls(taskRoutes.claim)).toHaveLength(1)

  await inSheet('Release').click()
  await expect.element(inSheet('Claim')).toBeVisible()
  expect(server.calls(taskRoutes.release)).toHaveLength(1)
})

test('a lost race for a claim shows who has the task', async () => {
  const { server, scout, change } = await openTask({ isOpen: true })
  server.answer(taskRoutes.claim, () => {
    change({ status: 'claimed', claimed_by: worker(scout), claimed_at: ago() })
    return refusal(409, 'conflict', '@scout has claimed this task')
  })
  await inSheet('Claim').click()
  await expect.element(page.getByText('@scout has claimed this task')).toBeVisible()
  await expect.element(page.getByRole('dialog').getByText('by @scout')).toBeVisible()
})

test.for([
  { answer: () => refusal(401, 'unauthorized'), said: 'Authentication failed. Please log in again.' },
  { answer: () => refusal(500, 'x', null), said: 'Please try again.' },
])('an action that fails shows "$said", and can be retried', async ({ answer, said }) => {
  const { server } = await openTask({ isOpen: true })
  server.answer(taskRoutes.claim, answer)
  await inSheet('Claim').click()
  await expect.element(page.getByText('Not claimed')).toBeVisible()
  await expect.element(page.getByText(said)).toBeVisible()
  await inSheet('Claim').click()
  await expect.poll(() => server.calls(taskRoutes.claim).length).toBeGreaterThan(1)
})

test('an approval that is rejected says why', async () => {
  const { server } = await openTask({
    me: person('ana', { role: 'admin' }),
    of: { status_extended: 'idea' },
    isOpen: true,
  })
  server.answer(taskRoutes.approve, () => ({ success: false, error: 'It is approved already' }))
  await inSheet('Approve').click()
  await expect.element(page.getByText('It is approved already')).toBeVisible()
})

test('the link of a task can be copied', async () => {
  const { current } = await openTask({ isOpen: true })
  const written: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text))
  await inSheet('Copy link').click()
  await expect.poll(() => written).toEqual([`${location.origin}/tasks?task=${current().id}`])
})
