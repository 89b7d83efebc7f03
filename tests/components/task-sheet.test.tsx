/** Edit Task: what is sent, and what happens when others change the same task meanwhile. */
import { taskRoutes } from '@flockwork/contract/task-routes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refusal, wrongFields } from './fake-server.ts'
import { button, dialog, openSheet, save, text } from './open-task-sheet.ts'
import { ago, nextSeq } from './world.ts'

const CONFLICT = 'Somebody changed this task meanwhile. Choose below what to keep.'

test('only changed fields are sent, and the sheet closes once all of them are saved', async () => {
  const { server, scout } = await openSheet()
  await expect.element(button('Save changes')).toBeDisabled()
  await text('Title').fill('Batch the check')
  await dialog().getByLabelText('Status').selectOptions('Blocked')
  await expect
    .element(dialog().getByText('It is sent as cancelled and will be shown as “Blocked”.'))
    .toBeVisible()
  await button('Assignee: Unassigned').click()
  await page.getByRole('option', { name: 'scout' }).click()
  await text('Skills').fill('sql')
  await userEvent.keyboard('{Enter}')
  await text('Skills').fill('SQL')
  await userEvent.keyboard('{Enter}')
  await dialog().getByLabelText('Effort is estimated').click()
  await save()

  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByText('T-12 was saved')).toBeVisible()
  expect(server.calls(taskRoutes.update).map(({ body }) => body)).toEqual([
    {
      title: 'Batch the check',
      requirements: { skills: ['sql'], grooming_checklist: { effort_estimated: true } },
      version: 1,
    },
  ])
  expect(server.calls(taskRoutes.assign).map(({ body }) => body)).toEqual([
    { agent_id: scout.id, version: 2 },
  ])
  expect(server.calls(taskRoutes.setStatus).map(({ body }) => body)).toEqual([
    { status: 'cancelled', outcome: 'blocked', version: 3 },
  ])
})

test('a skill that was typed but not added is stored when Escape closes the sheet', async () => {
  const { stored } = await openSheet()
  await text('Skills').fill('beekeeping')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.poll(() => [...stored.values()].join()).toContain('beekeeping')
})

test('a change of the status alone is one call', async () => {
  const { server } = await openSheet()
  await dialog().getByLabelText('Status').selectOptions('Failed')
  await expect
    .element(dialog().getByText('It is sent as cancelled and will be shown as “Failed”.'))
    .toBeVisible()
  await dialog().getByLabelText('Status').selectOptions('Completed')
  await save()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(server.calls(taskRoutes.setStatus)).toMatchObject([{ body: { status: 'completed' } }])
  expect(server.calls(taskRoutes.update)).toEqual([])
})

test("another user's changes of other fields stay, with or without an event", async () => {
  const { server, current, changeElsewhere } = await openSheet()
  await text('Title').fill('Mine')
  changeElsewhere({ priority: 'critical' })
  await expect.element(dialog().getByLabelText('Priority')).toHaveValue('critical')
  changeElsewhere({ requirements: { ...current().requirements, skills: ['sql'] } }, { hasEvent: false })
  await save()

  await expect.element(dialog()).not.toBeInTheDocument()
  expect(current()).toMatchObject({ title: 'Mine', priority: 'critical', requirements: { skills: ['sql'] } })
  expect(server.calls(taskRoutes.update).map(({ body }) => body)).toEqual([
    { title: 'Mine', version: 2 },
    { title: 'Mine', version: 3 },
  ])
})

