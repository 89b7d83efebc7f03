/** Pages of history and their cursors (decisions 4.1). */
import { randomUUID } from 'node:crypto'
import { channelRoutes } from '@flockwork/contract/channels'
import type { Page } from '@flockwork/contract/messages'
import { reactionRoutes } from '@flockwork/contract/reactions'
import { expect, test } from 'vitest'
import { call, refusalOf } from '../../../test/calls.ts'
import { startServer } from '../../../test/server.ts'
import { stored } from '../../../test/people.ts'

const texts = (page: Page) => page.posts.map(({ content }) => content)
const HOUR_MS = 60 * 60 * 1000

async function saidInOrder(who: { says(text: string): Promise<unknown> }, count: number): Promise<string[]> {
  const said = Array.from({ length: count }, (_, index) => `message ${index + 1}`)
  for (const text of said) await who.says(text)
  return said
}

test('without a cursor the newest come, newest last; before pages backwards through all of them', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const said = await saidInOrder(ana, 11)
  const history = (query: object) => bob.api.messages.history({ query })

  const newest = await history({ limit: 4 })
  expect(texts(newest)).toEqual(said.slice(7))
  expect(newest).toMatchObject({ has_more: true, reset: false, updated: [] })

  const pages = [newest]
  for (let page = newest; page.has_more;) {
    page = await history({ limit: 4, before: page.oldest_cursor })
    pages.unshift(page)
  }
  expect(pages.map((page) => page.posts.length)).toEqual([3, 4, 4])
  expect(pages.flatMap(texts)).toEqual(said)
})

test('an empty space answers an empty page with a cursor that works', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')

  const page = await ana.api.messages.history()
  expect(page).toMatchObject({ posts: [], updated: [], has_more: false, oldest_cursor: null, reset: false })
  await ana.says('first')

  expect(texts(await ana.api.messages.history({ query: { since: page.latest_timestamp } }))).toEqual([
    'first',
  ])
})

test('since answers the oldest after it, page by page, and then nothing', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const { latest_timestamp: start } = await bob.api.messages.history()
  const said = await saidInOrder(ana, 7)

  const seen: string[] = []
  const more: boolean[] = []
  let since = start
  for (let round = 0; round < 4; round++) {
    const page = await bob.api.messages.history({ query: { since, limit: 3 } })
    seen.push(...texts(page))
    more.push(page.has_more)
    since = page.latest_timestamp
  }

  expect(seen).toEqual(said)
  expect(more).toEqual([true, true, false, false])
})

test('whoever polls while twelve others post at once misses nothing and sees nothing twice', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  let { latest_timestamp: since } = await cleo.api.messages.history()
  const writers = Array.from({ length: 12 }, (_, writer) => async () => {
    for (let index = 0; index < 20; index++) {
      const { url } = index % 2 === 0 ? server : twin
      const token = (writer % 2 === 0 ? ana : bob).token()
      const json = { content: `${writer}: ${index} @cleo`, org_id: spaceId }
      const { status } = await call(url, 'POST', '/auth/messages', { token, json })
      expect(status).toBe(201)
    }
  })

  let isOver = false
  const posting = Promise.all(writers.map((write) => write())).then(() => (isOver = true))
  const seen: { id: string; seq: number }[] = []
  for (let last = false; !last;) {
    last = isOver
    for (let hasMore = true; hasMore;) {
      const page = await cleo.api.messages.history({ query: { since, limit: 7 } })
      seen.push(...page.posts)
      since = page.latest_timestamp
      hasMore = page.has_more
    }
  }
  await posting

  expect(seen).toHaveLength(240)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(240)
  const seqs = seen.map(({ seq }) => seq)
  expect(seqs).toEqual(seqs.toSorted((one, other) => one - other))
})

test('a channel with more messages than a page gets another name: whoever polls has all of them under it', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const older = await ana.says('older')
  const moved: string[] = []
  for (let index = 0; index < 5; index++) moved.push((await ana.says(`m${index}`, { channel: 'dev' })).id)
  const { latest_timestamp: since } = await bob.api.messages.history()
  await ana.api.call(reactionRoutes.react, { params: { id: older.id }, body: { emoji: '👍' } })
  await ana.says('newer')
  await ana.api.call(channelRoutes.update, { params: { name: 'dev' }, body: { name: 'code' } })
  const poll = (from: string, limit: number) => bob.api.messages.history({ query: { since: from, limit } })

  const whole = await poll(since, 6)
  expect(whole).toMatchObject({ has_more: false, reset: false })
  expect(whole.updated.map(({ id }) => id).toSorted()).toEqual([older.id, ...moved].toSorted())

  // a page that can't hold what changed at once: what was before that, and then everything anew
  const before = await poll(since, 4)
  expect(before).toMatchObject({ posts: [], updated: [{ id: older.id }], has_more: true })
  const anew = await poll(before.latest_timestamp, 4)
  expect(anew).toMatchObject({ reset: true, updated: [] })
  expect(anew.posts.map(({ channel }) => channel)).toEqual(['code', 'code', 'code', 'main'])
  const after = await poll(anew.latest_timestamp, 4)
  expect(after).toMatchObject({ posts: [], updated: [], reset: false })
})

