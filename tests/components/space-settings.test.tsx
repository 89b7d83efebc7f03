/** Settings of a space, leaving it and deleting it. */
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refusal, wrongFields } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { answerMembers, member, menuItems, openFromMenu, openLab } from './space-lab.ts'
import { ago } from './world.ts'

const name = page.getByRole('textbox', { name: 'Name', exact: true })
const description = page.getByRole('textbox', { name: /^Description/ })
const choice = (title: RegExp) => page.getByRole('radio', { name: title })
const button = (label: string) => page.getByRole('dialog').getByRole('button', { name: label, exact: true })

test('only changed fields are sent, and the page shows the change at once', async () => {
  const { app, lab } = await openLab()
  app.server.answer(spaceRoutes.update, ({ body }) => {
    Object.assign(lab, body)
    return lab
  })
  const dialog = await openFromMenu('Settings')
  await expectAccessible()
  await expect.element(button('Save')).toBeDisabled()

  await name.fill('Deep Lab')
  await expect.element(dialog.getByText('16/500')).toBeVisible()
  await button('Save').click()

  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: /Deep Lab/ })).toBeVisible()
  expect(app.server.calls(spaceRoutes.update)).toMatchObject([{ body: { name: 'Deep Lab' } }])
  expect(Object.keys(app.server.calls(spaceRoutes.update)[0]?.body ?? {})).toEqual(['name'])
})

test.for([
  { answer: () => wrongFields({ name: 'Too long' }), said: 'Too long', at: 'Name' },
  {
    answer: () => refusal(409, 'conflict', 'Somebody came in'),
    said: 'Somebody came in',
    at: 'Who can join',
  },
  {
    answer: () => refusal(409, 'LIMIT_REACHED', { code: 'LIMIT_REACHED', message: 'No slot is left' }),
    said: 'No slot is left',
    at: 'Who can join',
  },
  { answer: () => refusal(403, 'forbidden', 'Only admins'), said: 'Only admins', at: 'the whole form' },
  { answer: () => refusal(404, 'not_found', 'No such space'), said: 'No such space', at: 'the whole form' },
  {
    answer: () =>
      refusal(400, 'guardrail_violation', 'A key', { message: 'A key.', suggestion: 'Take it out.' }),
    said: 'A key. Take it out.',
    at: 'the whole form',
  },
])('an error shows "$said" at $at, and the form stays filled in', async ({ answer, said }) => {
  const { app } = await openLab()
  app.server.answer(spaceRoutes.update, answer)
  const dialog = await openFromMenu('Settings')
  await name.fill('Deep Lab')
  await description.fill('Deeper')
  await choice(/Community/).click()
  await button('Save').click()

  await expect.element(dialog.getByText(said)).toBeVisible()
  await expect.element(name).toHaveValue('Deep Lab')
  await expect.element(description).toHaveValue('Deeper')
  await expect.element(choice(/Community/)).toBeChecked()
})

test('unsaved changes are back after Escape and a page load, until saved or discarded', async () => {
  const { app, lab } = await openLab()
  app.server.answer(spaceRoutes.update, ({ body }) => {
    Object.assign(lab, body)
    return lab
  })
  const dialog = await openFromMenu('Settings')
  const back = dialog.getByText('What you typed is back.')
  await name.fill('Deep Lab')
  await description.fill('Where it happens, deep')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()

  await openFromMenu('Settings')
  await expect.element(back).toBeVisible()
  await expect.element(name).toHaveValue('Deep Lab')
  await expectAccessible()
  await app.reload()
  await openFromMenu('Settings')
  await expect.element(description).toHaveValue('Where it happens, deep')
  await button('Discard').click()
  await expect.element(name).toHaveValue('Field Lab')
  await expect.element(back).not.toBeInTheDocument()

  await name.fill('Wide Lab')
  await button('Cancel').click()
  await expect.element(dialog).not.toBeInTheDocument()
  await openFromMenu('Settings')
  await expect.element(name).toHaveValue('Field Lab')
  await name.fill('Deep Lab')
  await button('Save').click()
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'More for Deep Lab' }).click()
  await page.getByRole('menuitem', { name: 'Settings', exact: true }).click()
  await expect.element(name).toHaveValue('Deep Lab')
  await expect.element(back).not.toBeInTheDocument()
  expect(app.server.calls(spaceRoutes.update)).toHaveLength(1)
})

