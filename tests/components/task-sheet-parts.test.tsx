/** The sheet of a task except its fields: permissions, the reported progress, the conversation, and the layout. */
import { messageRoutes } from '@flockwork/contract/messages'
import { taskRoutes } from '@flockwork/contract/task-routes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PHONE } from './app.tsx'
import { refusal } from './fake-server.ts'
import { expectAccessible, overflow } from './look.ts'
import { button, dialog, openSheet, save, text } from './open-task-sheet.ts'
import { ago, newId, person, reply } from './world.ts'

test('who may not change a task can only read and claim it', async () => {
  const { server, world } = await openSheet({
    of: { posted_by: { id: newId(), username: 'bo', type: 'user' }, deadline: ago(-3_600_000) },
  })
  await expect.element(page.getByRole('dialog', { name: 'Task T-12' })).toBeVisible()
  await expect.element(dialog().getByText('Batch the token check')).toBeVisible()
  await expect.element(text('Title')).not.toBeInTheDocument()
  await expect.element(button('Save changes')).not.toBeInTheDocument()
  await expect.element(button('Delete')).not.toBeInTheDocument()

  server.answer(taskRoutes.claim, () => refusal(409, 'conflict', '@scout has claimed this task'))
  await button('Claim').click()
  await expect.element(page.getByText('@scout has claimed this task')).toBeVisible()
  expect(world.tasks).toHaveLength(1)
})

test('who posted a task, when and from which message is on one line, and a long name gives way', async () => {
  const source_message_id = newId()
  const posted_by = { id: newId(), username: 'the-most-thorough-reader-of-logs', type: 'user' as const }
  await openSheet({ of: { posted_by, source_message_id, created_at: ago(3_600_000) }, size: PHONE })
  const name = dialog().getByTitle(posted_by.username)
  const link = dialog().getByRole('link', { name: 'From a message' })
  await expect.element(name).toBeVisible()
  const time = () => name.element().parentElement?.querySelector('time')
  for (const width of [PHONE.width, 320]) {
    await page.viewport(width, PHONE.height)
    const parts = [name.element(), time(), link.element()]
    const bottoms = parts.map((part) => Math.round(part?.getBoundingClientRect().bottom ?? 0))
    expect(new Set(bottoms).size, `at ${width} px: ${bottoms.join()}`).toBe(1)
    expect(overflow()).toBe(0)
  }
  expect(name.element().scrollWidth).toBeGreaterThan(name.element().clientWidth)
})

