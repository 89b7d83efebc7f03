/** Changing the text of a message (docs/rules/messages.md#editing). */
import { inboxRoutes } from '@flockwork/contract/inbox'
import { MESSAGE_EDIT_WINDOW_MS } from '@flockwork/contract/limits'
import type { Delivery, Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { call, eventually, refusalOf } from '../../../../test/calls.ts'
import { lockSequence, untilWaiting } from '../../../../test/locks.ts'
import type { Person, TestAgent } from '../../../../test/people.ts'
import { startServer } from '../../../../test/server.ts'
import { openStream, type StreamEvent } from '../../../../test/stream.ts'

const edit = ({ api }: Pick<Person, 'api'>, { id }: Pick<Message, 'id'>, content: string, key?: string) =>
  api.messages.edit({ params: { id }, body: { content }, key })

/** Ana is the instance's administrator; the others are ordinary members. */
async function talking() {
  const server = await startServer()
  const people = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  return { server, ...people, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('an edit replaces the text, its mentions and topics; the earlier text becomes a version', async () => {
  await using talk = await talking()
  const { bob, cleo, spaceId, server } = talk
  const message = await bob.says('first draft for @cleo #one')
  await using stream = await openStream(server.url, { token: cleo.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')

  const { message: edited } = await edit(bob, message, '  second draft #Two @nobody-here ')

  expect(edited).toMatchObject({
    id: message.id,
    seq: message.seq,
    content: 'second draft #Two @nobody-here',
    edit_count: 1,
    edited_by: 'bob',
    topics: ['two'],
    mentions: [],
    mentions_unknown: [{ handle: 'nobody-here' }],
  })
  expect(edited.edited_at).not.toBeNull()
  const event = await stream.next(({ event, data }) => event === 'message' && data['action'] === 'updated')
  expect(event.data).toMatchObject({ message: { id: message.id, content: edited.content, edit_count: 1 } })
  expect(event.data['message']).not.toHaveProperty('user_reactions')
  expect(await cleo.reads(message.id)).toMatchObject({ content: edited.content, topics: ['two'] })
  const { versions } = await bob.api.messages.versions({ params: { id: message.id } })
  expect(versions).toEqual([
    { content: 'first draft for @cleo #one', edited_at: edited.edited_at, edited_by: 'bob' },
  ])
})

test('the window closes after 15 minutes, to the millisecond', async () => {
  await using talk = await talking()
  const { server, bob } = talk
  server.freezeClock()
  const message = await bob.says('hello')
  const postedAt = Date.parse(message.uploaded_at)
  const move = (to: number) => server.moveClock(to - server.services.clock.now())
  const editWith = async (content: string) => {
    const { access_token: token } = await server.api.auth.refresh({
      body: { refresh_token: bob.refreshToken },
    })
    return call(server.url, 'PUT', `/api/messages/${message.id}`, { token, json: { content } })
  }

  move(postedAt + MESSAGE_EDIT_WINDOW_MS - 1)
  expect(await editWith('in time')).toMatchObject({ status: 200, body: { message: { content: 'in time' } } })
  move(postedAt + MESSAGE_EDIT_WINDOW_MS)
  expect(await editWith('x')).toMatchObject({
    status: 403,
    body: { detail: 'A message can be edited for 15 minutes' },
  })
})

test('after a reply the author may no longer edit; an administrator may, visibly and audited', async () => {
  await using talk = await talking()
  const { server, ana, bob, cleo } = talk
  const message = await bob.says('hello')
  await cleo.replies(message, 'hi')

  const refusal = await refusalOf(edit(bob, message, 'other words'))
  expect(refusal).toMatchObject({
    status: 403,
    detail: 'A message that was answered can no longer be edited',
  })
  const { message: edited } = await edit(ana, message, 'kinder words')

  expect(edited).toMatchObject({ content: 'kinder words', edited_by: 'ana', reply_count: 1 })
  const [reply] = (await cleo.api.messages.history()).posts.filter(({ parent_id }) => parent_id !== null)
  expect(reply?.parent_post?.content).toBe('kinder words')
  const audited = await server.query("select target_id, ip from audit where action = 'message_edited'")
  expect(audited).toEqual([{ target_id: message.id, ip: '127.0.0.1' }])
})

test('nobody else may edit: no other member, admin of the space, agent or stranger', async () => {
  await using talk = await talking()
  const { server, ana, bob, cleo } = talk
  const space = await bob.api.spaces.create({ body: { name: 'Theirs', visibility: 'invite_only' } })
  const { invite_code } = await bob.api.spaces.invite({ params: { id: space.id }, body: {} })
  await cleo.joins(invite_code)
  const message = await cleo.says('mine')
  const scout = await bob.registers('scout')
  const stranger = await server.signUp('stranger')

  const attempts: [string, Person | TestAgent, number][] = [
    ['the admin of the space', bob, 403],
    ['an agent in it', scout, 403],
    ['a stranger', stranger, 404],
  ]
  for (const [who, one, status] of attempts) {
    expect([who, (await refusalOf(edit(one, message, 'x'))).status]).toEqual([who, status])
  }
  expect(await cleo.reads(message.id)).toMatchObject({ content: 'mine', edit_count: 0 })
  // the administrator isn't in that space
  expect((await edit(ana, message, 'by the administrator')).message.content).toBe('by the administrator')
  expect((await refusalOf(bob.api.messages.versions({ params: { id: message.id } }))).status).toBe(403)
})

test('an edit delivers only its new mentions', async () => {
  await using talk = await talking()
  const { server, ana, bob, cleo, spaceId } = talk
  const message = await bob.says('@ana look')
  await using stream = await openStream(server.url, { token: cleo.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')

  const { message: edited } = await edit(bob, message, '@ana @cleo @bob look')

  expect(edited.deliveries?.map(({ recipient, reason }) => [recipient.handle, reason])).toEqual([
    ['ana', 'mention'],
    ['cleo', 'mention'],
  ])
  const mention = await stream.next(({ event }) => event === 'mention')
  expect(mention.data).toMatchObject({ mentioned: { handle: 'cleo' }, message: { id: message.id } })
  const after = await eventually(
    () => bob.api.messages.deliveries({ params: { id: message.id } }),
    ({ deliveries }) =>
      deliveries.every(({ recipient, state }) => recipient.handle !== 'cleo' || state === 'delivered'),
  )
  expect(after.deliveries).toHaveLength(2)

  await edit(bob, message, 'nobody now')
  expect((await bob.api.messages.deliveries({ params: { id: message.id } })).deliveries).toHaveLength(2)
  expect((await ana.reads(message.id)).mentions).toEqual([])
})

test('a reply that an edit turns into a mention is delivered again, as a mention', async () => {
  await using talk = await talking()
  const { server, bob, cleo, spaceId } = talk
  const question = await cleo.says('which table is it? #db')
  const reply = await bob.says('the old one', { parentId: question.id })
  await cleo.api.call(inboxRoutes.read, { body: { ids: [reply.id] } })
  await using stream = await openStream(server.url, { token: cleo.token(), spaceId })
  await using author = await openStream(server.url, { token: bob.token(), spaceId })
  for (const one of [stream, author]) await one.next(({ event }) => event === 'bootstrap')

  const { message: edited } = await edit(bob, reply, '@cleo the new one')

  expect(edited.deliveries).toMatchObject([{ recipient: { handle: 'cleo' }, reason: 'mention' }])
  const mention = await stream.next(({ event }) => event === 'mention')
  expect(mention.data).toMatchObject({ mentioned: { handle: 'cleo' }, message: { id: reply.id } })
  const isDelivered = ({ event, data }: StreamEvent) =>
    event === 'delivery' && (data['delivery'] as Delivery | undefined)?.state === 'delivered'
  await author.next(isDelivered)
  expect(author.events.filter(({ event }) => event === 'delivery').map(({ data }) => data)).toMatchObject([
    { delivery: { reason: 'mention', state: 'stored' } },
    { delivery: { reason: 'mention', state: 'delivered' } },
  ])

  await edit(bob, reply, '@cleo the newest one')
  const { deliveries } = await bob.api.messages.deliveries({ params: { id: reply.id } })
  expect(deliveries).toMatchObject([{ reason: 'mention', state: 'delivered' }])
})

test('Chirpy answers an edit that mentions it', async () => {
  await using talk = await talking()
  const { bob, server, spaceId } = talk
  const message = await bob.says('who is here?')
  await using stream = await openStream(server.url, { token: bob.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')

  await edit(bob, message, '@chirpy who is here?')

  const answer = await stream.next(
    ({ event, data }) =>
      event === 'message' && (data['message'] as Message | undefined)?.parent_id === message.id,
  )
  expect((answer.data['message'] as Message).username).toBe('chirpy')
})

test('the same text changes nothing, and a repeat with the same key edits once', async () => {
  await using talk = await talking()
  const { bob } = talk
  const message = await bob.says('hello')

  expect((await edit(bob, message, 'hello')).message).toMatchObject({ edit_count: 0, edited_at: null })
  await edit(bob, message, 'one', 'k')
  await edit(bob, message, 'two')
  const repeat = await edit(bob, message, 'one', 'k')

  expect(repeat.message.content).toBe('one')
  expect((await bob.reads(message.id)).content).toBe('two')
})

test('an edit is checked like a post', async () => {
  await using talk = await talking()
  const { bob } = talk
  const message = await bob.says('hello')

  for (const content of [
    '',
    '   ',
    'x'.repeat(5001),
    '>'.repeat(101),
    'a\0b',
    '\ud800',
    '😀😁😂🤣😃😄😅😆😉😊😋',
  ]) {
    expect((await refusalOf(edit(bob, message, content))).status).toBe(422)
  }
  const secret = `ghp_${'a1B2'.repeat(9)}`
  expect(await refusalOf(edit(bob, message, `token ${secret}`))).toMatchObject({
    status: 400,
    code: 'guardrail_violation',
  })
  expect((await bob.reads(message.id)).content).toBe('hello')
})

test('a paused agent may not edit its messages', async () => {
  await using talk = await talking()
  const { server, bob } = talk
  const scout = await bob.registers('scout')
  const posted = await scout.api.messages.post({ body: { content: 'beep' } })
  await server.query("update agents set disabled_by = '{owner:bob}' where account_id = $1", [scout.id])

  const refusal = await refusalOf(edit(scout, { id: posted.message?.id ?? '' }, 'boop'))

  expect(refusal).toMatchObject({ status: 403, code: 'agent_disabled' })
})

test('a reply stored during an edit wins: the edit is refused', async () => {
  await using talk = await talking()
  const { server, bob, cleo, spaceId } = talk
  const message = await bob.says('first words')
  await using sequence = await lockSequence(server, spaceId)
  const replying = cleo.replies(message, 'quick')
  await untilWaiting(server, 1)
  const editing = refusalOf(edit(bob, message, 'other words'))
  await untilWaiting(server, 2)

  await sequence.release()

  expect(await editing).toMatchObject({
    status: 403,
    detail: 'A message that was answered can no longer be edited',
  })
  expect((await replying).parent_post?.content).toBe('first words')
  expect(await bob.reads(message.id)).toMatchObject({
    content: 'first words',
    edit_count: 0,
    reply_count: 1,
  })
})

test('a reply that arrives during an edit is stored after it, and quotes the new text', async () => {
  await using talk = await talking()
  const { server, bob, cleo, spaceId } = talk
  const message = await bob.says('first words')
  await using sequence = await lockSequence(server, spaceId)
  const editing = edit(bob, message, 'other words')
  await untilWaiting(server, 1)
  const replying = cleo.replies(message, 'quick')
  await untilWaiting(server, 2)

  await sequence.release()

  expect((await editing).message).toMatchObject({ content: 'other words' })
  const { id } = await replying
  expect((await cleo.reads(id)).parent_post?.content).toBe('other words')
  expect(await bob.reads(message.id)).toMatchObject({ content: 'other words', reply_count: 1 })
})

test('a replay shows an edited message in its current form, from memory and from the table, on every node', async () => {
  await using talk = await talking()
  const { server, bob, cleo, spaceId } = talk
  await using live = await openStream(server.url, { token: cleo.token(), spaceId })
  const start = (await live.next(({ event }) => event === 'bootstrap')).id ?? '0'
  const message = await bob.says('first @cleo')
  await edit(bob, message, 'second @cleo')
  await live.next(({ event, data }) => event === 'message' && data['action'] === 'updated')
  await using twin = await server.startTwin()

  for (const { url } of [server, twin]) {
    await using replay = await openStream(url, { token: cleo.token(), spaceId, lastEventId: start })
    await replay.next(({ event, data }) => event === 'message' && data['action'] === 'updated')
    const texts = replay.events.flatMap(({ data }) => (data['message'] as Message | undefined)?.content ?? [])
    expect(texts).toEqual(['second @cleo', 'second @cleo', 'second @cleo'])
  }
})
