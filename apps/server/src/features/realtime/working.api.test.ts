/** "x is working": sent live to everyone in the space, on every node, and to later readers. */
import { AGENT_WORKING_MAX_MS } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/calls.ts'
import type { Person } from '../../../test/people.ts'
import { startPair, startServer } from '../../../test/server.ts'
import { openStream, type StreamEvent, type TestStream } from '../../../test/stream.ts'
import { WORKS_MAX } from './hub/working.ts'

const saysWorking =
  (message: Pick<Message, 'id'>, state: 'started' | 'stopped') =>
  ({ event, data }: StreamEvent) =>
    event === 'agent_working' && data['message_id'] === message.id && data['state'] === state

const says =
  ({ id }: Pick<Message, 'id'>) =>
  ({ event, data }: StreamEvent) =>
    event === 'message' && (data['message'] as Message).id === id

const workingIn = (stream: TestStream) => stream.events.filter(({ event }) => event === 'agent_working')

const watch = async (url: string, person: Person, spaceId: string): Promise<TestStream> => {
  const stream = await openStream(url, { token: person.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')
  return stream
}

test('an agent is at work from the delivery to the answer, on both nodes, for open streams and later ones', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  await using here = await watch(server.url, bob, spaceId)
  await using there = await watch(twin.url, bob, spaceId)
  const question = await ana.says('@scout how many?')

  await using inbox = await openStream(server.url, { token: scout.token })
  await inbox.next(({ event }) => event === 'bootstrap')

  for (const stream of [here, there]) {
    const { id, data } = await stream.next(saysWorking(question, 'started'))
    expect(id).toBeUndefined()
    expect(data).toEqual({
      space_id: spaceId,
      at: expect.any(String),
      agent_id: scout.id,
      username: 'scout',
      message_id: question.id,
      state: 'started',
    })
  }
  // one node with this space in memory, one without, and a resumed stream
  await using third = await server.startTwin()
  const { id: position = '' } = here.events.findLast(({ id }) => id !== undefined) ?? {}
  await using late = await watch(server.url, ana, spaceId)
  await using fresh = await watch(third.url, ana, spaceId)
  await using resumed = await openStream(twin.url, { token: bob.token(), spaceId, lastEventId: position })
  for (const stream of [late, fresh, resumed]) await stream.next(saysWorking(question, 'started'))

  const { message: answer } = await scout.api.messages.reply({
    params: { id: question.id },
    body: { content: 'seven' },
  })
  for (const stream of [here, there, late, fresh, resumed]) {
    await stream.next(saysWorking(question, 'stopped'))
    expect(workingIn(stream)).toHaveLength(2)
  }

  // over for good: later readers get nothing about it
  await using after = await watch(twin.url, ana, spaceId)
  const last = await ana.says('thanks')
  await after.next(says(last))
  expect(workingIn(after)).toEqual([])
  expect(answer?.parent_id).toBe(question.id)
})

test('polling returns what the stream sends, for spaces with and without subscribers', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  const asked = async (person: Person) => {
    const { working } = await person.api.messages.history({ query: { limit: 1, working: true } })
    return working
  }
  expect(await asked(bob)).toEqual([])
  const question = await ana.says('how many?')
  const { latest_timestamp: since } = await scout.api.messages.history()
  // an edit is the only trigger: a poller gets older messages, too
  await ana.api.messages.edit({ params: { id: question.id }, body: { content: '@scout how many?' } })
  const { updated } = await scout.api.messages.history({ query: { since } })
  expect(updated.map(({ id }) => id)).toEqual([question.id])

  const atWork = [
    { agent_id: scout.id, username: 'scout', message_id: question.id, at: expect.any(String) as string },
  ]
  await expect.poll(() => asked(bob)).toEqual(atWork)
  await using stream = await watch(server.url, ana, ana.spaceId())
  await stream.next(saysWorking(question, 'started'))
  expect(await asked(bob)).toEqual(atWork)
  expect((await bob.api.messages.history()).working).toBeUndefined()
  const cleo = await server.signUp('cleo')
  const foreign = cleo.api.messages.history({ query: { org_id: ana.spaceId(), working: true } })
  await expect(foreign).rejects.toMatchObject({ status: 404 })

  await scout.api.messages.reply({ params: { id: question.id }, body: { content: 'seven' } })
  await stream.next(saysWorking(question, 'stopped'))
  expect(await asked(bob)).toEqual([])
})