test('a field that both changed shows theirs beside mine, and nothing is sent before the choice', async () => {
  const { server, current, changeElsewhere } = await openSheet()
  await text('Title').fill('Mine')
  changeElsewhere({ title: 'Theirs', description: 'Quick by now.' }, { hasEvent: false })
  await save()

  const note = dialog().getByRole('group', { name: 'Title was changed meanwhile' })
  await expect.element(note.getByText('Theirs', { exact: true })).toBeVisible()
  await expect.element(dialog().getByText(CONFLICT)).toBeVisible()
  await expect.element(text('Title')).toHaveValue('Mine')
  await expect.element(dialog().getByText('Quick by now.').last()).toBeVisible()
  await expect.element(note.getByRole('button', { name: 'Keep mine' })).toHaveFocus()
  expect(server.calls(taskRoutes.update)).toHaveLength(1)
  await save()
  expect(server.calls(taskRoutes.update)).toHaveLength(1)

  await note.getByRole('button', { name: 'Keep mine' }).click()
  await expect.element(note).not.toBeInTheDocument()
  await save()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(current()).toMatchObject({ title: 'Mine', description: 'Quick by now.' })
})

test('theirs can be chosen, and then there is nothing to save', async () => {
  const { changeElsewhere } = await openSheet()
  await text('Title').fill('Mine')
  changeElsewhere({ title: 'Theirs' })
  await button('Take theirs').click()
  await expect.element(text('Title')).toHaveValue('Theirs')
  await expect.element(button('Save changes')).toBeDisabled()
})

test.for([
  { answer: () => refusal(401, 'unauthorized'), said: 'Authentication failed. Please log in again.' },
  { answer: () => refusal(403, 'forbidden'), said: 'You do not have permission to edit this task.' },
  { answer: () => refusal(500, 'x', null), said: 'Failed to update task (500)' },
  { answer: () => refusal(409, 'conflict', 'The space is archived'), said: 'The space is archived' },
  {
    answer: () =>
      refusal(400, 'guardrail_violation', 'Blocked', {
        title: 'Secret found',
        message: 'This looks like a key.',
        suggestion: 'Take it out.',
      }),
    said: 'Secret found: This looks like a key. Take it out.',
  },
])('an edit that is rejected shows "$said", and stays in the form', async ({ answer, said }) => {
  const { server } = await openSheet()
  await text('Title').fill('Mine')
  server.answer(taskRoutes.update, answer)
  await save()
  await expect.element(dialog().getByRole('alert').filter({ hasText: said })).toBeVisible()
  await expect.element(text('Title')).toHaveValue('Mine')
  await expect.element(button('Save changes')).toBeEnabled()
})

test.for([
  { answer: () => refusal(404, 'not_found'), said: 'Task not found for status update.' },
  { answer: () => refusal(403, 'forbidden'), said: 'You do not have permission to change this task status.' },
])('a status that is rejected shows "$said", after the fields were saved', async ({ answer, said }) => {
  const { server, current } = await openSheet()
  await text('Title').fill('Mine')
  await dialog().getByLabelText('Status').selectOptions('Completed')
  server.answer(taskRoutes.setStatus, answer)
  await save()
  await expect.element(dialog().getByText(said)).toBeVisible()
  await expect.element(dialog().getByLabelText('Status')).toHaveValue('completed')
  expect(current().title).toBe('Mine')
  await save()
  await expect.poll(() => server.calls(taskRoutes.setStatus)).toHaveLength(2)
  expect(server.calls(taskRoutes.update)).toHaveLength(1)
})

test('errors are shown at their fields, from this page and from the server', async () => {
  const { server } = await openSheet()
  await text('Title').fill(' ')
  await text('Expected minutes').fill('0')
  await save()
  await expect.element(text('Title')).toHaveAccessibleDescription('Title is required')
  await expect.element(text('Title')).toHaveFocus()
  await expect.element(text('Expected minutes')).toHaveAccessibleDescription('A whole number from 1 to 43200')
  expect(server.calls(taskRoutes.update)).toEqual([])

  await text('Title').fill('Mine')
  await text('Expected minutes').fill('45')
  server.answerOnce(taskRoutes.update, () => wrongFields({ title: 'Not this one' }))
  await save()
  await expect.element(text('Title')).toHaveAccessibleDescription('Not this one')
})

