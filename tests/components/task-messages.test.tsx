/** Tasks in the feed: their announcements, tasks made from messages, and `T-12` in texts. */
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Task, TaskAction } from '@flockwork/contract/tasks'
import { taskRoutes } from '@flockwork/contract/task-routes'
import { onNewTaskRequest, type NewTaskDraft } from '../../apps/web/src/features/task-refs/index.ts'
import { PHONE, openApp, type OpenedApp } from './app.tsx'
import { expectAccessible, overflow } from './look.ts'
import { act, article, holdFinger, offered } from './parts.ts'
import { agent, ago, announcement, message, newId, nextSeq, person, reply, task, worker } from './world.ts'

/** Changes the task on the server and sends the event. */
function change({ server, world }: OpenedApp, of: Task, action: TaskAction, fields: Partial<Task>): Task {
  const changed = { ...of, ...fields, version: of.version + 1 }
  world.tasks = world.tasks.filter(({ id }) => id !== of.id)
  if (action !== 'deleted') world.tasks.push(changed)
  const space_id = world.me?.current_org_id ?? ''
  server.emit('task_update', { space_id, at: ago(), action, task: changed }, nextSeq())
  return changed
}

/** The drafts that the New Task dialog was opened with. */
function watchRequests(): NewTaskDraft[] {
  const drafts: NewTaskDraft[] = []
  onTestFinished(onNewTaskRequest((draft) => drafts.push(draft)))
  return drafts
}

test('an announcement shows the current state of the task, links to it, and takes replies', async () => {
  const [ana, scout] = [person('ana'), agent('scout')]
  const check = task(scout, 12, 'Batch the token check', { priority: 'high' })
  const announced = announcement(check, scout)
  const answer = reply(ana, announced, 'on it')
  const app = await openApp({
    me: ana,
    world: { agents: [scout], posts: [announced, answer], tasks: [check] },
  })
  const row = article('Batch the token check')
  const card = row.getByRole('link', { name: /T-12 Batch the token check/ })
  await expect.element(card).toHaveAccessibleName('T-12 Batch the token check Available High Unassigned')
  await expect.element(card).toHaveAttribute('href', `/tasks?task=${check.id}`)
  await expect.element(page.getByRole('button', { name: /1 reply/ })).toBeVisible()
  expect(app.server.calls(taskRoutes.named)).toMatchObject([{ query: { ref: [check.id] } }])

  const claimed = change(app, check, 'claimed', { status: 'claimed', claimed_by: worker(scout) })
  await expect.element(card).toHaveAccessibleName('T-12 Batch the token check Claimed High scout')
  change(app, claimed, 'updated', { title: 'Batch all checks', status: 'in_progress' })
  await expect
    .element(page.getByRole('link', { name: /^T-12/ }))
    .toHaveAccessibleName('T-12 Batch all checks In progress High scout')
  await expectAccessible()
})

test("an announcement can't be edited or deleted as a message or made a task again, and is never unread", async () => {
  const chief = person('chief', { role: 'admin' })
  const scout = agent('scout')
  const [mine, theirs] = [task(chief, 1, 'mine'), task(scout, 2, 'theirs')]
  const app = await openApp({ me: chief, world: { agents: [scout], tasks: [mine, theirs] } })
  app.arrive(announcement(mine, chief))
  app.arrive(announcement(theirs, scout))
  await expect.element(article('theirs')).toBeVisible()
  expect(article('theirs').element()).not.toHaveAttribute('data-unread')
  const names = ['Edit', 'Delete', 'Make task', 'Reply', 'Copy link'] as const
  const offers = { Edit: false, Delete: false, 'Make task': false, Reply: true, 'Copy link': true }
  expect(await offered(article('mine'), names)).toEqual(offers)
  expect(await offered(article('theirs'), names)).toEqual(offers)
})

