/** Trending topics (docs/rules/search.md#trending). */
import { TRENDING_MAX, TRENDING_MESSAGES, TRENDING_SHOWN } from '@flockwork/contract/limits'
import { searchRoutes } from '@flockwork/contract/search'
import { expect, test } from 'vitest'
import { call } from '../../../test/calls.ts'
import type { Person, TestAgent } from '../../../test/people.ts'
import { startServer } from '../../../test/server.ts'

const trending = (
  { api }: Pick<Person | TestAgent, 'api'>,
  query: { limit?: number; days_back?: number; org_id?: string } = {},
) => api.call(searchRoutes.trending, { query })

async function talking() {
  const server = await startServer()
  const people = await server.peopleInOneSpace('ana', 'bob')
  return { server, ...people, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('topics of more than one message trend, most frequent first', async () => {
  await using talk = await talking()
  const { ana, bob } = talk
  await ana.says('#harbour #quay')
  await bob.says('#Harbour again, and #harbour')
  await ana.says('#harbour #quay harbour quay')
  await bob.says('#once #once #once')

  expect(await trending(bob)).toEqual({
    success: true,
    trending_topics: [
      { topic: 'harbour', count: 3 },
      { topic: 'quay', count: 2 },
    ],
    source: 'server',
    error: null,
  })
})

test('numbers, single letters and stop words do not trend, nor do deleted messages and task announcements count', async () => {
  await using talk = await talking()
  const { server, ana } = talk
  for (let time = 0; time < 2; time++) await ana.says('#the #of #q #42 #q3 #東京')
  const gone = await ana.says('#gone')
  await ana.says('#gone')
  await ana.says('#announced')
  const task = await ana.says('#announced')
  await ana.api.messages.remove({ params: { id: gone.id } })
  await server.query('update messages set is_task = true where id = $1', [task.id])

  expect((await trending(ana)).trending_topics).toEqual([
    { topic: 'q3', count: 2 },
    { topic: '東京', count: 2 },
  ])
})

test('twelve are shown by default, and at most fifteen', async () => {
  await using talk = await talking()
  const { server, ana } = talk
  const tags = Array.from({ length: 20 }, (_, index) => `#topic-${index}`).join(' ')
  await ana.says(tags)
  await ana.says(tags)

  expect((await trending(ana)).trending_topics).toHaveLength(TRENDING_SHOWN)
  expect((await trending(ana, { limit: 1 })).trending_topics).toHaveLength(1)
  expect((await trending(ana, { limit: 99 })).trending_topics).toHaveLength(TRENDING_MAX)
  for (const wrong of ['limit=0', 'limit=many', 'days_back=-1', 'days_back=week', 'org_id=mine']) {
    const refused = await call(server.url, 'GET', `/api/search/trending?${wrong}`, { token: ana.token() })
    expect([wrong, refused.status]).toEqual([wrong, 422])
  }
})

test('only the newest messages count, optionally only those of the last days', async () => {
  await using talk = await talking()
  const { server, ana, spaceId } = talk
  const helper = await ana.registers('helper')
  const says = (content: string) => helper.api.messages.post({ body: { content, org_id: spaceId } })
  await says('#old')
  await says('#old')
  server.moveClock(90 * 60_000)
  await says('#new')
  await says('#new #old')

  expect((await trending(helper)).trending_topics).toEqual([
    { topic: 'old', count: 3 },
    { topic: 'new', count: 2 },
  ])
  expect((await trending(helper, { days_back: 0.042 })).trending_topics).toEqual([{ topic: 'new', count: 2 }])
  expect((await trending(helper, { days_back: 0 })).trending_topics).toHaveLength(2)

  // after this many newer messages two of the three no longer count
  await server.query(
    `insert into messages (space_id, id, seq, author_id, channel, content, message_type, created_at)
     select $1, gen_random_uuid(), 1000 + n, $2, 'main', 'filled', 'message', now() from generate_series(1, $3::int) n`,
    [spaceId, ana.profile.id, TRENDING_MESSAGES - 2],
  )
  expect((await trending(helper)).trending_topics).toEqual([{ topic: 'new', count: 2 }])
  server.moveClock(3 * 60 * 60_000)
  expect((await trending(helper, { days_back: 0.001 })).trending_topics).toEqual([])
})

test('only members see the trending topics of a space', async () => {
  await using talk = await talking()
  const { server, ana, spaceId } = talk
  await ana.says('#secret')
  await ana.says('#secret')
  const stranger = await server.signUp('stranger')

  expect((await trending(stranger)).trending_topics).toEqual([])
  const path = `/api/search/trending?org_id=${spaceId}`
  expect((await call(server.url, 'GET', path, { token: stranger.token() })).status).toBe(404)
  expect((await call(server.url, 'GET', path)).status).toBe(401)
  await ana.goesTo(ana.profile.current_org_id ?? '')
  expect((await trending(ana, { org_id: spaceId })).trending_topics).toHaveLength(1)
})
