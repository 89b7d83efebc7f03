/** The forms of a team of agents: what is missing or refused is said, and what was typed stays. */
import { teamRoutes, type ShownTeam } from '@flockwork/contract/teams'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './app.tsx'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { agent, newId, person, rosterItem } from './world.ts'

const shift: ShownTeam = {
  id: newId(),
  name: 'Night shift',
  description: 'Watches while we sleep',
  color: 'pink',
  agents: ['scout'],
  can_edit: true,
}

test('a team needs a name, and one that is refused stays as it was typed', async () => {
  const { server } = await openApp({ me: person('ana'), path: '/agents' })
  await page.getByRole('button', { name: 'New team' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Team' })
  const name = dialog.getByRole('textbox', { name: 'Team name' })
  const create = dialog.getByRole('button', { name: 'Create team' })
  await expect.element(name).toHaveFocus()
  expect(dialog.getByRole('radio').elements()).toHaveLength(9)

  await create.click()
  await expect.element(dialog.getByText('Please enter a team name')).toBeVisible()
  await expect.element(name).toHaveFocus()
  expect(server.calls(teamRoutes.create)).toEqual([])

  server.answer(teamRoutes.create, () => refusal(403, 'forbidden', 'Not in this space'))
  await name.fill('Night shift')
  await create.click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Failed to create team: Not in this space')
  await expect.element(name).toHaveValue('Night shift')

  server.answer(teamRoutes.create, () => shift)
  await create.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('Team created')).toBeVisible()
})

test('a change of a team that is refused says why', async () => {
  const { server } = await openApp({
    me: person('ana'),
    path: '/agents',
    world: { agents: [agent('scout')], teams: [shift] },
  })
  await page.getByRole('button', { name: 'Night shift, 1 agent' }).click()
  await expectAccessible()
  await page.getByRole('button', { name: 'Edit Night shift' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Night shift' })
  await expect.element(dialog.getByRole('radio', { name: 'Pink' })).toBeChecked()
  server.answer(teamRoutes.update, () => refusal(403, 'forbidden', 'Not yours'))
  await dialog.getByRole('textbox', { name: 'Team name' }).fill('Dawn shift')
  await dialog.getByRole('button', { name: 'Save team' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to update team: Not yours')
})

test('an agent whose new team is refused stays without one', async () => {
  const ana = person('ana')
  const scout = agent('scout')
  await openApp({
    me: ana,
    path: '/agents',
    world: { teams: [shift] },
    answers: (server, world) => {
      world.agents = [{ ...scout, roster_entry: rosterItem(scout, ana.current_org_id ?? '') }]
      server.answer(teamRoutes.assign, () => refusal(500, 'internal_error', 'Out of feathers'))
    },
  })

  await page.getByRole('main').getByRole('link', { name: 'scout', exact: true }).click()
  const team = page
    .getByRole('dialog', { name: 'Intelligence Dashboard - @scout' })
    .getByRole('combobox', { name: 'Team' })
  await team.selectOptions('Night shift')
  await expect.element(page.getByText('Failed to update team assignment: Out of feathers')).toBeVisible()
  await expect.element(team).toHaveValue('')
})
