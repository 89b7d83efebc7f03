import { gzipSync } from 'node:zlib'
import { channelRoutes } from '@flockwork/contract/channels'
import { importRoutes } from '@flockwork/contract/imports'
import { expect, test } from 'vitest'
import { refusalOf } from '../../../test/calls.ts'
import {
  SLACK_FILES,
  SLACK_USERS,
  ZULIP_FILES,
  brings,
  sendPart,
  tarOf,
  ts,
  untilImport,
  uploads,
  zipOf,
} from '../../../test/exports.ts'
import { startServer } from '../../../test/server.ts'

test('the dry run of a Slack export reports what would be imported and left out, and imports nothing', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  const ready = await uploads(ana, server.url, await zipOf(SLACK_FILES), { partBytes: 100 })

  expect(ready).toMatchObject({ state: 'ready', failure: null, space: null, messages_added: 0 })
  expect(ready.report).toEqual({
    source: 'slack',
    people: 3,
    bots: 1,
    unknown_people: 1,
    channels: [
      { name: 'general', original: 'general', archived: false, messages: 4 },
      { name: 'buro-deutsch', original: 'Büro-Deutsch', archived: true, messages: 1 },
    ],
    messages: 5,
    threads: 1,
    replies: 1,
    reactions: 2,
    edits: 1,
    first_at: new Date(Number(ts(1)) * 1000).toISOString(),
    last_at: new Date(Number(ts(60)) * 1000).toISOString(),
    changed: { split: 0, cut: 0, masked: 0 },
    left_out: {
      private_channels: 1,
      direct_conversations: 2,
      notices: 1,
      files: 1,
      custom_emoji: 1,
      reactions: 0,
      empty: 0,
      too_deep: 0,
      unreadable: 0,
    },
  })
  expect((await ana.api.spaces.list()).organizations).toHaveLength(1)
})

test('a Slack export becomes a space: channels, threads, people, reactions and times', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  const done = await brings(ana, server.url, await zipOf(SLACK_FILES))

  expect(done).toMatchObject({
    state: 'done',
    messages_read: 5,
    messages_added: 5,
    space: { name: 'Old place', is_open: true },
  })
  const spaceId = done.space?.id ?? ''
  await ana.goesTo(spaceId)
  const { posts } = await ana.api.messages.history({ query: { org_id: spaceId } })
  expect(posts.map(({ username, channel, content }) => [username, channel, content])).toEqual([
    ['mateo', 'general', 'Shall we **deploy**, @priya? #release'],
    ['priya', 'buro-deutsch', 'hallo'],
    ['priya', 'general', 'Yes, see [the plan](https://a.example)'],
    ['deploys', 'general', 'Deployed 🎉'],
    ['gone', 'general', '[plan.pdf](https://old.slack.example/files/plan.pdf)'],
  ])
  const [root, , reply, bot, gone] = posts
  expect(root).toMatchObject({
    display_name: 'Mateo',
    uploaded_at: new Date(Number(ts(1)) * 1000).toISOString(),
    edit_count: 1,
    edited_by: 'mateo',
    reply_count: 1,
    reaction_counts: { '👍': 2 },
    mentions: [{ handle: 'priya', type: 'user' }],
    topics: ['release'],
    metadata: { imported: 'slack' },
  })
  expect(reply).toMatchObject({ parent_id: root?.id, thread_root_id: root?.id, message_type: 'reply' })
  expect(bot).toMatchObject({ author_type: 'agent', agent_owner: null })
  expect(gone).toMatchObject({ display_name: 'Gone Girl' })
  const { details } = await ana.api.call(channelRoutes.list, { query: { org_id: spaceId } })
  expect(details.map(({ name, archived, post_count: count }) => [name, archived, count])).toEqual([
    ['main', false, 0],
    ['general', false, 4],
    ['buro-deutsch', true, 1],
  ])
  expect(await server.query('select id from deliveries where space_id = $1', [spaceId])).toEqual([])
  const { last_seen_seq: seen } = (
    await server.query<{ last_seen_seq: number }>(
      'select last_seen_seq from members where space_id = $1 and account_id = $2',
      [spaceId, ana.profile.id],
    )
  )[0] ?? { last_seen_seq: 0 }
  expect(seen).toBeGreaterThanOrEqual(5)
})

