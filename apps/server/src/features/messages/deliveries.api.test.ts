/** The deliveries of a message and their states (docs/rules/deliveries.md#states). */
import { inboxRoutes } from '@flockwork/contract/inbox'
import type { Delivery, Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { call, eventually, refusalOf } from '../../../test/calls.ts'
import { lockSequence } from '../../../test/locks.ts'
import type { Person } from '../../../test/people.ts'
import { startPair, startServer } from '../../../test/server.ts'
import { openStream, type TestStream } from '../../../test/stream.ts'

const deliveriesOf = async (author: Person, { id }: Pick<Message, 'id'>): Promise<Delivery[]> =>
  (await author.api.messages.deliveries({ params: { id } })).deliveries

const statesOf = async (author: Person, message: Pick<Message, 'id'>) =>
  Object.fromEntries(
    (await deliveriesOf(author, message)).map(({ recipient, state }) => [recipient.handle, state]),
  )

const becomes = (author: Person, message: Pick<Message, 'id'>, handle: string, state: string) =>
  eventually(
    () => statesOf(author, message),
    (states) => states[handle] === state,
  )

test('a mention is stored, and delivered once its recipient reads the history', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  const message = await ana.says('@bob @cleo look')
  expect(await statesOf(ana, message)).toEqual({ bob: 'stored', cleo: 'stored' })

  await ana.api.messages.history()
  await bob.api.messages.history()

  await becomes(ana, message, 'bob', 'delivered')
  expect(await statesOf(ana, message)).toEqual({ bob: 'delivered', cleo: 'stored' })
  const delivery = (await deliveriesOf(ana, message)).find(({ recipient }) => recipient.handle === 'bob')
  expect(delivery).toMatchObject({
    message_id: message.id,
    task_id: null,
    recipient: { id: bob.profile.id, type: 'user', handle: 'bob' },
    reason: 'mention',
    why: null,
  })
})

test('an open stream delivers: live, in its bootstrap and in a replay', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')

  const inBootstrap = await ana.says('@bob one')
  const stream = await openStream(server.url, { token: bob.token(), spaceId })
  await becomes(ana, inBootstrap, 'bob', 'delivered')

  const live = await ana.says('@bob two')
  await becomes(ana, live, 'bob', 'delivered')

  const position = stream.lastId() ?? ''
  await stream[Symbol.asyncDispose]()
  const replayed = await ana.says('@bob three')
  await using _resumed = await openStream(server.url, { token: bob.token(), spaceId, lastEventId: position })
  await becomes(ana, replayed, 'bob', 'delivered')
})

test('a reply without a mention is delivered to the author of its parent, in a bootstrap as well', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const question = await bob.says('who is here?')
  const reply = await ana.replies(question, 'I am')

  await using _stream = await openStream(server.url, { token: bob.token(), spaceId })

  await becomes(ana, reply, 'bob', 'delivered')
})

test("another account's stream delivers nothing for the recipient", async () => {
  await using server = await startServer()
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  await using stream = await openStream(server.url, { token: cleo.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')

  const message = await ana.says('@bob')
  await stream.next(({ event }) => event === 'message')
  const later = await ana.says('@cleo')
  await becomes(ana, later, 'cleo', 'delivered')

  expect(await statesOf(ana, message)).toEqual({ bob: 'stored' })
  expect(bob.username).toBe('bob')
})

test('a reply answers the deliveries to its author in that thread, and no others', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const here = await ana.says('@bob here')
  const other = await ana.says('@bob other')

  const answer = await bob.replies(here, 'yes')

  expect(await statesOf(ana, here)).toEqual({ bob: 'answered' })
  expect(await statesOf(ana, other)).toEqual({ bob: 'stored' })
  expect(await deliveriesOf(bob, answer)).toMatchObject([
    { reason: 'reply', recipient: { handle: 'ana' }, state: 'stored' },
  ])
  // an answered delivery stays so when it is delivered again
  await bob.api.messages.history()
  await becomes(ana, other, 'bob', 'delivered')
  expect(await statesOf(ana, here)).toEqual({ bob: 'answered' })
})

test('a reply does not answer what reached an agent after the message that it replies to', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const first = await ana.says('@scout look')
  await scout.api.call(inboxRoutes.list, { query: { state: 'unread' } })
  // while Scout works on the first: its program may hold the second unread
  const second = await ana.replies(first, '@scout and this')
  await using _stream = await openStream(server.url, { token: scout.token, spaceId: first.space_id })
  await becomes(ana, second, 'scout', 'delivered')
  const third = await ana.replies(first, '@scout and that')

  await scout.api.messages.reply({ params: { id: first.id }, body: { content: 'looked' } })

  expect(await statesOf(ana, first)).toEqual({ scout: 'answered' })
  expect(await statesOf(ana, second)).toEqual({ scout: 'delivered' })
  expect((await statesOf(ana, third))['scout']).not.toBe('answered')
  const { items } = await scout.api.call(inboxRoutes.list, { query: { state: 'unread' } })
  expect(items.map(({ message }) => message?.id)).toEqual([third.id, second.id])

  await scout.api.messages.reply({ params: { id: third.id }, body: { content: 'both done' } })
  expect(await statesOf(ana, second)).toEqual({ scout: 'answered' })
  expect(await statesOf(ana, third)).toEqual({ scout: 'answered' })
})

