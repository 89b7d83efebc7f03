/** Pages of history and their cursors (docs/rules/messages.md#pages-and-cursors). */
import { randomUUID } from 'node:crypto'
import type { Page } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { call, refusalOf } from '../../../../test/calls.ts'
import { startServer } from '../../../../test/server.ts'

const texts = (page: Page) => page.posts.map(({ content }) => content)

const HOUR_MS = 60 * 60 * 1000

async function saidInOrder(who: { says(text: string): Promise<unknown> }, count: number): Promise<string[]> {
  const said = Array.from({ length: count }, (_, index) => `message ${index + 1}`)
  for (const text of said) await who.says(text)
  return said
}

test('without a cursor the newest messages are returned, newest last; before pages backwards through all of them', async () => {
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

test('an empty space returns an empty page with a usable cursor', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')

  const page = await ana.api.messages.history()
  expect(page).toMatchObject({ posts: [], updated: [], has_more: false, oldest_cursor: null, reset: false })
  await ana.says('first')

  expect(texts(await ana.api.messages.history({ query: { since: page.latest_timestamp } }))).toEqual([
    'first',
  ])
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

test('around returns the page around a message, which continues in both directions', async () => {
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
  const stranger = await server.signUp('stranger')
  expect((await refusalOf(history({ around: (await stranger.says('mine')).id }))).status).toBe(404)
  expect((await refusalOf(history({ around: 'nonsense' }))).status).toBe(422)
})

test('pages are filtered by channel, author, topic, mentions and time, and their cursors continue the filter', async () => {
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
  const page = async (query: string) => {
    const { body } = await call(server.url, 'GET', `/auth/messages?org_id=${spaceId}&${query}`, {
      token: bobToken ?? '',
    })
    return body as Page
  }

  expect(texts(await page('channel=dev'))).toEqual(['two #beta', 'three @bob #alpha'])
  expect(texts(await page('channel=nowhere'))).toEqual([])
  expect(texts(await page('author=ANA'))).toEqual(['long ago #Alpha', 'one #alpha', 'three @bob #alpha'])
  expect(texts(await page('topic=%23Alpha'))).toEqual(['long ago #Alpha', 'one #alpha', 'three @bob #alpha'])
  expect(texts(await page('mentions_me=true'))).toEqual(['three @bob #alpha'])
  expect(texts(await page('hours=1'))).toHaveLength(4)
  expect(texts(await page('author=ana&author=%40bob&hours=1'))).toHaveLength(4)
  expect(texts(await page('topic=beta&topic=%23Alpha'))).toHaveLength(4)
  expect(texts(await page('channel=dev&channel=nowhere'))).toEqual(['two #beta', 'three @bob #alpha'])
  expect(texts(await page('author=bob&author=nobody&topic=beta&topic=alpha'))).toEqual(['two #beta'])
  expect(texts(await page('author=&topic=&channel='))).toHaveLength(5)
  expect(texts(await page('hours=1&author=ana&topic=alpha&channel=dev'))).toEqual(['three @bob #alpha'])

  const newest = await page('topic=alpha&limit=1')
  expect([texts(newest), newest.has_more]).toEqual([['three @bob #alpha'], true])
  const older = await page(`topic=alpha&limit=1&before=${newest.oldest_cursor}`)
  expect([texts(older), older.has_more]).toEqual([['one #alpha'], true])
})

test('the limit is 50 by default and at most 100; a larger one is reduced to 100', async () => {
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
