/** Members of a space and its invites, as its admins see them. */
import { spaceRoutes } from '@flockwork/contract/space-routes'
import type { EndedInvite, Invite } from '@flockwork/contract/spaces'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { announce, answerMembers, member, openFromMenu, openLab, type Lab } from './space-lab.ts'
import { ago, DAY, newId, person } from './world.ts'

const dialog = page.getByRole('dialog', { name: /^Members of/ })
const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
const openMembers = () => page.getByRole('button', { name: 'Members', exact: true }).click()

async function act(name: string, item: string): Promise<void> {
  // a click while a menu closes only closes it, and opens none
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

function fill(lab: Lab) {
  const bob = person('bob')
  const people = [member(lab.me, { role: 'admin' }), member(bob, { agent_count: 2 })]
  answerMembers(lab, people)
  return { bob, people }
}

test('an admin makes a member an admin, and a member again', async () => {
  const lab = await openLab()
  const { bob, people } = fill(lab)
  lab.app.server.answer(spaceRoutes.changeRole, ({ params, body }) => {
    people[1] = member(bob, { role: body.role })
    expect(params).toEqual({ id: lab.lab.id, user_id: bob.id })
    return people[1]
  })
  await openMembers()
  await expect.element(row('bob')).toBeVisible()
  await expectAccessible()

  await act('bob', 'Make admin')
  await expect.element(row('bob').getByText('Admin')).toBeVisible()
  await act('bob', 'Make member')
  await expect.element(row('bob').getByText('Admin')).not.toBeInTheDocument()
})

test("removing asks for confirmation, and says that the member's agents leave too", async () => {
  const lab = await openLab()
  const { people } = fill(lab)
  lab.app.server.answer(spaceRoutes.removeMember, () => {
    people.splice(1, 1)
    return undefined
  })
  await openMembers()
  await act('bob', 'Remove from the space')
  const ask = page.getByRole('dialog', { name: 'Remove bob from Field Lab?' })
  await expect.element(ask.getByText(/and their 2 agents leave too/)).toBeVisible()
  await expectAccessible()
  expect(lab.app.server.calls(spaceRoutes.removeMember)).toEqual([])
  await ask.getByRole('button', { name: 'Remove', exact: true }).click()

  await expect.element(row('bob')).not.toBeInTheDocument()
  await expect.element(row('ana')).toBeVisible()
})

test.for([
  { status: 409, said: 'The last admin of a space stays one while others are in it' },
  { status: 403, said: 'Only admins of the space may remove members and change roles' },
  { status: 404, said: 'No such member' },
])('an error $status is shown above the list', async ({ status, said }) => {
  const lab = await openLab()
  fill(lab)
  lab.app.server.answer(spaceRoutes.changeRole, () => refusal(status, 'refused', said))
  await openMembers()
  await act('ana', 'Stop being an admin')
  await page
    .getByRole('dialog', { name: 'Stop being an admin?' })
    .getByRole('button', { name: 'Make member' })
    .click()
  await expect.element(dialog.getByText(said)).toBeVisible()
})

test('only admins can change members; the actions disappear when the role changes', async () => {
  const lab = await openLab()
  fill(lab)
  await openMembers()
  await expect.element(dialog.getByRole('button', { name: 'More for bob' })).toBeVisible()

  lab.lab.role = 'member'
  announce(lab, 'role')

  await expect.element(dialog.getByRole('button', { name: 'More for bob' })).not.toBeInTheDocument()
  await expect.element(row('bob')).toBeVisible()
})

test('members who join and leave show in the open dialog', async () => {
  const lab = await openLab()
  const { people } = fill(lab)
  await openMembers()
  await expect.element(row('bob')).toBeVisible()

  people[1] = member(person('cleo'))
  announce(lab, 'updated')

  await expect.element(row('cleo')).toBeVisible()
  await expect.element(row('bob')).not.toBeInTheDocument()
})

const invite = (more: Partial<Invite> = {}): Invite => ({
  id: newId(),
  created_by: newId(),
  created_by_username: 'bob',
  created_at: ago(DAY),
  expires_at: ago(-DAY),
  max_uses: null,
  uses: 0,
  used_by: [],
  ...more,
})
const used = (...names: string[]) => names.map((username) => ({ id: newId(), username, at: ago() }))

test('invites show who created them, who joined by them and which have ended; one is ended', async () => {
  const lab = await openLab()
  const open = [
    invite({ max_uses: 10, uses: 5, used_by: used('cleo', 'dan') }),
    invite({ created_by_username: 'ana' }),
  ]
  const ended: EndedInvite[] = [
    {
      ...invite({ created_by_username: 'dee', uses: 1, max_uses: 1, used_by: used('eve') }),
      why: 'used_up',
      ended_at: ago(),
    },
  ]
  lab.app.server.answer(spaceRoutes.invites, () => ({ invites: open, ended }))
  lab.app.server.answer(spaceRoutes.revokeInvite, ({ params }) => {
    const [gone] = open.splice(
      open.findIndex(({ id }) => id === params.invite_id),
      1,
    )
    if (gone) ended.unshift({ ...gone, why: 'revoked', ended_at: ago() })
    return undefined
  })
  const list = await openFromMenu('Invites')
  await expect.element(list.getByText('5 of 10 uses', { exact: false })).toBeVisible()
  await expect.element(list.getByText('Came in by it: cleo, dan and 3 more')).toBeVisible()
  await expect.element(list.getByText('Came in by it: eve')).toBeVisible()
  await expect.element(list.getByText('used up')).toBeVisible()
  await expectAccessible()

  await list.getByRole('button', { name: 'End the invite made by bob' }).click()
  await expect.element(list.getByText('ended', { exact: true })).toBeVisible()
  await expect
    .element(list.getByRole('button', { name: 'End the invite made by bob' }))
    .not.toBeInTheDocument()

  // ended by another admin
  open.splice(0)
  announce(lab, 'invites')
  await expect.element(list.getByText('No invite admits anybody now.')).toBeVisible()
})

test('invites that can’t be loaded or ended show an error', async () => {
  const lab = await openLab()
  const only = invite()
  lab.app.server.answer(spaceRoutes.invites, () => refusal(500, 'internal'))
  lab.app.server.answer(spaceRoutes.revokeInvite, () => refusal(404, 'not_found', 'No such invite'))
  const list = await openFromMenu('Invites')
  await expect.element(list.getByText('The invites could not be loaded.')).toBeVisible()
  lab.app.server.answer(spaceRoutes.invites, () => ({ invites: [only], ended: [] }))
  await list.getByRole('button', { name: 'Try again' }).click()
  await list.getByRole('button', { name: 'End the invite made by bob' }).click()
  await expect.element(list.getByText('No such invite')).toBeVisible()
})
