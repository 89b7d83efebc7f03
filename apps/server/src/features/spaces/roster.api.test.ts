import { expect, test } from 'vitest'
import { call, eventually, refusalOf } from '../../../test/calls.ts'
import { startServer } from '../../../test/server.ts'

test('the roster has people and agents, of one kind or both, page by page and by name', async () => {
  await using server = await startServer()
  // sorted by activity, which must not change between two pages
  server.freezeClock()
  const { ana, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const helper = await ana.registers('helper')
  const roster = (query: object) => ana.api.spaces.roster({ params: { id: spaceId }, query })
  const all = await eventually(
    () => roster({}),
    ({ items }) => items.filter(({ presence }) => presence.last_active !== null).length === 2,
  )

  const agents = await roster({ type: 'agent' })
  const people = await roster({ type: 'user' })
  const page = await roster({ limit: 2, offset: 1 })
  const beyond = await roster({ limit: 2, offset: 50 })
  const named = await roster({ search: 'HELP' })

  expect(all).toMatchObject({ total: 4, offset: 0 })
  expect(all.items.map(({ handle }) => handle).toSorted()).toEqual(['ana', 'bob', 'chirpy', 'helper'])
  expect(agents.items.map(({ handle }) => handle).toSorted()).toEqual(['chirpy', 'helper'])
  expect(people.items.map(({ handle }) => handle).toSorted()).toEqual(['ana', 'bob'])
  expect(people.total).toBe(2)
  expect(page.items).toEqual(all.items.slice(1, 3))
  expect(page.total).toBe(4)
  expect([beyond.items, beyond.total]).toEqual([[], 4])
  expect(named.items).toMatchObject([
    {
      id: helper.id,
      type: 'agent',
      workspace_id: spaceId,
      metadata: { agent_id: helper.id },
      owner_user: { id: ana.profile.id, handle: 'ana' },
    },
  ])
  for (const id of ['', 'undefined', '42']) {
    const answer = await call(server.url, 'GET', `/api/organizations/${id}/roster`, { token: ana.token() })
    const detail = [{ msg: 'Organization ID is required to fetch roster' }]
    expect([id, answer.status, answer.body]).toMatchObject([id, 422, { detail }])
  }
  for (const odd of ['%', '_', '\\', "'", '\u0000x']) {
    const answer = await call(
      server.url,
      'GET',
      `/api/organizations/${spaceId}/roster?search=${encodeURIComponent(odd)}`,
      {
        token: ana.token(),
      },
    )
    expect([odd, answer.status]).toEqual([odd, odd.startsWith('\0') ? 422 : 200])
    if (answer.status === 200) expect(answer.body).toMatchObject({ items: [] })
  }
})

test("an agent reads the rosters of its owner's spaces only", async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const cleo = await server.signUp('cleo')
  const helper = await ana.registers('helper')

  expect((await helper.api.spaces.roster({ params: { id: spaceId } })).total).toBe(4)
  expect((await refusalOf(helper.api.spaces.roster({ params: { id: cleo.spaceId() } }))).status).toBe(404)
  expect((await refusalOf(helper.api.spaces.list())).status).toBe(403)
  expect((await refusalOf(helper.api.spaces.create({ body: { name: 'x' } }))).status).toBe(403)
})
