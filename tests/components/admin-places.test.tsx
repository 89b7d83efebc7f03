/** The administration's tabs of spaces, activity and analytics. */
import { adminActivityRoutes } from '@flockwork/contract/admin/activity'
import { adminAnalyticsRoutes, type DayFigures } from '@flockwork/contract/admin/analytics'
import { adminSpaceRoutes, type AdminSpace } from '@flockwork/contract/admin/spaces'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp, PHONE, type Options } from './app.tsx'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { button } from './parts.ts'
import { ago, HOUR, newId, person } from './world.ts'

const open = (tab: string, answers: NonNullable<Options['answers']>, more: Partial<Options> = {}) =>
  openApp({ me: person('root', { role: 'admin' }), path: `/admin?tab=${tab}`, answers, ...more })

function space(name: string, more: Partial<AdminSpace> = {}): AdminSpace {
  return {
    id: newId(),
    name,
    owner_username: 'mateo',
    owner_email: 'mateo@example.org',
    visibility: 'invite_only',
    is_personal: false,
    member_count: 12,
    agent_count: 3,
    message_count: 4210,
    task_count: 37,
    created_at: ago(HOUR),
    ...more,
  }
}

const HEALTH = {
  total_organizations: 110_000,
  personal_orgs: 100_000,
  multi_member_orgs: 9000,
  total_members: 240_000,
  total_messages: 1_000_000,
  total_tasks: 4000,
  health_status: 'warning' as const,
  users_without_orgs: 1,
}
const INSIGHTS = {
  most_active_org: { id: newId(), name: 'Field Lab', active_users: 7 },
  largest_org: { id: newId(), name: 'Everyone', member_count: 900 },
  newest_org: null,
}

test('spaces are sorted, searched and filtered by the server, above them the numbers of the instance', async () => {
  const { server } = await open('organizations', (fake) =>
    fake.answer(adminSpaceRoutes.list, ({ query: { limit, offset, search, visibility } }) => {
      const organizations =
        search !== undefined || visibility === 'public'
          ? []
          : [space('Field Lab'), space("ana's Workspace", { is_personal: true, owner_username: null })]
      return {
        organizations,
        total: organizations.length,
        limit,
        offset,
        health: HEALTH,
        beta_insights: INSIGHTS,
      }
    }),
  )

  const table = page.getByRole('grid', { name: 'Organizations' })
  await expect.element(table.getByText('Field Lab')).toBeVisible()
  await expect.element(table.getByText('Personal')).toBeVisible()
  await expect.element(table.getByText('Nobody known')).toBeVisible()
  await expect.element(page.getByText('One person is in no organization.')).toBeVisible()
  await expect.element(page.getByText('7 active in the last half hour')).toBeVisible()
  await expectAccessible()

  await button('Messages').click()
  await expect
    .poll(() => server.calls(adminSpaceRoutes.list).at(-1))
    .toMatchObject({ query: { sort: 'messages', order: 'desc', offset: 0 } })
  await page.getByRole('combobox', { name: 'Kind of organization' }).selectOptions('Public')
  await expect.element(page.getByText('No organizations found')).toBeVisible()
  expect(server.calls(adminSpaceRoutes.list).at(-1)).toMatchObject({ query: { visibility: 'public' } })
  await page.getByRole('searchbox', { name: 'Search organizations...' }).fill('lab')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => server.calls(adminSpaceRoutes.list).at(-1))
    .toMatchObject({ query: { search: 'lab', visibility: 'public', sort: 'messages' } })
})

test('activity lists who did what and when, filtered by period and kind', async () => {
  const { server } = await open(
    'activity',
    (fake) =>
      fake.answer(adminActivityRoutes.list, ({ query: { type } }) => ({
        activities:
          type === 'signup'
            ? []
            : [
                {
                  id: '7',
                  user_id: newId(),
                  username: 'scout',
                  type: 'message' as const,
                  description: 'posted in Field Lab',
                  org_id: newId(),
                  timestamp: ago(HOUR),
                },
              ],
        total: type === 'signup' ? 0 : 1000,
      })),
    { size: PHONE },
  )

  await expect.element(page.getByText('posted in Field Lab')).toBeVisible()
  await expect.element(page.getByText('The first 1,000 are listed.', { exact: false })).toBeVisible()
  await expectAccessible()
  await page.getByRole('combobox', { name: 'Time' }).selectOptions('Last 7 days')
  await page.getByRole('combobox', { name: 'What they did' }).selectOptions('Sign-ups')
  await expect.element(page.getByText('Nothing happened')).toBeVisible()
  expect(server.calls(adminActivityRoutes.list).at(-1)).toMatchObject({
    query: { hours: 168, type: 'signup' },
  })
})