test('a call without a response is retried under its key', async () => {
  const { server } = await openSheet()
  await text('Title').fill('Mine')
  server.answerOnce(taskRoutes.update, () => refusal(503, 'unavailable', null))
  await save()
  await expect.element(dialog().getByText('Failed to update task (503)')).toBeVisible()
  await save()
  await expect.element(dialog()).not.toBeInTheDocument()
  const keys = server.calls(taskRoutes.update).map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('closing the sheet keeps its changes, also after a page load; Discard drops them', async () => {
  const { shown, reload, changeElsewhere } = await openSheet()
  await text('Title').fill('Mine')
  await button('Close').first().click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByText('T-12 is not saved yet')).toBeVisible()

  changeElsewhere({ priority: 'high' }, { hasEvent: false })
  await reload(`/tasks?task=${shown.id}`)
  await expect.element(text('Title')).toHaveValue('Mine')
  await expect.element(dialog().getByLabelText('Priority')).toHaveValue('high')
  await expect.element(dialog().getByText('What you typed is back.')).toBeVisible()
  await button('Discard').click()
  await expect.element(text('Title')).toHaveValue('Batch the token check')
})

test('a save that fails after the sheet was closed is reported, and the changes are there again', async () => {
  const { server, shown, reload } = await openSheet()
  await text('Title').fill('Mine')
  server.answer(taskRoutes.update, () => refusal(500, 'x', null))
  const release = server.hold(taskRoutes.update)
  await save()
  await expect.element(button('Saving...')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  release()
  await expect.element(page.getByText('T-12 was not saved')).toBeVisible()
  await reload(`/tasks?task=${shown.id}`)
  await expect.element(text('Title')).toHaveValue('Mine')
})

test("another tab's changes are offered, not applied", async () => {
  const { services, stored, me, nest, shown } = await openSheet()
  const key = `ax_production_space_state_v2:${me.id}:${nest.id}`
  const edits = { mine: { title: 'Of the other tab' }, seen: { title: 'Batch the token check' } }
  const oldValue = stored.get(key) ?? null
  const newValue = JSON.stringify({ version: 2, drafts: { [`task:${shown.id}`]: JSON.stringify(edits) } })
  stored.set(key, newValue)
  services().spaceStates.onStorageChange({ key, oldValue, newValue })
  await expect.element(text('Title')).toHaveValue('Batch the token check')
  await button('Continue it here').click()
  await expect.element(text('Title')).toHaveValue('Of the other tab')
})

test('a task that was deleted meanwhile says so, and shows the changes for copying', async () => {
  const { server, world, nest, current, reload } = await openSheet()
  await text('Title').fill('Mine')
  const deleted = current()
  world.tasks = []
  server.answer(taskRoutes.update, () => refusal(404, 'not_found', 'Task not found'))
  await save()
  await expect
    .element(dialog().getByText('Task not found. You may not have permission to edit this task.'))
    .toBeVisible()
  server.emit('task_update', { space_id: nest.id, at: ago(), action: 'deleted', task: deleted }, nextSeq())
  const gone = page.getByRole('dialog', { name: 'This task was deleted' })
  await expect.element(gone).toBeVisible()
  await expect.element(gone.getByRole('textbox', { name: 'What you typed' })).toHaveValue('Title: Mine')

  // also after a reload, when the page no longer has the task
  await reload(`/tasks?task=${deleted.id}`)
  await expect.element(gone.getByRole('textbox', { name: 'What you typed' })).toHaveValue('Title: Mine')
  await gone.getByRole('button', { name: 'Discard it' }).click()
  await expect.element(gone.getByText('It is gone for everybody here')).toBeVisible()

  await reload(`/tasks?task=${deleted.id}`)
  await expect.element(page.getByText('Not found or not yours')).toBeVisible()
  await expect.element(gone).not.toBeInTheDocument()
})
