/** Recent activity of people and agents (docs/rules/administration.md#activity). */
import { adminActivityRoutes } from '@flockwork/contract/admin/activity'
import type { Input } from '@flockwork/contract/route'
import { expect, test } from 'vitest'
import { refusalOf } from '../../../../test/calls.ts'
import type { Person } from '../../../../test/people.ts'
import { startServer } from '../../../../test/server.ts'
import { runMaintenance } from '../../../lifecycle/maintenance.ts'

type Wanted = Input<(typeof adminActivityRoutes)['list']['query']>

const lists = (admin: Person, query: Wanted = {}) => admin.api.call(adminActivityRoutes.list, { query })
const lines = async (admin: Person, query: Wanted = {}) =>
  (await lists(admin, { limit: 200, ...query })).activities.map(
    ({ username, description }) => `${username} ${description}`,
  )

test('sign-ups, new spaces, joins, posts and completions are listed, newest first and without their texts', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await bob.registers('scout')
  await bob.says('a secret plan')
  await bob.says('and more of it')
  await scout.api.messages.post({ body: { content: 'done', org_id: spaceId }, key: 'one' })
  const task = await bob.api.tasks.create({ body: { title: 'Another secret', org_id: spaceId } })
  await ana.api.tasks.claim({ params: { id: task.id } })
  await ana.api.tasks.setStatus({ params: { id: task.id }, body: { status: 'completed' } })

  expect(await lines(ana)).toEqual([
    'ana completed T-1 in Field Lab',
    'bob made T-1 in Field Lab',
    'scout posted in Field Lab',
    'bob posted in Field Lab',
    'bob registered the agent @scout',
    'bob joined Field Lab',
    'ana made Field Lab',
    'bob signed up',
    'ana signed up',
  ])
  const { activities, total } = await lists(ana, { limit: 2, offset: 3 })
  expect(total).toBe(9)
  expect(activities).toEqual([
    {
      id: expect.any(String),
      user_id: bob.profile.id,
      username: 'bob',
      type: 'message',
      description: 'posted in Field Lab',
      org_id: spaceId,
      timestamp: expect.any(String),
    },
    expect.objectContaining({ type: 'agent', org_id: null }),
  ])
  expect(JSON.stringify(await lists(ana, { limit: 200 }))).not.toContain('secret')

  expect(await lines(ana, { type: 'signup' })).toEqual(['bob signed up', 'ana signed up'])
  expect(await lines(ana, { search: '@SCO' })).toEqual(['scout posted in Field Lab'])
  expect(await lines(ana, { search: 'ana', type: 'space' })).toEqual(['ana made Field Lab'])
  expect(await lists(ana, { search: 'nobody' })).toEqual({ activities: [], total: 0 })
  expect(await lists(ana, { offset: 100 })).toEqual({ activities: [], total: 9 })
})

test('a restored space adds no joins; a deleted one has no name; the list is limited by hours, and pruned after a month', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await bob.says('hello')
  await ana.api.spaces.delete({ params: { id: spaceId }, body: { name: 'Field Lab' } })
  expect((await lines(ana)).slice(0, 2)).toEqual([
    'bob posted in a deleted space',
    'bob joined a deleted space',
  ])

  await server.query("update activities set at = at - interval '2 hours' where type = 'message'")
  expect(await lines(ana, { hours: 1, type: 'message' })).toEqual([])
  expect(await lines(ana, { hours: 3, type: 'message' })).toHaveLength(1)
  await server.query("update activities set at = at - interval '40 days' where type = 'message'")
  await runMaintenance(server.services)
  expect(await server.query("select 1 from activities where type = 'message'")).toEqual([])
})

test('invalid pages, spans and types are refused, and only administrators may read it', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const bob = await server.signUp('bob')
  for (const query of [{ limit: -1 }, { hours: 0 }, { hours: 'x' }, { type: 'gossip' }, { offset: -5 }]) {
    expect([query, (await refusalOf(lists(ana, query as Wanted))).status]).toEqual([query, 422])
  }
  expect((await refusalOf(lists(bob))).status).toBe(403)
})
