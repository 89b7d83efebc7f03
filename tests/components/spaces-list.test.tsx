/** My Workspaces: what a row shows, the order and filter of the list, and its loading state. */
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PHONE, openApp, type Options } from './app.tsx'
import { press, setOnline } from './browser-state.ts'
import { refusal } from './fake-server.ts'
import { expectAccessible, overflow } from './look.ts'
import { activity, ago, DAY, HOUR, MINUTE, mine, person, space } from './world.ts'

const MINE = '/spaces?tab=mine'
const ana = () => person('ana')
const rows = () => page.getByRole('list', { name: 'My Workspaces' }).getByRole('listitem')
const row = (name: string) => page.getByRole('listitem', { name })
const names = () =>
  rows()
    .elements()
    .map((one) => one.getAttribute('aria-label'))

/** Ana is in the Field Lab, which is active, and in two others. */
function threeSpaces(): Options {
  const lab = space('Field Lab', {
    visibility: 'invite_only',
    member_count: 1_204,
    activity: activity({
      state: 'hot',
      score: 91,
      messages_5m: 4,
      messages_total: 12_345,
      active_users_30m: 3,
      streak_days_active: 23,
      last_activity_at: ago(5 * MINUTE),
    }),
    mine: mine(12, { mentions_24h: 1 }),
  })
  const club = space('Club', {
    visibility: 'public',
    activity: activity({
      score: 30,
      messages_total: 100,
      streak_days_active: 2,
      last_activity_at: ago(20 * DAY),
    }),
  })
  const home = space('Home', { is_personal: true, activity: activity() })
  const me = person('ana', { current_org_id: home.id })
  lab.created_by = me.id
  return { me, path: MINE, world: { spaces: [club, home, lab] } }
}

test('a row shows the activity of its space, and the unread count', async () => {
  await openApp(threeSpaces())
  await expect
    .element(row('Field Lab'))
    .toMatchTextContent(
      /Field Lab ?Team ?Owner ?1\.2K members · Recently active · 5 minutes ago · 23.day.streak · 12\.3K messages ?Hot ?12 unread ?1 mention/,
    )
  await expect
    .element(row('Club'))
    .toMatchTextContent(/Club ?Community ?1 member · Last active · 2 weeks ago ?Warming/)
  await expect.element(row('Home')).toMatchTextContent(/Home ?Personal ?Current ?1 member ?Fresh/)
  await expect.element(row('Club')).not.toMatchTextContent(/unread|mention|streak|messages|Owner/)
  await expectAccessible()
})

test('the current space comes first, then the most active', async () => {
  await openApp(threeSpaces())
  await expect.poll(names).toEqual(['Home', 'Field Lab', 'Club'])
})

test('“Active now” shows only spaces that are active at the moment, and is stored', async () => {
  const app = await openApp(threeSpaces())
  const filter = page.getByRole('button', { name: 'Active now' })
  await filter.click()
  await expect.element(filter).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(names).toEqual(['Field Lab'])

  await app.reload(MINE)
  await expect.poll(names).toEqual(['Field Lab'])
  await filter.click()
  await expect.poll(names).toEqual(['Home', 'Field Lab', 'Club'])
})