test("only its owner sees a private agent's work, live, on every node, and by polling", async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const [scout, other] = [await ana.registers('scout'), await ana.registers('other')]
  await ana.api.agents.update({ params: { id: scout.id }, body: { visibility: 'private' } })
  await using anas = await watch(twin.url, ana, spaceId)
  await using bobs = await watch(twin.url, bob, spaceId)
  const asked = async (person: Person) => {
    const { working } = await person.api.messages.history({ query: { limit: 1, working: true } })
    return working?.map(({ username }) => username)
  }
  const question = await bob.says('@scout how many?')
  await scout.api.messages.history()

  await anas.next(saysWorking(question, 'started'))
  await using later = await watch(server.url, bob, spaceId)
  expect([await asked(ana), await asked(bob)]).toEqual([['scout'], []])
  // another agent's work is still public, and arrives after what this one's would have been
  const second = await bob.says('@other how many?')
  await other.api.messages.history()
  for (const stream of [bobs, later]) {
    await stream.next(saysWorking(second, 'started'))
    expect(workingIn(stream).map(({ data }) => data['username'])).toEqual(['other'])
  }

  // and for the others, work ends when its agent turns private
  await ana.api.agents.update({ params: { id: other.id }, body: { visibility: 'private' } })
  for (const stream of [bobs, later]) await stream.next(saysWorking(second, 'stopped'))
  expect(await asked(bob)).toEqual([])
  await eventually(
    () => asked(ana),
    (names) => names?.length === 2,
  )
})

test('an agent that never answers is at work for 5 minutes', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using stream = await watch(server.url, ana, spaceId)
  const question = await ana.says('@scout anyone?')
  await scout.api.messages.history()
  const { data } = await stream.next(saysWorking(question, 'started'))

  server.moveClock(AGENT_WORKING_MAX_MS)

  const { data: ended } = await stream.next(saysWorking(question, 'stopped'))
  const lastedMs = Date.parse(String(ended['at'])) - Date.parse(String(data['at']))
  expect(lastedMs).toBeGreaterThanOrEqual(AGENT_WORKING_MAX_MS)
  await using late = await watch(server.url, ana, spaceId)
  await late.next(says(await ana.says('still here')))
  expect(workingIn(late)).toEqual([])
})

test('Chirpy is at work while its job runs, on every node', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  await using here = await watch(server.url, ana, spaceId)
  await using there = await watch(twin.url, ana, spaceId)

  const question = await ana.says('@chirpy who is here?')

  for (const stream of [here, there]) {
    const { data } = await stream.next(saysWorking(question, 'started'))
    expect(data).toMatchObject({ username: 'chirpy', space_id: spaceId })
    await stream.next(saysWorking(question, 'stopped'))
    expect(workingIn(stream)).toHaveLength(2)
  }
})

test('in a space with very many unanswered deliveries a new reader gets only the newest', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const handed = await server.query<{ message_id: string }>(
    `insert into deliveries (id, space_id, message_id, author_id, recipient_id, reason, state, seq, at, created_at)
     select gen_random_uuid(), $1, gen_random_uuid(), $2, $3, 'mention', 'delivered', 1, now() + n * interval '1 ms', now()
     from generate_series(1, $4::int) n returning message_id`,
    [spaceId, ana.profile.id, scout.id, WORKS_MAX + 50],
  )

  await using stream = await watch(server.url, ana, spaceId)
  await stream.next(says(await ana.says('anyone?')))

  const told = workingIn(stream).map(({ data }) => data['message_id'])
  expect(told).toEqual(handed.slice(50).map(({ message_id: id }) => id))
})
