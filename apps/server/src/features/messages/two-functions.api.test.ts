/** Batches with a reply are stored by one function of the database, those without by another: they do the same. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { startServer } from '../../../test/server.ts'
import { postBatch, type Post } from './batch.ts'

const TABLES = ['messages', 'events', 'deliveries', 'reply_counts', 'idempotency', 'heads']
type Stored = Record<string, { name?: string; seq?: number }[]>

/** What `posts` come to when this function takes them, without leaving anything behind. */
async function outcomeOf(client: pg.ClientBase, name: string, values: unknown[]) {
  await client.query('begin')
  try {
    const { rows } = await client.query(
      `select ord, status, message_id, seq, at from ${name}($1::jsonb, $2::uuid[], $3, $4) order by ord`,
      values,
    )
    const stored: Stored = {}
    for (const table of TABLES) {
      const found = await client.query(`select * from ${table} t order by to_jsonb(t)::text`)
      stored[table] = found.rows
    }
    return { verdicts: rows, stored }
  } finally {
    await client.query('rollback')
  }
}

/** The parameters that the application hands to either function. */
async function parametersOf(posts: readonly Post[], now: number): Promise<unknown[]> {
  let handed: unknown[] = []
  const recorder = {
    query: async ({ values }: { values: unknown[] }) => {
      handed = values
      return { rows: [] }
    },
  }
  // it asks nothing else of its client
  await postBatch(recorder as unknown as pg.ClientBase, posts, { wait: false, now })
  return handed
}

test('whichever function takes a batch, the same is stored, but for what tells of answers', async () => {
  await using server = await startServer()
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  const stranger = await server.signUp('stranger')
  const scout = await ana.registers('scout')
  await server.query("update agents set disabled_by = '{owner:ana}' where account_id = $1", [scout.id])
  const known = await ana.says('said before', { key: 'known' })
  const root = await ana.says('@bob why?')
  const below = await cleo.replies(root, 'who knows')
  const busy = await ana.api.spaces.create({ body: { name: 'Busy', visibility: 'private' } })
  const [kept] = await server.query<{ body_hash: string }>(
    "select body_hash from idempotency where key = 'known'",
  )

  const postOf = (rest: Partial<Post>): Post => {
    const id = randomUUID()
    return {
      id,
      spaceId,
      authorId: ana.profile.id,
      parentId: null,
      threadRootId: null,
      channel: 'main',
      content: `text of ${id}`,
      messageType: rest.parentId === undefined ? 'message' : 'reply',
      mentions: [],
      mentionsUnknown: [],
      topics: [],
      isWaiting: false,
      metadata: {},
      causeId: rest.parentId ?? null,
      hops: 0,
      key: id,
      bodyHash: id,
      clientId: null,
      messageJson: `{"id":"${id}"`,
      recipients: [],
      jobs: [],
      ...rest,
    }
  }
  const toBob = { id: bob.profile.id, type: 'user' as const, handle: 'bob' }
  const toScout = { id: scout.id, type: 'agent' as const, handle: 'scout' }
  const recipient = { deliveryId: randomUUID(), mention: toBob, reason: 'mention' as const }
  const posts = [
    postOf({
      mentions: [toBob, toScout],
      mentionsUnknown: [{ handle: 'bop', suggestions: ['bob'] }],
      topics: ['dev'],
      isWaiting: true,
      clientId: 'a "key"',
      metadata: { demo: true },
      recipients: [
        { ...recipient, state: 'stored', why: null },
        { ...recipient, deliveryId: randomUUID(), mention: toScout, state: 'undeliverable', why: 'paused' },
      ],
    }),
    postOf({ key: 'known', bodyHash: kept?.body_hash ?? '' }),
    postOf({ key: 'known', bodyHash: 'another' }),
    postOf({ channel: 'nowhere' }),
    postOf({ parentId: randomUUID(), threadRootId: root.id }),
    postOf({ authorId: stranger.profile.id }),
    postOf({ authorId: scout.id }),
    postOf({ spaceId: busy.id }),
    postOf({ authorId: cleo.profile.id, parentId: known.id, threadRootId: known.id, hops: 2 }),
    postOf({ authorId: cleo.profile.id, parentId: root.id, threadRootId: root.id }),
    // answers what it was asked, in the middle of the thread
    postOf({
      authorId: bob.profile.id,
      parentId: below.id,
      threadRootId: root.id,
      recipients: [
        {
          ...recipient,
          deliveryId: randomUUID(),
          mention: { id: cleo.profile.id, type: 'user', handle: 'cleo' },
          reason: 'reply',
          state: 'stored',
          why: null,
        },
      ],
    }),
  ]

  // the space's time is ahead of the clock: it never falls
  await server.query("update heads set last_message_at = last_message_at + interval '1 hour'")
  const values = await parametersOf(posts, server.services.clock.now())
  const holder = await server.services.database.connect()
  const client = await server.services.database.connect()
  await holder.query('begin')
  await holder.query('select from heads where space_id = $1 for no key update', [busy.id])
  const plain = await outcomeOf(client, 'post_batch', values)
  const telling = await outcomeOf(client, 'post_messages', values)
  await Promise.all([holder.end(), client.end()])

  expect(plain.verdicts.map(({ status }) => status)).toEqual([
    'ok',
    'same',
    'mismatch',
    'no_channel',
    'no_parent',
    'not_member',
    'disabled',
    'busy',
    'ok',
    'ok',
    'ok',
  ])
  expect(telling.verdicts).toEqual(plain.verdicts)
  const { events = [], heads = [], ...others } = telling.stored
  const { events: plainEvents, heads: plainHeads = [], ...plainOthers } = plain.stored
  expect(others).toEqual(plainOthers)
  expect(others['deliveries']).toContainEqual(expect.objectContaining({ state: 'answered' }))
  expect(events.filter(({ name }) => name !== 'delivery')).toEqual(plainEvents)
  // one answer, one number more
  expect(events.filter(({ name }) => name === 'delivery')).toHaveLength(1)
  const total = (rows: Stored[string]) => rows.reduce((sum, { seq = 0 }) => sum + seq, 0)
  expect(total(heads) - total(plainHeads)).toBe(1)
})
