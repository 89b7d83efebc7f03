/** Reactions (docs/rules/messages.md#reactions). */
import { REACTIONS_BATCH_MAX, REACTION_KINDS_MAX } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import { reactionRoutes } from '@flockwork/contract/reactions'
import { expect, test } from 'vitest'
import { call, refusalOf } from '../../../../test/calls.ts'
import type { Person, TestAgent } from '../../../../test/people.ts'
import { startServer } from '../../../../test/server.ts'
import { openStream } from '../../../../test/stream.ts'

const react = (
  { api }: Pick<Person | TestAgent, 'api'>,
  { id }: Pick<Message, 'id'>,
  emoji: string,
  add?: boolean,
) => api.call(reactionRoutes.react, { params: { id }, body: { emoji, ...(add !== undefined && { add }) } })

async function talking() {
  const server = await startServer()
  const people = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  const message = await people.ana.says('hello')
  return { server, message, ...people, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('a reaction is added, counted once per person, sent as an event, and removed', async () => {
  await using talk = await talking()
  const { server, message, ana, bob, cleo, spaceId } = talk
  await using stream = await openStream(server.url, { token: cleo.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')

  expect(await react(bob, message, '🔥')).toEqual({
    reaction_counts: { '🔥': 1 },
    user_reactions: { '🔥': true },
  })
  expect(await react(bob, message, '🔥', true)).toMatchObject({ reaction_counts: { '🔥': 1 } })
  expect(await react(ana, message, '🔥')).toMatchObject({ reaction_counts: { '🔥': 2 } })
  const event = await stream.next(({ data }) => data['action'] === 'reaction')
  expect(event.data).toMatchObject({
    message_id: message.id,
    emoji: '🔥',
    added: true,
    actor: { id: bob.profile.id, type: 'user', handle: 'bob' },
    reaction_counts: { '🔥': 1 },
  })
  expect(event.id).toMatch(/^\d+$/)
  expect(await react(bob, message, '🔥')).toEqual({ reaction_counts: { '🔥': 1 }, user_reactions: {} })
  expect(await react(bob, message, '🔥', false)).toMatchObject({ reaction_counts: { '🔥': 1 } })

  const own = await ana.reads(message.id)
  expect(own).toMatchObject({ reaction_counts: { '🔥': 1 }, user_reactions: { '🔥': true } })
  expect((await cleo.reads(message.id)).user_reactions).toEqual({})
  const changes = () => stream.events.filter(({ data }) => data['action'] === 'reaction')
  await stream.next(() => changes().length === 3)
  const last = await ana.says('that is all')
  await stream.next(({ data }) => (data['message'] as Message | undefined)?.id === last.id)
  expect(changes()).toHaveLength(3)
})

test.for([
  { text: '!love', gives: ['❤️'], because: 'it is a shortcut' },
  { text: ' ❤ ', gives: ['❤️'], because: 'spellings that differ in selectors are one emoji' },
  { text: '!kudos', gives: ['👍'], because: 'it is a kind' },
  { text: '🔥!', gives: ['🔥'], because: 'simple punctuation is ignored' },
  { text: '!🔥', gives: ['🔥'], because: 'it is an exclamation mark and an emoji' },
  { text: '🚀🚀 🎉', gives: ['🚀', '🎉'], because: 'several emoji give one each' },
  { text: 'nice 👍', gives: null, because: 'it has a word' },
  { text: '!unknown', gives: null, because: 'no command is called so' },
])('the reply "$text" adds $gives because $because', async ({ text, gives }) => {
  await using talk = await talking()
  const { server, message, bob } = talk
  const post = (path: string, json: object) => call(server.url, 'POST', path, { token: bob.token(), json })

  const answer = await post(`/posts/${message.id}/reply`, { content: text })

  if (gives === null) return expect(answer.status).toBe(201)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ message: null, reaction: { message_id: message.id, emojis: gives } })
  expect(Object.keys((answer.body as { reaction_counts: object }).reaction_counts)).toEqual(gives)
  // a repeat never removes a reaction
  const repeat = await post('/auth/messages', { content: text, parent_id: message.short_id })
  expect(repeat.body).toMatchObject({ reaction_counts: Object.fromEntries(gives.map((one) => [one, 1])) })
  expect((await bob.api.messages.history()).posts).toHaveLength(1)
})

test('a text of emoji without a parent is a message', async () => {
  await using talk = await talking()
  const { bob } = talk
  expect((await bob.says('🔥')).content).toBe('🔥')
})

test('anything but a single emoji is refused', async () => {
  await using talk = await talking()
  const { server, message, bob } = talk
  for (const emoji of ['', 'x', 'fire', '🔥🔥', '<b>', '\0', ' ', 5, null]) {
    const { status } = await call(server.url, 'POST', `/posts/${message.id}/react`, {
      token: bob.token(),
      json: { emoji },
    })
    expect([emoji, status]).toEqual([emoji, 422])
  }
})

test('the number of different reactions to a message is limited, that of each reaction is not', async () => {
  await using talk = await talking()
  const { server, message, ana, bob, spaceId } = talk
  await server.query(
    `insert into reactions (space_id, message_id, account_id, emoji, created_at)
     select $1, $2, $3, chr(128000 + n), now() from generate_series(1, $4::int) n`,
    [spaceId, message.id, ana.profile.id, REACTION_KINDS_MAX],
  )
  const known = String.fromCodePoint(128_001)

  expect(await refusalOf(react(bob, message, '🔥'))).toMatchObject({ status: 409 })
  expect(await refusalOf(bob.replies(message, '🔥🚀'))).toMatchObject({ status: 409 })
  expect((await react(bob, message, known)).reaction_counts[known]).toBe(2)
  await react(ana, message, String.fromCodePoint(128_002))
  expect((await react(bob, message, '🔥')).reaction_counts['🔥']).toBe(1)
})

test('a reply that is a reaction cannot be to a message of another space', async () => {
  await using talk = await talking()
  const { message, ana } = talk
  const home = (await ana.api.spaces.list()).organizations.find(({ is_personal }) => is_personal)?.id
  const answer = ana.api.messages.post({ body: { content: '👍', parent_id: message.id, org_id: home ?? '' } })
  expect((await refusalOf(answer)).status).toBe(404)
  expect((await ana.reads(message.id)).reaction_counts).toEqual({})
})

test('strangers get 404, and a paused agent may not react', async () => {
  await using talk = await talking()
  const { server, message, bob } = talk
  const stranger = await server.signUp('stranger')
  const scout = await bob.registers('scout')
  expect((await refusalOf(react(stranger, message, '👍'))).status).toBe(404)
  const read = stranger.api.call(reactionRoutes.get, { params: { id: message.id } })
  expect((await refusalOf(read)).status).toBe(404)
  expect(await react(scout, message, '👍')).toMatchObject({ reaction_counts: { '👍': 1 } })
  await server.query("update agents set disabled_by = '{owner:bob}' where account_id = $1", [scout.id])
  expect(await refusalOf(react(scout, message, '👎'))).toMatchObject({ status: 403, code: 'agent_disabled' })
})

test('a batch returns the reactions to messages that the caller may see, at most 500', async () => {
  await using talk = await talking()
  const { server, message, bob } = talk
  const stranger = await server.signUp('stranger')
  const foreign = await stranger.says('elsewhere')
  const quiet = await bob.says('quiet')
  await react(bob, message, '💯')
  const batch = (ids: string[]) => bob.api.call(reactionRoutes.batch, { body: { post_ids: ids } })

  const { reactions } = await batch([message.id, quiet.id, foreign.id])

  expect(reactions).toEqual({
    [message.id]: { reaction_counts: { '💯': 1 }, user_reactions: { '💯': true } },
    [quiet.id]: { reaction_counts: {}, user_reactions: {} },
  })
  const ids = Array.from({ length: REACTIONS_BATCH_MAX + 1 }, () => message.id)
  expect((await batch(ids.slice(1))).reactions).toHaveProperty(message.id)
  expect((await refusalOf(batch(ids))).status).toBe(422)
})

test('thumbs on an agent’s message are its feedback, and its owner’s is the rating', async () => {
  await using talk = await talking()
  const { ana, bob, cleo } = talk
  const scout = await bob.registers('scout')
  const { message } = await scout.api.messages.post({ body: { content: 'beep' } })
  const { id } = message ?? { id: '' }

  await react(ana, { id }, '👍')
  await react(cleo, { id }, '👎')
  expect(await ana.reads(id)).toMatchObject({
    agent_feedback_up: 1,
    agent_feedback_down: 1,
    owner_rating: null,
  })
  await react(bob, { id }, '👎')
  expect(await ana.reads(id)).toMatchObject({ agent_feedback_down: 2, owner_rating: -1 })
})

test('twenty concurrent reactions have the same result as twenty sequential ones', async () => {
  await using talk = await talking()
  const { message, ana, bob, cleo } = talk
  const everyone = [ana, bob, cleo]
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => react(everyone[index % 3] ?? ana, message, '🚀', true)),
  )
  expect((await ana.reads(message.id)).reaction_counts).toEqual({ '🚀': 3 })
})

