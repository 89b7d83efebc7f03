import { expect, test } from 'vitest'
import { DEMO_SCENARIOS, demoRoutes, type DemoScenario } from '@flockwork/contract/demo'
import {
  DEMO_RETENTION_MS,
  DEMO_MESSAGES_MAX,
  DEMO_PAUSE_MAX_MS,
  DEMO_PAUSE_MIN_MS,
} from '@flockwork/contract/limits'
import { inboxRoutes } from '@flockwork/contract/inbox'
import type { Message } from '@flockwork/contract/messages'
import { onboardingRoutes } from '@flockwork/contract/onboarding'
import { searchRoutes } from '@flockwork/contract/search'
import { call, refusalOf } from '../../../test/calls.ts'
import type { Person } from '../../../test/people.ts'
import { some } from '../../../test/secret-samples.ts'
import { startServer } from '../../../test/server.ts'
import { openStream } from '../../../test/stream.ts'
import { runMaintenance } from '../../lifecycle/maintenance.ts'
import { CAST } from './cast.ts'

const starts = (person: Person, scenario: DemoScenario, key?: string) =>
  person.api.call(demoRoutes.start, { body: { scenario }, key })
const demoOf = async (person: Person) => (await person.api.call(demoRoutes.messages, {})).messages
const sayIn = (person: Person, content: string, parentId?: string, key?: string) =>
  person.api.call(demoRoutes.message, { body: { content, parent_id: parentId }, key })
const reactIn = (person: Person, id: string, emoji: string, add?: boolean) =>
  person.api.call(demoRoutes.react, { body: { parent_id: id, emoji, add } })
const clear = (person: Person) => person.api.call(demoRoutes.clear, {})
const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id)

test('each scenario is stored at once in the personal space, marked as a demo, paced, by authors without accounts', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana', 'bob')
  const personal = ana.profile.current_org_id
  const before = await server.query('select count(*) from accounts')
  const stored: string[] = []

  for (const scenario of DEMO_SCENARIOS) {
    const answer = await call(server.url, 'POST', '/demo/start', { token: ana.token(), json: { scenario } })
    expect(answer.status).toBe(201)
    const { messages, ...rest } = answer.body as { messages: Message[] }
    expect(rest).toEqual({ scenario, org_id: personal })
    expect(messages.length).toBeGreaterThan(3)
    const samples = new Map(Object.values(CAST).map(({ handle, id }) => [handle, id]))
    for (const message of messages) {
      expect(message.metadata).toEqual({ demo: true })
      expect(message.space_id).toBe(personal)
      expect(message.pause_after_ms).toBeGreaterThanOrEqual(DEMO_PAUSE_MIN_MS)
      expect(message.pause_after_ms).toBeLessThanOrEqual(DEMO_PAUSE_MAX_MS)
      expect(samples.get(message.username)).toBe(message.author_id)
    }
    stored.push(...idsOf(messages))
    expect(idsOf(await demoOf(ana))).toEqual(stored)
  }
  expect(await server.query('select count(*) from accounts')).toEqual(before)
})

test('replies have a parent and are counted; messages have mentions, topics and reactions', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  const { messages: talk } = await starts(ana, 'conversation')
  const { messages: praise } = await starts(ana, 'reactions')

  const [question, answer] = talk
  expect(question).toMatchObject({
    author_type: 'user',
    mentions: [{ id: CAST.scout.id, handle: 'scout-demo', type: 'agent' }],
    topics: ['testing'],
    reply_count: 1,
    repliers: [{ handle: 'scout-demo' }],
  })
  expect(answer).toMatchObject({
    author_type: 'agent',
    agent_owner: 'maya-demo',
    parent_id: question?.id,
    thread_root_id: question?.id,
    message_type: 'reply',
    parent_post: { username: 'maya-demo' },
  })
  const task = (await starts(ana, 'notes')).messages[0]
  expect(task).toMatchObject({ reply_count: 5, repliers: [{}, {}] })
  expect(praise[0]?.reaction_counts).toEqual({ '🚀': 3, '🔥': 2 })
})