test.for([
  ['plain', (bytes: Buffer) => bytes],
  ['packed', (bytes: Buffer) => gzipSync(bytes)],
] as const)(
  'a Zulip export, %s, becomes a space: topics are threads under their first message',
  async ([, pack]) => {
    await using server = await startServer()
    const ana = await server.signUp('ana')

    const done = await brings(ana, server.url, pack(tarOf(ZULIP_FILES)))

    expect(done.report).toMatchObject({
      source: 'zulip',
      people: 2,
      bots: 1,
      messages: 4,
      threads: 2,
      replies: 2,
      reactions: 1,
      edits: 1,
      left_out: { private_channels: 1, direct_conversations: 1, custom_emoji: 1 },
    })
    const spaceId = done.space?.id ?? ''
    const { posts } = await ana.api.messages.history({ query: { org_id: spaceId } })
    expect(posts.map(({ username, channel, content }) => [username, channel, content])).toEqual([
      ['mateo-ruiz', 'general-chat', '**lunch**\n\nWhat is for lunch?'],
      ['weather', 'general-chat', '**Deploys**\n\nsunny'],
      ['mateo-ruiz', 'general-chat', 'Soup, @priya-nair'],
      ['priya-nair', 'general-chat', 'done'],
    ])
    expect(posts[1]).toMatchObject({ author_type: 'agent', agent_owner: 'mateo-ruiz' })
    expect(posts.map(({ parent_id: parent }) => parent)).toEqual([null, null, posts[0]?.id, posts[1]?.id])
    const versions = await server.query('select content from message_versions where space_id = $1', [spaceId])
    expect(versions).toEqual([{ content: '**lunch**\n\nLunch?' }])
  },
)

test('importing the same export again adds nothing, and a later one only what is new', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const first = await brings(ana, server.url, await zipOf(SLACK_FILES))

  const again = await brings(ana, server.url, await zipOf(SLACK_FILES))
  expect(again).toMatchObject({
    state: 'done',
    messages_read: 5,
    messages_added: 0,
    space: { id: first.space?.id },
  })

  const later = {
    ...SLACK_FILES,
    'general/2024-03-02.json': [
      { type: 'message', user: 'U2', ts: ts(90_000), thread_ts: ts(1), text: 'late' },
      { type: 'message', user: 'U3', ts: ts(90_001), text: 'I am new' },
    ],
    'users.json': [...SLACK_USERS, { id: 'U3', team_id: 'T1', name: 'nora', profile: {} }],
  }
  const more = await brings(ana, server.url, await zipOf(later))
  expect(more).toMatchObject({ messages_read: 7, messages_added: 2, space: { id: first.space?.id } })
  const { posts } = await ana.api.messages.history({ query: { org_id: first.space?.id ?? '' } })
  expect(posts).toHaveLength(7)
  expect(posts[0]).toMatchObject({ reply_count: 2 })
})

test('once somebody has posted in its space, a later export creates a new one', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const first = await brings(ana, server.url, await zipOf(SLACK_FILES))
  await ana.goesTo(first.space?.id ?? '')
  await ana.says('hello')

  const ready = await uploads(ana, server.url, await zipOf(SLACK_FILES))
  expect(ready.space).toBeNull()
  const second = await brings(ana, server.url, await zipOf(SLACK_FILES))

  expect(second.space?.id).not.toBe(first.space?.id)
  expect(second).toMatchObject({ messages_added: 5 })
  // the names are taken by the first import's people
  const { posts } = await ana.api.messages.history({ query: { org_id: second.space?.id ?? '' } })
  expect(posts[0]).toMatchObject({ username: 'mateo2', content: 'Shall we **deploy**, @priya2? #release' })
})