test('a client that polls gets reactions as changes of the message', async () => {
  await using talk = await talking()
  const { message, bob, cleo } = talk
  const { latest_timestamp: since } = await cleo.api.messages.history()

  await react(bob, message, '👍')

  const page = await cleo.api.messages.history({ query: { since } })
  expect(page.posts).toEqual([])
  expect(page.updated).toMatchObject([{ id: message.id, reaction_counts: { '👍': 1 } }])
})

test('a reply that is a reaction is added once per key, and the key fits nothing else', async () => {
  await using talk = await talking()
  const { server, message, ana, bob, spaceId } = talk
  const reply = (content: string, key: string, parent_id: string | null = message.id) =>
    call(server.url, 'POST', '/auth/messages', {
      token: bob.token(),
      key,
      json: { content, parent_id, org_id: spaceId },
    })

  const first = await reply('!fire', 'one')
  expect(first).toMatchObject({ status: 200, body: { message: null, reaction_counts: { '🔥': 1 } } })
  await react(bob, message, '🔥', false)
  expect(await reply('!fire', 'one')).toMatchObject({ status: 200, body: first.body })
  expect((await ana.reads(message.id)).reaction_counts).toEqual({})

  for (const [content, parent] of [
    ['!rocket', message.id],
    ['with words', message.id],
    ['🔥', null],
  ] as const) {
    expect(await reply(content, 'one', parent)).toMatchObject({
      status: 422,
      body: { error: 'idempotency_mismatch' },
    })
  }
  expect((await reply('with words', 'two')).status).toBe(201)
  expect(await reply('!fire', 'two')).toMatchObject({ status: 422, body: { error: 'idempotency_mismatch' } })
})
