/** The dialog of a new task, which opens over any page. */
import { taskRoutes } from '@flockwork/contract/task-routes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { requestNewTask, type NewTaskDraft } from '../../apps/web/src/features/task-refs/index.ts'
import { openApp, PHONE, type Options } from './app.tsx'
import { refusal, wrongFields } from './fake-server.ts'
import { expectAccessible, overflow } from './look.ts'
import { agent, newId, person, task } from './world.ts'

const dialog = () => page.getByRole('dialog', { name: /Create (Task|Idea)/ })
const text = (name: string) => dialog().getByRole('textbox', { name, exact: true })
const button = (name: string | RegExp) => dialog().getByRole('button', { name })

async function openDialog(options: Options = {}, request: NewTaskDraft = {}) {
  const me = person('ana')
  const app = await openApp({ me, path: '/spaces', ...options })
  app.server.answer(taskRoutes.create, ({ body }) => {
    const made = task(me, 12, body.title, {
      space_id: me.current_org_id ?? '',
      status_extended: body.type === 'idea' ? 'idea' : null,
      source_message_id: body.source_message_id ?? null,
    })
    app.world.tasks.unshift(made)
    return made
  })
  requestNewTask(request)
  await expect.element(dialog()).toBeVisible()
  return { ...app, me }
}

test('a task is created with all fields, and the toast links to it', async () => {
  const scout = agent('scout')
  const { server, world } = await openDialog({ world: { agents: [scout] } })
  await expect.element(text('Title')).toHaveFocus()
  await text('Title').fill(' Batch the token check ')
  await text('Description').fill('It is **slow**.')
  await dialog().getByLabelText('Priority').selectOptions('High')
  await text('Skills (optional)').fill('sql, Rust,, SQL')
  await text('Expected minutes').fill('90')
  await dialog().getByLabelText('Deadline').fill('2027-01-02T09:30')
  await dialog().getByLabelText('Requirements are clear').click()
  await button('Assignee: Unassigned').click()
  await page.getByRole('combobox', { name: 'Find somebody' }).fill('sco')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Assignee: scout')).toBeVisible()
  await button('Create task').click()

  await expect.element(dialog()).not.toBeInTheDocument()
  const [call] = server.calls(taskRoutes.create)
  expect(call?.body).toMatchObject({
    title: 'Batch the token check',
    description: 'It is **slow**.',
    priority: 'high',
    type: 'task',
    requirements: {
      skills: ['sql', 'Rust'],
      grooming_checklist: { requirements_clear: true, success_criteria: false, effort_estimated: false },
    },
    expected_minutes: 90,
    deadline: new Date('2027-01-02T09:30').toISOString(),
    agent_id: scout.id,
    org_id: world.me?.current_org_id,
  })
  await expect.element(page.getByText('T-12 was created')).toBeVisible()
  await page.getByRole('button', { name: 'Open T-12' }).click()
  await expect.poll(() => location.pathname + location.search).toBe(`/tasks?task=${world.tasks[0]?.id}`)
})

test('an idea says that it needs approval, and the message it is made from is linked', async () => {
  const sourceMessageId = newId()
  const { server } = await openDialog({}, { title: 'A quieter board', sourceMessageId })
  await dialog().getByText('Idea', { exact: true }).click()
  await expect.element(dialog().getByText(/An idea waits until an administrator/)).toBeVisible()
  await button('Create idea').click()
  await expect.element(page.getByText('T-12 waits for approval')).toBeVisible()
  expect(server.calls(taskRoutes.create)).toMatchObject([
    { body: { type: 'idea', title: 'A quieter board', source_message_id: sourceMessageId } },
  ])
})

