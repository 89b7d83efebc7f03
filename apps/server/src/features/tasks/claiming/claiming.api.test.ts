/** Races for tasks, and the expiry of claims (docs/rules/tasks.md#leases). */
import { FOLLOW_PLACEHOLDER } from '@flockwork/contract/agents'
import { DELETED_TASK_RETENTION_MS, TASK_LEASE_GRACE_MS } from '@flockwork/contract/limits'
import type { Task } from '@flockwork/contract/tasks'
import { expect, test } from 'vitest'
import { call, eventually, refusalOf } from '../../../../test/calls.ts'
import type { AgentActor } from '../../../platform/actor.ts'
import type { Person, TestAgent } from '../../../../test/people.ts'
import { lockRows, untilWaiting } from '../../../../test/locks.ts'
import { startPair, startServer, type TestServer } from '../../../../test/server.ts'
import { runTaskUpkeep, noticeJob, purgeTasks } from '../index.ts'

const MINUTE_MS = 60_000
const LEASE_MS = 30 * MINUTE_MS + TASK_LEASE_GRACE_MS
const of = ({ id }: Pick<Task, 'id'>) => ({ params: { id } })

const lookAfterTasks = ({ services }: TestServer) =>
  runTaskUpkeep({ ...services, noticeJob }, services.help.guideId)

const lastReply = async ({ api }: Pick<Person, 'api'>, { message_id: id }: Task) =>
  (await api.messages.thread({ params: { id } })).messages.at(-1)

