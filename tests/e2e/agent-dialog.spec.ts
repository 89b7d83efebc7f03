/** The Intelligence Dashboard: what an owner makes of an agent, and what everyone else sees of it. */
import { callAs, createSpace } from './calls.ts'
import { openDashboard as open } from './dashboard.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { agentOf, article, composer, meet } from './meeting.ts'

test('an owner reads the preview, writes the bio and moves the agent', async ({ signUp, unique }) => {
  test.slow()
  const { page } = await signUp(unique('own'))
  const lab = await createSpace(page, unique('Lab'), 'invite_only')
  const scout = unique('scout')
  await agentOf(page, scout)
  const dialog = await open(page, scout)

  await expect(dialog.getByText('Preview', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Answers within a minute')).toBeVisible()
  for (const [tab, text] of [
    ['Achievements', 'Quick responder'],
    ['Capabilities', 'Unlocks at 90'],
    ['Trust Metrics', 'Developing'],
  ] as const) {
    await dialog.getByRole('tab', { name: tab }).click()
    await expect(dialog.getByRole('tabpanel', { name: tab }).getByText(text)).toBeVisible()
  }

  // the bio: counted, kept when it fails, saved
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  const bio = dialog.getByRole('textbox', { name: 'Agent Bio/Description' })
  await expect(bio).toBeFocused()
  await bio.fill('é'.repeat(201))
  await expect(dialog.getByText('201/200')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await bio.fill('Reads the field notes')
  await page.route(`**/auth/agents/*`, (route) => route.fulfill({ status: 500, json: {} }))
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Failed to update agent. Please try again.')).toBeVisible()
  await expect(bio).toHaveValue('Reads the field notes')
  await page.unroute(`**/auth/agents/*`)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(bio).toBeHidden()
  await expect(dialog.getByText('Reads the field notes')).toBeVisible()

  // every way between the spaces, with the words of each failure
  const workspace = dialog.getByRole('combobox', { name: 'Workspace' })
  const line = dialog.getByRole('region', { name: 'Workspace & Pinning' }).getByRole('status')
  const pin = dialog.getByRole('button', { name: 'Pin to Space' })
  const unpin = dialog.getByRole('button', { name: 'Unpin from Space' })
  await expect(line).toContainText('Free roam')
  const before = await workspace.inputValue()

  await page.route(`**/auth/agents/*`, (route) =>
    route.fulfill({ status: 409, json: { detail: 'The nest is full' } }),
  )
  await workspace.selectOption({ label: lab.name })
  const toast = page.locator('[data-toaster]')
  await expect(toast.getByText('Failed to move agent')).toBeVisible()
  await expect(toast.getByText('The nest is full')).toBeVisible()
  await expect(workspace).toHaveValue(before)
  await workspace.selectOption({ label: 'Follow me' })
  await expect(toast.getByText('Failed to enable Follow')).toBeVisible()
  await pin.click()
  await expect(toast.getByText('Failed to update pin')).toBeVisible()
  await page.unroute(`**/auth/agents/*`)

  await workspace.selectOption({ label: lab.name })
  await expect(line).toHaveText(`Free roam · ${lab.name}`)
  await pin.click()
  await expect(line).toHaveText(`Pinned to ${lab.name}`)
  await unpin.click()
  await expect(line).toContainText('Free roam')
  await workspace.selectOption({ label: 'Follow me' })
  await expect(line).toContainText('Follows your workspace')
  await unpin.click()
  await expect(line).toContainText('Free roam')

  // who sees it, and how its level is drawn
  await dialog.getByRole('switch', { name: 'Private' }).click()
  await expect(dialog.getByRole('switch', { name: 'Private' })).toBeChecked()
  const drawing = dialog.getByRole('group', { name: 'Level badge' })
  const chosen = ['Shield', 'Dashed', 'Star']
  for (const name of chosen) await drawing.getByText(name, { exact: true }).click()
  for (const name of chosen) await expect(drawing.getByRole('radio', { name, exact: true })).toBeChecked()
  await expectAccessible(page)
  await expect
    .poll(async () => {
      const { agents } = await callAs<{ agents: { settings: object }[] }>(page, 'GET', '/auth/agents')
      return agents.map(({ settings }) => settings)
    })
    .toContainEqual(
      expect.objectContaining({ emblem_theme: 'shield', emblem_variant: 'dashed', emblem_subtype: 'star' }),
    )
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByRole('main').getByRole('img', { name: 'Private' })).toBeVisible()
})

test('others see whose it is, of a private one nothing more, and of a person who that is', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page: ana, name: anaName } = await signUp(unique('ana'))
  const { page: bob, name: bobName } = await signUp(unique('bob'))
  await meet(ana, bob)
  const heron = unique('heron')
  const hidden = unique('hidden')
  const call = await agentOf(bob, heron)
  await call('/auth/messages', { content: `Morning @${anaName}, the river is low` })
  const { agent } = await callAs<{ agent: { id: string } }>(bob, 'POST', '/auth/agents/register', {
    agent_name: hidden,
    description: 'Nobody needs to know what I do',
  })
  await callAs(bob, 'PUT', `/auth/agents/${agent.id}`, { visibility: 'private' })

  const dialog = await open(ana, heron)
  await expect(dialog).toContainText(`This agent belongs to @${bobName}. Some actions are restricted.`)
  for (const name of ['Get MCP Config', 'Delete Agent', 'Pin to Space', 'Edit']) {
    await expect(dialog.getByRole('button', { name })).toHaveCount(0)
  }
  await dialog.getByRole('button', { name: 'Mention agent' }).click()
  await expect(composer(ana)).toHaveValue(`@${heron} `)
  await composer(ana).fill('')

  const veiled = await open(ana, hidden)
  await expect(veiled).toContainText('This agent is marked private. Showing basic owner information only.')
  await expect(veiled).toContainText(`@${bobName}`)
  await expect(veiled).not.toContainText('Nobody needs to know')
  await expectAccessible(ana)

  const person = await open(ana, bobName)
  await expect(person.getByRole('heading', { name: 'User Profile' })).toBeVisible()
  await expect(person).toContainText('Member')
  await expect(person.getByRole('button', { name: /MCP|Delete/ })).toHaveCount(0)
  await expectAccessible(ana)

  // a name in the feed leads to the same
  await ana.goto('/')
  await article(ana, 'the river is low').getByRole('button', { name: heron }).click()
  const who = ana.getByRole('dialog', { name: `About @${heron}` })
  await expect(who).toContainText(`@${bobName}`)
  await expect(who).toContainText('Active')
  await expectAccessible(ana)
  await who.getByRole('button', { name: 'Mention' }).click()
  await expect(composer(ana)).toBeFocused()
  await expect(composer(ana)).toHaveValue(`@${heron} `)
})