test('each kind of space that can’t be chosen says why', async () => {
  const stats = {
    is_admin: false,
    unlimited: false,
    limits: { private: 10, invite_only: 5, public: 3 },
    used: { private: 0, invite_only: 1, public: 3 },
    remaining: { private: 10, invite_only: 4, public: 0 },
  }
  await openLab({}, { answers: (server) => server.answer(spaceRoutes.stats, () => stats) })
  await openFromMenu('Settings')

  await expect.element(choice(/Personal/)).toBeDisabled()
  await expect.element(page.getByText('Not while others are in it: 2 people are.')).toBeVisible()
  await expect.element(page.getByText("You've reached your limit for Community spaces.")).toBeVisible()
  await expect.element(choice(/Community/)).toBeDisabled()
  await expect.element(choice(/Team/)).toBeChecked()
})

test("others' changes show in the open dialog in fields without edits; losing the admin role is announced", async () => {
  const opened = await openLab()
  const { app, lab } = opened
  const dialog = await openFromMenu('Settings')
  await name.fill('Mine')

  Object.assign(lab, { name: 'Theirs', description: 'Changed there' })
  app.server.emit('space_update', { space_id: lab.id, at: ago(), action: 'updated', space: lab }, 1)
  await expect.element(description).toHaveValue('Changed there')
  await expect.element(name).toHaveValue('Mine')
  await expect.element(dialog.getByText('Changed by somebody else meanwhile, to: Theirs')).toBeVisible()

  lab.role = 'member'
  app.server.emit('space_update', { space_id: lab.id, at: ago(), action: 'role' }, 2)
  await expect.element(dialog.getByText(/You are no admin/)).toBeVisible()
  await expect.element(button('Save')).toBeDisabled()
  await expect.element(name).toHaveValue('Mine')
})

test.for([
  {
    who: 'its creator',
    more: {},
    offers: ['Invites', 'Reported messages', 'Settings', 'Leave', 'Delete'],
  },
  {
    who: 'another admin',
    more: { created_by: null },
    offers: ['Invites', 'Reported messages', 'Settings', 'Leave'],
  },
  { who: 'a member', more: { role: 'member', created_by: null }, offers: ['Leave'] },
  {
    who: 'an admin of a private space',
    more: { visibility: 'private', member_count: 1 },
    offers: ['Reported messages', 'Settings', 'Leave', 'Delete'],
  },
  { who: 'the owner of a personal space', more: { is_personal: true }, offers: ['Settings'] },
] as const)('$who can do this: $offers', async ({ more, offers }) => {
  await openLab(more.is_personal === true ? { ...more, visibility: 'private' } : more)
  await page.getByRole('button', { name: 'More for Field Lab' }).click()
  await expect.poll(menuItems).toEqual(offers)
})

test('of a personal space only the name can be changed', async () => {
  await openLab({ is_personal: true, visibility: 'private' })
  await openFromMenu('Settings')
  await expect.element(name).toHaveValue('Field Lab')
  await expect.element(description).not.toBeInTheDocument()
  await expect.element(page.getByRole('radiogroup')).not.toBeInTheDocument()
})

test('leaving says what follows, and tells the last admin why they can’t', async () => {
  const opened = await openLab()
  const { app, me } = opened
  answerMembers(opened, [member(me, { agent_count: 2 })])
  app.server.answer(spaceRoutes.leave, () => refusal(409, 'conflict', 'The last admin of a space stays one'))
  const dialog = await openFromMenu('Leave')
  await expect.element(dialog.getByText(/and your 2 agents leave too/)).toBeVisible()
  await expectAccessible()
  await button('Leave').click()

  await expect.element(dialog.getByText('The last admin of a space stays one')).toBeVisible()
})

test('the only member is told that leaving deletes the space', async () => {
  const opened = await openLab({ member_count: 1 })
  answerMembers(opened, [member(opened.me)])
  const dialog = await openFromMenu('Leave')
  await expect.element(dialog.getByText(/when you leave, it is deleted/)).toBeVisible()
})

test('deleting a space requires typing its name', async () => {
  const { app } = await openLab()
  app.server.answer(spaceRoutes.delete, () =>
    refusal(403, 'forbidden', 'Only its creator may delete a space'),
  )
  const dialog = await openFromMenu('Delete')
  await expectAccessible()
  const field = dialog.getByRole('textbox', { name: 'Type “Field Lab” to delete it' })
  await field.fill('field lab')
  await button('Delete space').click()
  await expect.element(dialog.getByText('This is not the name of the space.')).toBeVisible()
  expect(app.server.calls(spaceRoutes.delete)).toEqual([])

  await field.fill('Field Lab')
  await button('Delete space').click()
  await expect.element(dialog.getByText('Only its creator may delete a space')).toBeVisible()
  await expect.element(field).toHaveValue('Field Lab')
  expect(app.server.calls(spaceRoutes.delete)).toMatchObject([{ body: { name: 'Field Lab' } }])
})
