/** `T-12` in texts, and the suggestions of tasks after typing `T-`. */
import { taskRoutes } from '@flockwork/contract/task-routes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PHONE, openApp } from './app.tsx'
import { expectAccessible, overflow } from './look.ts'
import { article } from './parts.ts'
import { DAY, HOUR, agent, ago, message, nextSeq, person, task, worker } from './world.ts'

// a combobox while its list is open
const field = page.getByLabelText('Message', { exact: true })
const list = page.getByRole('listbox', { name: 'Tasks' })
const options = () =>
  list
    .getByRole('option')
    .elements()
    .map((one) => one.textContent)

test('the name of a task becomes a link with its status, in plain text and in Markdown', async () => {
  const [ana, scout] = [person('ana'), agent('scout')]
  const check = task(ana, 12, 'Batch the check', { status: 'in_progress', claimed_by: worker(scout) })
  const posts = [
    message(scout, 'plain: T-12 and T-99'),
    message(scout, '**T-12**: `T-12`, [T-12](https://example.org)\n\n> T-12'),
  ]
  const app = await openApp({ me: ana, world: { agents: [scout], posts, tasks: [check] } })
  const link = (row: string) =>
    article(row).getByRole('link', { name: 'T-12, Batch the check, In progress', exact: true })

  await expect.element(link('plain: ')).toHaveAttribute('href', `/tasks?task=${check.id}`)
  await expect.element(article('plain: ').getByText('plain: T-12 and T-99')).toBeVisible()
  await expect.element(article('plain: ').getByRole('link', { name: /T-99/ })).not.toBeInTheDocument()
  await expect.element(link('T-12: T-12')).toBeVisible()
  expect(link('T-12: T-12').elements()).toHaveLength(1)
  // one call for all texts on screen
  const [call, ...more] = app.server.calls(taskRoutes.named)
  expect(call?.query.ref.toSorted()).toEqual(['T-12', 'T-99'])
  expect(more).toEqual([])
  await expectAccessible()

  // a new task becomes a link, a deleted one becomes text
  const space_id = app.world.me?.current_org_id ?? ''
  const born = task(ana, 99, 'Born')
  app.server.emit('task_update', { space_id, at: ago(), action: 'created', task: born }, nextSeq())
  const late = page.getByRole('link', { name: 'T-99, Born, Available' })
  await expect.element(late).toBeVisible()
  // like all links of a message it is reached by the arrow keys
  await expect.element(late).toHaveAttribute('tabindex', '-1')
  app.server.emit('task_update', { space_id, at: ago(), action: 'deleted', task: check }, nextSeq())
  await expect.element(link('plain: ')).not.toBeInTheDocument()
  await expect.element(article('plain: ').getByText(/^plain: T-12 and/)).toBeVisible()
})

test('T- in the composer suggests tasks by number and words, and inserts the name', async () => {
  const ana = person('ana')
  // the most recently changed come first, and what is done last
  const tasks = [
    task(ana, 21, 'Ship it', { status: 'completed', updated_at: ago() }),
    task(ana, 12, 'Batch the token check', { status: 'blocked', updated_at: ago(HOUR) }),
    task(ana, 2, 'Write release notes', { description: 'for the quarter', updated_at: ago(DAY) }),
  ]
  await openApp({ me: ana, world: { tasks } })
  await field.fill('see T-')
  await expect.element(list).toBeVisible()
  expect(options()).toEqual([
    'T-12 Batch the token check Blocked',
    'T-2 Write release notes Available',
    'T-21 Ship it Completed',
  ])
  await expectAccessible()

  await field.fill('see T-2')
  await expect.poll(options).toEqual(['T-2 Write release notes Available', 'T-21 Ship it Completed'])
  // matches that only the server finds
  await field.fill('see T-quart')
  await expect.poll(options).toEqual(['T-2 Write release notes Available'])
  await field.fill('see T-tok')
  await expect.poll(options).toEqual(['T-12 Batch the token check Blocked'])
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('see T-12 ')
  await expect.element(list).not.toBeInTheDocument()

  // a word that only starts like a name is sent as it is
  await field.fill('T-shirts')
  await expect.element(list).not.toBeInTheDocument()
})

test('without the server the loaded tasks are suggested, and on a phone they fit', async () => {
  const ana = person('ana')
  const tasks = [task(ana, 12, 'Rückmeldungsverarbeitungsgeschwindigkeit '.repeat(4))]
  const { server } = await openApp({ me: ana, world: { tasks }, size: PHONE })
  await field.fill('T-')
  await expect.element(list).toBeVisible()
  server.isReachable = false
  await field.fill('T-1')
  await expect.poll(options).toHaveLength(1)
  expect(overflow()).toBe(0)
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('T-1')
})
