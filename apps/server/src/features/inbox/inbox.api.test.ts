/** The inbox and the read position of a space (docs/rules/deliveries.md#read-position). */
import { inboxRoutes } from '@flockwork/contract/inbox'
import { DELIVERY_EXPIRES_MS } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import type { Task } from '@flockwork/contract/tasks'
import { expect, test } from 'vitest'
import { call, eventually, refusalOf } from '../../../test/calls.ts'
import { connectAgent } from '../../../test/mcp.ts'
import type { Person, TestAgent } from '../../../test/people.ts'
import { startServer } from '../../../test/server.ts'
import { openStream } from '../../../test/stream.ts'
import { expireDeliveries } from './deliveries.ts'

type Caller = Pick<Person, 'api'>

const inboxOf = (
  { api }: Caller,
  query: { state?: 'unread' | 'seen'; org_id?: string; limit?: number; before?: string } = {},
) => api.call(inboxRoutes.list, { query })
const readAs = ({ api }: Caller, ids: string[]) => api.call(inboxRoutes.read, { body: { ids } })
const seenBy = ({ api }: Caller, spaceId: string, { id }: Pick<Message, 'id'>) =>
  api.call(inboxRoutes.seen, { params: { id: spaceId }, body: { message_id: id } })
const statesOf = async ({ api }: Caller, { id }: Message) =>
  (await api.messages.deliveries({ params: { id } })).deliveries.map(({ state }) => state)

const assignTo = ({ api }: Caller, assignee: Person | TestAgent) =>
  api.tasks.create({
    body: {
      title: `For ${assignee.username}`,
      ...('profile' in assignee ? { user_id: assignee.profile.id } : { agent_id: assignee.id }),
    },
  })
const stateOfTask = async ({ api }: Caller, { id }: Pick<Task, 'id'>) =>
  (await api.tasks.get({ params: { id } })).deliveries?.map(({ state }) => state)

