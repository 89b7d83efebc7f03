/** The administration's tab of people, and the banner of database health. */
import { adminGuardrailRoutes } from '@flockwork/contract/admin/guardrails'
import { adminHealthRoutes, type DatabaseHealth } from '@flockwork/contract/admin/health'
import { adminPeopleRoutes as routes, type AdminUser } from '@flockwork/contract/admin/people'
import { adminViolationRoutes } from '@flockwork/contract/admin/violations'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp, PHONE } from './app.tsx'
import { setOnline } from './browser-state.ts'
import { refusal } from './fake-server.ts'
import { expectAccessible, overflow } from './look.ts'
import { button, expectClosed } from './parts.ts'
import { ago, newId, person } from './world.ts'

const root = person('root', { role: 'admin' })

function user(username: string, more: Partial<AdminUser> = {}): AdminUser {
  return {
    id: newId(),
    username,
    full_name: null,
    email: `${username}@example.org`,
    role: 'user',
    status: 'active',
    org_count: 2,
    agent_count: 1,
    message_count: 1234,
    task_count: 3,
    violations_count: 0,
    activity_status: 'active',
    last_activity: ago(),
    last_message_at: ago(),
    created_at: ago(),
    ...more,
  }
}

/** The tab of people over a server that knows these. */
async function openUsers(people: AdminUser[], size = { width: 1280, height: 800 }) {
  return openApp({
    me: root,
    path: '/admin',
    size,
    answers: (server) => {
      server.answer(routes.users, ({ query: { limit, offset, search = '', role_filter: role, status } }) => {
        const fit = people.filter(
          (one) =>
            one.username.startsWith(search) &&
            (role === undefined || one.role === role) &&
            (status === undefined || one.status === status),
        )
        return { users: fit.slice(offset, offset + limit), total: fit.length, limit, offset }
      })
      const one = (id: string) => people.find((each) => each.id === id) ?? user('nobody')
      server.answer(routes.user, ({ params: { id } }) => ({
        ...one(id),
        agents: [{ id: newId(), name: 'scout', agent_type: 'research', status: 'paused' as const }],
      }))
      server.answer(routes.setRole, ({ params: { id }, body: { role } }) => {
        one(id).role = role
        const { username, status } = one(id)
        return { id, username, role, status }
      })
      server.answer(routes.setStatus, ({ params: { id }, body }) => {
        one(id).status = body.is_active ? 'active' : 'inactive'
        const { username, role, status } = one(id)
        return { id, username, role, status }
      })
    },
  })
}

const row = (name: string) =>
  page.getByRole('grid', { name: 'People' }).getByRole('row').filter({ hasText: name })
const dialog = (name: string) => page.getByRole('dialog', { name })

async function choose(name: string, act: string): Promise<void> {
  await button(`More for ${name}`).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

test('people are listed, searched and filtered; a row opens to the details with the agents', async () => {
  const many = Array.from({ length: 60 }, (_, index) => user(`bird-${String(index).padStart(2, '0')}`))
  const { server } = await openUsers([
    user('ana', { role: 'admin' }),
    user('bob', { status: 'inactive' }),
    ...many,
  ])
  await expect.element(page.getByText('Admin Access')).toBeVisible()
  await expect.element(row('ana').getByText('1,234')).toBeVisible()
  await expect.element(page.getByText('1–50 of 62')).toBeVisible()
  await expectAccessible()

  await page.getByRole('searchbox', { name: 'Search name or e-mail' }).fill('bird-5')
  await expect.element(page.getByText('1–10 of 10')).toBeVisible()
  await button('Clear the search').click()
  await page.getByRole('combobox', { name: 'Role' }).selectOptions('Admin')
  await expect.element(page.getByText('1–1 of 1')).toBeVisible()
  await page.getByRole('combobox', { name: 'Status' }).selectOptions('Deactivated')
  await expect.element(page.getByText('Nobody fits')).toBeVisible()
  await button('Clear filters').click()
  await page.getByRole('columnheader', { name: 'Last active' }).getByRole('button').click()
  await expect
    .poll(() => server.calls(routes.users).at(-1)?.query)
    .toMatchObject({ limit: 50, offset: 0, sort: 'last_activity', order: 'desc' })

  await row('ana').click()
  await expect.element(dialog('@ana').getByText('scout')).toBeVisible()
  await expect.element(dialog('@ana').getByText('Paused')).toBeVisible()
  await expectAccessible()
})

test('changes of role and status are confirmed by name, and their result shows for three seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { server } = await openUsers([user('ana', { agent_count: 2 })])
  const banner = (text: string) => page.getByRole('status').getByText(text)

  await choose('ana', 'Make Admin')
  await expect.element(dialog('Make ana an admin?')).toBeVisible()
  await dialog('Make ana an admin?').getByRole('button', { name: 'Make Admin' }).click()
  await expect.element(banner('✅ ana has been promoted to admin successfully')).toBeVisible()
  await expectClosed(dialog('Make ana an admin?'))
  vi.advanceTimersByTime(3000)
  await expect.element(banner('✅ ana has been promoted to admin successfully')).not.toBeInTheDocument()

  await choose('ana', 'Deactivate')
  await expect.element(dialog('Deactivate ana?').getByText(/Their 2 agents are refused/)).toBeVisible()
  await dialog('Deactivate ana?').getByRole('button', { name: 'Deactivate' }).click()
  await expect.element(banner('✅ ana has been deactivated successfully')).toBeVisible()
  await expectClosed(dialog('Deactivate ana?'))
  await expect.element(row('ana').getByText('Deactivated')).toBeVisible()

  server.answer(routes.setRole, () =>
    refusal(409, 'conflict', 'This is the only administrator of this instance'),
  )
  await choose('ana', 'Remove Admin')
  await dialog('Remove ana from admin?').getByRole('button', { name: 'Remove Admin' }).click()
  await expect
    .element(banner('❌ Failed to update user role. This is the only administrator of this instance'))
    .toBeVisible()
})

