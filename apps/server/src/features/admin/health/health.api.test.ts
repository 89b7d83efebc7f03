/** Inconsistencies are found and repaired (docs/rules/administration.md#health). */
import { adminHealthRoutes as routes, type IssueType } from '@flockwork/contract/admin/health'
import { adminPeopleRoutes } from '@flockwork/contract/admin/people'
import { expect, test } from 'vitest'
import { auditedActions, deleteAccount } from '../../../../test/accounts.ts'
import { call } from '../../../../test/calls.ts'
import { PASSWORD, type Person } from '../../../../test/people.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'

const health = ({ api }: Person) => api.call(routes.health, {})
const fix = ({ api }: Person, type: IssueType) => api.call(routes.fix, { body: { type } })

async function withPeople(server: TestServer) {
  const root = await server.signUp('root')
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  return { root, ana, bob, spaceId }
}

/** How to cause each problem, and whom it affects. */
const BREAKS: Readonly<Record<IssueType, { sql: string; names: string[]; status: 'error' | 'warning' }>> = {
  no_organization_membership: {
    sql: `delete from members where account_id = (select id from accounts where handle = 'bob')`,
    names: ['bob'],
    status: 'error',
  },
  null_current_org_id: {
    sql: `update people set current_space_id = null where email like 'ana@%'`,
    names: ['ana'],
    status: 'error',
  },
  invalid_current_org_id: {
    sql: `update people set current_space_id = (select current_space_id from people where email like 'root@%')
          where email like 'ana@%'`,
    names: ['ana'],
    status: 'error',
  },
  orphaned_memberships: {
    sql: `insert into members (space_id, account_id, joined_at)
          select current_space_id, (select id from accounts where handle = 'cleo'), now()
          from people where email like 'ana@%'`,
    names: ['cleo'],
    status: 'warning',
  },
  misplaced_agents: {
    sql: `insert into members (space_id, account_id, joined_at)
          select current_space_id, (select id from accounts where handle = 'scout'), now()
          from people where email like 'root@%'`,
    names: ['scout'],
    status: 'warning',
  },
  spaces_without_admin: {
    sql: `update members set role = 'member'
          where space_id = (select current_space_id from people where email like 'ana@%')`,
    names: ['Field Lab'],
    status: 'warning',
  },
}

test.for(Object.entries(BREAKS))('%s is found and repaired', async ([name, { sql, names, status }]) => {
  const type = name as IssueType
  await using server = await startServer()
  const { root, ana } = await withPeople(server)
  await ana.registers('scout')
  await deleteAccount(server, (await server.signUp('cleo')).token(), PASSWORD)
  expect(await health(root)).toMatchObject({ health_status: 'healthy', issues_count: 0, issues: [] })

  await server.query(sql)
  const sick = await health(root)
  expect(sick.health_status).toBe(status)
  expect(
    sick.issues.map((issue) => [issue.type, issue.count, issue.users.map(({ username }) => username)]),
  ).toEqual([[type, 1, names]])
  expect(await fix(root, type)).toEqual({ type, fixed: 1, failed: 0 })
  expect(await health(root)).toMatchObject({ health_status: 'healthy', issues: [] })
  // a repeat finds nothing to do
  expect(await fix(root, type)).toEqual({ type, fixed: 0, failed: 0 })
  expect((await auditedActions(server)).filter((action) => action === 'database_fixed')).toHaveLength(1)
})

test('people in no space get one: their personal space, or a new one in which they can post', async () => {
  await using server = await startServer()
  const { root, ana, bob } = await withPeople(server)
  const own = `(select id from spaces where is_personal and created_by = $1)`
  await server.query(`delete from members where account_id = any($1)`, [[ana.profile.id, bob.profile.id]])
  await server.query(`update spaces set deleted_at = now() where id = ${own}`, [bob.profile.id])
  expect(await health(root)).toMatchObject({ users_without_orgs: 2, health_status: 'error' })

  const create = () => root.api.call(adminPeopleRoutes.bulkCreateOrgs, {})
  expect(await create()).toEqual({
    users_processed: 2,
    organizations_created: 1,
    failed_users: 0,
    created_orgs: [
      { username: 'ana', action: 'entered', org_name: "ana's Workspace" },
      { username: 'bob', action: 'created', org_name: "bob's Workspace" },
    ],
  })
  expect(await create()).toMatchObject({ users_processed: 0, created_orgs: [] })
  for (const person of [ana, bob]) {
    const { current_org_id: home } = await person.api.auth.me()
    const posted = await person.api.messages.post({ body: { content: 'Home', org_id: home ?? '' } })
    expect(posted.message?.content).toBe('Home')
  }
})

test('an unknown kind of problem is refused', async () => {
  await using server = await startServer()
  const root = await server.signUp('root')
  for (const json of [{ type: 'everything' }, {}, { type: null }]) {
    const { status } = await call(server.url, 'POST', '/api/admin/database/fix', {
      token: root.token(),
      json,
    })
    expect(status).toBe(422)
  }
})
