/** The list of the instance's spaces (docs/rules/administration.md#organizations). */
import { adminSpaceRoutes } from '@flockwork/contract/admin/spaces'
import type { Input } from '@flockwork/contract/route'
import { expect, test } from 'vitest'
import { deleteAccount } from '../../../../test/accounts.ts'
import { refusalOf } from '../../../../test/calls.ts'
import { PASSWORD, type Person } from '../../../../test/people.ts'
import { startServer } from '../../../../test/server.ts'
import { runMaintenance } from '../../../lifecycle/maintenance.ts'

type Wanted = Input<(typeof adminSpaceRoutes)['list']['query']>

const lists = (admin: Person, query: Wanted = {}) => admin.api.call(adminSpaceRoutes.list, { query })
const names = async (admin: Person, query: Wanted) =>
  (await lists(admin, query)).organizations.map(({ name }) => name)

test('each space has its creator, sizes and kind; the list has a summary of the instance', async () => {
  await using server = await startServer()
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  await bob.registers('scout')
  const gone = await ana.says('one')
  await bob.says('two')
  await ana.api.messages.remove({ params: { id: gone.id } })
  await cleo.api.tasks.create({ body: { title: 'A task', org_id: spaceId } })
  await bob.api.spaces.create({ body: { name: 'Open Water', visibility: 'public' } })
  const ended = await bob.api.spaces.create({ body: { name: 'Ended', visibility: 'public' } })
  await bob.api.spaces.delete({ params: { id: ended.id }, body: { name: 'Ended' } })
  await runMaintenance(server.services)

  const { organizations, total, health, beta_insights: insights } = await lists(ana)

  expect(total).toBe(5)
  expect(organizations.map(({ name }) => name)).toEqual([
    'Open Water',
    'Field Lab',
    "cleo's Workspace",
    "bob's Workspace",
    "ana's Workspace",
  ])
  expect(organizations[1]).toEqual({
    id: spaceId,
    name: 'Field Lab',
    owner_username: 'ana',
    owner_email: 'ana@example.org',
    visibility: 'invite_only',
    is_personal: false,
    member_count: 3,
    agent_count: 2,
    message_count: 2,
    task_count: 1,
    created_at: expect.any(String),
  })
  expect(health).toEqual({
    total_organizations: 5,
    personal_orgs: 3,
    multi_member_orgs: 1,
    total_members: 7,
    total_messages: 2,
    total_tasks: 1,
    health_status: 'healthy',
    users_without_orgs: 0,
  })
  expect(insights).toEqual({
    most_active_org: { id: spaceId, name: 'Field Lab', active_users: 2 },
    largest_org: { id: spaceId, name: 'Field Lab', member_count: 3 },
    newest_org: { id: expect.any(String), name: 'Open Water', created_at: expect.any(String) },
  })

  await server.query('delete from members where account_id = $1', [cleo.profile.id])
  expect((await lists(ana)).health).toMatchObject({
    total_members: 5,
    users_without_orgs: 1,
    health_status: 'warning',
  })
})

test('spaces are searched by name and creator, filtered, sorted and paged on the server', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await bob.api.spaces.create({ body: { name: 'Bird watch (north)', visibility: 'public' } })
  await bob.api.spaces.create({ body: { name: 'aviary', visibility: 'private' } })
  await bob.says('hello')
  await bob.api.tasks.create({ body: { title: 'A task', org_id: spaceId } })

  for (const [search, expected] of [
    ['nor', ['Bird watch (north)']],
    [' WATCH bi', ['Bird watch (north)']],
    ['ird', []],
    ["'); drop table spaces; --", []],
    ['%', []],
    ['Bo', ["bob's Workspace", 'Bird watch (north)', 'aviary']],
  ] as const) {
    const found = await lists(ana, { search, sort: 'created_at', order: 'asc' })
    expect([search, found.organizations.map(({ name }) => name), found.total]).toEqual([
      search,
      expected,
      expected.length,
    ])
  }
  expect(await names(ana, { visibility: 'personal', order: 'asc' })).toEqual([
    "ana's Workspace",
    "bob's Workspace",
  ])
  expect(await names(ana, { visibility: 'private' })).toEqual(['aviary'])
  expect((await lists(ana, { visibility: 'personal' })).total).toBe(2)
  expect(await names(ana, { visibility: 'public', search: 'bob' })).toEqual(['Bird watch (north)'])
  expect(await names(ana, { sort: 'name', order: 'asc' })).toEqual([
    "ana's Workspace",
    'aviary',
    'Bird watch (north)',
    "bob's Workspace",
    'Field Lab',
  ])
  for (const sort of ['members', 'messages', 'tasks'] as const) {
    expect((await names(ana, { sort, order: 'desc' }))[0]).toBe('Field Lab')
    expect((await names(ana, { sort, order: 'asc' })).at(-1)).toBe('Field Lab')
  }
  const pages = await Promise.all(
    [0, 2, 4].map((offset) => names(ana, { sort: 'name', order: 'asc', limit: 2, offset })),
  )
  expect(pages.flat()).toEqual(await names(ana, { sort: 'name', order: 'asc' }))
  expect(await lists(ana, { offset: 500 })).toMatchObject({ organizations: [], total: 5, offset: 500 })

  await ana.api.spaces.update({ params: { id: spaceId }, body: { visibility: 'public' } })
  expect((await lists(ana, { visibility: 'public' })).total).toBe(2)
})

test('a deleted person does not count as a member, and people without a space are counted', async () => {
  await using server = await startServer()
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  await deleteAccount(server, cleo.token(), PASSWORD)
  // the personal space has its member until it is purged
  expect((await lists(ana)).health).toMatchObject({ total_members: 4, multi_member_orgs: 1 })
  await server.query('delete from members where account_id = $1', [bob.profile.id])
  expect((await lists(ana)).health).toMatchObject({
    total_members: 2,
    multi_member_orgs: 0,
    health_status: 'warning',
    users_without_orgs: 1,
  })
  await ana.api.spaces.delete({ params: { id: spaceId }, body: { name: 'Field Lab' } })
  expect((await lists(ana)).health).toMatchObject({ total_members: 1, users_without_orgs: 1 })
})

test('invalid pages, orders and kinds are refused, and only administrators may read it', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const bob = await server.signUp('bob')
  for (const query of [
    { limit: 0 },
    { offset: -1 },
    { offset: 1.5 },
    { sort: 'size' },
    { order: 'up' },
    { visibility: 'team' },
    { search: 'x'.repeat(101) },
  ]) {
    expect([query, (await refusalOf(lists(ana, query as Wanted))).status]).toEqual([query, 422])
  }
  expect((await lists(ana, { limit: 5000 })).limit).toBe(200)
  expect((await refusalOf(lists(bob))).status).toBe(403)
})
