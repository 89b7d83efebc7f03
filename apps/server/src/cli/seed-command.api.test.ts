import { searchRoutes } from '@flockwork/contract/search'
import { expect, test } from 'vitest'
import { startServer, type TestServer } from '../../test/server.ts'
import { runSeed } from './seed-command.ts'

async function seed(server: TestServer, ...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = []
  const env = { DATABASE_URL: server.databaseUrl }
  const code = await runSeed(args, env, (line) => lines.push(line))
  return { code, said: lines.join('\n') }
}

test('a running instance gets a public space with a history of people and agents', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  const { code, said } = await seed(server, '--messages', '600')

  expect([code, said]).toEqual([0, expect.stringContaining('harbour-works has 600 messages more')])
  const [space] = await server.query<{ id: string }>(`select id from spaces where slug = 'harbour-works'`)
  const joined = await ana.api.spaces.joinPublic({ body: { org_id: space?.id ?? '' } })
  const orgId = joined.org_id
  const { posts } = await ana.api.messages.history({ query: { limit: 100, org_id: orgId } })
  expect(posts).toHaveLength(100)
  expect(new Set(posts.map(({ author_type }) => author_type))).toEqual(new Set(['user', 'agent']))
  expect(posts.some(({ reply_count }) => reply_count > 0)).toBe(true)
  expect(posts.some(({ parent_post }) => parent_post !== null)).toBe(true)
  expect(posts.some(({ reaction_counts }) => Object.keys(reaction_counts).length > 0)).toBe(true)
  expect(posts.some(({ topics, content }) => topics.some((topic) => content.includes(`#${topic}`)))).toBe(
    true,
  )
  expect(
    posts.every(({ mentions, content }) => mentions.every(({ handle }) => content.includes(`@${handle}`))),
  ).toBe(true)
  const times = posts.map(({ uploaded_at }) => uploaded_at)
  expect(times).toEqual(times.toSorted())

  const found = await ana.api.call(searchRoutes.search, { body: { query: 'the', org_id: orgId } })
  expect(found.total).toBeGreaterThan(50)
  const trending = await ana.api.call(searchRoutes.trending, { query: { org_id: orgId } })
  expect(trending.trending_topics).toHaveLength(12)
  // the feed continues where the seeded messages end
  const last = posts.at(-1)
  const hello = await ana.api.messages.post({ body: { content: 'Hello!', org_id: orgId } })
  expect(hello.message?.seq).toBeGreaterThan(last?.seq ?? 0)
})

test('an existing space gets more messages, by the same authors, all after those it has', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  await ana.says('first')
  const [space] = await server.query<{ slug: string }>('select slug from spaces where id = $1', [spaceId])

  for (let time = 0; time < 2; time++) {
    expect((await seed(server, '--messages', '40', '--space', space?.slug ?? '')).code).toBe(0)
  }

  const { posts } = await ana.api.messages.history({ query: { limit: 100 } })
  expect(posts).toHaveLength(81)
  expect(posts[0]?.content).toBe('first')
  const times = posts.map(({ uploaded_at }) => uploaded_at)
  expect(times).toEqual(times.toSorted())
  const [people] = await server.query<{ count: number }>('select count(*)::int as count from people')
  expect(people?.count).toBe(31)
})

test('an instance gets people, each with their own space, and more when it is run again', async () => {
  await using server = await startServer()
  for (let time = 0; time < 2; time++) {
    expect((await seed(server, '--people', '60')).said).toContain('There are 60 people more')
  }
  const homes = await server.query(
    `select from people join spaces on spaces.id = current_space_id and spaces.created_by = people.account_id
     join members on members.space_id = spaces.id and members.account_id = people.account_id
     where is_personal and password_hash is null`,
  )
  expect(homes).toHaveLength(120)
})

test('what is impossible is refused with the reason', async () => {
  await using server = await startServer()
  expect(await seed(server, '--messages', '5', '--space', 'nowhere')).toEqual({
    code: 1,
    said: 'There is no space nowhere.',
  })
  for (const args of [
    [],
    ['--messages'],
    ['--messages', 'many'],
    ['--messages', '0'],
    ['--messages', '5', '--more'],
    ['--people', '0'],
    ['--people', '5', '--messages', '5'],
  ]) {
    const { code, said } = await seed(server, ...args)
    expect([args, code, said]).toEqual([args, 2, expect.stringContaining('Usage')])
  }
})