test.for([
  {
    because: 'a guardrail',
    answer: () =>
      refusal(400, 'guardrail_violation', 'Blocked', {
        title: 'Secret found',
        message: 'This looks like a key.',
        suggestion: 'Take it out.',
      }),
    said: 'Secret found: This looks like a key. Take it out.',
  },
  {
    because: 'a broken server',
    answer: () => refusal(500, 'internal_error', 'Internal error'),
    wasRefused: false,
    said: 'Failed to create task. Please try again.',
  },
  {
    because: 'an assignee who left',
    answer: () => refusal(404, 'not_found', 'Nobody of this space has this id'),
    said: 'Nobody of this space has this id',
  },
  {
    because: 'a session that ended elsewhere',
    answer: () => refusal(403, 'forbidden', 'You are no member of this space'),
    said: 'You are no member of this space',
  },
])('$because is shown in the dialog, which stays filled in', async ({ answer, said, wasRefused = true }) => {
  const { server } = await openDialog()
  await text('Title').fill('Batch the token check')
  server.answerOnce(taskRoutes.create, answer)
  await button('Create task').click()

  // the form is longer than the dialog
  await expect.element(dialog().getByRole('alert').filter({ hasText: said })).toBeInViewport({ ratio: 1 })
  await expect.element(text('Title')).toHaveValue('Batch the token check')
  await button('Create task').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  // a rejected call wasn't carried out: the next one has a new key
  const keys = server.calls(taskRoutes.create).map(({ key }) => key)
  expect(new Set(keys).size).toBe(wasRefused ? 2 : 1)
})

test('errors are shown at their fields, before anything is sent and after', async () => {
  const { server } = await openDialog()
  await text('Title').fill('  ')
  await text('Description').fill('x'.repeat(10_000))
  await text('Expected minutes').fill('soon')
  await text('Skills (optional)').fill('x'.repeat(41))
  await button('Create task').click()
  await expect.element(text('Title')).toHaveAccessibleDescription('Title is required')
  await expect.element(text('Title')).toHaveFocus()
  await expect.element(text('Description')).toHaveAccessibleDescription('At most 5000 characters')
  await expect.element(text('Expected minutes')).toHaveAccessibleDescription('A whole number from 1 to 43200')
  await expect
    .element(text('Skills (optional)'))
    .toHaveAccessibleDescription('A skill has at most 40 characters')
  await expect.element(text('Description')).toHaveValue('x'.repeat(10_000))
  expect(server.calls(taskRoutes.create)).toEqual([])

  await text('Title').fill('Batch')
  await text('Description').fill('')
  await text('Expected minutes').fill('30')
  await text('Skills (optional)').fill('')
  server.answerOnce(taskRoutes.create, () => wrongFields({ deadline: 'Must be later' }))
  await button('Create task').click()
  await expect.element(dialog().getByLabelText('Deadline')).toHaveAccessibleDescription('Must be later')
})

test('a task that may have been stored is created again under the same key, also after a page load', async () => {
  const { server, reload } = await openDialog()
  await text('Title').fill('Batch the token check')
  const keys: (string | null)[] = []
  server.answer(taskRoutes.create, ({ key }) => {
    keys.push(key)
    return refusal(503, 'unavailable', 'The server is busy')
  })
  await button('Create task').click()
  await expect.element(dialog().getByText('The server is busy')).toBeVisible()
  await button('Create task').click()
  await expect.element(dialog().getByText('The server is busy')).toBeVisible()

  await reload()
  requestNewTask()
  await expect.element(text('Title')).toHaveValue('Batch the token check')
  await expect.element(dialog().getByText('What you typed is back.')).toBeVisible()
  await button('Create task').click()
  await expect.poll(() => keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)

  await text('Title').fill('Batch the token check twice')
  await button('Create task').click()
  await expect.poll(() => new Set(keys).size).toBe(2)
})

test('closing the dialog keeps the draft, and says so; Discard starts over', async () => {
  await openDialog()
  await text('Title').fill('Half a thou')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByText('The new task isn’t created yet')).toBeVisible()

  requestNewTask({ title: 'Of a message', sourceMessageId: newId() })
  await expect.element(text('Title')).toHaveValue('Of a message')
  await button('Cancel').click()
  await expect.element(dialog()).not.toBeInTheDocument()

  requestNewTask()
  await expect.element(text('Title')).toHaveValue('Half a thou')
  await button('Discard').click()
  await expect.element(text('Title')).toHaveValue('')
  await button('Cancel').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  requestNewTask()
  await expect.element(text('Title')).toHaveValue('')
  await expect.element(dialog().getByText('What you typed is back.')).not.toBeInTheDocument()
})