test('until its task is loaded an announcement shows its message', async () => {
  const [ana, scout] = [person('ana'), agent('scout')]
  const check = task(scout, 12, 'Batch the token check')
  const posts = [announcement(check, scout, { is_claimed: true })]
  let release = () => {}
  const app = await openApp({
    me: ana,
    world: { agents: [scout], posts, tasks: [check] },
    isWaiting: true,
    answers: (server) => {
      release = server.hold(taskRoutes.named)
    },
  })
  const card = page.getByRole('link', { name: /^T-12/ })
  await expect.element(card).toHaveAccessibleName('T-12 Batch the token check Claimed')
  release()
  await expect.element(card).toHaveAccessibleName('T-12 Batch the token check Available Medium Unassigned')

  // what was loaded is cached and there at once after a reload
  dispatchEvent(new Event('pagehide'))
  app.server.hold(taskRoutes.named)
  await app.reload()
  await expect.element(card).toHaveAccessibleName('T-12 Batch the token check Available Medium Unassigned')
})

test('the author of an announcement sees the delivery of the assignment', async () => {
  const [ana, scout] = [person('ana'), agent('scout')]
  const check = task(ana, 12, 'Batch the token check', {
    status: 'assigned',
    assigned_agent: { id: scout.id, name: 'scout' },
  })
  const posts = [
    announcement(check, ana, {
      deliveries: [
        {
          id: newId(),
          message_id: check.message_id,
          task_id: check.id,
          recipient: { id: scout.id, type: 'agent', handle: 'scout' },
          reason: 'assignment',
          state: 'delivered',
          why: null,
          at: ago(),
        },
      ],
    }),
  ]
  await openApp({ me: ana, world: { agents: [scout], posts, tasks: [check] } })
  await expect.element(article('Batch the token check').getByText('Delivered to @scout')).toBeVisible()
  // it works on the task, not on a reply
  await expect.element(page.getByText('is working on a reply')).not.toBeInTheDocument()
})

test('a task is created from a message, which then shows it', async () => {
  const [ana, bob] = [person('ana'), person('bob')]
  const asked = message(bob, 'The **check** is slow\n\nSince Monday.')
  const app = await openApp({ me: ana, world: { posts: [asked] } })
  const drafts = watchRequests()
  const row = article('Since Monday.')
  await act(row, 'Make task')
  expect(drafts).toEqual([
    {
      title: 'The check is slow',
      description: 'The **check** is slow\n\nSince Monday.',
      sourceMessageId: asked.id,
    },
  ])

  // its dialog opens over the message, and closes
  const dialog = page.getByRole('dialog', { name: 'Create Task' })
  await expect.element(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('The check is slow')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()

  const made = task(ana, 3, 'The check is slow', { source_message_id: asked.id })
  app.world.tasks.push(made)
  const space_id = app.world.me?.current_org_id ?? ''
  const linked = { ...asked, space_id, metadata: { task_id: made.id } }
  app.server.emit('message', { space_id, at: ago(), action: 'updated', message: linked }, nextSeq())
  const chip = row.getByRole('link', { name: 'T-3 The check is slow Available' })
  await expect.element(chip).toHaveAttribute('href', `/tasks?task=${made.id}`)

  change(app, made, 'deleted', {})
  await expect.element(chip).not.toBeInTheDocument()
})

test('on a phone the sheet of a message creates a task, and a card with long words fits', async () => {
  const [ana, bob] = [person('ana'), person('bob')]
  const long = task(bob, 1234, 'Rückmeldungsverarbeitungsgeschwindigkeit'.repeat(5), {
    claimed_by: { id: bob.id, username: 'a'.repeat(39), type: 'user' },
    status: 'in_progress',
    priority: 'critical',
  })
  const posts = [announcement(long, bob), message(bob, 'do this')]
  await openApp({ me: ana, world: { posts, tasks: [long] }, size: PHONE })
  const drafts = watchRequests()
  await expect.element(page.getByRole('link', { name: /^T-1234/ })).toBeVisible()
  expect(overflow()).toBe(0)
  await expectAccessible()

  await holdFinger(article('do this'))
  await page.getByRole('dialog').getByRole('button', { name: 'Make task' }).click()
  expect(drafts).toMatchObject([{ title: 'do this' }])
  const title = page.getByRole('dialog', { name: 'Create Task' }).getByRole('textbox', { name: 'Title' })
  await expect.element(title).toHaveValue('do this')
})
