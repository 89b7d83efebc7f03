/** The index follows the changes of messages. */
import { channelRoutes } from '@flockwork/contract/channels'
import { reactionRoutes } from '@flockwork/contract/reactions'
import { searchRoutes } from '@flockwork/contract/search'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/calls.ts'
import type { Person } from '../../../test/people.ts'
import { startOn, startServer, type TestServer } from '../../../test/server.ts'
import { reportStatistics } from '../../../test/statistics.ts'
import { indexBatch } from './indexing.ts'
import { indexSpace } from './index.ts'

const textsOf = async ({ api }: Pick<Person, 'api'>, query: string, channel?: string) => {
  const { messages } = await api.call(searchRoutes.search, { body: { query, channel, limit: 100 } })
  return messages.map(({ content }) => content).toSorted()
}

/** The indexed words of a space, read without a search. */
async function wordsIn(server: TestServer, spaceId: string): Promise<string> {
  const rows = await server.query<{ words: string }>(
    'select words::text from message_words where space_id = $1 order by seq',
    [spaceId],
  )
  return rows.map(({ words }) => words).join('\n')
}

/** Ana signed up first and is an administrator. */
async function talking(options: { own?: true } = {}) {
  const server = await startServer(options)
  const people = await server.peopleInOneSpace('ana', 'bob')
  return { server, ...people, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

/** Inserts messages as if many had been posted without being indexed. */
async function fill(server: TestServer, spaceId: string, authorId: string, count: number): Promise<void> {
  await server.query(
    `with head as (select seq, last_message_at from space_sequences where space_id = $1), filled as (
       insert into messages (space_id, id, seq, author_id, channel, content, message_type, created_at)
       select $1, gen_random_uuid(), head.seq + n, $2, 'main', 'filled word' || n, 'message', now()
       from head, generate_series(1, $3::int) n)
     update space_sequences set seq = seq + $3, messages = messages + $3 where space_id = $1`,
    [spaceId, authorId, count],
  )
}

test('an edited message is found only by its new words', async () => {
  await using talk = await talking()
  const { ana, bob } = talk
  const message = await ana.says('the crane #harbour')
  expect(await textsOf(bob, 'crane')).toHaveLength(1)
  await ana.api.messages.edit({ params: { id: message.id }, body: { content: 'the winch #quay' } })

  expect(await textsOf(bob, 'crane')).toEqual([])
  expect(await textsOf(bob, 'winch')).toEqual(['the winch #quay'])
  const byTopic = (topic: string) => bob.api.call(searchRoutes.search, { body: { topic } })
  expect((await byTopic('harbour')).total).toBe(0)
  expect(await byTopic('quay')).toMatchObject({ total: 1, topics: [{ topic: 'quay', count: 1 }] })
})

test('a deleted message is never found, and no word remains of a permanently deleted one', async () => {
  await using talk = await talking()
  const { server, ana, bob, spaceId } = talk
  const deleted = await bob.says('crane one')
  const erased = await bob.says('crane two zanzibar')
  expect(await textsOf(bob, 'crane')).toHaveLength(2)

  await bob.api.messages.remove({ params: { id: deleted.id } })
  expect(await textsOf(ana, 'crane')).toEqual(['crane two zanzibar'])
  expect(await textsOf(ana, '')).toEqual(['crane two zanzibar'])
  expect(await textsOf(ana, 'deleted')).toEqual([])
  await ana.api.messages.remove({ params: { id: erased.id }, query: { permanent: true } })

  // its words are removed without a search
  await eventually(
    () => wordsIn(server, spaceId),
    (words) => !words.includes('zanzibar'),
  )
  expect(await textsOf(ana, 'zanzibar')).toEqual([])
  expect(await wordsIn(server, spaceId)).toBe('')
})

test('a reaction does not affect search results, and a renamed channel is found by its new name', async () => {
  await using talk = await talking()
  const { ana } = talk
  const message = await ana.says('crane', { channel: 'dev' })
  expect(await textsOf(ana, 'crane', 'dev')).toHaveLength(1)
  await ana.api.call(reactionRoutes.react, { params: { id: message.id }, body: { emoji: '🔥' } })
  await ana.api.call(channelRoutes.update, { params: { name: 'dev' }, body: { name: 'code' } })

  expect(await textsOf(ana, 'crane', 'dev')).toEqual([])
  expect(await textsOf(ana, 'crane', 'code')).toHaveLength(1)
})

test('messages are indexed soon without any search', async () => {
  await using talk = await talking()
  const { server, ana, spaceId } = talk
  await ana.says('crane')
  await eventually(
    () => wordsIn(server, spaceId),
    (words) => words.includes('wcrane'),
  )
})

test('messages from before a server started are found and indexed', async () => {
  await using server = await startServer({ own: true })
  const { ana, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await fill(server, spaceId, ana.profile.id, 700)
  await using other = await startOn(server.databaseUrl)
  await eventually(
    () => wordsIn(other, spaceId),
    (words) => words.includes("wword1'") && words.includes("wword700'"),
  )
  expect(await textsOf(ana, '"filled word350"')).toEqual(['filled word350'])
})

test('two servers that search, post and index concurrently lose and duplicate nothing', async () => {
  await using talk = await talking()
  const { server, ana, bob, spaceId } = talk
  await using twin = await server.startTwin()
  const posted: string[] = []
  const postAndFind = async (who: Person, name: string) => {
    for (let index = 0; index < 15; index++) {
      const text = `crane ${name}${index}`
      await who.says(text)
      posted.push(text)
      expect(await textsOf(who, `"${text}"`)).toEqual([text])
    }
  }
  const indexing = async (db: TestServer['services']['db']) => {
    for (let time = 0; time < 15; time++) await indexBatch(db, spaceId, { waits: true, fillsGap: true })
  }
  await Promise.all([
    postAndFind(ana, 'a'),
    postAndFind(bob, 'b'),
    indexing(server.services.db),
    indexing(twin.services.db),
  ])

  expect(await textsOf(ana, 'crane')).toEqual(posted.toSorted())
  const [row] = await server.query<{ count: number }>(
    'select count(*)::int as count from message_words where space_id = $1',
    [spaceId],
  )
  expect(row?.count).toBe(posted.length)
})

test('an interrupted batch is rolled back and repeated', async () => {
  await using talk = await talking({ own: true })
  const { server, ana, spaceId } = talk
  await ana.says('crane')
  await server.query('alter table message_words add constraint cut check (false) not valid')
  await expect(indexSpace(server.services.db, spaceId)).rejects.toThrow('cut')
  await server.query('alter table message_words drop constraint cut')
  expect(await textsOf(ana, 'crane')).toEqual(['crane'])
})

test('of a large backlog the newest messages are found at once, and the rest later', async () => {
  await using talk = await talking()
  const { server, ana, spaceId } = talk
  await fill(server, spaceId, ana.profile.id, 12_000)
  await ana.says('crane')

  expect(await textsOf(ana, 'crane')).toEqual(['crane'])
  expect(await textsOf(ana, '"filled word11999"')).toEqual(['filled word11999'])
  await indexSpace(server.services.db, spaceId)
  for (const word of ['word1', 'word6999', 'word7000', 'word7001', 'word4096', 'word8192']) {
    expect([word, await textsOf(ana, `"${word}"`)]).toEqual([word, [`filled ${word}`]])
  }
  const [row] = await server.query<{ count: number }>(
    'select count(*)::int as count from message_words where space_id = $1',
    [spaceId],
  )
  expect(row?.count).toBe(12_001)
})

test('beyond the maximum of matches the newest ones are found, regardless of gaps', async () => {
  await using talk = await talking()
  const { server, ana, spaceId } = talk
  await ana.says('oldest crane')
  await fill(server, spaceId, ana.profile.id, 6000)
  await ana.says('newest crane')
  await indexSpace(server.services.db, spaceId)

  expect(await textsOf(ana, 'crane')).toEqual(['newest crane', 'oldest crane'])
  const { messages, total } = await ana.api.call(searchRoutes.search, {
    body: { query: 'filled', limit: 100, offset: 900 },
  })
  expect(total).toBe(1000)
  expect(messages.map(({ content }) => content)).toEqual(
    Array.from({ length: 100 }, (_, index) => `filled word${5100 - index}`),
  )
})

test('no search scans a table sequentially', async () => {
  await using talk = await talking({ own: true })
  const { server, ana, bob, spaceId } = talk
  await fill(server, spaceId, ana.profile.id, 6000)
  await indexSpace(server.services.db, spaceId)
  await server.query('analyze')
  await ana.says('crane #harbour')
  const watched = ['messages', 'message_words']
  const scans = async () => {
    await reportStatistics(server)
    return server.query<{ relname: string; seq_scan: number; idx_scan: number }>(
      'select relname, seq_scan, idx_scan from pg_stat_user_tables where relname = any($1) order by relname',
      [watched],
    )
  }
  const before = await scans()

  const searches = [
    { query: 'filled' },
    { query: 'word1234' },
    { query: '"filled word77"' },
    { query: 'f' },
    { query: '-filled' },
    { query: '' },
    { query: 'filled', channel: 'main', agent_filter: ana.username, topic: 'harbour' },
    { query: 'ana' },
    { mentions_me: true },
    { query: 'filled', days_back: 1, date_to: '2999-01-01' },
  ]
  for (const body of searches) await bob.api.call(searchRoutes.search, { body })
  for (let time = 0; time < 6; time++) await bob.api.call(searchRoutes.search, { body: { query: 'filled' } })
  await bob.api.call(searchRoutes.trending, { query: { days_back: 7 } })
  await bob.api.call(searchRoutes.trending, { query: {} })

  const after = await scans()
  const grown = after.filter(
    ({ relname, seq_scan }) => seq_scan > (before.find((row) => row.relname === relname)?.seq_scan ?? 0),
  )
  expect(grown).toEqual([])
  const words = (rows: typeof after) => rows.find(({ relname }) => relname === 'message_words')?.idx_scan ?? 0
  expect(words(after)).toBeGreaterThan(words(before))
})