test('what changed since comes as updated, once, and also when the page is too small for it', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const questions = []
  for (let index = 0; index < 3; index++) {
    const posted = await ana.api.messages.post({
      body: { content: `question ${index}`, waiting_for_response: true },
    })
    questions.push(stored(posted))
  }
  const { latest_timestamp: start } = await bob.api.messages.history()
  for (const { id } of questions)
    await bob.api.messages.respond({ params: { id }, body: { content: 'answer' } })

  const posts: string[] = []
  const updated: string[] = []
  let since = start
  for (let hasMore = true; hasMore;) {
    const page = await bob.api.messages.history({ query: { since, limit: 1 } })
    posts.push(...page.posts.map(({ id }) => id))
    updated.push(...page.updated.map(({ id }) => id))
    expect(page.posts.length + page.updated.length).toBeGreaterThan(0)
    expect(page.updated.every(({ waiting_since }) => waiting_since === null)).toBe(true)
    since = page.latest_timestamp
    hasMore = page.has_more
  }

  expect(updated).toEqual(questions.map(({ id }) => id))
  expect(new Set(posts).size).toBe(3)
  expect(posts).toHaveLength(3)
})

test('a message that came and changed since is told as it is now, and not among the older ones', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const { latest_timestamp: since } = await bob.api.messages.history()
  const message = stored(
    await ana.api.messages.post({
      body: { content: 'question', waiting_for_response: true },
    }),
  )
  await bob.api.messages.respond({ params: { id: message.id }, body: { content: 'answer' } })

  const page = await bob.api.messages.history({ query: { since } })

  expect(page.posts).toMatchObject([{ id: message.id, waiting_since: null }, { content: 'answer' }])
  expect(page.updated).toEqual([])
})

test('since takes a plain time as well', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  await ana.says('before')
  server.moveClock(60_000)
  const at = server.services.clock.now()
  server.moveClock(1000)
  await ana.says('after one')
  await ana.says('after two')
  const history = (since: string, limit = 50) => ana.api.messages.history({ query: { since, limit } })

  expect(texts(await history(new Date(at).toISOString()))).toEqual(['after one', 'after two'])
  expect(texts(await history(String(at)))).toEqual(['after one', 'after two'])
  const first = await history(new Date(at).toISOString(), 1)
  expect([texts(first), first.has_more]).toEqual([['after one'], true])
  expect(texts(await history(first.latest_timestamp))).toEqual(['after two'])
})

test('a cursor from the future begins anew with the newest, and says so', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const said = await saidInOrder(ana, 3)

  const page = await ana.api.messages.history({ query: { since: 'c1.zzzz', limit: 2 } })

  expect(texts(page)).toEqual(said.slice(1))
  expect(page).toMatchObject({ reset: true, has_more: true })
  expect((await ana.api.messages.history({ query: { since: page.latest_timestamp } })).posts).toEqual([])
})

test('after pages forwards', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const { latest_timestamp: start } = await ana.api.messages.history()
  const said = await saidInOrder(ana, 5)

  const first = await ana.api.messages.history({ query: { after: start, limit: 3 } })
  const second = await ana.api.messages.history({ query: { after: first.latest_timestamp, limit: 3 } })

  expect([texts(first), first.has_more]).toEqual([said.slice(0, 3), true])
  expect([texts(second), second.has_more]).toEqual([said.slice(3), false])
})

test('around answers the page about a message, from which both directions go on', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const said = await saidInOrder(ana, 9)
  const all = await ana.api.messages.history()
  const middle = all.posts[4]
  const history = (query: object) => ana.api.messages.history({ query })

  const page = await history({ around: middle?.id.toUpperCase(), limit: 4 })
  const older = await history({ before: page.oldest_cursor, limit: 50 })
  const newer = await history({ after: page.latest_timestamp, limit: 50 })

  expect(texts(page)).toEqual(said.slice(2, 6))
  expect(page.has_more).toBe(true)
  expect(texts(older)).toEqual(said.slice(0, 2))
  expect(texts(newer)).toEqual(said.slice(6))
  const ends = await history({ around: all.posts[8]?.id, limit: 4 })
  expect(texts(ends)).toEqual(said.slice(6))
  expect((await refusalOf(history({ around: randomUUID() }))).status).toBe(404)
  expect((await refusalOf(history({ around: 'nonsense' }))).status).toBe(422)
})

