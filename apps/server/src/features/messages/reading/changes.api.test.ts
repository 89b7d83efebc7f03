/** Polling for changes misses nothing and returns nothing twice (docs/rules/messages.md#changes-since). */
import { channelRoutes } from '@flockwork/contract/channels'
import type { Page } from '@flockwork/contract/messages'
import { reactionRoutes } from '@flockwork/contract/reactions'
import { expect, test } from 'vitest'
import { call } from '../../../../test/calls.ts'
import { startPair, startServer } from '../../../../test/server.ts'
import { stored } from '../../../../test/people.ts'

const texts = (page: Page) => page.posts.map(({ content }) => content)

async function saidInOrder(who: { says(text: string): Promise<unknown> }, count: number): Promise<string[]> {
  const said = Array.from({ length: count }, (_, index) => `message ${index + 1}`)
  for (const text of said) await who.says(text)
  return said
}

test('since returns the messages after it from the oldest on, page by page, and then nothing', async () => {
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

test('polling while twelve others post misses nothing and returns nothing twice', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
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
  const posting = Promise.all(writers.map((write) => write())).finally(() => (isOver = true))
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

test.for([1, 2, 4, 6])(
  'a channel of five messages gets another name: whoever polls with a limit of %i has all of them under it',
  async (limit) => {
    await using server = await startServer()
    const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
    const older = await ana.says('older')
    const moved: string[] = []
    for (let index = 0; index < 5; index++) moved.push((await ana.says(`m${index}`, { channel: 'dev' })).id)
    const { latest_timestamp: since } = await bob.api.messages.history()
    await ana.api.call(reactionRoutes.react, { params: { id: older.id }, body: { emoji: '👍' } })
    await ana.says('newer')
    await ana.api.call(channelRoutes.update, { params: { name: 'dev' }, body: { name: 'code' } })

    const updated: [id: string, channel: string][] = []
    const posts: string[] = []
    const resets: boolean[] = []
    for (let from = since, hasMore = true; hasMore;) {
      const page = await bob.api.messages.history({ query: { since: from, limit } })
      expect(page.posts.length + page.updated.length).toBeGreaterThan(0)
      expect([page.posts.length <= limit, page.updated.length <= limit]).toEqual([true, true])
      updated.push(...page.updated.map(({ id, channel }): [string, string] => [id, channel]))
      posts.push(...texts(page))
      resets.push(page.reset)
      from = page.latest_timestamp
      hasMore = page.has_more
    }

    expect(updated).toEqual([[older.id, 'main'], ...moved.map((id) => [id, 'code'])])
    expect(posts).toEqual(['newer'])
    expect(resets).not.toContain(true)
  },
)

test('further changes and posts during the pages of a large change are returned once, too', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const moved = []
  for (let index = 0; index < 4; index++) moved.push(await ana.says(`m${index}`, { channel: 'dev' }))
  const { latest_timestamp: since } = await bob.api.messages.history()
  await ana.api.call(channelRoutes.update, { params: { name: 'dev' }, body: { name: 'code' } })
  const first = await bob.api.messages.history({ query: { since, limit: 2 } })
  const [early, , , late] = moved
  for (const { id } of [early, late].filter((one) => one !== undefined)) {
    await ana.api.call(reactionRoutes.react, { params: { id }, body: { emoji: '👍' } })
  }
  await ana.says('meanwhile')

  const rest = await bob.api.messages.history({ query: { since: first.latest_timestamp, limit: 50 } })

  expect(first.updated.map(({ content }) => content)).toEqual(['m0', 'm1'])
  expect(rest.updated.map(({ content }) => content)).toEqual(['m2', 'm0', 'm3'])
  expect(texts(rest)).toEqual(['meanwhile'])
  expect(rest).toMatchObject({ has_more: false, reset: false })
})

test('a changed message is returned as updated, once, even if the page is too small for it', async () => {
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

test('a new message that changed since is returned in its current form, and not as updated', async () => {
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

test('since accepts a plain time as well', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const before = await ana.says('before')
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

  await ana.api.messages.edit({ params: { id: before.id }, body: { content: 'before, edited' } })
  const { updated } = await history(String(at))
  expect(updated).toMatchObject([{ id: before.id, content: 'before, edited' }])
})

test('a cursor from the future restarts with the newest messages, and the answer says so', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const said = await saidInOrder(ana, 3)

  const page = await ana.api.messages.history({ query: { since: 'c1.zzzz', limit: 2 } })

  expect(texts(page)).toEqual(said.slice(1))
  expect(page).toMatchObject({ reset: true, has_more: true })
  expect((await ana.api.messages.history({ query: { since: page.latest_timestamp } })).posts).toEqual([])
})
