/** Channels, parents, replies and threads (docs/rules/messages.md#threads, docs/rules/messages.md#channels). */
import { randomUUID } from 'node:crypto'
import { channelRoutes } from '@flockwork/contract/channels'
import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { call, refusalOf } from '../../../test/calls.ts'
import { startPair, startServer, type TestServer } from '../../../test/server.ts'
import { stored } from '../../../test/people.ts'
import { openStream } from '../../../test/stream.ts'

const post = (server: TestServer, token: string, json: object) =>
  call(server.url, 'POST', '/auth/messages', { token, json })

const posted = (body: unknown) => (body as { message: Message }).message

/* channels */

test('a message is in its channel, and the list of channels has their counts', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const before = await ana.api.call(channelRoutes.list, {})
  expect(before.channels.toSorted()).toEqual(['dev', 'main', 'testing'])
  expect(before.details).toEqual(
    before.channels.map((name) => ({ name, post_count: 0, last_message_at: null, archived: false })),
  )

  const message = await ana.says('hello', { channel: 'dev' })

  expect(message.channel).toBe('dev')
  const { details } = await ana.api.call(channelRoutes.list, {})
  expect(details.find(({ name }) => name === 'dev')).toMatchObject({
    post_count: 1,
    last_message_at: message.uploaded_at,
  })
})

test('posting to an unknown channel is refused, and the refusal names the channels', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')

  for (const channel of ['status', 'chaos', 'general', '', 'Main', "main'; drop table messages; --"]) {
    const { status, body } = await post(server, ana.token(), { content: 'hello', channel })
    expect([channel, status]).toEqual([channel, 422])
    expect(body).toMatchObject({ detail: [{ loc: ['body', 'channel'] }] })
    const { msg } = (body as { detail: { msg: string }[] }).detail[0] ?? { msg: '' }
    for (const name of ['main', 'testing', 'dev']) expect(msg).toContain(name)
  }
  expect((await ana.api.messages.history()).posts).toEqual([])
})

test('a channel with NUL in its name is refused, and no other post is affected', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')

  const answers = await Promise.all([
    post(server, ana.token(), { content: 'one' }),
    post(server, ana.token(), { content: 'two', channel: 'ma\0in' }),
    post(server, ana.token(), { content: 'three' }),
  ])

  expect(answers.map(({ status }) => status)).toEqual([201, 422, 201])
})

/* parents */

test('a reply has a parent and a root, is in their channel, and is counted on both', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const root = await ana.says('the question', { channel: 'dev' })

  const reply = await bob.replies(root, 'an answer')
  const nested = await ana.says('an answer to that', { parentId: reply.id })

  expect(reply).toMatchObject({
    message_type: 'reply',
    parent_id: root.id,
    thread_root_id: root.id,
    channel: 'dev',
    parent_post: { id: root.id, username: 'ana', content: 'the question', waiting_since: null },
  })
  expect(nested).toMatchObject({ parent_id: reply.id, thread_root_id: root.id, channel: 'dev' })
  const seenRoot = await ana.reads(root.id)
  expect(seenRoot).toMatchObject({ reply_count: 2, last_reply_at: nested.uploaded_at })
  expect(seenRoot.repliers.map(({ handle }) => handle)).toEqual(['ana', 'bob'])
  expect(await ana.reads(reply.id)).toMatchObject({
    reply_count: 1,
    repliers: [{ handle: 'ana', type: 'user' }],
  })
  const {
    root: threadRoot,
    messages,
    next_cursor,
  } = await bob.api.messages.thread({ params: { id: nested.id } })
  expect(threadRoot.id).toBe(root.id)
  expect(messages.map(({ id }) => id)).toEqual([reply.id, nested.id])
  expect(next_cursor).toBeNull()
})

test('at most three repliers are listed, the latest first, each once', async () => {
  await using server = await startServer()
  const people = await server.peopleInOneSpace('ana', 'bob', 'cleo', 'dan', 'eve')
  const root = await people.ana.says('the question')
  for (const name of ['bob', 'cleo', 'dan', 'eve', 'bob', 'eve'] as const)
    await people[name].replies(root, `from ${name}`)

  const seen = await people.ana.reads(root.id)

  expect(seen.reply_count).toBe(6)
  expect(seen.repliers.map(({ handle }) => handle)).toEqual(['eve', 'bob', 'dan'])
})

test('forty concurrent replies are all counted', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const root = await ana.says('the question')

  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      call((index % 2 === 0 ? server : twin).url, 'POST', `/posts/${root.id}/reply`, {
        token: (index % 3 === 0 ? ana : bob).token(),
        json: { content: `answer ${index}` },
      }),
    ),
  )

  expect((await ana.reads(root.id)).reply_count).toBe(40)
})