function daysOf(count: number, figuresOf: (day: number) => Partial<DayFigures>): DayFigures[] {
  return Array.from({ length: count }, (_, day) => ({
    date: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    messages: 0,
    active_users: 0,
    active_agents: 0,
    tasks_created: 0,
    tasks_completed: 0,
    ...figuresOf(day),
  }))
}

test('charts are read with the keyboard and a pointer, and each has its table', async () => {
  const { server } = await open('analytics', (fake) =>
    fake.answer(adminAnalyticsRoutes.read, ({ query: { days } }) => ({
      days,
      series: daysOf(days, (day) => ({ messages: day * 10, active_users: 4, active_agents: day })),
    })),
  )

  const chart = page.getByRole('slider', { name: 'Messages by the day' })
  await expect.element(chart).toHaveAttribute('aria-valuetext', 'Fri, 30 Jan 2026: Messages 290')
  await expectAccessible()
  ;(chart.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(chart).toHaveAttribute('aria-valuetext', 'Thu, 29 Jan 2026: Messages 280')
  await expect.element(chart.getByText('Thu, 29 Jan 2026')).toBeVisible()
  await userEvent.keyboard('{Home}')
  await expect.element(chart).toHaveAttribute('aria-valuetext', 'Thu, 1 Jan 2026: Messages 0')
  await userEvent.keyboard('{Escape}')
  await expect.element(chart.getByText('Thu, 1 Jan 2026')).not.toBeInTheDocument()
  await page.getByRole('slider', { name: 'Active people and agents by the day' }).hover()
  await expect.element(page.getByText(/^(Thu|Fri), 1[4-7] Jan 2026$/).first()).toBeVisible()

  await button('Show table: Messages').click()
  const table = page.getByRole('region', { name: 'Messages by the day, as a table' })
  await expect.element(table.getByRole('row', { name: 'Fri, 30 Jan 2026 290' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Days' }).selectOptions('7 days')
  await expect.element(chart).toHaveAttribute('aria-valuetext', 'Wed, 7 Jan 2026: Messages 60')
  expect(server.calls(adminAnalyticsRoutes.read).at(-1)).toMatchObject({ query: { days: 7 } })
})

test('the numbers beside a chart are whole, however large they are', async () => {
  await open('analytics', (fake) =>
    fake.answer(adminAnalyticsRoutes.read, ({ query: { days } }) => ({
      days,
      series: daysOf(days, () => ({ messages: 149_000, active_users: 14_138, tasks_created: 1600 })),
    })),
  )

  await expect.element(page.getByRole('slider', { name: 'Tasks by the day' })).toBeVisible()
  const numbers = () => [...document.querySelectorAll('[role=slider] svg text')]
  await expect
    .poll(() => numbers().map(({ textContent }) => textContent?.toUpperCase()))
    .toEqual(expect.arrayContaining(['150K', '15K', '1.5K']))
  const cut = numbers().filter((number) => {
    const drawing = number.closest('[role=slider]')?.getBoundingClientRect().left ?? Number.POSITIVE_INFINITY
    return number.getBoundingClientRect().left < drawing
  })
  expect(cut.map(({ textContent }) => textContent)).toEqual([])
})

test('an instance without activity shows an empty state; analytics that fail to load are zeros, with a note', async () => {
  const { server } = await open(
    'analytics',
    (fake) => fake.answer(adminAnalyticsRoutes.read, () => refusal(422, 'broken', 'Not now')),
    { size: PHONE },
  )
  const selected = page.getByRole('tab', { name: 'Analytics' })
  await expect.element(selected).toBeVisible()
  expect(selected.element().getBoundingClientRect().right).toBeLessThanOrEqual(PHONE.width)
  await expect.element(page.getByText('The figures could not be loaded; zeros are shown.')).toBeVisible()
  await expect
    .element(page.getByRole('slider', { name: 'Tasks by the day' }))
    .toHaveAttribute('aria-valuetext', expect.stringContaining('Created 0, Completed 0'))

  server.answer(adminAnalyticsRoutes.read, ({ query: { days } }) => ({
    days,
    series: daysOf(days, () => ({ active_users: 1 })),
  }))
  await button('Try Again').click()
  await expect.element(page.getByText('Nothing happened in this time')).toBeVisible()
})