test("another tab's draft is offered, and not overwritten silently", async () => {
  const { services, stored, me } = await openDialog()
  const key = `ax_production_space_state_v2:${me.id}:${me.current_org_id}`
  const values = { title: 'Of the other tab', type: 'idea', skills: '' }
  const drafts = { 'task:new': JSON.stringify({ values, attempt: null }) }
  const oldValue = stored.get(key) ?? null
  const newValue = JSON.stringify({ version: 2, drafts })
  stored.set(key, newValue)
  services().spaceStates.onStorageChange({ key, oldValue, newValue })

  await expect.element(dialog().getByText('You have unsent text for this in another tab.')).toBeVisible()
  await expect.element(text('Title')).toHaveValue('')
  await button('Continue it here').click()
  await expect.element(text('Title')).toHaveValue('Of the other tab')
  await expect.element(page.getByRole('dialog', { name: 'Create Idea' })).toBeVisible()
})

test('a failure after the dialog was closed is reported, and the draft is there when it opens again', async () => {
  const { server } = await openDialog()
  await text('Title').fill('Batch the token check')
  server.answerOnce(taskRoutes.create, () => refusal(500, 'internal_error'))
  const release = server.hold(taskRoutes.create)
  await button('Create task').click()
  await expect.element(button('Creating...')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  release()
  await expect.element(page.getByText('Failed to create task. Please try again.')).toBeVisible()
  requestNewTask()
  await expect.element(text('Title')).toHaveValue('Batch the token check')
})

test('while a task is being created nothing can be changed, and the focus stays', async () => {
  const { server } = await openDialog()
  await text('Title').fill('Batch the token check')
  server.answerOnce(taskRoutes.create, () => refusal(503, 'unavailable', 'The server is busy'))
  const release = server.hold(taskRoutes.create)
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Creating...')).toBeVisible()
  await expect.element(text('Title')).toHaveFocus()
  await userEvent.keyboard(' at night')
  await expect.element(text('Title')).toHaveValue('Batch the token check')
  const fields = [
    text('Title'),
    text('Description'),
    text('Skills (optional)'),
    text('Expected minutes'),
    dialog().getByLabelText('Deadline'),
  ]
  for (const field of fields) await expect.element(field).toHaveAttribute('readonly')
  const clear = dialog().getByLabelText('Requirements are clear')
  await clear.click()
  await expect.element(clear).not.toBeChecked()
  await dialog().getByLabelText('Priority').selectOptions('High')
  await expect.element(dialog().getByLabelText('Priority')).toHaveDisplayValue('Medium')
  await dialog().getByText('Idea', { exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Create Task' })).toBeVisible()

  release()
  await expect.element(dialog().getByText('The server is busy')).toBeVisible()
  for (const field of fields) await expect.element(field).not.toHaveAttribute('readonly')
  await clear.click()
  await expect.element(clear).toBeChecked()
})

test('the description is previewed as it will be shown', async () => {
  await openDialog()
  await text('Description').fill('It is **slow**')
  await button('Preview').click()
  const shown = dialog().getByText('slow', { exact: true })
  await expect.element(shown).toBeVisible()
  expect(shown.element().tagName).toBe('STRONG')
  await expect.element(text('Description')).not.toBeInTheDocument()
  await button('Write').click()
  await expect.element(text('Description')).toHaveValue('It is **slow**')
})

test.for([{ size: PHONE }, { size: { width: 900, height: 800 } }, { size: { width: 1280, height: 800 } }])(
  'the dialog is accessible and fits at $size.width',
  async ({ size }) => {
    await openDialog({ size }, { title: 'Batch the token check', description: 'x'.repeat(4600) })
    await expectAccessible()
    expect(overflow()).toBeLessThanOrEqual(0)
  },
)