test('its author deletes a task after a confirmation, which closes the sheet', async () => {
  const { server } = await openSheet()
  server.answer(taskRoutes.remove, () => undefined)
  await button('Delete').click()
  const question = page.getByRole('dialog', { name: 'Delete T-12?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog()).toBeVisible()
  expect(server.calls(taskRoutes.remove)).toEqual([])

  await button('Delete').click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByText('T-12 was deleted')).toBeVisible()
  expect(server.calls(taskRoutes.remove)).toHaveLength(1)
})

test('an administrator approves an idea, which has no status or assignee before', async () => {
  const { server, changeElsewhere } = await openSheet({
    me: person('ana', { role: 'admin' }),
    of: { status_extended: 'idea' },
  })
  await expect.element(dialog().getByText('Idea', { exact: true })).toBeVisible()
  await expect.element(dialog().getByLabelText('Status')).toBeDisabled()
  await expect.element(button(/^Assignee/)).not.toBeInTheDocument()
  await expect.element(button('Claim')).not.toBeInTheDocument()
  server.answer(taskRoutes.approve, () => {
    changeElsewhere({ status_extended: 'ready' }, { hasEvent: false })
    return { success: true, error: null }
  })
  await button('Approve').click()
  await expect.element(button('Approve')).not.toBeInTheDocument()
  await expect.element(button('Claim')).toBeVisible()
})

test('the deliveries of the assignment and the reported progress are shown', async () => {
  const scout = { id: newId(), name: 'scout' }
  const { server } = await openSheet({
    of: {
      assigned_agent: scout,
      status: 'assigned',
      source_message_id: newId(),
      deliveries: [
        {
          id: newId(),
          message_id: null,
          task_id: null,
          recipient: { id: scout.id, type: 'agent', handle: 'scout' },
          reason: 'assignment',
          state: 'delivered',
          why: null,
          at: ago(),
        },
      ],
      context_data: {
        branch_name: 'batch-check',
        pr_url: 'https://code.example/pull/7',
        files_changed: ['src/check.ts'],
        issues_encountered: null,
        time_spent: { actual_minutes: 40 },
        testing_notes: 'All **green**',
        deliverables: ['A faster check'],
      },
    },
  })
  await expect.element(button('Assignee: scout')).toHaveAccessibleDescription('Delivered to @scout')
  const work = dialog().getByRole('region', { name: 'Reported work' })
  for (const reported of [
    'batch-check',
    'https://code.example/pull/7',
    'src/check.ts',
    '40 min',
    'A faster check',
  ]) {
    await expect.element(work.getByText(reported)).toBeVisible()
  }
  await expect.element(dialog().getByRole('link', { name: 'From a message' })).toBeVisible()
  expect(server.calls(taskRoutes.update)).toEqual([])
})

test('the conversation is live, and a draft reply stays until it is sent', async () => {
  const { server, arrive, scout, announced, nest } = await openSheet()
  const talk = dialog().getByRole('region', { name: 'Conversation' })
  await expect.element(talk.getByText('Nobody has replied yet')).toBeVisible()
  arrive(reply(scout, announced, 'I have **it**', { space_id: nest.id }))
  await expect.element(talk.getByText('it', { exact: true })).toBeVisible()

  const field = talk.getByRole('textbox', { name: 'Reply to this task' })
  server.answerOnce(messageRoutes.reply, () => refusal(503, 'unavailable', null))
  await field.fill('Thank you')
  await userEvent.keyboard('{Enter}')
  await expect.element(talk.getByText('Unable to send reply. Please try again.')).toBeVisible()
  await expect.element(field).toHaveValue('Thank you')
  await talk.getByRole('button', { name: 'Reply' }).click()
  await expect.element(field).toHaveValue('')
  await expect.element(talk.getByText('Thank you')).toBeVisible()
  const [first, second] = server.calls(messageRoutes.reply)
  expect(first?.key).toBe(second?.key)
  expect(first).toMatchObject({ params: { id: announced.id }, body: { content: 'Thank you' } })
})

test('a reply survives a page load', async () => {
  const { shown, reload } = await openSheet()
  await dialog().getByRole('textbox', { name: 'Reply to this task' }).fill('Half a thou')
  await reload(`/tasks?task=${shown.id}`)
  await expect
    .element(dialog().getByRole('textbox', { name: 'Reply to this task' }))
    .toHaveValue('Half a thou')
})

test('a conversation that fails to load can be retried', async () => {
  const { server, announced } = await openSheet({
    answers: (server) => server.answer(messageRoutes.thread, () => refusal(500, 'x')),
  })
  const talk = dialog().getByRole('region', { name: 'Conversation' })
  await expect.element(talk.getByText('The conversation could not be loaded.')).toBeVisible()
  server.answer(messageRoutes.thread, () => ({ root: announced, messages: [], next_cursor: null }))
  await talk.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(talk.getByText('Nobody has replied yet')).toBeVisible()
})

test.for([{ size: PHONE }, { size: { width: 900, height: 800 } }, { size: { width: 1280, height: 800 } }])(
  'the sheet with a conflict is accessible and fits at $size.width',
  async ({ size }) => {
    const { changeElsewhere } = await openSheet({ size, of: { title: 'Batch'.repeat(40) } })
    await text('Title').fill('Mine')
    changeElsewhere({ title: 'Theirs '.repeat(28) })
    await expect.element(button('Keep mine')).toBeVisible()
    await expectAccessible()
    expect(overflow()).toBeLessThanOrEqual(0)
  },
)

test('a completed task shows who did it, and is reopened and assigned in one save', async () => {
  const { server, bo } = await openSheet({
    of: { status: 'completed', completed_at: ago(), assigned_agent: { id: newId(), name: 'scout' } },
  })
  await expect.element(dialog().getByText('scout', { exact: true })).toBeVisible()
  await expect.element(button(/^Assignee/)).not.toBeInTheDocument()
  await dialog().getByLabelText('Status').selectOptions('Available')
  await button('Assignee: scout').click()
  await page.getByRole('option', { name: 'bo', exact: true }).click()
  await save()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(server.calls(taskRoutes.setStatus)).toMatchObject([{ body: { status: 'available', version: 1 } }])
  expect(server.calls(taskRoutes.assign)).toMatchObject([{ body: { user_id: bo.id, version: 2 } }])
})
