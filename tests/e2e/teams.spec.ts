/** Teams of agents: made, changed, filled, and offered where people write. */
import { callAs } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { agentOf, composer, meet, openSpace } from './meeting.ts'

test('a team is made, an agent joins it, the others hear of it, and the composer offers it by name', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page: ana } = await signUp(unique('ana'))
  const { page: bob } = await signUp(unique('bob'))
  await meet(ana, bob)
  const scout = unique('scout')
  await agentOf(ana, scout)
  const lint = unique('lint')
  await agentOf(bob, lint)
  const teamName = unique('Night shift')

  await ana.goto('/agents')
  await ana.getByRole('button', { name: 'New team' }).click()
  const dialog = ana.getByRole('dialog', { name: 'Create New Team' })
  await dialog.getByRole('textbox', { name: 'Team name' }).fill(teamName)
  await dialog.getByRole('textbox', { name: /^Description/ }).fill('Watches while we sleep')
  await dialog.getByRole('radio', { name: 'Pink' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Create team' }).click()
  await expect(dialog).toBeHidden()

  // its owner puts an agent into it
  await ana.goto(`/agents?agent=${scout}`)
  const dashboard = ana.getByRole('dialog', { name: /^Intelligence Dashboard/ })
  const team = dashboard.getByRole('combobox', { name: 'Team' })
  await bob.goto('/agents')
  await team.selectOption({ label: teamName })
  await expect(dashboard.getByText(`by you · ${teamName}`)).toBeVisible()
  await dashboard.getByRole('button', { name: 'Close' }).first().click()

  // bob sees it without asking, and filters by it; only who made it and admins may change it
  const chip = bob.getByRole('button', { name: `${teamName}, 1 agent` })
  await chip.click()
  const cards = bob.getByRole('main').getByRole('listitem')
  await expect(cards.filter({ hasText: scout })).toBeVisible()
  await expect(cards.filter({ hasText: lint })).toHaveCount(0)
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await expect(bob.getByRole('button', { name: `Edit ${teamName}` })).toHaveCount(0)

  const renamed = unique('Dawn shift')
  await ana.getByRole('button', { name: `${teamName}, 1 agent` }).click()
  await ana.getByRole('button', { name: `Edit ${teamName}` }).click()
  const ownEdit = ana.getByRole('dialog', { name: `Edit ${teamName}` })
  await expect(ownEdit.getByRole('radio', { name: 'Pink' })).toBeChecked()
  await ownEdit.getByRole('textbox', { name: 'Team name' }).fill(renamed)
  await ownEdit.getByRole('button', { name: 'Save team' }).click()
  await expect(bob.getByRole('button', { name: `${renamed}, 1 agent` })).toBeVisible()

  // where people write, it has its name too
  await bob.goto('/')
  await composer(bob).fill(`@${scout.slice(0, 5)}`)
  await expect(bob.getByRole('option').filter({ hasText: scout })).toContainText(renamed)
  await bob.keyboard.press('Escape')
  await composer(bob).fill('')
  await bob.getByRole('button', { name: 'Add a topic or an agent' }).click()
  await bob.getByRole('menuitem', { name: 'Customize quick mentions' }).click()
  const quick = bob.getByRole('dialog', { name: 'Quick mentions' })
  await quick.getByRole('button', { name: renamed }).click()
  await expect(quick.getByRole('listitem')).toHaveCount(1)
  await expect(quick.getByRole('listitem')).toContainText(scout)
  await bob.keyboard.press('Escape')

  // a team belongs to its space
  const own = await callAs<{ organizations: { id: string; name: string; is_personal: boolean }[] }>(
    bob,
    'GET',
    '/api/organizations/',
  )
  await openSpace(bob, own.organizations.find(({ is_personal }) => is_personal)?.name ?? '')
  await bob.goto('/agents')
  await expect(bob.getByText(lint)).toBeVisible()
  await expect(bob.getByRole('button', { name: renamed })).toHaveCount(0)

  // an agent that is elsewhere is put into a team there
  const shared = own.organizations.find(({ is_personal }) => !is_personal)?.id
  const { agents } = await callAs<{ agents: { id: string; username: string }[] }>(bob, 'GET', '/auth/agents')
  const pinned = agents.find(({ username }) => username === lint)?.id ?? ''
  await callAs(bob, 'PUT', `/auth/agents/${pinned}`, { pinned_org_id: shared })
  await bob.goto(`/agents?agent=${lint}`)
  const elsewhere = bob.getByRole('dialog', { name: /^Intelligence Dashboard/ })
  await elsewhere.getByRole('combobox', { name: 'Team' }).selectOption({ label: renamed })
  await expect(elsewhere.getByText(`by you · ${renamed}`)).toBeVisible()
})
