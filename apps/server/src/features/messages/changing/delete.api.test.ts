/** Deleting messages (docs/rules/messages.md#deleting, docs/rules/messages.md#administrators). */
import { MESSAGE_DELETE_WINDOW_MS } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { call, refusalOf } from '../../../../test/calls.ts'
import type { Person } from '../../../../test/people.ts'
import { startServer } from '../../../../test/server.ts'
import { openStream } from '../../../../test/stream.ts'

const PLACEHOLDER = '[Message deleted]'

const remove = (
  { api }: Pick<Person, 'api'>,
  { id }: Pick<Message, 'id'>,
  query: { reason?: string; permanent?: boolean } = {},
) => api.messages.remove({ params: { id }, query })

async function talking() {
  const server = await startServer()
  const people = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  return { server, ...people, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('a deleted message leaves a placeholder, its thread and its earlier text for its author', async () => {
  await using talk = await talking()
  const { server, bob, cleo, spaceId } = talk
  const message = await bob.says('secret plans #plan')
  const reply = await cleo.replies(message, 'what plans?')
  const { latest_timestamp: since } = await cleo.api.messages.history()
  await using stream = await openStream(server.url, { token: cleo.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')

  const answer = await remove(bob, message, { reason: 'Removed by author' })

  expect(answer?.message).toMatchObject({ content: PLACEHOLDER, topics: [], mentions: [], reply_count: 1 })
  expect(answer?.message.deleted_at).not.toBeNull()
  const event = await stream.next(({ event, data }) => event === 'message' && data['action'] === 'deleted')
  expect(event.data).toMatchObject({ message_id: message.id, message: { content: PLACEHOLDER } })
  const thread = await cleo.api.messages.thread({ params: { id: message.id } })
  expect(thread.root.content).toBe(PLACEHOLDER)
  expect(thread.messages).toMatchObject([{ id: reply.id, parent_post: { content: PLACEHOLDER } }])
  // a client that polls gets the reply, too, since it quotes the message
  const polled = await cleo.api.messages.history({ query: { since } })
  expect(polled.updated.map(({ id }) => id).toSorted()).toEqual([message.id, reply.id].toSorted())
  const { versions } = await bob.api.messages.versions({ params: { id: message.id } })
  expect(versions).toMatchObject([{ content: 'secret plans #plan', edited_by: 'bob' }])
  expect((await refusalOf(cleo.api.messages.versions({ params: { id: message.id } }))).status).toBe(403)
})

test('the author may delete for exactly 24 hours; admins of the space and administrators always', async () => {
  await using talk = await talking()
  const { server, ana, bob, cleo } = talk
  const space = await bob.api.spaces.create({ body: { name: 'Theirs', visibility: 'invite_only' } })
  const { invite_code } = await bob.api.spaces.invite({ params: { id: space.id }, body: {} })
  await bob.goesTo(space.id)
  await cleo.joins(invite_code)
  server.freezeClock()
  const [first, second, third] = [await cleo.says('one'), await cleo.says('two'), await cleo.says('three')]
  const tokenOf = async ({ refreshToken }: Person) =>
    (await server.api.auth.refresh({ body: { refresh_token: refreshToken } })).access_token
  const removeAs = async (who: Person, { id }: Message) =>
    (await call(server.url, 'DELETE', `/api/messages/${id}`, { token: await tokenOf(who) })).status

  expect((await refusalOf(remove(bob, await bob.says('mine'), { permanent: true }))).status).toBe(403)
  server.moveClock(MESSAGE_DELETE_WINDOW_MS - 1)
  const cleoToken = await tokenOf(cleo)
  const cleoRemoves = async ({ id }: Message) =>
    (await call(server.url, 'DELETE', `/api/messages/${id}`, { token: cleoToken })).status
  expect(await cleoRemoves(first)).toBe(200)
  server.moveClock(1)
  expect(await cleoRemoves(second)).toBe(403)
  expect(await removeAs(bob, second)).toBe(200)
  expect(await removeAs(ana, third)).toBe(200)
})

test('other members, agents and strangers may not delete', async () => {
  await using talk = await talking()
  const { server, bob, cleo } = talk
  const message = await bob.says('mine')
  const scout = await cleo.registers('scout')
  const stranger = await server.signUp('stranger')

  expect((await refusalOf(remove(cleo, message))).status).toBe(403)
  expect((await refusalOf(remove(scout, message))).status).toBe(403)
  expect((await refusalOf(remove(stranger, message))).status).toBe(404)
  expect((await refusalOf(remove(bob, message, { reason: 'x'.repeat(201) }))).status).toBe(422)
  expect((await bob.reads(message.id)).content).toBe('mine')
})

test('deleting twice has no further effect, and a deleted message cannot be changed', async () => {
  await using talk = await talking()
  const { server, bob, cleo } = talk
  const message = await bob.says('oops')

  await remove(bob, message)
  const again = await remove(bob, message)

  expect(again?.message.content).toBe(PLACEHOLDER)
  const events = await server.query('select seq from events where payload like \'%"deleted"%\'')
  expect(events).toHaveLength(1)
  const edit = bob.api.messages.edit({ params: { id: message.id }, body: { content: 'back' } })
  expect((await refusalOf(edit)).status).toBe(409)
  const reaction = call(server.url, 'POST', `/posts/${message.id}/react`, {
    token: cleo.token(),
    json: { emoji: '👍' },
  })
  expect((await reaction).status).toBe(409)
})

test('its unread deliveries become undeliverable, with an event for its author', async () => {
  await using talk = await talking()
  const { server, bob, spaceId } = talk
  const scout = await bob.registers('scout')
  const message = await bob.says('@scout please look')
  await using stream = await openStream(server.url, { token: bob.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')

  await remove(bob, message)

  const { deliveries } = await bob.api.messages.deliveries({ params: { id: message.id } })
  expect(deliveries).toMatchObject([{ state: 'undeliverable', why: 'The message was deleted' }])
  const event = await stream.next(({ event }) => event === 'delivery')
  expect(event.data).toMatchObject({ delivery: { state: 'undeliverable', recipient: { id: scout.id } } })
})

test('only administrators delete permanently, which answers 204 and removes the text everywhere', async () => {
  await using talk = await talking()
  const { server, ana, bob, cleo, spaceId } = talk
  await using live = await openStream(server.url, { token: cleo.token(), spaceId })
  const start = (await live.next(({ event }) => event === 'bootstrap')).id ?? '0'
  const message = await bob.says('the word is xyzzy')
  await bob.api.messages.edit({
    params: { id: message.id },
    body: { content: 'the word is xyzzy @cleo' },
    key: 'edit',
  })
  await cleo.replies(message, 'I see')

  const answer = await call(server.url, 'DELETE', `/api/messages/${message.id}?permanent=true`, {
    token: ana.token(),
  })

  expect(answer).toMatchObject({ status: 204, text: '' })
  await live.next(({ event, data }) => event === 'message' && data['action'] === 'deleted')
  const tables = await server.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  for (const { name } of tables) {
    const rows = await server.query(`select 1 from "${name}" t where t::text like '%xyzzy%'`)
    expect([name, rows.length]).toEqual([name, 0])
  }
  await using replay = await openStream(server.url, { token: cleo.token(), spaceId, lastEventId: start })
  await replay.next(({ event, data }) => event === 'message' && data['action'] === 'deleted')
  expect(JSON.stringify(replay.events)).not.toContain('xyzzy')
  expect((await bob.api.messages.versions({ params: { id: message.id } })).versions).toEqual([])
})
