import { expect, test } from 'vitest'
import { startServer } from '../../../test/server.ts'
import { openStream } from '../../../test/stream.ts'

test('a message posted by one person is read by another, with its mentions and topics', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')

  const posted = await ana.says('Morning @bob, see #Release notes. cc @nobody')

  expect(posted).toMatchObject({
    content: 'Morning @bob, see #Release notes. cc @nobody',
    username: 'ana',
    author_type: 'user',
    channel: 'main',
    message_type: 'message',
    topics: ['release'],
    mentions: [{ handle: 'bob', type: 'user' }],
    mentions_unknown: [{ handle: 'nobody' }],
    deliveries: [{ reason: 'mention', state: 'stored', recipient: { handle: 'bob' } }],
  })
  const seen = await bob.reads(posted.id)
  expect(seen).toMatchObject({ content: posted.content, mentions: posted.mentions, seq: posted.seq })
  expect(seen).not.toHaveProperty('deliveries')
})

test('an open stream gets the message, then the mention, each with its seq', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await using stream = await openStream(server.url, { token: bob.token(), spaceId })
  const bootstrap = await stream.next(({ event }) => event === 'bootstrap')

  const posted = await ana.says('hello @bob', { key: 'my-key' })

  const message = await stream.next(({ event }) => event === 'message')
  expect(message).toMatchObject({
    id: String(posted.seq),
    data: {
      action: 'created',
      client_id: 'my-key',
      space_id: spaceId,
      message: { id: posted.id, seq: posted.seq, uploaded_at: posted.uploaded_at },
    },
  })
  const mention = await stream.next(({ event }) => event === 'mention')
  expect(mention).toMatchObject({
    id: String(posted.seq + 1),
    data: { mentioned: { handle: 'bob' }, message: { id: posted.id } },
  })
  expect(Number(bootstrap.id)).toBe(posted.seq - 1)
})

test('a paused agent is refused on every route, with the reason', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await server.query(
    "update agents set disabled_by = '{owner:ana}', disabled_reason = 'Too loud' where account_id = $1",
    [scout.id],
  )

  const post = scout.api.messages.post({ body: { content: 'hello' } })

  await expect(post).rejects.toMatchObject({
    status: 403,
    body: { error: 'agent_disabled', detail: 'Too loud' },
  })
})
