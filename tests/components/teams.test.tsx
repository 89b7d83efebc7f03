/** The forms of a team of agents: errors are shown, and input stays. */
import { teamRoutes, type ShownTeam } from '@flockwork/contract/teams'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './app.tsx'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { composer } from './parts.ts'
import { ago, agent, newId, nextSeq, person, rosterItem, space } from './world.ts'

const shift: ShownTeam = {
  id: newId(),
  name: 'Night shift',
  description: 'Watches while we sleep',
  color: 'pink',
  agents: ['scout'],
  can_edit: true,
}

test('a team needs a name, and one that is rejected stays in its field', async () => {
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

test('changing a team shows why it was rejected', async () => {
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

test('an agent whose new team is rejected stays without one', async () => {
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

test('a team filters the agents, and its name shows where agents are mentioned', async () => {
  const lab = space('Lab', { visibility: 'invite_only' })
  const bob = person('bob', { current_org_id: lab.id })
  const [scout, lint] = [agent('scout', { is_own_agent: false, owner_username: 'ana' }), agent('lint')]
  const theirs = { ...shift, can_edit: false }
  const of = (team_name: string) => rosterItem(scout, lab.id, { team_id: shift.id, team_name })
  const app = await openApp({
    me: bob,
    path: '/agents',
    world: {
      spaces: [lab],
      agents: [scout, lint],
      teams: [theirs],
      roster: [rosterItem(bob, lab.id), of('Night shift'), rosterItem(lint, lab.id)],
    },
  })
  const chip = page.getByRole('button', { name: 'Night shift, 1 agent' })
  await chip.click()
  const cards = page.getByRole('main').getByRole('listitem')
  await expect.element(cards.filter({ hasText: 'scout' })).toBeVisible()
  await expect.element(cards.filter({ hasText: 'lint' })).not.toBeInTheDocument()
  await expect.element(chip).toHaveAttribute('aria-pressed', 'true')
  // only its creator and admins may change it
  await expect.element(page.getByRole('button', { name: 'Edit Night shift' })).not.toBeInTheDocument()

  // somebody renames it
  const { id, description, color, agents } = shift
  const renamed = { id, name: 'Dawn shift', description, color, agents }
  app.world.teams = [{ ...theirs, name: 'Dawn shift' }]
  app.world.roster[1] = of('Dawn shift')
  app.server.emit('space_update', { space_id: lab.id, at: ago(), action: 'team', team: renamed }, nextSeq())
  await expect.element(page.getByRole('button', { name: 'Dawn shift, 1 agent' })).toBeVisible()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Messages' }).click()
  await composer.fill('@sco')
  await expect.element(page.getByRole('option').filter({ hasText: 'scout' })).toMatchTextContent('Dawn shift')
  await userEvent.keyboard('{Escape}')
  await composer.fill('')
  await page.getByRole('button', { name: 'Add a topic or an agent' }).click()
  await page.getByRole('menuitem', { name: 'Customize quick mentions' }).click()
  const quick = page.getByRole('dialog', { name: 'Quick mentions' })
  await quick.getByRole('button', { name: 'Dawn shift' }).click()
  await expect.element(quick.getByRole('listitem')).toMatchTextContent('scout')
  expect(quick.getByRole('listitem').elements()).toHaveLength(1)
})

test('an owner puts an agent into a team of the space where it is', async () => {
  const ana = person('ana')
  const lab = space('Lab', { visibility: 'invite_only' })
  const scout = agent('scout')
  const entry = rosterItem(scout, lab.id)
  const app = await openApp({
    me: ana,
    path: '/agents?agent=scout',
    answers: (server, world) => {
      world.spaces.push(lab)
      world.agents = [{ ...scout, roster_entry: entry }]
      server.answer(teamRoutes.list, ({ query }) => ({ teams: query.org_id === lab.id ? [shift] : [] }))
      server.answer(teamRoutes.assign, ({ body: { team_id } }) => {
        const roster_entry = { ...entry, team_id, team_name: shift.name }
        world.agents = [{ ...scout, team_id, team_name: shift.name, roster_entry }]
        return { team_id, team_name: shift.name }
      })
    },
  })
  const dialog = page.getByRole('dialog', { name: 'Intelligence Dashboard - @scout' })
  await dialog.getByRole('combobox', { name: 'Team' }).selectOptions('Night shift')
  await expect.element(dialog.getByText('by you · Night shift')).toBeVisible()
  expect(app.server.calls(teamRoutes.assign)).toMatchObject([{ body: { team_id: shift.id, org_id: lab.id } }])
})