test('an import belongs to its owner, is limited to one at a time, and ignores parts at a wrong offset', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const bob = await server.signUp('bob')
  const bytes = await zipOf(SLACK_FILES)
  const create = () =>
    ana.api.call(importRoutes.create, { body: { file_name: 'x.zip', file_bytes: bytes.length } })
  const { import: replaced } = await create()
  const { import: made } = await create()
  expect(await untilImport(ana, replaced.id, () => true)).toMatchObject({ state: 'cancelled' })

  for (const route of [importRoutes.get, importRoutes.cancel] as const) {
    expect((await refusalOf(bob.api.call(route, { params: { id: made.id } }))).status).toBe(404)
  }
  const body = { name: 'Mine', visibility: 'private' as const }
  expect((await refusalOf(bob.api.call(importRoutes.start, { params: { id: made.id }, body }))).status).toBe(
    404,
  )
  expect((await sendPart(bob, server.url, made.id, 0, bytes)).status).toBe(404)
  expect((await refusalOf(ana.api.call(importRoutes.start, { params: { id: made.id }, body }))).status).toBe(
    409,
  )
  expect((await sendPart(ana, server.url, replaced.id, 0, bytes)).status).toBe(409)
  expect((await sendPart(ana, server.url, made.id, 0, Buffer.concat([bytes, bytes]))).status).toBe(422)
  expect((await sendPart(ana, server.url, made.id, 0, Buffer.alloc(5 * 1024 * 1024))).status).toBe(413)

  // a repeated or premature part changes nothing
  await sendPart(ana, server.url, made.id, 0, bytes.subarray(0, 10))
  for (const offset of [0, 5, 500]) {
    const answer = await sendPart(ana, server.url, made.id, offset, bytes.subarray(offset, offset + 10))
    expect(await answer.json()).toMatchObject({ import: { received_bytes: 10, state: 'uploading' } })
  }
  await sendPart(ana, server.url, made.id, 10, bytes.subarray(10))
  const ready = await untilImport(ana, made.id, ({ state }) => state === 'ready')
  expect(ready.report?.messages).toBe(5)
  const cancelled = await ana.api.call(importRoutes.cancel, { params: { id: made.id } })
  expect(cancelled.import.state).toBe('cancelled')
  expect((await refusalOf(ana.api.call(importRoutes.start, { params: { id: made.id }, body }))).status).toBe(
    409,
  )
})

test('an import that fails at every attempt is reported as failed, and the file can be chosen again', async () => {
  await using server = await startServer({ own: true, onLog: () => {} })
  const ana = await server.signUp('ana')
  // as at the last attempt
  await server.query(`update pgboss.queue set retry_limit = 0 where name like 'imports-%'`)
  await server.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`,
  )
  await server.query(
    `create trigger refuse before insert on messages for each row when (new.content = 'hallo') execute function refuse()`,
  )

  const failed = await brings(ana, server.url, await zipOf(SLACK_FILES))

  expect(failed).toMatchObject({
    state: 'failed',
    failure: 'It failed again and again. Import the file once more to go on',
    space: null,
  })
  await server.query('drop trigger refuse on messages')
  expect(await brings(ana, server.url, await zipOf(SLACK_FILES))).toMatchObject({
    state: 'done',
    messages_added: 5,
  })
})

test('an import takes a slot, like any other space', async () => {
  await using server = await startServer()
  await server.signUp('root')
  const ana = await server.signUp('ana')
  for (const name of ['one', 'two', 'three'])
    await ana.api.spaces.create({ body: { name, visibility: 'public' } })
  const { id } = await uploads(ana, server.url, await zipOf(SLACK_FILES))

  const start = (visibility: 'public' | 'private') =>
    ana.api.call(importRoutes.start, { params: { id }, body: { name: 'Old', visibility } })
  expect(await refusalOf(start('public'))).toMatchObject({ status: 409 })
  await start('private')
  const done = await untilImport(ana, id, ({ state }) => state === 'done')
  expect(await ana.api.spaces.get({ params: { id: done.space?.id ?? '' } })).toMatchObject({
    visibility: 'private',
  })
})