test('pages are narrowed by channel, author, topic, mentions and time, and their cursors go on', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await ana.says('long ago #Alpha')
  server.moveClock(3 * HOUR_MS)
  const [anaToken, bobToken] = await Promise.all(
    [ana, bob].map(async ({ refreshToken }) => {
      const { access_token: token } = await server.api.auth.refresh({ body: { refresh_token: refreshToken } })
      return token
    }),
  )
  const post = async (token: string | undefined, json: object) => {
    const { status } = await call(server.url, 'POST', '/auth/messages', {
      token: token ?? '',
      json: { org_id: spaceId, ...json },
    })
    expect(status).toBe(201)
  }
  await post(anaToken, { content: 'one #alpha' })
  await post(bobToken, { content: 'two #beta', channel: 'dev' })
  await post(anaToken, { content: 'three @bob #alpha', channel: 'dev' })
  await post(bobToken, { content: 'four @ana' })
  const asked = async (query: string) => {
    const { body } = await call(server.url, 'GET', `/auth/messages?org_id=${spaceId}&${query}`, {
      token: bobToken ?? '',
    })
    return body as Page
  }

  expect(texts(await asked('channel=dev'))).toEqual(['two #beta', 'three @bob #alpha'])
  expect(texts(await asked('channel=nowhere'))).toEqual([])
  expect(texts(await asked('author=ANA'))).toEqual(['long ago #Alpha', 'one #alpha', 'three @bob #alpha'])
  expect(texts(await asked('topic=%23Alpha'))).toEqual(['long ago #Alpha', 'one #alpha', 'three @bob #alpha'])
  expect(texts(await asked('mentions_me=true'))).toEqual(['three @bob #alpha'])
  expect(texts(await asked('hours=1'))).toHaveLength(4)
  expect(texts(await asked('author=ana&author=%40bob&hours=1'))).toHaveLength(4)
  expect(texts(await asked('topic=beta&topic=%23Alpha'))).toHaveLength(4)
  expect(texts(await asked('channel=dev&channel=nowhere'))).toEqual(['two #beta', 'three @bob #alpha'])
  expect(texts(await asked('author=bob&author=nobody&topic=beta&topic=alpha'))).toEqual(['two #beta'])
  expect(texts(await asked('author=&topic=&channel='))).toHaveLength(5)
  expect(texts(await asked('hours=1&author=ana&topic=alpha&channel=dev'))).toEqual(['three @bob #alpha'])

  const newest = await asked('topic=alpha&limit=1')
  expect([texts(newest), newest.has_more]).toEqual([['three @bob #alpha'], true])
  const older = await asked(`topic=alpha&limit=1&before=${newest.oldest_cursor}`)
  expect([texts(older), older.has_more]).toEqual([['one #alpha'], true])
})

test('the limit is 50 unless said, at most 100, and a larger one is read as 100', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  await Promise.all(Array.from({ length: 120 }, (_, index) => ana.says(`message ${index}`)))
  const count = async (query: string) => {
    const { body } = await call(server.url, 'GET', `/auth/messages?org_id=${spaceId}${query}`, {
      token: ana.token(),
    })
    return (body as Page).posts.length
  }

  expect(await count('')).toBe(50)
  expect(await count('&limit=100')).toBe(100)
  expect(await count('&limit=5000')).toBe(100)
  expect(await count('&limit=1')).toBe(1)
})

const REFUSED = [
  ['limit=0', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=x', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['since=nonsense', 'since'],
  ['since=c1.', 'since'],
  ['since=-200000-01-01T00:00:00Z', 'since'],
  ['since=275000-01-01', 'since'],
  [`since=${encodeURIComponent('+275000-01-01T00:00:00Z')}`, 'since'],
  ['since=8640000000000000', 'since'],
  ['before=nonsense', 'before'],
  ['after=c1.!', 'after'],
  ['hours=0', 'hours'],
  ['hours=-5', 'hours'],
  ['hours=x', 'hours'],
  ['hours=Infinity', 'hours'],
  ['org_id=x', 'org_id'],
  ['channel=%00', 'channel', 0],
  ['author=b&author=a%00', 'author', 1],
  ['topic=%00', 'topic', 0],
  [`channel=${'a'.repeat(101)}`, 'channel'],
  [Array.from({ length: 51 }, (_, name) => `topic=t${name}`).join('&'), 'topic'],
] as const
const ANSWERED = [
  'since=c1.zzzzzzzzzzz',
  'before=c1.zzzzzzzzzzz',
  'after=c1.zzzzzzzzzzz',
  'unknown=1',
  'since=1',
  'since=0',
  'since=1960-01-01',
]

test('a wrong parameter is refused with its place, an odd one is answered, and none is a 500', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const ask = (query: string) => call(server.url, 'GET', `/auth/messages?${query}`, { token: ana.token() })

  for (const [query, ...place] of REFUSED) {
    const { status, body } = await ask(query)
    expect([query, status]).toEqual([query, 422])
    expect(body).toMatchObject({ error: 'validation_error', detail: [{ loc: ['query', ...place] }] })
  }
  for (const query of ANSWERED) expect([query, (await ask(query)).status]).toEqual([query, 200])
})