test('a reset link is created only on request, and shown for copying', async () => {
  const { server } = await openUsers([user('ana')])
  server.answer(routes.resetLink, () => ({ url: 'http://flock.test/reset#token=abc', expires_at: ago() }))
  await choose('ana', 'Make a reset link')
  expect(server.calls(routes.resetLink)).toHaveLength(0)
  await button('Make the link').click()
  await expect
    .element(dialog('Reset link for ana').getByText('http://flock.test/reset#token=abc'))
    .toBeVisible()
  await expect.element(button('Copy the link')).toBeVisible()
})

test('people in no space get one after a confirmation, and the result says how many', async () => {
  const { server } = await openUsers([user('ana')])
  await button('Create personal spaces').click()
  await expect.element(page.getByText('No users without organizations found!')).toBeVisible()
  await button('OK').click()

  server.answer(adminHealthRoutes.health, () => ({ ...SICK, users_without_orgs: 2 }))
  let left = 2
  server.answer(routes.bulkCreateOrgs, () => {
    const processed = left
    left = 0
    const created = [
      { username: 'ana', action: 'created' as const, org_name: "ana's Workspace" },
      { username: 'bob', action: 'failed' as const, org_name: null },
    ].slice(0, processed)
    return {
      users_processed: processed,
      organizations_created: processed / 2,
      failed_users: processed / 2,
      created_orgs: created,
    }
  })
  await button('Create personal spaces').click()
  await expect
    .element(page.getByText('This will create personal organizations for 2 users. Continue?'))
    .toBeVisible()
  await button('Continue').click()
  await expect
    .element(page.getByText('Users processed: 2. Organizations created: 1. Failed users: 1. Failed: bob'))
    .toBeVisible()
})

const SICK: DatabaseHealth = {
  health_status: 'error',
  issues_count: 2,
  summary: '2 things do not fit together',
  issues: [
    {
      type: 'no_organization_membership',
      severity: 'high',
      title: 'People who are in no space',
      description: 'They can sign in, and see nothing.',
      fix_action: 'Puts each into their personal space',
      count: 14,
      users: Array.from({ length: 14 }, (_, index) => ({ id: newId(), username: `lost-${index}` })),
    },
    {
      type: 'misplaced_agents',
      severity: 'medium',
      title: 'Agents where their owner is not',
      description: 'An agent may only be in the spaces of its owner.',
      fix_action: 'Moves them',
      count: 3,
      users: [],
    },
  ],
  total_organizations: 3,
  total_members: 4,
  users_without_orgs: 14,
  users_invalid_orgs: 0,
}

test('inconsistencies are listed, with ten names and the number of others, and can be fixed', async () => {
  const { server } = await openApp({
    me: root,
    path: '/admin',
    answers: (fake) => fake.answer(adminHealthRoutes.health, () => SICK),
  })
  const banner = page.getByRole('region', { name: 'Database health' })
  await expect.element(banner.getByText('2 things do not fit together')).toBeVisible()
  await expect.element(banner.getByText('3 affected')).toBeVisible()
  await banner.getByRole('button', { name: 'Show details' }).first().click()
  await expect.element(banner.getByText(/lost-9 \+4 more/)).toBeVisible()
  await expectAccessible()

  let left = 14
  server.answer(adminHealthRoutes.fix, ({ body: { type } }) => {
    const fixed = left
    left = 0
    server.answer(adminHealthRoutes.health, () => ({
      ...SICK,
      health_status: 'healthy' as const,
      issues: [],
    }))
    return { type, fixed, failed: 0 }
  })
  await button('Fix Now: People who are in no space').click()
  await expect.element(page.getByText('✅ 14 cases were fixed')).toBeVisible()
  await expect.element(banner).not.toBeInTheDocument()
  expect(server.calls(adminHealthRoutes.fix)[0]).toMatchObject({
    body: { type: 'no_organization_membership' },
  })
})

test('on a phone people are rows of two lines, and the number of violations links to their tab', async () => {
  const { server } = await openUsers([user('ana')], PHONE)
  server.answer(adminViolationRoutes.list, () => ({ violations: [], total: 0 }))
  server.answer(adminGuardrailRoutes.settings, () => ({ rules: [], patterns: [], patterns_max: 50 }))
  const people = page.getByRole('list', { name: 'People' })
  await expect.element(people.getByText('Messages 1,234')).toBeVisible()
  expect(overflow()).toBe(0)
  await expectAccessible()
  await page.getByRole('list', { name: 'The instance in numbers' }).getByRole('button').click()
  await expect.poll(() => location.search).toBe('?tab=violations')
})

test('offline the administration says that it may be out of date, until the network is back', async () => {
  const { server } = await openUsers([user('ana')])
  const offline = page.getByText('You are offline. What is shown may be out of date.')
  await expect.element(page.getByRole('gridcell', { name: 'ana' }).first()).toBeVisible()
  await expect.element(offline).not.toBeInTheDocument()
  setOnline(server, false)
  await expect.element(offline).toBeVisible()
  await expectAccessible()
  setOnline(server, true)
  await expect.element(offline).not.toBeInTheDocument()
})