test('the person can post and react in the demo, and a repeat with the same key does nothing', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const { messages } = await starts(ana, 'reactions', 'k1')
  expect(await starts(ana, 'reactions', 'k1')).toMatchObject({
    messages: [{ id: messages[0]?.id }, {}, {}, {}, {}],
  })
  const first = messages[0] as Message

  const { message } = await sayIn(ana, '  Nice, @lint-demo @chirpy #Search ', first.id, 'k2')
  expect(message).toMatchObject({
    content: 'Nice, @lint-demo @chirpy #Search',
    username: 'ana',
    author_id: ana.profile.id,
    parent_id: first.id,
    metadata: { demo: true },
    pause_after_ms: null,
    mentions: [{ handle: 'lint-demo' }],
    topics: ['search'],
  })
  expect(await sayIn(ana, '  Nice, @lint-demo @chirpy #Search ', first.id, 'k2')).toEqual({ message })
  const deeper = (await sayIn(ana, 'More', message.id)).message
  expect(deeper).toMatchObject({ parent_id: message.id, thread_root_id: first.id })

  expect(await reactIn(ana, first.id, '🔥')).toEqual({
    reaction_counts: { '🚀': 3, '🔥': 3 },
    user_reactions: { '🔥': true },
  })
  // another spelling of an existing reaction
  expect((await reactIn(ana, first.id, '❤', true)).user_reactions).toEqual({ '🔥': true, '❤️': true })
  expect((await reactIn(ana, first.id, '❤️', true)).reaction_counts).toMatchObject({ '❤️': 1 })
  expect((await reactIn(ana, first.id, '🔥')).reaction_counts).toEqual({ '🚀': 3, '🔥': 2, '❤️': 1 })
  expect((await reactIn(ana, first.id, '🔥', false)).user_reactions).toEqual({ '❤️': true })

  const all = await demoOf(ana)
  expect(all).toHaveLength(messages.length + 2)
  expect(all[0]).toMatchObject({ reply_count: 2, reaction_counts: { '🚀': 3, '🔥': 2, '❤️': 1 } })
})

test('clearing removes only the demo, with an event only for its person', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const helper = await ana.registers('helper')
  const own = await ana.says('This is real')
  const { messages } = await starts(ana, 'team')
  await sayIn(ana, 'And I')
  await using stream = await openStream(server.url, { token: ana.token() })
  await using agents = await openStream(server.url, { token: helper.token, spaceId: ana.spaceId() })
  await stream.next(({ event }) => event === 'bootstrap')
  await agents.next(({ event }) => event === 'bootstrap')

  expect(await clear(ana)).toEqual({ removed: messages.length + 1 })

  const { data, id } = await stream.next(({ event }) => event === 'demo')
  expect(data).toEqual({ action: 'cleared', space_id: ana.spaceId(), at: expect.any(String) })
  expect(Number(id)).toBeGreaterThan(own.seq)
  expect(await demoOf(ana)).toEqual([])
  expect((await ana.reads(own.id)).content).toBe('This is real')
  // without a message there is no event
  expect(await clear(ana)).toEqual({ removed: 0 })
  const later = await ana.says('After that')
  const isLater = ({ data }: { data: Record<string, unknown> }) =>
    (data['message'] as Message | undefined)?.id === later.id
  await Promise.all([stream.next(isLater), agents.next(isLater)])
  expect(stream.events.filter(({ event }) => event === 'demo')).toHaveLength(1)
  expect(agents.events.filter(({ event }) => event === 'demo')).toHaveLength(0)
})

test('a demo appears in no feed, unread count, search, trending topic, inbox, activity, agent or stream', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const helper = await ana.registers('helper')
  const real = await ana.says('Something real about uploads')
  const spaceOf = async () =>
    (await ana.api.spaces.list()).organizations.find(({ id }) => id === ana.spaceId())
  const before = await spaceOf()
  await using stream = await openStream(server.url, { token: helper.token, spaceId: ana.spaceId() })
  await stream.next(({ event }) => event === 'bootstrap')

  for (const scenario of DEMO_SCENARIOS) await starts(ana, scenario)
  const { message } = await sayIn(ana, '@helper uploads #uploads')
  await reactIn(ana, message.id, '🔥')

  for (const reader of [ana.api, helper.api]) {
    const { posts } = await reader.messages.history({ query: { org_id: ana.spaceId() } })
    expect(idsOf(posts)).toEqual([real.id])
  }
  const found = await ana.api.call(searchRoutes.search, { body: { query: 'uploads' } })
  expect(found.messages.map(({ id }) => id)).toEqual([real.id])
  const { trending_topics: topics } = await ana.api.call(searchRoutes.trending, { query: {} })
  expect(topics).toEqual([])
  const { items } = await helper.api.call(inboxRoutes.list, { query: {} })
  expect(items).toEqual([])
  expect(await spaceOf()).toEqual(before)
  const { detail } = await refusalOf(ana.reads(message.id))
  expect(detail).toBe('Message not found')
  const exported = await call(server.url, 'GET', '/auth/me/export', { token: ana.token() })
  expect(exported.text).toContain('Something real about uploads')
  expect(exported.text).not.toContain('scout-demo')

  const next = await ana.says('What agents hear')
  await stream.next(({ data }) => (data['message'] as Message | undefined)?.id === next.id)
  expect(stream.events.filter(({ event }) => event === 'message')).toHaveLength(1)
  // nor did the demo take a number of the space's sequence
  expect(next.seq).toBe(real.seq + 1)
})