test('when nothing is active now, it says so and offers all spaces', async () => {
  const me = ana()
  await openApp({ me, path: MINE, stored: { [`spaces_active_now:${me.id}`]: 'true' } })
  await expect.element(page.getByText('Nobody is active right now')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Show all spaces' }).click()
  await expect.poll(names).toEqual(["ana's Workspace"])
})

test('the slots show how many spaces of each kind were created', async () => {
  await openApp({
    me: ana(),
    path: MINE,
    answers: (server) =>
      server.answer(spaceRoutes.stats, () => ({
        is_admin: false,
        unlimited: false,
        limits: { private: 10, invite_only: 5, public: 3 },
        used: { private: 2, invite_only: 1, public: 0 },
        remaining: { private: 8, invite_only: 4, public: 3 },
      })),
  })
  await expect.element(page.getByText('Personal 2/10 · Team 1/5 · Community 0/3')).toBeVisible()
})

test("an administrator's slots are unlimited", async () => {
  await openApp({
    me: person('ana', { role: 'admin' }),
    path: MINE,
    answers: (server) =>
      server.answer(spaceRoutes.stats, () => ({
        is_admin: true,
        unlimited: true,
        limits: null,
        used: { private: 12, invite_only: 1, public: 0 },
        remaining: null,
      })),
  })
  await expect.element(page.getByText('Personal 12 · Team 1 · Community 0')).toBeVisible()
})

test('slots that can’t be loaded show the default limits', async () => {
  await openApp({
    me: ana(),
    path: MINE,
    answers: (server) => server.answer(spaceRoutes.stats, () => refusal(503, 'busy')),
  })
  await expect.element(page.getByText('Personal up to 10 · Team up to 5 · Community up to 3')).toBeVisible()
})

test('a user without a space is shown how to get one', async () => {
  await openApp({ me: ana(), path: MINE, world: { spaces: [] } })
  await expect.element(page.getByRole('heading', { name: 'No Workspaces Yet' })).toBeVisible()
  await expectAccessible()
})

test('a list that can’t be loaded says so, and can be retried', async () => {
  const found = space('Found', { is_current: true })
  const { server } = await openApp({
    me: person('ana', { current_org_id: found.id }),
    path: MINE,
    isWaiting: true,
    answers: (fake) => fake.answer(spaceRoutes.list, () => refusal(403, 'forbidden')),
  })
  await expect.element(page.getByText('Your spaces could not be loaded.')).toBeVisible()
  server.answer(spaceRoutes.list, () => ({ organizations: [found] }))
  await press(page.getByRole('button', { name: 'Try again' }), '{Enter}')
  await expect.element(row('Found')).toBeVisible()
  // the focus isn't lost with the button
  expect(document.activeElement?.id).toBe('content')
})

test('the list has placeholders while it loads', async () => {
  let release = () => {}
  await openApp({
    me: ana(),
    path: MINE,
    isWaiting: true,
    answers: (server) => {
      release = server.hold(spaceRoutes.list)
    },
  })
  await expect.element(page.getByText('Loading your spaces')).toBeInTheDocument()
  release()
  await expect.element(row("ana's Workspace")).toBeVisible()
})

test("a list that can't be refreshed stays, and says so", async () => {
  const { server, world } = await openApp(threeSpaces())
  await expect.element(row('Field Lab')).toBeVisible()
  setOnline(server, false)
  server.answer(spaceRoutes.list, () => refusal(403, 'forbidden'))
  setOnline(server, true)
  await expect.element(page.getByText('The server does not answer.')).toBeVisible()
  await expect.element(row('Field Lab')).toBeVisible()
  server.answer(spaceRoutes.list, () => ({ organizations: [...world.spaces, space('Found')] }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(row('Found')).toBeVisible()
  await expect.element(page.getByText('The server does not answer.')).not.toBeInTheDocument()
})

test('Tab goes from the tabs over the filter to the buttons of each row', async () => {
  await openApp(threeSpaces())
  const tab = page.getByRole('tab', { name: 'My Workspaces' })
  await tab.click()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByRole('tab', { name: 'Current Workspace' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab).toHaveFocus()
  await expect.element(row('Home')).toBeVisible()
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(page.getByRole('button', { name: 'Active now' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Open Home' })).toHaveFocus()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Members' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'More for Home' })).toHaveFocus()
})

test('fifty spaces with long names fit a phone', async () => {
  const spaces = Array.from({ length: 50 }, (_, nth) =>
    space(`The ${nth}th robotics club of the northern valley and all of its many friends`, {
      activity: activity({ score: nth * 2, last_activity_at: ago(nth * HOUR), messages_total: 1_000 * nth }),
      mine: mine(10_000, { mentions_24h: 1_234 }),
    }),
  )
  const me = person('ana', { current_org_id: spaces[0]?.id ?? null })
  await openApp({ me, path: MINE, size: PHONE, world: { spaces } })
  await expect.poll(() => rows().elements().length).toBe(50)
  expect(overflow()).toBeLessThanOrEqual(0)
  await expectAccessible()
})

test.for(['/organizations', '/#spaces'])('%s opens this page', async (path) => {
  await openApp({ me: ana(), path })
  await expect.element(page.getByRole('tab', { name: 'My Workspaces' })).toBeVisible()
})
