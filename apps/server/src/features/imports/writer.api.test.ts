import { channelRoutes } from '@flockwork/contract/channels'
import { DELETED_SPACE_RETENTION_MS } from '@flockwork/contract/limits'
import { searchRoutes } from '@flockwork/contract/search'
import { expect, test } from 'vitest'
import { refusalOf } from '../../../test/calls.ts'
import type { Person } from '../../../test/people.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { runMaintenance } from '../../lifecycle/maintenance.ts'
import { namedId } from '../../platform/ids.ts'
import { insertImportSpace, openImportSpace } from '../spaces/index.ts'
import { importPeople, type ImportedPerson } from './people.ts'
import { finishWriting, setHead, writeMessages, type MessageToWrite } from './writer.ts'

const AT = Date.parse('2024-03-01T09:00:00.000Z')
const at = (minutes: number) => new Date(AT + minutes * 60_000)

function fill(server: TestServer, createdBy: string | null): Promise<string> {
  const space = { name: 'Old place', description: null, channels: ['general', 'random'], createdBy }
  return server.services.db.transaction().execute((tx) => insertImportSpace(server.services, tx, space))
}

async function peopleOf(
  server: TestServer,
  spaceId: string,
): Promise<{ mateo: ImportedPerson; bot: ImportedPerson }> {
  const people = await server.services.db.transaction().execute((tx) =>
    importPeople(tx, { spaceId, source: 'slack', at: at(0) }, [
      {
        sourceId: 'U1',
        kind: 'user',
        handle: 'mateo',
        displayName: 'Mateo Ruiz',
        email: 'mateo@example.org',
      },
      { sourceId: 'B1', kind: 'agent', handle: 'deploys', displayName: 'Deploys', ownerSourceId: 'U1' },
    ]),
  )
  const mateo = people.get('U1')
  const bot = people.get('B1')
  if (mateo === undefined || bot === undefined) throw new Error('Nobody was imported')
  return { mateo, bot }
}

function messageOf(
  spaceId: string,
  author: ImportedPerson,
  name: string,
  more: Partial<MessageToWrite> = {},
): MessageToWrite {
  return {
    id: namedId('message', spaceId, name),
    authorId: author.id,
    channel: 'general',
    at: at(1),
    content: name,
    parentId: null,
    rootId: null,
    type: 'message',
    mentions: [],
    topics: [],
    ...more,
  }
}

const write = (server: TestServer, spaceId: string, messages: readonly MessageToWrite[]) =>
  server.services.db.transaction().execute((tx) => writeMessages(tx, spaceId, messages))

async function open(server: TestServer, spaceId: string, admin: Person): Promise<void> {
  await finishWriting(server.services.db, spaceId)
  await server.services.db.transaction().execute(async (tx) => {
    await openImportSpace(server.services.spaces, tx, {
      spaceId,
      visibility: 'invite_only',
      adminId: admin.profile.id,
    })
  })
  await finishWriting(server.services.db, spaceId)
  await admin.goesTo(spaceId)
}

test('imported messages are read, counted and found like posted ones, and wake nobody', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const spaceId = await fill(server, ana.profile.id)
  const { mateo, bot } = await peopleOf(server, spaceId)
  const mention = { id: mateo.id, type: 'user', handle: mateo.handle }
  const root = messageOf(spaceId, mateo, 'Shall we deploy the lighthouse?', {
    topics: ['deploy'],
    reactions: [
      { accountId: bot.id, emoji: '👍', at: at(2) },
      { accountId: mateo.id, emoji: '👍', at: at(3) },
    ],
    edited: { at: at(4), by: mateo.id, count: 1 },
    versions: [{ content: 'Shall we?', by: mateo.id, at: at(4) }],
    metadata: { imported: 'slack' },
  })
  const reply = messageOf(spaceId, bot, 'Deployed, @mateo', {
    at: at(5),
    parentId: root.id,
    rootId: root.id,
    type: 'reply',
    mentions: [mention],
  })

  expect(await write(server, spaceId, [root, reply])).toEqual({ messages: 2, reactions: 2 })
  await open(server, spaceId, ana)

  const { posts } = await ana.api.messages.history({ query: { org_id: spaceId } })
  expect(posts).toMatchObject([
    {
      seq: 1,
      content: 'Shall we deploy the lighthouse?',
      username: 'mateo',
      display_name: 'Mateo Ruiz',
      author_type: 'user',
      uploaded_at: at(1).toISOString(),
      edit_count: 1,
      edited_by: 'mateo',
      topics: ['deploy'],
      reply_count: 1,
      last_reply_at: at(5).toISOString(),
      repliers: [{ id: bot.id, type: 'agent', handle: 'deploys' }],
      reaction_counts: { '👍': 2 },
    },
    { seq: 2, author_type: 'agent', agent_owner: 'mateo', mentions: [mention], parent_post: { id: root.id } },
  ])
  const { messages } = await ana.api.messages.thread({ params: { id: root.id }, query: {} })
  expect(messages.map(({ id }) => id)).toEqual([reply.id])
  const { details } = await ana.api.call(channelRoutes.list, { query: { org_id: spaceId } })
  expect(details).toMatchObject([
    { name: 'main', post_count: 0 },
    { name: 'general', post_count: 2, last_message_at: at(5).toISOString() },
    { name: 'random', post_count: 0 },
  ])
  const found = await ana.api.call(searchRoutes.search, { body: { query: 'lighthouse', org_id: spaceId } })
  expect(found.messages.map(({ id }) => id)).toEqual([root.id])
  const events = await server.query(
    'select name from events where space_id = $1 and message_id is not null',
    [spaceId],
  )
  expect(events).toEqual([])
  expect(await server.query('select id from deliveries where space_id = $1', [spaceId])).toEqual([])
})