async function working() {
  const server = await startServer()
  server.freezeClock()
  const people = await server.peopleInOneSpace('ana', 'bob')
  const scout = await people.bob.registers('scout')
  // people's tokens expire sooner than these claims
  const watcher = await people.ana.registers('watcher')
  return { server, ...people, scout, watcher, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('when many agents on two nodes race for tasks, each task has one winner, and every agent gets an answer', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { ana } = await server.peopleInOneSpace('ana')
  const agents: TestAgent[] = []
  for (let index = 0; index < 8; index++) agents.push(await ana.registers(`agent-${index}`))
  const tasks: Task[] = []
  for (let index = 0; index < 5; index++)
    tasks.push(await ana.api.tasks.create({ body: { title: `${index}` } }))

  const attempts = agents.flatMap(({ token }, nth) =>
    tasks.map(async ({ id }) => {
      const { url } = nth % 2 === 0 ? server : twin
      // some with a key, which run in their own transaction
      const given = { token, ...(nth % 3 === 0 && { key: `claim-${nth}-${id}` }) }
      return (await call(url, 'POST', `/api/tasks/${id}/claim`, given)).status
    }),
  )
  const statuses = await Promise.all(attempts)

  expect(statuses.filter((status) => status === 200)).toHaveLength(tasks.length)
  expect(statuses.filter((status) => status === 409)).toHaveLength(attempts.length - tasks.length)
  const now = (await ana.api.tasks.list()).tasks
  expect(now.map(({ status, version }) => [status, version])).toEqual(tasks.map(() => ['claimed', 2]))
  const events = await server.query<{ payload: string }>(
    "select payload from events where name = 'task_update'",
  )
  const claimed = events.map(({ payload }) => JSON.parse(payload) as { action: string; task: Task })
  expect(
    claimed
      .filter(({ action }) => action === 'claimed')
      .map(({ task }) => task.id)
      .toSorted(),
  ).toEqual(tasks.map(({ id }) => id).toSorted())
})

test('an agent that is paused while its claim is queued gets no task', async () => {
  await using work = await working()
  const { server, ana, scout, watcher } = work
  const task = await ana.api.tasks.create({ body: { title: 'Wanted' } })
  const other = await ana.api.tasks.create({ body: { title: 'Locked' } })
  await using lock = await lockRows(server, 'select 1 from tasks where id = $1 for update', [other.id])
  const first = watcher.api.tasks.claim(of(other))
  await untilWaiting(server, 1)
  // past authentication, when it wasn't paused yet
  const actor = { kind: 'agent', accountId: scout.id, username: 'scout' } as AgentActor
  const claim = server.services.tasks.claimTask(actor, task.id)
  await server.query("update agents set disabled_by = '{owner:bob}' where account_id = $1", [scout.id])

  await lock.release()

  await expect(claim).rejects.toMatchObject({ status: 403, code: 'agent_disabled' })
  expect(await first).toMatchObject({ claimed_by: { username: 'watcher' } })
  expect(await ana.api.tasks.get(of(task))).toMatchObject({ status: 'available' })
})

test('an agent that goes silent loses its claim, with a note and a message to the author', async () => {
  await using work = await working()
  const { server, ana, scout, watcher } = work
  const task = await ana.api.tasks.create({ body: { title: 'Silence' } })
  await scout.api.tasks.claim(of(task))

  server.moveClock(LEASE_MS)
  await lookAfterTasks(server)
  expect(await watcher.api.tasks.get(of(task))).toMatchObject({ status: 'claimed' })
  server.moveClock(1)
  await Promise.all([lookAfterTasks(server), lookAfterTasks(server)])

  expect(await watcher.api.tasks.get(of(task))).toMatchObject({ status: 'available', claimed_by: null })
  const { message: announcement } = await watcher.api.messages.get({ params: { id: task.message_id } })
  expect(announcement).toMatchObject({ is_claimed: false })
  const { notes } = await watcher.api.tasks.notes(of(task))
  const text =
    '@scout claimed T-1 60 minutes ago and went silent, so it lost its claim. It is available again.'
  expect(notes).toMatchObject([{ note: text, note_type: 'issue', author_name: 'chirpy' }])
  const message = await eventually(
    () => lastReply(watcher, task),
    (found) => found !== undefined,
  )
  expect(message).toMatchObject({ username: 'chirpy', content: `@${ana.username} ${text}` })
  await lookAfterTasks(server)
  expect((await watcher.api.tasks.notes(of(task))).notes).toHaveLength(1)
})

test('while Chirpy is paused its message about a lost claim waits', async () => {
  await using work = await working()
  const { server, ana, scout, watcher } = work
  const task = await ana.api.tasks.create({ body: { title: 'Silence' } })
  await scout.api.tasks.claim(of(task))
  const pause = (by: string) =>
    server.query(
      `update agents set disabled_by = $1 where account_id = (select id from accounts where handle = 'chirpy')`,
      [by],
    )
  await pause('{managed:global}')
  server.moveClock(LEASE_MS + 1)
  await lookAfterTasks(server)
  const waiting = () =>
    server.query<{ data: unknown; seconds: number }>(
      `select data, extract(epoch from start_after - now())::int as seconds from pgboss.job
       where name = 'task-notices' and state = 'created' and start_after > now() + interval '1 minute'`,
    )
  const [job, ...others] = await eventually(waiting, ({ length }) => length > 0)
  expect([job?.seconds, others]).toEqual([expect.closeTo(600, -2), []])
  expect(await lastReply(watcher, task)).toBeUndefined()

  await pause('{}')
  await server.query(
    `insert into pgboss.job (name, data) select name, data from pgboss.job where name = 'task-notices' and state = 'created'`,
  )
  const message = await eventually(
    () => lastReply(watcher, task),
    (found) => found !== undefined,
  )
  expect(message?.content).toContain('lost its claim')
})

test('any work on a task extends its lease: a note, a status, a reply in its thread', async () => {
  await using work = await working()
  const { server, ana, scout, watcher } = work
  const task = await ana.api.tasks.create({ body: { title: 'Busy' } })
  await scout.api.tasks.claim(of(task))
  const acts = [
    () => scout.api.tasks.addNote({ ...of(task), body: { note: 'Still here', note_type: 'progress' } }),
    () => scout.api.tasks.setStatus({ ...of(task), body: { status: 'in_progress' } }),
    () => scout.api.messages.reply({ params: { id: task.message_id }, body: { content: 'Nearly there' } }),
    () => scout.api.tasks.update({ ...of(task), body: { context_data: { branch_name: 'fix' } } }),
  ]
  for (const act of acts) {
    server.moveClock(LEASE_MS - MINUTE_MS)
    await act()
    server.moveClock(2 * MINUTE_MS)
    await lookAfterTasks(server)
    expect((await watcher.api.tasks.get(of(task))).claimed_by).toMatchObject({ username: 'scout' })
  }
  server.moveClock(LEASE_MS)
  await lookAfterTasks(server)
  expect((await watcher.api.tasks.get(of(task))).claimed_by).toBeNull()
})

test('a claim whose agent continues at the last moment is not released', async () => {
  await using work = await working()
  const { server, ana, scout, watcher } = work
  const task = await ana.api.tasks.create({ body: { title: 'Just in time' } })
  await scout.api.tasks.claim(of(task))
  server.moveClock(LEASE_MS + 1)
  const now = new Date(server.services.clock.now())
  await using report = await lockRows(server, 'update tasks set worked_at = $1 where id = $2', [now, task.id])
  const upkeep = lookAfterTasks(server)
  await untilWaiting(server, 1)

  await report.release()
  await upkeep

  expect((await watcher.api.tasks.get(of(task))).claimed_by).toMatchObject({ username: 'scout' })
})

test('reopening a completed task gives its agent another lease', async () => {
  await using work = await working()
  const { server, scout, watcher } = work
  const task = await watcher.api.tasks.create({ body: { title: 'Not quite done' } })
  await scout.api.tasks.claim(of(task))
  await scout.api.tasks.setStatus({ ...of(task), body: { status: 'completed' } })
  server.moveClock(2 * LEASE_MS)
  await watcher.api.tasks.setStatus({ ...of(task), body: { status: 'in_progress' } })

  server.moveClock(LEASE_MS)
  await lookAfterTasks(server)
  expect((await watcher.api.tasks.get(of(task))).claimed_by).toMatchObject({ username: 'scout' })
  server.moveClock(1)
  await lookAfterTasks(server)
  expect((await watcher.api.tasks.get(of(task))).claimed_by).toBeNull()
})

test("a person's claim does not expire, nor does one of a completed task", async () => {
  await using work = await working()
  const { server, ana, bob, scout, watcher } = work
  const mine = await ana.api.tasks.create({ body: { title: 'By hand' } })
  const done = await ana.api.tasks.create({ body: { title: 'Done' } })
  await bob.api.tasks.claim(of(mine))
  await scout.api.tasks.claim(of(done))
  await scout.api.tasks.setStatus({ ...of(done), body: { status: 'completed' } })

  server.moveClock(100 * LEASE_MS)
  await lookAfterTasks(server)

  expect(await watcher.api.tasks.get(of(mine))).toMatchObject({ claimed_by: { username: bob.username } })
  expect(await watcher.api.tasks.get(of(done))).toMatchObject({
    status: 'completed',
    claimed_by: { username: 'scout' },
  })
})

test('a task becomes available when its worker leaves the space, and former members cannot be assigned', async () => {
  await using work = await working()
  const { server, ana, bob, scout, spaceId } = work
  const claimed = await ana.api.tasks.create({ body: { title: 'Claimed' } })
  const assigned = await ana.api.tasks.create({ body: { title: 'Assigned', user_id: bob.profile.id } })
  await scout.api.tasks.claim(of(claimed))
  await bob.api.spaces.leave({ params: { id: spaceId } })

  await lookAfterTasks(server)

  expect(await ana.api.tasks.get(of(claimed))).toMatchObject({ status: 'available', claimed_by: null })
  expect(await ana.api.tasks.get(of(assigned))).toMatchObject({
    status: 'available',
    assigned_user: null,
    deliveries: [{ state: 'undeliverable' }],
  })
  expect(
    await refusalOf(ana.api.tasks.assign({ ...of(assigned), body: { user_id: bob.profile.id } })),
  ).toMatchObject({
    status: 404,
    detail: 'No such agent or person in this space',
  })
})

test('an agent that follows its owner keeps its tasks while they look at another space', async () => {
  await using work = await working()
  const { server, ana, bob, scout } = work
  await bob.api.agents.update({ params: { id: scout.id }, body: { org_id: FOLLOW_PLACEHOLDER } })
  const claimed = await ana.api.tasks.create({ body: { title: 'Claimed' } })
  const assigned = await ana.api.tasks.create({ body: { title: 'Assigned', user_id: scout.id } })
  await scout.api.tasks.claim(of(claimed))
  const other = await bob.api.spaces.create({ body: { name: 'Other', visibility: 'invite_only' } })
  await bob.goesTo(other.id)

  await lookAfterTasks(server)

  expect(await ana.api.tasks.get(of(claimed))).toMatchObject({ claimed_by: { username: 'scout' } })
  expect(await ana.api.tasks.get(of(assigned))).toMatchObject({
    assigned_agent: { name: 'scout' },
    deliveries: [{ state: 'stored' }],
  })
})

test('a task becomes available when its worker is deactivated', async () => {
  await using work = await working()
  const { server, ana, bob } = work
  const claimed = await ana.api.tasks.create({ body: { title: 'Claimed' } })
  const assigned = await ana.api.tasks.create({ body: { title: 'Assigned', user_id: bob.profile.id } })
  await bob.api.tasks.claim(of(claimed))
  await server.query("update accounts set status = 'disabled' where id = $1", [bob.profile.id])

  await lookAfterTasks(server)

  expect(await ana.api.tasks.get(of(claimed))).toMatchObject({ status: 'available', claimed_by: null })
  expect(await ana.api.tasks.get(of(assigned))).toMatchObject({ status: 'available', assigned_user: null })
})

test('an idea waits for its approval beyond its deadline', async () => {
  await using work = await working()
  const { server, ana } = work
  const deadline = new Date(server.services.clock.now() + MINUTE_MS).toISOString()
  const idea = await ana.api.tasks.create({ body: { title: 'Idea', type: 'idea', deadline } })
  server.moveClock(MINUTE_MS + 1)

  await lookAfterTasks(server)

  expect(await ana.api.tasks.get(of(idea))).toMatchObject({ status: 'available', notes_count: 0 })
})

test('a task whose deadline passes unclaimed is expired, and a claimed one is not', async () => {
  await using work = await working()
  const { server, ana, scout } = work
  const deadline = new Date(server.services.clock.now() + MINUTE_MS).toISOString()
  const missed = await ana.api.tasks.create({ body: { title: 'Missed', deadline } })
  const taken = await ana.api.tasks.create({ body: { title: 'Taken', deadline } })
  await scout.api.tasks.claim(of(taken))
  server.moveClock(MINUTE_MS + 1)

  await lookAfterTasks(server)

  expect(await ana.api.tasks.get(of(missed))).toMatchObject({ status: 'expired', notes_count: 1 })
  const found = await ana.api.tasks.list({ query: { search: 'deadline passed' } })
  expect(found.tasks.map(({ id }) => id)).toEqual([missed.id])
  expect(await ana.api.tasks.get(of(taken))).toMatchObject({ status: 'claimed' })
})

test('tasks whose maintenance fails are reported, and do not block others', async () => {
  await using server = await startServer({ own: true })
  server.freezeClock()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const deadline = (minutes: number) =>
    new Date(server.services.clock.now() + minutes * MINUTE_MS).toISOString()
  await ana.api.tasks.create({ body: { title: 'broken', user_id: bob.profile.id } })
  for (let nth = 0; nth < 100; nth++)
    await ana.api.tasks.create({ body: { title: 'broken', deadline: deadline(1) } })
  const missed = await ana.api.tasks.create({ body: { title: 'Missed', deadline: deadline(2) } })
  await bob.api.spaces.leave({ params: { id: spaceId } })
  await server.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`,
  )
  await server.query(
    `create trigger refuse before update on tasks for each row when (old.title = 'broken') execute function refuse()`,
  )
  server.moveClock(3 * MINUTE_MS)

  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  await runTaskUpkeep({ ...server.services, noticeJob, onError }, server.services.help.guideId)

  expect(await ana.api.tasks.get(of(missed))).toMatchObject({ status: 'expired' })
  expect(errors).toMatchObject([
    { message: '1 tasks could not be looked after' },
    { message: '100 tasks could not be looked after' },
  ])
})

test('a deleted task is purged after 30 days, with its notes', async () => {
  await using work = await working()
  const { server, ana } = work
  const task = await ana.api.tasks.create({ body: { title: 'Gone' } })
  await ana.api.tasks.addNote({ ...of(task), body: { note: 'Gone, too' } })
  await ana.api.tasks.remove(of(task))
  const rows = async () => [
    ...(await server.query('select id from tasks')),
    ...(await server.query('select id from task_notes')),
  ]

  server.moveClock(DELETED_TASK_RETENTION_MS)
  await purgeTasks(server.services)
  expect(await rows()).toHaveLength(2)
  server.moveClock(1)
  await purgeTasks(server.services)
  expect(await rows()).toEqual([])
})