test("nobody reads, answers, reacts to or clears another person's demo", async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const { messages } = await starts(ana, 'team')
  const theirs = (messages[0] as Message).id

  expect(await demoOf(bob)).toEqual([])
  expect(await refusalOf(sayIn(bob, 'hello', theirs))).toMatchObject({ status: 404, code: 'not_found' })
  expect(await refusalOf(reactIn(bob, theirs, '🔥'))).toMatchObject({ status: 404 })
  expect(await clear(bob)).toEqual({ removed: 0 })
  expect(idsOf(await demoOf(ana))).toEqual(idsOf(messages))
})

const NOWHERE = '5f2b1c9e-8d3a-4f60-9b7e-1a2b3c4d5e6f'
const ELEVEN_EMOJI = '🦆🐓🦃🕊️🦢🦜🦩🦚🦉🐦🐧'

test.for([
  { path: 'start', json: {}, status: 422, because: 'it names no scenario' },
  { path: 'start', json: { scenario: 'chaos' }, status: 422, because: 'there is no such scenario' },
  { path: 'message', json: { content: ' \n ' }, status: 422, because: 'it is white space' },
  { path: 'message', json: { content: 'x'.repeat(5001) }, status: 422, because: 'it has 5,001 characters' },
  { path: 'message', json: { content: 'x'.repeat(5000) }, status: 201, because: 'it has only 5,000' },
  { path: 'message', json: { content: ELEVEN_EMOJI }, status: 422, because: 'it has eleven emoji' },
  { path: 'message', json: { content: 'x', parent_id: 'x' }, status: 422, because: 'its parent is no id' },
  {
    path: 'message',
    json: { content: `Use AKIA${some(16, 'ABCDEFGH234567')}` },
    status: 400,
    because: 'it has a secret',
  },
  {
    path: 'react',
    json: { parent_id: NOWHERE, emoji: '🔥' },
    status: 404,
    because: 'its message is nowhere',
  },
  { path: 'react', json: { parent_id: NOWHERE, emoji: 'fire' }, status: 422, because: 'that is no emoji' },
])('a call of $path is answered $status because $because', async ({ path, json, status }) => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  const answer = await call(server.url, 'POST', `/demo/${path}`, { token: ana.token(), json })

  expect(answer.status).toBe(status)
})

test('strangers and agents have no demo', async () => {
  await using server = await startServer()
  const helper = await (await server.signUp('ana')).registers('helper')

  for (const route of [...Object.values(demoRoutes), ...Object.values(onboardingRoutes)]) {
    expect((await call(server.url, route.method, route.path)).status).toBe(401)
    expect((await call(server.url, route.method, route.path, { token: helper.token })).status).toBe(403)
  }
})

test('a full demo refuses messages until it is cleared, also concurrent ones', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const { messages } = await starts(ana, 'team')
  // full except for one message
  await server.query(
    `insert into demo_messages (id, space_id, content, created_at)
     select gen_random_uuid(), $1, 'x', now() from generate_series(1, $2)`,
    [ana.spaceId(), DEMO_MESSAGES_MAX - messages.length - 1],
  )

  const both = await Promise.allSettled([sayIn(ana, 'one'), sayIn(ana, 'the other')])

  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await refusalOf(starts(ana, 'notes'))).toMatchObject({
    status: 409,
    detail: 'The demo is full. Clear it first.',
  })
  expect(await clear(ana)).toEqual({ removed: DEMO_MESSAGES_MAX })
  await starts(ana, 'notes')
})

test('a demo that nobody clears is deleted after 7 days', async () => {
  await using server = await startServer()
  server.freezeClock()
  const ana = await server.signUp('ana')
  const { messages } = await starts(ana, 'team')

  server.moveClock(DEMO_RETENTION_MS)
  await runMaintenance(server.services)
  expect(await server.query('select id from demo_messages')).toHaveLength(messages.length)

  server.moveClock(1)
  await runMaintenance(server.services)
  expect(await server.query('select id from demo_messages')).toEqual([])
})

test('the first demo introduces the sample agents before the conversation', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')

  const answer = await ana.api.call(onboardingRoutes.runDemo, { key: 'k1' })

  expect(answer.success).toBe(true)
  expect(answer.messages.slice(0, 3).map(({ username }) => username)).toEqual([
    'scout-demo',
    'quill-demo',
    'lint-demo',
  ])
  expect(answer.messages.every(({ space_id }) => space_id === ana.profile.current_org_id)).toBe(true)
  expect(await ana.api.call(onboardingRoutes.runDemo, { key: 'k1' })).toEqual(answer)
  expect(idsOf(await demoOf(ana))).toEqual(idsOf(answer.messages))
})
