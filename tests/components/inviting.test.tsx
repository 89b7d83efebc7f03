/** Inviting people: from the personal space in one step, from a shared one, and the people in the sidebar. */
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PHONE, openApp, type OpenedApp } from './app.tsx'
import { switchedTo } from './default-answers.ts'
import { refusal } from './fake-server.ts'
import { expectAccessible, overflow } from './look.ts'
import { composer } from './parts.ts'
import { ago, newId, person, personalSpace, rosterItem, space } from './world.ts'

const sidebar = page.getByRole('region', { name: 'People' })
const dialog = page.getByRole('dialog')

function answerInvites({ server, world }: OpenedApp): void {
  server.answer(spaceRoutes.create, ({ body }) => {
    const made = space(body.name, { visibility: body.visibility ?? 'private', role: 'admin' })
    world.spaces.push(made)
    return made
  })
  server.answer(spaceRoutes.invite, () => ({
    id: newId(),
    invite_code: 'abc_DEF-123',
    expires_at: ago(-1000),
    max_uses: null,
  }))
}

test('the welcome makes a shared space and its link in one step, and a retry makes no second space', async () => {
  const ana = person('ana')
  const app = await openApp({ me: ana, isNew: true, size: PHONE })
  answerInvites(app)
  app.server.answer(spaceRoutes.invite, () => refusal(503, 'unavailable'))
  await dialog.getByRole('button', { name: 'Invite people' }).click()
  await expect
    .element(dialog.getByRole('textbox', { name: 'Name of the new space' }))
    .toHaveValue("ana's team")
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Create space and link' }).click()

  // the space exists, the link doesn't
  await expect.element(dialog.getByRole('combobox', { name: 'Invite to' })).toBeVisible()
  answerInvites(app)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect.element(dialog.getByText(`${location.origin}/join/abc_DEF-123`)).toBeVisible()
  await expect.element(dialog).toMatchTextContent("The link to ana's team")
  expect(app.server.calls(spaceRoutes.create)).toMatchObject([
    { body: { name: "ana's team", visibility: 'invite_only' } },
  ])
  await expectAccessible()
  expect(overflow()).toBeLessThanOrEqual(0)

  const team = app.world.spaces.at(-1)
  if (team === undefined) throw new Error('No space was made')
  app.server.answer(spaceRoutes.switch, () => switchedTo(app.world, team))
  await dialog.getByRole('button', { name: "Open ana's team" }).click()
  await expect.poll(() => app.left).toEqual(['/'])
})

test('the banner of a personal space offers it too', async () => {
  await openApp({ me: person('ana') })
  const banner = page.getByRole('region', { name: 'Chirpy, your guide' })
  await banner.getByRole('button', { name: 'Invite people' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Create space and link' })).toBeVisible()
})

test("a call without a response is retried without making a second space, even if the list doesn't show the first", async () => {
  const { server, world } = await openApp({ me: person('ana'), isNew: true, size: PHONE })
  const made = space("ana's team", { visibility: 'invite_only', role: 'admin' })
  const drop = () => Promise.reject(new TypeError('Failed to fetch'))
  server.answer(spaceRoutes.create, drop)
  await dialog.getByRole('button', { name: 'Invite people' }).click()
  await dialog.getByRole('button', { name: 'Create space and link' }).click()
  await expect.poll(() => server.calls(spaceRoutes.create).length).toBe(1)

  // the space exists by now, and only the response to the call says so
  server.answer(spaceRoutes.create, () => made)
  server.answer(spaceRoutes.invite, drop)
  await dialog.getByRole('button', { name: 'Create space and link' }).click()
  await expect.element(dialog.getByRole('combobox', { name: 'Invite to' })).toMatchTextContent("ana's team")
  expect(world.spaces).not.toContain(made)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect.poll(() => server.calls(spaceRoutes.invite).length).toBe(2)

  const [first, second, ...more] = server.calls(spaceRoutes.create)
  expect(second?.key).toMatch(/./)
  expect([second?.key, more]).toEqual([first?.key, []])
})

test('a shared space offers it in its empty feed and in the sidebar, which lists the people there', async () => {
  const lab = space('Field Lab', { visibility: 'invite_only', role: 'admin' })
  const [ana, bob] = [person('ana', { current_org_id: lab.id }), person('bob')]
  const active = { presence: { status: 'active' as const, last_active: ago() } }
  const app = await openApp({
    me: ana,
    world: {
      spaces: [personalSpace(ana), lab],
      roster: [rosterItem(ana, lab.id), rosterItem(bob, lab.id, active)],
    },
  })
  answerInvites(app)
  await page.getByRole('main').getByRole('button', { name: 'Invite people' }).click()
  await expect.element(dialog).toMatchTextContent('Invite members to Field Lab')
  await expect.element(dialog).toMatchTextContent('That is 7 days')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await sidebar.getByRole('button', { name: 'Invite people' }).click()
  await dialog.getByRole('button', { name: 'Create Invite' }).click()
  await expect.element(dialog.getByText(`${location.origin}/join/abc_DEF-123`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(dialog).not.toBeInTheDocument()

  expect(sidebar.getByRole('listitem').elements()).toHaveLength(1)
  await sidebar.getByRole('button', { name: 'bob' }).click()
  await expect.element(composer).toHaveValue('@bob ')
})