test('a long thread is read page by page', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const root = await ana.says('the question')
  for (let index = 0; index < 5; index++) await ana.replies(root, `answer ${index}`)

  const seen: string[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < 3; pages++) {
    const page = await ana.api.messages.thread({ params: { id: root.id }, query: { limit: 2, cursor } })
    seen.push(...page.messages.map(({ content }) => content))
    cursor = page.next_cursor ?? undefined
  }

  expect(seen).toEqual([0, 1, 2, 3, 4].map((index) => `answer ${index}`))
  expect(cursor).toBeUndefined()
  const wrong = await call(server.url, 'GET', `/api/messages/${root.id}/thread?cursor=x`, {
    token: ana.token(),
  })
  expect(wrong.status).toBe(422)
})

test('a parent in another space is not found by its id or its first digits', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const here = await ana.says('in the shared space')
  const other = await ana.api.spaces.create({ body: { name: 'Other', visibility: 'private' } })
  const answers = [
    await post(server, ana.token(), { content: 'x', org_id: other.id, parent_id: here.id }),
    await post(server, ana.token(), { content: 'x', org_id: other.id, parent_id: here.short_id }),
    await post(server, ana.token(), { content: 'x', org_id: spaceId, parent_id: randomUUID() }),
    await post(server, ana.token(), { content: 'x', org_id: spaceId, reply_to: '00000000' }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('the first eight digits of an id identify a parent, in either case', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const root = await ana.says('the question')

  const answer = await post(server, ana.token(), {
    content: 'x',
    reply_to: ` ${root.short_id.toUpperCase()} `,
  })

  expect(answer.status).toBe(201)
  expect(posted(answer.body).parent_id).toBe(root.id)
})

test('eight digits that match several messages are refused with their ids, and nothing is written', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const cleo = await server.signUp('cleo')
  const [one, two] = [await ana.says('one'), await ana.says('two')]
  const twinId = `${one.short_id}${two.id.slice(8)}`
  await server.query('update messages set id = $1 where id = $2', [twinId, two.id])

  const answer = await post(server, ana.token(), { content: 'x', parent_id: one.short_id })
  const foreign = await post(server, cleo.token(), { content: 'x', org_id: spaceId, parent_id: one.short_id })

  expect(answer.status).toBe(422)
  expect(answer.body).toMatchObject({ detail: [{ loc: ['body', 'parent_id'] }] })
  expect(answer.text).toContain(one.id)
  expect(answer.text).toContain(twinId)
  expect((await ana.api.messages.history()).posts).toHaveLength(2)
  // a stranger doesn't learn that the digits match anything
  expect(foreign.status).toBe(404)
  expect(foreign.text).not.toContain(one.id)
})

test('a parent that is not an id is refused', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  for (const parent of ['x', '1234567', '123456789', 'gggggggg', '../../etc', '%', '']) {
    const answer = await post(server, ana.token(), { content: 'x', parent_id: parent })
    expect([parent, answer.status]).toEqual([parent, 422])
    expect(answer.body).toMatchObject({ detail: [{ loc: ['body', 'parent_id'] }] })
  }
})

test("a parent's preview is its first hundred characters, without splitting one", async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const root = await ana.says('🚀a'.repeat(100))

  const reply = await ana.replies(root, 'yes')

  expect(reply.parent_post?.content).toBe('🚀a'.repeat(50))
  expect((await ana.reads(reply.id)).parent_post).toEqual(reply.parent_post)
})

/* waiting */

test('a response ends the wait with an event, and is safe to repeat', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const message = stored(
    await ana.api.messages.post({
      body: { content: 'anyone?', waiting_for_response: true },
    }),
  )
  expect(message).toMatchObject({ waiting_for_response: true, waiting_since: message.uploaded_at })
  await using stream = await openStream(server.url, { token: ana.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')
  const respond = (key: string) =>
    bob.api.messages.respond({ params: { id: message.id }, body: { content: 'here' }, key }).then(stored)

  const first = await respond('k')
  const again = await respond('k')

  expect(first).toMatchObject({ parent_id: message.id, message_type: 'reply' })
  expect(again.id).toBe(first.id)
  const created = await stream.next(({ event }) => event === 'message')
  expect(created.data).toMatchObject({ action: 'created', message: { id: first.id } })
  const updated = await stream.next(({ event, data }) => event === 'message' && data['action'] === 'updated')
  expect(updated.data).toMatchObject({
    message: { id: message.id, waiting_since: null, waiting_for_response: false },
  })
  expect(await ana.reads(message.id)).toMatchObject({ waiting_since: null, reply_count: 1 })
})

test('a plain reply leaves the wait as it is', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const message = stored(
    await ana.api.messages.post({
      body: { content: 'anyone?', waiting_for_response: true },
    }),
  )

  await bob.replies(message, 'not the answer')

  expect((await ana.reads(message.id)).waiting_since).toBe(message.waiting_since)
})

test('a reply without a parent, with an invalid one or without text is refused', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const root = await ana.says('hello')
  const reply = (id: string, content: string) =>
    refusalOf(ana.api.messages.reply({ params: { id }, body: { content } }))

  expect((await reply(randomUUID(), 'x')).status).toBe(404)
  expect((await reply('nonsense', 'x')).status).toBe(422)
  expect((await reply(root.id, '  ')).status).toBe(422)
})
