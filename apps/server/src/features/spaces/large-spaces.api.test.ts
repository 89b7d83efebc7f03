/** The cost of a space doesn't grow with its members (docs/rules/spaces.md#large-spaces). */
import { accountRoutes } from '@flockwork/contract/account'
import { expect, test } from 'vitest'
import { refusalOf } from '../../../test/calls.ts'
import { fillWithPeople } from '../../../test/large-space.ts'
import { PASSWORD } from '../../../test/people.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { reportStatistics } from '../../../test/statistics.ts'

/** More than a page of members, so that both spaces have a full page. */
const FEW = 250
const MANY = 3000

test('a join, the first page of members, a post to an unknown name and a new name read no more rows in a large space', async () => {
  await using server = await startServer({ own: true })
  const [ana, bob] = [await server.signUp('ana'), await server.signUp('bob')]
  const create = (name: string) => ana.api.spaces.create({ body: { name, visibility: 'public' } })
  const [small, large] = [await create('Small'), await create('Large')]
  await fillWithPeople(server, small.id, FEW)
  await fillWithPeople(server, large.id, MANY)
  // otherwise autovacuum might change the plans in between
  await server.query('analyze')

  const costs = async (spaceId: string) => ({
    join: await rowsRead(server, () => bob.api.spaces.joinPublic({ body: { org_id: spaceId } })),
    go: await rowsRead(server, () => bob.goesTo(spaceId)),
    members: await rowsRead(server, () =>
      repeatedly(() => bob.api.spaces.members({ params: { id: spaceId } })),
    ),
    post: await rowsRead(server, () =>
      repeatedly(() => bob.says('@persn-77-ab and @nobdy-here, where are you?')),
    ),
    list: await rowsRead(server, () => bob.api.spaces.list()),
  })
  const few = await costs(small.id)
  const many = await costs(large.id)
  const rename = (name: string) => () => bob.api.call(accountRoutes.update, { body: { full_name: name } })
  const renamed = await rowsRead(server, rename('Bob in both'))

  for (const [what, rows] of Object.entries(many)) {
    const limit = 2 * few[what as keyof typeof few] + NOISE_ROWS
    expect({ what, rows, isWithin: rows <= limit }).toEqual({ what, rows, isWithin: true })
  }
  expect(renamed).toBeLessThan(NOISE_ROWS)
})

test('members are paged in the order of joining, without duplicates or gaps', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const handles = await fillWithPeople(server, spaceId, 250)
  const page = (query: { limit?: number; cursor?: string }) =>
    ana.api.spaces.members({ params: { id: spaceId }, query })

  const first = await page({})
  const second = await page({ cursor: first.next_cursor ?? '' })
  const names = [...first.members, ...second.members].map(({ username }) => username)

  expect([first.total_members, first.members.length, second.next_cursor]).toEqual([251, 200, null])
  expect(names).toEqual([...handles, 'ana'])
  expect((await page({ limit: 2 })).members.map(({ username }) => username)).toEqual(handles.slice(0, 2))
  const roster = (query: { limit: number; offset: number }) =>
    ana.api.spaces.roster({ params: { id: spaceId }, query })
  // Chirpy included; also beyond the end
  expect(await roster({ limit: 2, offset: 250 })).toMatchObject({ items: [{}, {}], total: 252 })
  expect(await roster({ limit: 2, offset: 300 })).toMatchObject({ items: [], total: 252 })
  for (const cursor of ['x', '1_x', `1_${spaceId}_`]) {
    expect((await refusalOf(page({ cursor }))).status).toBe(422)
  }
})

test('names similar to a mistyped one are found in a large space, even if its first letter is wrong', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'zoe-winter')
  await fillWithPeople(server, spaceId, 1000)
  await ana.registers('deploy-agent')

  const { mentions_unknown: unknown } = await bob.says(
    '@zoe-wintre @woe-winter @deplyo-agent @depl @nobody-at-all',
  )

  expect(unknown).toEqual([
    { handle: 'zoe-wintre', suggestions: ['zoe-winter'] },
    { handle: 'woe-winter', suggestions: ['zoe-winter'] },
    { handle: 'deplyo-agent', suggestions: ['deploy-agent'] },
    { handle: 'depl', suggestions: ['deploy-agent'] },
    { handle: 'nobody-at-all', suggestions: [] },
  ])
})

test('people are counted as they join and leave, agents are not', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await ana.registers('scout')
  const count = async () => {
    const { organizations } = await ana.api.spaces.list()
    const { total_members: total } = await ana.api.spaces.members({ params: { id: spaceId } })
    return [organizations.find(({ id }) => id === spaceId)?.member_count, total]
  }
  expect(await count()).toEqual([2, 2])

  await fillWithPeople(server, spaceId, 3)
  expect(await count()).toEqual([5, 5])
  await bob.api.call(accountRoutes.remove, { body: { password: PASSWORD } })
  expect(await count()).toEqual([4, 4])
})

/** Often enough for PostgreSQL to switch to a generic plan. */
const REPEATS = 8

async function repeatedly(work: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < REPEATS; time++) await work()
}

/** Allowance for the server's other work. */
const NOISE_ROWS = 100

/** The rows and index entries read from tables that grow with the members. */
async function rowsRead(server: TestServer, work: () => Promise<unknown>): Promise<number> {
  const before = await readSoFar(server)
  await work()
  return (await readSoFar(server)) - before
}

async function readSoFar(server: TestServer): Promise<number> {
  await reportStatistics(server)
  const [row] = await server.query<{ rows: number }>(
    `
    select (select sum(seq_tup_read) from pg_stat_user_tables where relname = any($1))::int
      + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = any($1))::int as rows
  `,
    [['accounts', 'agents', 'members', 'people', 'space_people']],
  )
  return row?.rows ?? 0
}
