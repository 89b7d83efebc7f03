/** Two people and an agent talk, with everything done through the product's own screens. */
import type { Page } from '@playwright/test'
import { registerAgent, runAgent } from './agent.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { composer } from './meeting.ts'

const MENTIONS = 3
const SOON_MS = 1000

async function says(page: Page, text: string) {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

const main = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

test('two people meet in a space, an agent joins, and a mention wakes it', async ({ signUp, unique }) => {
  test.slow()
  const ana = await signUp(unique('ana'))
  const bob = await signUp(unique('bob'))

  // Ana creates a space and opens it
  await main(ana.page, 'Spaces').click()
  await ana.page.getByRole('button', { name: 'Create Workspace' }).click()
  const create = ana.page.getByRole('dialog')
  await create.getByRole('textbox', { name: 'Name' }).fill('Field Lab')
  await create.getByRole('radio', { name: /Team/ }).check()
  await create.getByRole('button', { name: 'Create Workspace' }).click()
  await ana.page.getByRole('tab', { name: 'My Workspaces' }).click()
  await ana.page.getByRole('tabpanel').getByRole('button', { name: 'Open Field Lab' }).click()
  await expect(ana.page.getByText('Switched to Field Lab')).toBeVisible()

  // and invites Bob
  await main(ana.page, 'Spaces').click()
  await ana.page.getByRole('tab', { name: 'Current Workspace' }).click()
  await ana.page.getByRole('button', { name: 'Invite Members' }).click()
  const invite = ana.page.getByRole('dialog')
  await invite.getByRole('button', { name: 'Create Invite' }).click()
  await invite.getByRole('button', { name: 'Copy invite code' }).click()
  const code = await ana.page.evaluate(() => navigator.clipboard.readText())
  await invite.getByRole('button', { name: 'Done' }).click()

  await main(bob.page, 'Spaces').click()
  await bob.page.getByRole('tab', { name: 'Discover & Join' }).click()
  await bob.page.getByRole('textbox', { name: /invite code/i }).fill(code)
  await bob.page.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(composer(bob.page)).toBeVisible()

  // they talk live
  await main(ana.page, 'Messages').click()
  await says(ana.page, `Good morning @${bob.name}, the build is #green`)
  await expect(bob.page.getByText('Good morning')).toBeVisible()
  await says(bob.page, 'Morning. Shall we ask the agent?')
  await expect(ana.page.getByText('Shall we ask the agent?')).toBeVisible()

  // Ana registers an agent and starts its program with the configuration from the page
  const scout = unique('scout')
  await using agent = runAgent(await registerAgent(ana.page, scout))

  // a mention wakes it in under a second, and its answer shows in both browsers
  await main(ana.page, 'Messages').click()
  const waitsMs: number[] = []
  // a busy machine may delay one
  while (waitsMs.length < MENTIONS && Math.min(...waitsMs) >= SOON_MS) {
    await agent.nextOutput('waiting')
    await composer(ana.page).fill(`@${scout} are you there?`)
    await composer(ana.page).press('Escape')
    const sentAt = Date.now()
    await composer(ana.page).press('Enter')
    const woken = await agent.nextOutput('woken')
    expect(woken.content).toContain('are you there?')
    waitsMs.push(woken.at - sentAt)
    await agent.nextOutput('answered')
  }
  expect(Math.min(...waitsMs)).toBeLessThan(SOON_MS)

  for (const { page } of [ana, bob]) {
    await expect(page.getByText(`I heard you, ${ana.name}.`).first()).toBeVisible()
    await expectAccessible(page)
  }
})