test('a reply to a message answers what an edit of it addressed to an agent', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const message = await ana.says('look at this')
  await ana.api.messages.edit({ params: { id: message.id }, body: { content: '@scout look at this' } })
  const unread = () => scout.api.call(inboxRoutes.list, { query: { state: 'unread' } })
  expect((await unread()).items).toMatchObject([{ message: { id: message.id } }])
  await becomes(ana, message, 'scout', 'delivered')

  await scout.api.messages.reply({ params: { id: message.id }, body: { content: 'looked' } })

  expect(await statesOf(ana, message)).toEqual({ scout: 'answered' })
  expect((await unread()).items).toEqual([])
})

test('a reply to the root answers only what had reached its author in the thread', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const root = await ana.says('a question for all')
  const reached = await ana.replies(root, '@bob what do you think?')
  await bob.api.messages.thread({ params: { id: root.id }, query: {} })
  await bob.api.messages.history()
  await becomes(ana, reached, 'bob', 'delivered')
  const missed = await ana.replies(root, '@bob still there?')

  await bob.replies(root, 'I think so')

  expect(await statesOf(ana, reached)).toEqual({ bob: 'answered' })
  expect(await statesOf(ana, missed)).toEqual({ bob: 'stored' })
})

test('a reply also answers deliveries that its author has seen', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const question = await ana.says('@bob are you there?')
  const [delivery] = await deliveriesOf(ana, question)
  await bob.api.call(inboxRoutes.read, { body: { ids: [delivery?.id ?? ''] } })
  await becomes(ana, question, 'bob', 'seen')

  await bob.replies(question, 'yes')

  expect(await statesOf(ana, question)).toEqual({ bob: 'answered' })
})

test('an answer is one event, with its own number, only for the author of the answered message', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  const [here, there] = [await ana.says('@bob here'), await cleo.says('@bob there')]
  const inThread = await cleo.replies(here, '@bob and this')
  await bob.api.messages.history()
  await becomes(cleo, inThread, 'bob', 'delivered')
  await using own = await openStream(server.url, { token: ana.token(), spaceId })
  await using ofTwin = await openStream(twin.url, { token: ana.token(), spaceId })
  await using ofCleo = await openStream(server.url, { token: cleo.token(), spaceId })
  for (const stream of [own, ofTwin, ofCleo]) await stream.next(({ event }) => event === 'bootstrap')

  // two concurrent replies share a flush: only one of them answers
  const replies = await Promise.all([bob.replies(here, '@cleo yes'), bob.replies(here, 'yes indeed')])
  await bob.replies(there, 'no')

  const [delivery] = await deliveriesOf(ana, here)
  const isAnswer = ({ event, data }: { event: string; data: Record<string, unknown> }) =>
    event === 'delivery' && (data['delivery'] as Delivery).state === 'answered'
  for (const stream of [own, ofTwin]) {
    const { id, data } = await stream.next(isAnswer)
    expect(data).toEqual({ space_id: spaceId, at: expect.any(String), message_id: here.id, delivery })
    expect(Number(id)).toBeGreaterThan(Math.min(...replies.map(({ seq }) => seq)))
  }
  await ofCleo.next(({ event, data }) => event === 'delivery' && data['message_id'] === there.id)
  const answersIn = (stream: TestStream) =>
    stream.events.filter(isAnswer).map(({ data }) => data['message_id'])
  expect(answersIn(ofCleo)).toEqual([inThread.id, there.id])
  // a repeated event would have preceded this one
  const later = await bob.says('@ana later')
  for (const stream of [own, ofTwin]) {
    await stream.next(
      ({ event, data }) => event === 'message' && (data['message'] as Message).id === later.id,
    )
    expect(answersIn(stream)).toEqual([here.id])
  }
  // the numbers in the table are without a gap
  const stored = await server.query<{ seq: number }>(
    'select seq from events where space_id = $1 order by seq',
    [spaceId],
  )
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1))
})

test("a reply that also mentions its parent's author is one delivery, for the mention", async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const root = await ana.says('question')

  const reply = await bob.replies(root, '@ana answer')

  expect(await deliveriesOf(bob, reply)).toMatchObject([{ reason: 'mention', recipient: { handle: 'ana' } }])
})

test('authors never receive their own message, and everyone receives it once', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const root = await ana.says('@ana note to self')
  const reply = await ana.replies(root, '@bob @BOB @bob')

  expect(await deliveriesOf(ana, root)).toEqual([])
  expect(await deliveriesOf(ana, reply)).toMatchObject([{ recipient: { id: bob.profile.id } }])
})

