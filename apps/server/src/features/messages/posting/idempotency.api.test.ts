/** One key, one message (docs/rules/requests.md#idempotency). */
import { randomUUID } from 'node:crypto'
import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { call, type Answer } from '../../../../test/calls.ts'
import { startServer } from '../../../../test/server.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const messageOf = ({ body }: Answer) => (body as { message: Message }).message

async function talking() {
  const server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const post = (
    key: string,
    json: object = {},
    { url = server.url, token = ana.token(), path = '/auth/messages' } = {},
  ) => call(url, 'POST', path, { token, key, json: { content: 'hello', org_id: spaceId, ...json } })
  const stored = () => server.query("select 1 as one from messages where content like 'hello%'")
  return {
    server,
    ana,
    bob,
    spaceId,
    post,
    stored,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test('a repeat with the same key returns the same message for a day', async () => {
  await using talk = await talking()
  const { post, stored } = talk

  const first = await post('k', { content: 'hello @bob' })
  const repeats = [await post('k', { content: 'hello @bob' }), await post('k', { content: '  hello @bob ' })]

  expect(first.status).toBe(201)
  for (const repeat of repeats) {
    expect(repeat.status).toBe(201)
    expect(messageOf(repeat)).toEqual(messageOf(first))
  }
  expect(await stored()).toHaveLength(1)
})

test('after a day the key is free again', async () => {
  await using talk = await talking()
  const { server, ana, post, stored } = talk
  const first = await post('k')
  server.moveClock(DAY_MS + 1000)
  const { access_token: token } = await server.api.auth.refresh({ body: { refresh_token: ana.refreshToken } })

  const second = await post('k', {}, { token })
  const repeat = await post('k', {}, { token })

  expect(second.status).toBe(201)
  expect(messageOf(second).id).not.toBe(messageOf(first).id)
  expect(messageOf(repeat).id).toBe(messageOf(second).id)
  expect(await stored()).toHaveLength(2)
})

test('twenty concurrent posts with one key store one message, and all return it', async () => {
  await using talk = await talking()
  const { post, stored } = talk

  const answers = await Promise.all(Array.from({ length: 20 }, () => post('k')))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map((answer) => messageOf(answer).id)).size).toBe(1)
  expect(await stored()).toHaveLength(1)
})

test('concurrent posts with one key on two servers store one message', async () => {
  await using talk = await talking()
  const { server, post, stored } = talk
  await using twin = await server.startTwin()

  for (let round = 0; round < 15; round++) {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        post(`k${round}`, {}, { url: (index % 2 === 0 ? server : twin).url }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
    expect(new Set(answers.map((answer) => messageOf(answer).id)).size).toBe(1)
  }
  expect(await stored()).toHaveLength(15)
})

test('concurrent posts with one key to two spaces on two servers store one message', async () => {
  await using talk = await talking()
  const { server, ana, post, stored } = talk
  await using twin = await server.startTwin()
  const other = await ana.api.spaces.create({ body: { name: 'Other', visibility: 'private' } })

  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all([
      post(`k${round}`),
      post(`k${round}`, { org_id: other.id }, { url: twin.url }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
  }
  expect(await stored()).toHaveLength(10)
})

test('another text, channel, parent, space, wait or call with the same key is refused', async () => {
  await using talk = await talking()
  const { ana, bob, post, stored } = talk
  const other = await ana.api.spaces.create({ body: { name: 'Other', visibility: 'private' } })
  const root = await bob.says('root')
  await post('k')

  const others = [
    await post('k', { content: 'hello you' }),
    await post('k', { channel: 'dev' }),
    await post('k', { parent_id: root.id }),
    await post('k', { org_id: other.id }),
    await post('k', { waiting_for_response: true }),
    await post('k', { content: 'hello you' }, { path: `/posts/${root.id}/reply` }),
    await post('k', { name: 'Lab' }, { path: '/api/organizations/create' }),
  ]

  for (const { status, body } of others) {
    expect([status, body]).toMatchObject([422, { error: 'idempotency_mismatch' }])
  }
  expect(await stored()).toHaveLength(1)
})

test('the same reply by another call with the same key is refused', async () => {
  await using talk = await talking()
  const { bob, post } = talk
  const root = await bob.says('root')
  const first = await post('k', { parent_id: root.id })

  const byReply = await post('k', {}, { path: `/posts/${root.id}/reply` })

  expect(first.status).toBe(201)
  expect(byReply.status).toBe(422)
})

test('keys of different callers are independent', async () => {
  await using talk = await talking()
  const { bob, post, stored } = talk

  const answers = [await post('k'), await post('k', {}, { token: bob.token() })]

  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(await stored()).toHaveLength(2)
})

test('a refused post does not use up its key: the corrected one succeeds with it', async () => {
  await using talk = await talking()
  const { post } = talk

  const refused = [
    await post('k', { channel: 'nowhere' }),
    await post('k', { content: ' ' }),
    await post('k', { parent_id: randomUUID() }),
  ]
  const corrected = await post('k')

  expect(refused.map(({ status }) => status)).toEqual([422, 422, 404])
  expect(corrected.status).toBe(201)
})

test('without a key each post is a new message', async () => {
  await using talk = await talking()
  const { ana, stored } = talk

  await Promise.all(Array.from({ length: 5 }, () => ana.api.messages.post({ body: { content: 'hello' } })))

  expect(await stored()).toHaveLength(5)
})

test('an empty or overlong key is refused', async () => {
  await using talk = await talking()
  const { post } = talk

  for (const key of ['', 'x'.repeat(201)]) {
    const { status, body } = await post(key)
    expect([status, body]).toMatchObject([422, { detail: [{ loc: ['header', 'Idempotency-Key'] }] }])
  }
  expect((await post('x'.repeat(200))).status).toBe(201)
  expect((await post('é\'"\\{}')).status).toBe(201)
})

test('a repeat after leaving the space is refused like any call there', async () => {
  await using talk = await talking()
  const { server, bob, post } = talk
  await post('k', {}, { token: bob.token() })
  await server.query('delete from members where account_id = $1', [bob.profile.id])

  expect((await post('k', {}, { token: bob.token() })).status).toBe(404)
})
