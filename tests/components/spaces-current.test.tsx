/** Current Workspace: the activity of the space. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './app.tsx'
import { expectAccessible, overflow } from './look.ts'
import { activity, ago, DAY, HOUR, mine, person, space } from './world.ts'

const CURRENT = '/spaces?tab=current'
/** A number by its label, with its increase. */
const sign = (label: string) =>
  page
    .getByLabelText('How alive this space is')
    .getByText(label, { exact: true })
    .element()
    .closest('div')
    ?.textContent.replace(label, '')

test('the current space shows its numbers, their increase, and the unread count', async () => {
  const lab = space('Field Lab', {
    visibility: 'invite_only',
    description: 'Where the field work is planned.',
    member_count: 1_204,
    activity: activity({
      state: 'active',
      score: 64,
      messages_24h: 400,
      messages_7d: 2_345,
      messages_total: 12_345,
      active_users_30m: 5,
      agent_count: 6,
      tasks_open: 14,
      tasks_created_24h: 2,
      new_members_7d: 3,
      streak_days_active: 23,
      last_activity_at: ago(3 * HOUR),
    }),
    mine: mine(12, { mentions_24h: 2 }),
  })
  const me = person('ana', { current_org_id: lab.id })
  lab.created_by = me.id
  await openApp({ me, path: CURRENT, world: { spaces: [lab] } })

  const panel = page.getByRole('tabpanel')
  await expect.element(panel.getByRole('heading', { name: 'Field Lab' })).toMatchTextContent('TeamOwner')
  await expect.element(panel).toMatchTextContent('Where the field work is planned.')
  await expect.element(panel).toMatchTextContent('Active')
  await expect.element(panel).toMatchTextContent('Recently active · 3 hours ago')
  await expect.element(panel).toMatchTextContent('12 unread')
  await expect.element(panel).toMatchTextContent('2 mentions')
  expect({
    members: sign('Members'),
    agents: sign('Agents'),
    people: sign('Here in the last 30 min'),
    messages: sign('Messages in 24 h'),
    tasks: sign('Open tasks'),
    streak: sign('Day streak'),
    total: sign('Messages in all'),
  }).toEqual({
    members: '1.2K3 new this week',
    agents: '6',
    people: '5',
    messages: '4002.3K in 7 days',
    tasks: '142 new in 24 h',
    streak: '23',
    total: '12.3K',
  })
  await expectAccessible()
})

test('a space without activity says so, and hides numbers that are zero', async () => {
  const me = person('ana')
  const home = space('Home', { activity: activity({ messages_total: 100, streak_days_active: 2 }) })
  me.current_org_id = home.id
  await openApp({ me, path: CURRENT, world: { spaces: [home] } })
  const panel = page.getByRole('tabpanel')
  await expect.element(panel).toMatchTextContent('Fresh')
  await expect.element(panel).toMatchTextContent('Nothing has happened here yet')
  await expect.element(panel).not.toMatchTextContent(/unread|mention|streak|Messages in all|new/)
  await expect.element(panel.getByRole('button', { name: 'Invite Members' })).not.toBeInTheDocument()
  await expect.element(panel.getByRole('link', { name: 'Open Messages' })).toBeVisible()
})

test('a space without activity for over a month says so', async () => {
  const old = space('Old', { activity: activity({ last_activity_at: ago(31 * DAY) }) })
  const me = person('ana', { current_org_id: old.id })
  await openApp({ me, path: CURRENT, world: { spaces: [old] } })
  await expect.element(page.getByRole('tabpanel')).toMatchTextContent('Last active · Over a month ago')
})

test('a user without a space is shown how to get one', async () => {
  await openApp({ me: person('ana'), path: CURRENT, world: { spaces: [] } })
  await expect.element(page.getByRole('heading', { name: 'No Organizations' })).toBeVisible()
})

test('a long name and description fit a phone', async () => {
  const lab = space('Robotics-club-of-the-northern-valley-and-its-many-friends-2026-edition', {
    description: 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(5),
    activity: activity({ messages_total: 1_234_567, agent_count: 1, last_activity_at: ago(DAY) }),
  })
  const me = person('ana', { current_org_id: lab.id })
  await openApp({ me, path: CURRENT, size: { width: 320, height: 700 }, world: { spaces: [lab] } })
  await expect.element(page.getByRole('tabpanel')).toMatchTextContent('Yesterday')
  expect(overflow()).toBeLessThanOrEqual(0)
  await expectAccessible()
})