test('only the author sees the states: 403 for others, and absent from the messages that they get', async () => {
  await using server = await startServer()
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  await using stream = await openStream(server.url, { token: ana.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')
  const message = await ana.says('@bob')

  for (const other of [bob, cleo]) {
    const refused = await refusalOf(other.api.messages.deliveries({ params: { id: message.id } }))
    expect(refused.status).toBe(403)
    const { posts } = await other.api.messages.history()
    expect(posts[0]).not.toHaveProperty('deliveries')
    expect(await other.reads(message.id)).not.toHaveProperty('deliveries')
  }
  expect((await ana.api.messages.history()).posts[0]?.deliveries).toHaveLength(1)
  // not even the author's stream carries them on the message
  const event = await stream.next(({ event: name }) => name === 'message')
  expect(event.data['message']).not.toHaveProperty('deliveries')
  expect(event.data['message']).not.toHaveProperty('user_reactions')
})

test('a mention in code, in a quote or of a longer name addresses nobody', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana', 'bob')

  const message = await ana.says('`@bob` and @bobby, x@bob, http://a/@bob\n\n> @bob\n\n```\n@bob\n```')

  expect(message.mentions).toEqual([])
  expect(message.deliveries).toEqual([])
  expect(message.mentions_unknown.map(({ handle }) => handle)).toEqual(['bobby'])
  expect(message.mentions_unknown[0]?.suggestions).toContain('bob')
})

test('whether a handle is that of a member, a stranger cannot tell by the time of the answer', async () => {
  await using server = await startServer()
  const { spaceId } = await server.peopleInOneSpace('ana')
  const stranger = await server.signUp('stranger')
  const post = (content: string) =>
    call(server.url, 'POST', '/auth/messages', {
      token: stranger.token(),
      json: { content, org_id: spaceId },
    })
  // everything that is written into the space waits
  await using _lock = await lockSequence(server, spaceId)
  const [known, unknown] = await Promise.all([post('@ana hi'), post('@nobody hi')])
  expect([known.status, unknown.status]).toEqual([404, 404])
  expect(known.body).toEqual({ ...(unknown.body as object), request_id: expect.any(String) })
})

test('a program that replies at once answers the assignment that it has just got', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  for (const title of ['Count the birds', 'Count the eggs', 'Count the nests']) {
    const task = await ana.api.tasks.create({ body: { title, agent_id: scout.id } })
    await scout.api.call(inboxRoutes.list, { query: { state: 'unread' } })
    await scout.api.messages.post({ body: { content: 'Twelve', parent_id: task.message_id } })
    expect(await ana.api.tasks.get({ params: { id: task.id } })).toMatchObject({
      deliveries: [{ state: 'answered' }],
    })
  }
})

test('the first few unknown names get suggestions, and someone outside the space gets none', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana', 'bobby')
  const stranger = await server.signUp('eve')
  const names = Array.from({ length: 8 }, (_, index) => `bobb${index}`)
  const content = names.map((name) => `@${name}`).join(' ')

  const { mentions_unknown: unknown } = await ana.says(content)

  expect(unknown.map(({ handle }) => handle)).toEqual(names)
  expect(unknown.map(({ suggestions }) => suggestions.length)).toEqual([1, 1, 1, 1, 1, 0, 0, 0])
  const intruding = stranger.api.messages.post({ body: { content, org_id: spaceId } })
  expect((await refusalOf(intruding)).status).toBe(404)
})

test('an account outside the space is unknown there', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  await server.signUp('cleo')

  const message = await ana.says('hello @cleo')

  expect(message).toMatchObject({ mentions: [], deliveries: [], mentions_unknown: [{ handle: 'cleo' }] })
})

test('a mention of a paused agent is undeliverable, with the reason, and is never delivered later', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const helper = await bob.registers('helper')
  await server.query(
    "update agents set disabled_by = '{owner:bob}', disabled_reason = 'On holiday' where account_id = $1",
    [helper.id],
  )

  const message = await ana.says('@helper please')

  expect(await deliveriesOf(ana, message)).toMatchObject([{ state: 'undeliverable', why: 'On holiday' }])
  await server.query("update agents set disabled_by = '{}' where account_id = $1", [helper.id])
  await helper.api.messages.history()
  await server.services.receipts.flush()
  expect(await statesOf(ana, message)).toEqual({ helper: 'undeliverable' })
})

test('of two mentioned accounts only the reachable one gets an event', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const helper = await bob.registers('helper')
  await server.query("update agents set disabled_by = '{owner:bob}' where account_id = $1", [helper.id])

  const message = await ana.says('@helper @bob please')

  expect(await statesOf(ana, message)).toEqual({ helper: 'undeliverable', bob: 'stored' })
  const events = await server.query<{ audience: string }>(
    "select audience from events where message_id = $1 and name = 'mention'",
    [message.id],
  )
  expect(events).toEqual([{ audience: bob.profile.id }])
})

test('hundreds of delivery receipts are written without losing one', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await using stream = await openStream(server.url, { token: bob.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')

  await Promise.all(Array.from({ length: 300 }, (_, index) => ana.says(`@bob ${index}`)))

  const count = async () => {
    const rows = await server.query<{ state: string }>(
      "select state from deliveries where state <> 'delivered'",
    )
    return rows.length
  }
  await eventually(count, (left) => left === 0)
})
