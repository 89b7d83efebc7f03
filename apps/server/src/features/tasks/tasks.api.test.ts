/** Creating, changing, claiming and deleting tasks (docs/rules/tasks.md). */
import { channelRoutes } from '@flockwork/contract/channels'
import { inboxRoutes } from '@flockwork/contract/inbox'
import { reactionRoutes } from '@flockwork/contract/reactions'
import type { Task } from '@flockwork/contract/tasks'
import { expect, test } from 'vitest'
import { call, eventually, refusalOf } from '../../../test/calls.ts'
import { openStream } from '../../../test/stream.ts'
import type { Person } from '../../../test/people.ts'
import { startServer } from '../../../test/server.ts'

const of = ({ id }: Pick<Task, 'id'>) => ({ params: { id } })
const newTask = ({ api }: Person, title: string, more: object = {}) =>
  api.tasks.create({ body: { title, ...more } })

async function working() {
  const server = await startServer()
  const people = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  return { server, ...people, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('a task is created with its number and announced in main, without counting as a message', async () => {
  await using work = await working()
  const { ana, bob, spaceId } = work

  const task = await newTask(ana, '  Fix the importer ', {
    description: 'It stops at *line 3*',
    priority: 'P1',
    requirements: {
      skills: ['sql', ' SQL ', '', 'parsing'],
      grooming_checklist: { requirements_clear: true },
    },
  })
  const second = await newTask(bob, 'Another')

  expect(task).toMatchObject({
    display_id: 'T-1',
    space_id: spaceId,
    title: 'Fix the importer',
    description: 'It stops at *line 3*',
    posted_by: { username: ana.username, type: 'user' },
    assigned_agent: null,
    assigned_user: null,
    claimed_by: null,
    priority: 'high',
    status: 'available',
    status_extended: null,
    requirements: {
      skills: ['sql', 'parsing'],
      grooming_checklist: { requirements_clear: true, success_criteria: false, effort_estimated: false },
    },
    expected_minutes: 30,
    notes_count: 0,
    version: 1,
  })
  expect(second.display_id).toBe('T-2')
  expect(await bob.api.tasks.get(of(task))).toEqual(task)
  const announcement = await bob.reads(task.message_id)
  expect(announcement).toMatchObject({
    content: 'T-1 Fix the importer',
    message_type: 'task',
    is_task: true,
    is_claimed: false,
    channel: 'main',
    metadata: { task_id: task.id },
    author_id: ana.profile.id,
  })
  const { posts } = await bob.api.messages.history()
  expect(posts.map(({ content }) => content)).toEqual(['T-1 Fix the importer', 'T-2 Another'])
  const { details } = await bob.api.call(channelRoutes.list, {})
  expect(details.find(({ name }) => name === 'main')?.post_count).toBe(0)
})

test('of two concurrent claims one wins, and the other learns who has the task; the announcement is updated', async () => {
  await using work = await working()
  const { ana, bob, cleo } = work
  const task = await newTask(ana, 'One for one')

  const claims = await Promise.allSettled([bob.api.tasks.claim(of(task)), cleo.api.tasks.claim(of(task))])

  expect(claims.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const now = await ana.api.tasks.get(of(task))
  const [winner, loser] = now.claimed_by?.username === bob.username ? [bob, cleo] : [cleo, bob]
  expect(now).toMatchObject({ status: 'claimed', claimed_by: { username: winner.username }, version: 2 })
  const refused = await refusalOf(loser.api.tasks.claim(of(task)))
  expect(refused).toMatchObject({ status: 409, detail: `@${winner.username} has claimed this task` })
  expect(await winner.api.tasks.claim(of(task))).toEqual(now)
  expect(await ana.reads(task.message_id)).toMatchObject({ is_claimed: true })

  expect(await winner.api.tasks.release(of(task))).toMatchObject({ status: 'available', claimed_by: null })
  expect(await ana.reads(task.message_id)).toMatchObject({ is_claimed: false })
  expect((await refusalOf(loser.api.tasks.release(of(task)))).status).toBe(403)
})

test('an assignment is delivered to its assignee everywhere, and its author sees the state', async () => {
  await using work = await working()
  const { server, ana, bob, spaceId } = work
  const scout = await bob.registers('scout')
  await using stream = await openStream(server.url, { token: scout.token, spaceId })
  await stream.next(({ event }) => event === 'bootstrap')

  const task = await newTask(ana, 'Look around', { agent_id: scout.id })

  expect(task).toMatchObject({ status: 'assigned', assigned_agent: { id: scout.id, name: 'scout' } })
  const event = await stream.next(({ event: name }) => name === 'task_update')
  expect(event.data).toMatchObject({ action: 'created', task: { id: task.id }, space_id: spaceId })
  const delivered = await eventually(
    () => ana.api.tasks.get(of(task)),
    ({ deliveries }) => deliveries?.[0]?.state === 'delivered',
  )
  expect(delivered.deliveries).toMatchObject([
    { reason: 'assignment', recipient: { handle: 'scout' }, task_id: task.id, message_id: task.message_id },
  ])
  expect((await bob.api.tasks.get(of(task))).deliveries).toBeUndefined()
  await scout.api.tasks.setStatus({ ...of(task), body: { status: 'doing' } })
  expect(await ana.api.tasks.get(of(task))).toMatchObject({
    status: 'in_progress',
    claimed_by: { username: 'scout' },
    deliveries: [{ state: 'answered' }],
  })
})

test('a reply to the announcement answers earlier assignments and approvals, and not what arrived meanwhile', async () => {
  await using work = await working()
  const { server, ana: admin, bob, spaceId } = work
  const scout = await bob.registers('scout')
  const idea = await scout.api.tasks.create({ body: { title: 'An idea', type: 'idea', org_id: spaceId } })
  await admin.api.tasks.approve(of(idea))
  await admin.api.tasks.assign({ ...of(idea), body: { agent_id: scout.id } })
  const unread = async () => {
    const { items } = await scout.api.call(inboxRoutes.list, { query: { state: 'unread' } })
    await server.services.receipts.flush()
    return items.map(({ reason }) => reason)
  }
  expect(await unread()).toEqual(['assignment', 'approval'])

  const reply = (content: string) =>
    scout.api.messages.reply({ params: { id: idea.message_id }, body: { content } })
  await reply('glad to hear it')
  expect(await unread()).toEqual(['assignment'])
  await reply('on it')
  expect(await unread()).toEqual([])
})

test('a note, an edit and a reaction do not answer what was not yet delivered to their author', async () => {
  await using work = await working()
  const { server, ana: admin, bob } = work
  const scout = await bob.registers('scout')
  const idea = await scout.api.tasks.create({ body: { title: 'An idea', type: 'idea' } })
  // while Scout writes
  await admin.api.tasks.approve(of(idea))
  await scout.api.tasks.update({ ...of(idea), body: { description: 'With more to it' } })
  await scout.api.tasks.addNote({ ...of(idea), body: { note: 'Who will agree to this?' } })
  await scout.api.call(reactionRoutes.react, { params: { id: idea.message_id }, body: { emoji: '🤞' } })

  const unread = async () => (await scout.api.call(inboxRoutes.list, { query: { state: 'unread' } })).items
  expect(await unread()).toMatchObject([{ reason: 'approval', task: { id: idea.id } }])
  await server.services.receipts.flush()
  await scout.api.tasks.addNote({ ...of(idea), body: { note: 'Thank you' } })
  expect(await unread()).toEqual([])
})

test("a new assignment withdraws the previous assignee's unread delivery", async () => {
  await using work = await working()
  const { ana, bob, cleo } = work
  const task = await newTask(ana, 'Yours', { user_id: bob.profile.id })

  const moved = await ana.api.tasks.assign({ ...of(task), body: { user_id: cleo.profile.id } })

  expect(moved).toMatchObject({
    assigned_user: { username: cleo.username, type: 'user' },
    status: 'assigned',
  })
  expect((await ana.api.tasks.get(of(task))).deliveries).toMatchObject([
    {
      recipient: { handle: bob.username },
      state: 'undeliverable',
      why: `The task was assigned to @${cleo.username}`,
    },
    { recipient: { handle: cleo.username }, state: 'stored', why: null },
  ])
  expect(await ana.api.tasks.assign({ ...of(task), body: {} })).toMatchObject({
    assigned_user: null,
    assigned_at: null,
    status: 'available',
  })
})

test('only the accounts involved may change a task, and nobody outside its space sees it', async () => {
  await using work = await working()
  const { server, ana, bob, cleo } = work
  const stranger = await server.signUp('stranger')
  const scout = await cleo.registers('scout')
  const task = await newTask(bob, 'Mine')
  const edit = ({ api }: Pick<Person, 'api'>) => api.tasks.update({ ...of(task), body: { title: 'Ours' } })

  expect(await refusalOf(edit(cleo))).toMatchObject({
    status: 403,
    detail: 'You do not have permission to edit this task.',
  })
  expect(await refusalOf(cleo.api.tasks.setStatus({ ...of(task), body: { status: 'done' } }))).toMatchObject({
    status: 403,
    detail: 'You do not have permission to change this task status.',
  })
  expect((await refusalOf(cleo.api.tasks.remove(of(task)))).status).toBe(403)
  for (const attempt of [
    () => stranger.api.tasks.get(of(task)),
    () => edit(stranger),
    () => stranger.api.tasks.claim(of(task)),
    () => stranger.api.tasks.remove(of(task)),
    () => stranger.api.tasks.notes(of(task)),
    () => stranger.api.tasks.addNote({ ...of(task), body: { note: 'x' } }),
    () => stranger.api.tasks.list({ query: { org_id: work.spaceId } }),
  ]) {
    expect((await refusalOf(attempt())).status).toBe(404)
  }
  // the space's admin, the claimant's owner, the claimant, the author
  await scout.api.tasks.claim(of(task))
  for (const one of [ana, cleo, scout, bob]) expect(await edit(one)).toMatchObject({ title: 'Ours' })
})

test('an edit of an outdated version is refused', async () => {
  await using work = await working()
  const { ana, bob } = work
  const task = await newTask(ana, 'First')
  await ana.api.tasks.claim(of(task))
  const { version } = await ana.api.tasks.update({ ...of(task), body: { title: 'Second' } })

  const late = await refusalOf(
    ana.api.tasks.update({ ...of(task), body: { description: 'Late', version: task.version } }),
  )

  expect(late).toMatchObject({ status: 409, code: 'conflict' })
  expect(await bob.api.tasks.get(of(task))).toMatchObject({ title: 'Second', description: '' })
  expect(
    await ana.api.tasks.update({ ...of(task), body: { description: 'In time', version } }),
  ).toMatchObject({ title: 'Second', description: 'In time', version: version + 1 })
  expect(await ana.reads(task.message_id)).toMatchObject({ content: 'T-1 Second', edit_count: 0 })
})

test('blocked and failed are sent as cancelled with an outcome, and stored as such', async () => {
  await using work = await working()
  const { ana } = work
  const task = await newTask(ana, 'Stuck')
  const send = (body: object) => ana.api.tasks.setStatus({ ...of(task), body: body as { status: string } })

  expect(await send({ status: 'cancelled', outcome: 'blocked' })).toMatchObject({ status: 'blocked' })
  expect(await send({ status: 'open' })).toMatchObject({ status: 'available' })
  expect(await send({ status: 'completed' })).toMatchObject({ completed_at: expect.any(String) })
  expect(await send({ status: 'cancelled', outcome: 'failed' })).toMatchObject({
    status: 'failed',
    completed_at: null,
  })
  expect(await refusalOf(send({ status: 'sleeping' }))).toMatchObject({ status: 422 })
})

test('an idea needs an administrator’s approval, of which its author is notified', async () => {
  await using work = await working()
  const { ana: admin, bob } = work
  const idea = await newTask(bob, 'What if', { type: 'idea' })
  expect(idea).toMatchObject({ status: 'available', status_extended: 'idea' })
  expect((await refusalOf(bob.api.tasks.claim(of(idea)))).status).toBe(409)
  expect((await refusalOf(bob.api.tasks.setStatus({ ...of(idea), body: { status: 'done' } }))).status).toBe(
    409,
  )
  expect((await refusalOf(bob.api.tasks.approve(of(idea)))).status).toBe(403)

  expect(await admin.api.tasks.approve(of(idea))).toEqual({ success: true, error: null })
  expect(await admin.api.tasks.approve(of(idea))).toEqual({ success: true, error: null })

  const { items } = await bob.api.call(inboxRoutes.list, {})
  expect(items).toMatchObject([
    { reason: 'approval', message: null, task: { id: idea.id, status_extended: 'ready' } },
  ])
  expect(await bob.api.tasks.claim(of(idea))).toMatchObject({ status: 'claimed' })
  const plain = await newTask(bob, 'No idea')
  expect(await admin.api.tasks.approve(of(plain))).toEqual({
    success: false,
    error: 'This task is not an idea',
  })
})

test('deleting a task turns its announcement into a placeholder and preserves its thread', async () => {
  await using work = await working()
  const { ana, bob } = work
  const task = await newTask(ana, 'Gone soon', { user_id: bob.profile.id })
  const announcement = await ana.reads(task.message_id)
  await bob.replies(announcement, 'Why?')
  expect(await refusalOf(ana.api.messages.remove({ params: { id: task.message_id } }))).toMatchObject({
    status: 403,
    detail: 'This message follows its task: delete the task instead',
  })

  await ana.api.tasks.remove(of(task))

  expect((await refusalOf(ana.api.tasks.get(of(task)))).status).toBe(404)
  expect((await refusalOf(bob.api.tasks.addNote({ ...of(task), body: { note: 'late' } }))).status).toBe(404)
  expect((await ana.api.tasks.list()).tasks).toEqual([])
  expect(await ana.reads(task.message_id)).toMatchObject({ content: '[Message deleted]', reply_count: 1 })
})

test('a task created from a message is linked both ways', async () => {
  await using work = await working()
  const { ana, bob } = work
  const message = await bob.says('The importer is broken')

  const task = await newTask(ana, 'Fix it', { source_message_id: message.id })

  expect(task.source_message_id).toBe(message.id)
  expect(await bob.reads(message.id)).toMatchObject({ metadata: { task_id: task.id }, is_task: false })
})

test.for([
  { deadline: '2026-02-28', stored: '2026-02-28T00:00:00.000Z' },
  { deadline: '2026-11-23T10:00:00+02:00', stored: '2026-11-23T08:00:00.000Z' },
  { deadline: '2026-02-31', stored: null },
  { deadline: '12', stored: null },
  { deadline: 'tomorrow 9', stored: null },
  { deadline: '-271821-04-20T00:00:00Z', stored: null },
  { deadline: '+275760-09-13T00:00:00Z', stored: null },
])('a deadline of $deadline is stored as $stored', async ({ deadline, stored }) => {
  await using work = await working()
  const { server, ana } = work

  const { status, body } = await call(server.url, 'POST', '/api/tasks', {
    token: ana.token(),
    json: { title: 'Due', deadline },
  })

  const { deadline: answered = null } = body as Partial<Task>
  expect([status, answered]).toEqual([stored === null ? 422 : 201, stored])
})

test('messages in the conversation of a task are addressed to its author and its workers', async () => {
  await using work = await working()
  const { ana, bob, cleo } = work
  const scout = await bob.registers('scout')
  const task = await newTask(ana, 'Talk about it', { user_id: cleo.profile.id })
  await scout.api.tasks.claim(of(task))
  const recipientsOf = async ({ api }: Pick<Person, 'api'>, content: string) => {
    const { message } = await api.messages.reply({ params: { id: task.message_id }, body: { content } })
    return message?.deliveries?.map(({ recipient, reason }) => `${recipient.handle} ${reason}`).toSorted()
  }

  expect(await recipientsOf(bob, 'How is it going?')).toEqual(['ana reply', 'cleo reply', 'scout reply'])
  expect(await recipientsOf(scout, `Well, @${bob.username}`)).toEqual([
    'ana reply',
    'bob mention',
    'cleo reply',
  ])
  await ana.api.tasks.remove(of(task))
  expect(await recipientsOf(bob, 'Gone?')).toEqual(['ana reply'])
})

test('a read assignment disappears from the inbox when its task is deleted', async () => {
  await using work = await working()
  const { ana, bob } = work
  const task = await newTask(ana, 'Short', { user_id: bob.profile.id })
  const inbox = async () => (await bob.api.call(inboxRoutes.list, {})).items
  const ids = (await inbox()).map(({ id }) => id)
  await bob.api.call(inboxRoutes.read, { body: { ids } })
  expect(await inbox()).toMatchObject([{ state: 'seen', task: { id: task.id } }])

  await ana.api.tasks.remove(of(task))

  expect(await inbox()).toEqual([])
})
