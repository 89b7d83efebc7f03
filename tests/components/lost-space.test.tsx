/** An open tab of a user who has just lost access to its space. */
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { testToken } from '../../apps/web/src/api/session/test-token.ts'
import { requestNewTask } from '../../apps/web/src/features/task-refs/index.ts'
import { expectAccessible } from './look.ts'
import { composer } from './parts.ts'
import { announce, openFromMenu, openLab, type Lab } from './space-lab.ts'
import { newId } from './world.ts'

function answerHome({ app, me }: Lab): void {
  app.world.spaces.shift()
  const [home] = app.world.spaces
  if (!home) throw new Error('There is no personal space')
  app.server.answer(spaceRoutes.switch, () => {
    me.current_org_id = home.id
    home.is_current = true
    return {
      new_token: testToken({ sub: me.id, org_id: home.id, exp: Math.floor(Date.now() / 1000) + 3600 }),
      org_id: home.id,
      org_name: home.name,
      organization: home,
      available_agents: [],
    }
  })
}

test.for([
  { action: 'removed', why: 'An admin of the space removed you' },
  { action: 'deleted', why: 'The space was deleted.' },
] as const)(
  'a user who lost access because the space was "$action" lands in the personal space, with the reason and the draft',
  async ({ action, why }) => {
    const lab = await openLab({ role: 'member', created_by: null }, { path: '/' })
    await composer.fill('half a thought')
    answerHome(lab)
    announce(lab, action)

    await expect.poll(() => lab.app.left).toContain('/home')
    await lab.app.reload()
    const dialog = page.getByRole('dialog', { name: 'You are no longer in Field Lab' })
    await expect.element(dialog.getByText(why, { exact: false })).toBeVisible()
    await expect.element(dialog.getByText('half a thought')).toBeVisible()
    await expectAccessible()
    await dialog.getByRole('button', { name: 'OK' }).click()
    // the draft doesn't get into the composer here
    await expect.element(composer).toHaveValue('')
    const texts = [...lab.app.stored.values()].join()
    expect(texts).toContain('half a thought')

    await lab.app.reload('/home')
    await expect.element(composer).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
  },
)

test('an unfinished task from there is shown as plain text', async () => {
  const lab = await openLab({ role: 'member', created_by: null }, { path: '/' })
  requestNewTask()
  const creating = page.getByRole('dialog', { name: 'Create Task' })
  await creating.getByRole('textbox', { name: 'Title' }).fill('Mend the roof')
  await creating.getByLabelText('Priority').selectOptions('High')
  answerHome(lab)
  announce(lab, 'removed')

  await expect.poll(() => lab.app.left).toContain('/home')
  await lab.app.reload()
  const dialog = page.getByRole('dialog', { name: 'You are no longer in Field Lab' })
  await expect.element(dialog.getByText('Title: Mend the roof')).toBeVisible()
  await expect.element(dialog.getByText('Priority: High')).toBeVisible()
  expect(dialog.element().textContent).not.toContain('{')
})

test('unsaved settings from there are shown as plain text', async () => {
  const lab = await openLab()
  await openFromMenu('Settings')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Deep Lab')
  answerHome(lab)
  announce(lab, 'removed')

  await expect.poll(() => lab.app.left).toContain('/home')
  await lab.app.reload()
  const dialog = page.getByRole('dialog', { name: 'You are no longer in Field Lab' })
  await expect.element(dialog.getByText('Name: Deep Lab')).toBeVisible()
  expect(dialog.element().textContent).not.toContain('{')
})

test('a tab that slept while its user was removed finds out from the list of spaces', async () => {
  const lab = await openLab({ role: 'member', created_by: null }, { path: '/' })
  answerHome(lab)
  // any change refetches the list
  announce(lab, 'updated')
  await expect.poll(() => lab.app.left).toContain('/home')
})

test('the removal of another member redirects nobody', async () => {
  const lab = await openLab({}, { path: '/' })
  lab.app.server.emit(
    'space_update',
    {
      space_id: lab.lab.id,
      at: new Date().toISOString(),
      action: 'removed',
      member: {
        user_id: newId(),
        username: 'bob',
        full_name: null,
        role: 'member',
        joined_at: new Date().toISOString(),
        agent_count: 0,
      },
    },
    1,
  )
  await expect.poll(() => lab.app.server.calls(spaceRoutes.list).length).toBeGreaterThan(1)
  expect(lab.app.left).toEqual([])
  expect(lab.app.server.calls(spaceRoutes.switch)).toEqual([])
})