async function talking() {
  const server = await startServer()
  const people = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  return { server, ...people, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('mentions and replies are in the inbox, newest first, and reading it delivers them', async () => {
  await using talk = await talking()
  const { ana, bob, cleo } = talk
  const first = await ana.says('@bob one')
  const mine = await bob.says('mine')
  const reply = await cleo.replies(mine, 'two')
  await cleo.says('nothing for bob')

  const { items, unread, next_cursor } = await inboxOf(bob)

  expect(items).toMatchObject([
    { reason: 'reply', state: 'stored', message: { id: reply.id }, task: null },
    { reason: 'mention', state: 'stored', message: { id: first.id, content: '@bob one' } },
  ])
  expect([unread, next_cursor]).toEqual([2, null])
  await eventually(
    () => statesOf(ana, first),
    ([state]) => state === 'delivered',
  )
  expect((await inboxOf(cleo)).items).toEqual([])
})

test('marking a delivery as read is an event for its author, and only own deliveries can be marked', async () => {
  await using talk = await talking()
  const { server, ana, bob, cleo, spaceId } = talk
  const message = await ana.says('@bob @cleo look')
  const [item] = (await inboxOf(bob)).items
  const ids = [item?.id ?? '']
  await using stream = await openStream(server.url, { token: ana.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')

  expect(await readAs(cleo, ids)).toEqual({ unread: 1 })
  expect(await readAs(bob, ids)).toEqual({ unread: 0 })
  expect(await readAs(bob, ids)).toEqual({ unread: 0 })

  const event = await stream.next(
    ({ event, data }) => event === 'delivery' && (data['delivery'] as { state: string }).state === 'seen',
  )
  expect(event.data).toMatchObject({ message_id: message.id, delivery: { recipient: { handle: 'bob' } } })
  expect((await inboxOf(bob, { state: 'unread' })).items).toEqual([])
  expect((await inboxOf(bob, { state: 'seen' })).items).toHaveLength(1)
  expect((await inboxOf(cleo)).unread).toBe(1)
})

test('pages have no gaps or duplicates', async () => {
  await using talk = await talking()
  const { ana, bob } = talk
  for (let index = 0; index < 5; index++) await ana.says(`@bob ${index}`)

  const seen: string[] = []
  let before: string | undefined
  do {
    const page = await inboxOf(bob, { limit: 2, ...(before !== undefined && { before }) })
    seen.push(...page.items.map(({ message }) => message?.content ?? ''))
    before = page.next_cursor ?? undefined
  } while (before !== undefined)

  expect(seen).toEqual(['@bob 4', '@bob 3', '@bob 2', '@bob 1', '@bob 0'])
  for (const cursor of ['x', '1_', '_', '1_1', `1_${'-'.repeat(36)}`]) {
    expect((await refusalOf(inboxOf(bob, { before: cursor }))).status).toBe(422)
  }
})

test('the inbox covers all spaces, or one; spaces that were left are not in it', async () => {
  await using talk = await talking()
  const { server, ana, bob, spaceId } = talk
  await ana.says('@bob here')
  const other = await bob.api.spaces.create({ body: { name: 'Other', visibility: 'invite_only' } })
  const { invite_code } = await bob.api.spaces.invite({ params: { id: other.id }, body: {} })
  await ana.joins(invite_code)
  await ana.says('@bob there')

  expect((await inboxOf(bob)).items).toHaveLength(2)
  expect((await inboxOf(bob, { org_id: other.id })).items).toMatchObject([{ space_id: other.id }])
  const stranger = await server.signUp('stranger')
  expect((await refusalOf(inboxOf(stranger, { org_id: other.id }))).status).toBe(404)
  await server.query('delete from members where space_id = $1 and account_id = $2', [spaceId, bob.profile.id])
  expect((await inboxOf(bob)).items).toMatchObject([{ space_id: other.id }])
})

test('a delivery to a paused agent, or of a deleted message, is never delivered', async () => {
  await using talk = await talking()
  const { server, ana, bob } = talk
  const scout = await bob.registers('scout')
  await server.query("update agents set disabled_by = '{owner:bob}' where account_id = $1", [scout.id])
  server.moveClock(5000)
  await ana.says('@scout wake up')
  const gone = await ana.says('@bob oops')
  await ana.api.messages.remove({ params: { id: gone.id } })
  await server.query("update agents set disabled_by = '{}' where account_id = $1", [scout.id])

  expect((await inboxOf(scout)).items).toEqual([])
  expect(await inboxOf(bob)).toMatchObject({ items: [], unread: 0 })
})

test('the position only moves forward, marks what it passes as seen, and is an event only for the reader', async () => {
  await using talk = await talking()
  const { server, ana, bob, cleo, spaceId } = talk
  const [one, two, three] = [await ana.says('@bob one'), await bob.says('mine'), await ana.says('@bob three')]
  await using own = await openStream(server.url, { token: bob.token(), spaceId })
  await using other = await openStream(server.url, { token: cleo.token(), spaceId })
  await own.next(({ event }) => event === 'bootstrap')

  expect(await seenBy(bob, spaceId, two)).toEqual({ last_seen_message_id: two.id, unread: 1 })
  expect(await statesOf(ana, one)).toEqual(['seen'])
  expect(await statesOf(ana, three)).not.toEqual(['seen'])
  expect(await seenBy(bob, spaceId, one)).toEqual({ last_seen_message_id: two.id, unread: 1 })
  const seen = await own.next(({ event }) => event === 'seen')
  expect(seen.data).toMatchObject({ space_id: spaceId, message_id: two.id, unread: 1 })
  expect(await seenBy(bob, spaceId, three)).toEqual({ last_seen_message_id: three.id, unread: 0 })
  await cleo.says('done')
  await other.next(({ data }) => (data['message'] as Message | undefined)?.content === 'done')
  expect(other.events.map(({ event }) => event)).not.toContain('seen')
})

test('the position does not pass a mention added to an earlier message by an edit before it was delivered', async () => {
  await using talk = await talking()
  const { server, ana, bob, spaceId } = talk
  const old = await ana.says('a plan')
  await seenBy(bob, spaceId, old)
  await ana.api.messages.edit({ params: { id: old.id }, body: { content: 'a plan for @bob' } })
  const last = await ana.says('something else')

  await seenBy(bob, spaceId, last)
  expect(await statesOf(ana, old)).toEqual(['stored'])
  expect(await inboxOf(bob, { state: 'unread' })).toMatchObject({ items: [{ message: { id: old.id } }] })

  // the inbox showed it
  await server.services.receipts.flush()
  await seenBy(bob, spaceId, last)
  expect(await statesOf(ana, old)).toEqual(['seen'])
})

test('a delivery not fetched within 7 days expires, with one event for its author', async () => {
  await using talk = await talking()
  const { server, ana, bob, spaceId } = talk
  const old = await Promise.all(Array.from({ length: 3 }, (_, index) => ana.says(`@bob ${index}`)))
  const scout = await bob.registers('scout')
  server.moveClock(5000)
  const answered = await ana.says('@scout answer')
  await scout.api.messages.reply({ params: { id: answered.id }, body: { content: 'here' } })
  const young = await ana.says('@bob young')
  const age = ({ id }: Message, ms: number) =>
    server.query(
      `update deliveries set created_at = $2::timestamptz - $3::int * interval '1 ms' where message_id = $1`,
      [id, new Date(server.services.clock.now()), ms],
    )
  for (const message of [...old, answered]) await age(message, DELIVERY_EXPIRES_MS + 1)
  await age(young, DELIVERY_EXPIRES_MS - 60_000)
  await using stream = await openStream(server.url, { token: ana.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')

  await Promise.all([expireDeliveries(server.services), expireDeliveries(server.services)])

  for (const message of old) expect(await statesOf(ana, message)).toEqual(['expired'])
  expect(await statesOf(ana, young)).toEqual(['stored'])
  expect(await statesOf(ana, answered)).toEqual(['answered'])
  await expireDeliveries(server.services)
  const last = await ana.says('that is all')
  await stream.next(({ data }) => (data['message'] as Message | undefined)?.id === last.id)
  const events = stream.events.filter(({ event }) => event === 'delivery')
  expect(events.map(({ data }) => (data['delivery'] as { state: string }).state)).toEqual(
    old.map(() => 'expired'),
  )
  expect(events.map(({ data }) => String(data['message_id'])).toSorted()).toEqual(
    old.map(({ id }) => id).toSorted(),
  )
})

test('a foreign space, a foreign message and an unknown message do not move it', async () => {
  await using talk = await talking()
  const { server, ana, bob, spaceId } = talk
  const message = await ana.says('hello')
  const stranger = await server.signUp('stranger')
  const foreign = await stranger.says('elsewhere')

  expect((await refusalOf(seenBy(stranger, spaceId, message))).status).toBe(404)
  expect((await refusalOf(seenBy(bob, spaceId, foreign))).status).toBe(404)
  const none = await call(server.url, 'POST', `/api/organizations/${spaceId}/seen`, {
    token: bob.token(),
    json: { message_id: 'latest' },
  })
  expect(none.status).toBe(422)
})

test('an agent reads its inbox over REST as over MCP', async () => {
  await using talk = await talking()
  const { ana, bob } = talk
  const scout = await bob.registers('scout')
  const message = await ana.says('@scout hello')

  const { items } = await inboxOf(scout)

  expect(items).toMatchObject([{ reason: 'mention', message: { id: message.id } }])
  expect(
    await readAs(
      scout,
      items.map(({ id }) => id),
    ),
  ).toEqual({ unread: 0 })
  expect(await statesOf(ana, message)).toEqual(['seen'])
})

test('an assignment is delivered by the inbox and by a stream, which say whom it is for', async () => {
  await using talk = await talking()
  const { server, ana, bob, cleo, spaceId } = talk
  await using stream = await openStream(server.url, { token: cleo.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')
  const [forBob, forCleo] = [await assignTo(ana, bob), await assignTo(ana, cleo)]

  expect((await inboxOf(bob)).items).toMatchObject([{ reason: 'assignment', task: { id: forBob.id } }])
  await stream.next(({ data }) => (data['task'] as Task | undefined)?.id === forCleo.id)
  for (const task of [forBob, forCleo]) {
    await eventually(
      () => stateOfTask(ana, task),
      (states) => states?.[0] === 'delivered',
    )
  }
})

test('a feed hands over no assignment: the announcement in it names nobody whom the task is for', async () => {
  await using talk = await talking()
  const { server, ana, bob, spaceId } = talk
  const scout = await bob.registers('scout')
  const [forBob, forScout] = [await assignTo(ana, bob), await assignTo(ana, scout)]
  await using agent = await connectAgent(server.url, scout.token)

  for (const { api } of [bob, scout]) await api.messages.history({ query: { org_id: spaceId } })
  await using stream = await openStream(server.url, { token: scout.token, spaceId })
  await stream.next(({ event }) => event === 'bootstrap')
  const feed = await agent.call('messages', { mode: 'latest' })
  const thread = await agent.call('messages', { action: 'thread', message_id: forScout.message_id })
  const { contents } = await agent.client.readResource({ uri: 'flockwork://feed' })
  await server.services.receipts.flush()

  for (const shown of [feed.text, thread.text, JSON.stringify(contents)]) {
    expect(shown).toContain('For scout')
    expect(shown).not.toContain('assigned')
  }
  expect(await stateOfTask(ana, forBob)).toEqual(['stored'])
  expect(await stateOfTask(ana, forScout)).toEqual(['stored'])
  const task = await agent.call('tasks', { action: 'get', task_id: forScout.display_id })
  expect(task.text).toContain('assigned to you')
  await server.services.receipts.flush()
  expect(await stateOfTask(ana, forScout)).toEqual(['delivered'])
})