test('repeating a batch adds only new reactions', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const spaceId = await fill(server, ana.profile.id)
  const { mateo, bot } = await peopleOf(server, spaceId)
  const root = messageOf(spaceId, mateo, 'once')
  const reply = messageOf(spaceId, bot, 'an answer', { parentId: root.id, rootId: root.id, type: 'reply' })
  await write(server, spaceId, [root, reply])

  expect(await peopleOf(server, spaceId)).toEqual({ mateo, bot })
  const again = [{ ...root, reactions: [{ accountId: bot.id, emoji: '🎉', at: at(9) }] }, reply, reply]
  expect(await write(server, spaceId, again)).toEqual({ messages: 0, reactions: 1 })
  expect(await write(server, spaceId, again)).toEqual({ messages: 0, reactions: 0 })

  await open(server, spaceId, ana)
  const { posts } = await ana.api.messages.history({ query: { org_id: spaceId } })
  expect(posts).toMatchObject([
    { seq: 1, reply_count: 1, reaction_counts: { '🎉': 1 } },
    { seq: 2, reply_count: 0 },
  ])
})

test('given numbers are preserved, others continue from the last; times never decrease', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const spaceId = await fill(server, ana.profile.id)
  const { mateo } = await peopleOf(server, spaceId)
  await write(server, spaceId, [
    messageOf(spaceId, mateo, 'third', { seq: 3, at: at(30) }),
    messageOf(spaceId, mateo, 'seventh', { seq: 7, changedSeq: 9, at: at(20) }),
  ])
  await server.services.db.transaction().execute((tx) => setHead(tx, spaceId, 12))
  await write(server, spaceId, [messageOf(spaceId, mateo, 'a later one', { at: at(10) })])

  expect(
    await server.query('select seq, changed_seq, created_at from messages where space_id = $1 order by seq', [
      spaceId,
    ]),
  ).toEqual([
    { seq: 3, changed_seq: null, created_at: at(30) },
    { seq: 7, changed_seq: 9, created_at: at(20) },
    { seq: 13, changed_seq: null, created_at: at(30) },
  ])
})

test('an imported account is never an existing one, can’t sign in, and can’t be addressed', async () => {
  await using server = await startServer()
  const mateo = await server.signUp('mateo')
  const ana = await server.signUp('ana')
  const spaceId = await fill(server, ana.profile.id)
  const imported = (await peopleOf(server, spaceId)).mateo
  expect(imported).toMatchObject({ handle: 'mateo2', displayName: 'Mateo Ruiz', claimedBy: null })
  expect(imported.id).not.toBe(mateo.profile.id)
  await write(server, spaceId, [messageOf(spaceId, imported, 'mine')])
  await open(server, spaceId, ana)

  for (const login of ['mateo2', 'mateo@example.org']) {
    const signIn = server.api.auth.login({ body: { email: login, password: 'a long enough password' } })
    const isOwnAddress = login === mateo.profile.email
    if (isOwnAddress) expect((await signIn).user.username).toBe('mateo')
    else expect((await refusalOf(signIn)).status).toBe(401)
  }
  const said = await ana.says('@mateo2 are you there?')
  expect(said.mentions).toEqual([])
  expect(said.mentions_unknown.map(({ handle }) => handle)).toEqual(['mateo2'])
  const { items } = await ana.api.spaces.roster({ params: { id: spaceId }, query: {} })
  expect(items.map(({ handle }) => handle).toSorted()).toEqual(['ana', 'chirpy'])
  const { total_members } = await ana.api.spaces.members({ params: { id: spaceId } })
  expect(total_members).toBe(1)
})

test('a space that is being filled has no members until it is opened', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const spaceId = await fill(server, ana.profile.id)

  const { organizations } = await ana.api.spaces.list()
  expect(organizations.map(({ id }) => id)).not.toContain(spaceId)
  expect((await refusalOf(ana.api.spaces.get({ params: { id: spaceId } }))).status).toBe(404)
  expect((await refusalOf(ana.api.spaces.joinPublic({ body: { org_id: spaceId } }))).status).toBe(404)

  await open(server, spaceId, ana)
  expect(await ana.api.spaces.get({ params: { id: spaceId } })).toMatchObject({
    role: 'admin',
    visibility: 'invite_only',
    created_by: ana.profile.id,
    member_count: 1,
  })
})

test('imported accounts are purged with their space, and their names become free again', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const spaceId = await fill(server, ana.profile.id)
  const { mateo } = await peopleOf(server, spaceId)
  await write(server, spaceId, [messageOf(spaceId, mateo, 'gone soon')])
  await open(server, spaceId, ana)
  await ana.api.spaces.delete({ params: { id: spaceId }, body: { name: 'Old place' } })

  server.moveClock(DELETED_SPACE_RETENTION_MS + 1000)
  await runMaintenance(server.services)

  expect(await server.query('select id from accounts where id = $1', [mateo.id])).toEqual([])
  expect((await server.signUp('mateo')).username).toBe('mateo')
})
