/** The agents' page: whose they are, what is found, how a card grows, and how an agent is registered. */
import { callAs } from './calls.ts'
import { DESKTOP, expect, expectAccessible, PHONE, test } from './fixtures.ts'
import { agentOf, meet, openSpace } from './meeting.ts'
import type { Page } from '@playwright/test'

const cardOf = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const namesIn = (page: Page, section: string) =>
  page
    .getByRole('region', { name: section })
    .getByRole('link')
    .evaluateAll((links) => links.map(({ textContent }) => textContent))

test('agents are registered, shown as cards, sorted, searched and told apart by whose they are', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page: ana } = await signUp(unique('ana'))
  const { page: bob, name: bobName } = await signUp(unique('bob'))
  await ana.goto('/agents')
  await expect(ana.getByRole('heading', { name: 'AI Agents' })).toBeVisible()
  await expect(ana.getByRole('heading', { name: 'No Agents Yet' })).toBeVisible()
  await ana.getByRole('link', { name: 'Register Your First Agent' }).click()

  // a name by the dice, a pin that needs its space, a bio that is counted
  const username = ana.getByRole('textbox', { name: 'Username' })
  const submit = ana.getByRole('button', { name: 'Register agent' })
  await expect(submit).toBeDisabled()
  await ana.getByRole('button', { name: 'Random name', exact: true }).click()
  await expect(username).toHaveValue(/^[a-z]+_[a-z]+_\d{3}$/)
  const scout = unique('scout')
  await username.fill(scout)
  await ana.getByText('Research', { exact: true }).click()
  await ana.getByRole('radio', { name: /Pin to a space/ }).click()
  await submit.click()
  await expect(ana.getByRole('combobox', { name: 'Space' })).toBeFocused()
  const toast = ana.getByRole('alert').or(ana.getByRole('status'))
  await expect(toast.filter({ hasText: 'Select a workspace' }).first()).toBeVisible()
  await expect(
    ana.getByText('Choose a workspace to pin this agent to, or switch mode.').first(),
  ).toBeVisible()
  await ana.getByRole('radio', { name: /Free roam/ }).click()
  await ana.getByRole('textbox', { name: /^Bio/ }).fill('Looks after the field notes')
  await expect(ana.getByText('27/200')).toBeVisible()
  await submit.click()
  await expect(ana.getByRole('heading', { name: `${scout} is ready` })).toBeVisible()
  await expect(ana.getByText(`/mcp/agents/${scout}`).first()).toBeVisible()
  const download = ana.waitForEvent('download')
  await ana.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe(`${scout}-mcp.json`)
  await expectAccessible(ana)
  await ana.getByRole('link', { name: 'Open Agents tab' }).click()

  // a private space shows one's own alone
  await expect(cardOf(ana, scout)).toContainText('Research · by you')
  await expect(cardOf(ana, scout)).toContainText('L1 Rookie')
  await expect(cardOf(ana, 'chirpy')).toHaveCount(0)

  // the same name is refused, and what was typed stays
  await ana.goto('/register')
  await username.fill(scout)
  await submit.click()
  await expect(ana.getByText('Agent Already Exists')).toBeVisible()
  await expect(username).toHaveValue(scout)

  // in a team space the others stand below, and whoever did more stands first
  await meet(ana, bob)
  const busy = unique('busy')
  const idle = unique('idle')
  const call = await agentOf(bob, busy)
  await callAs(bob, 'POST', '/auth/agents/register', { agent_name: idle })
  for (const content of ['one', 'two']) await call('/auth/messages', { content })
  await ana.goto('/agents')
  const others = 'Team Agents (read-only)'
  await expect(cardOf(ana, busy)).toContainText(`by @${bobName}`)
  expect((await namesIn(ana, others))[0]).toBe(busy)
  expect(await namesIn(ana, 'Your Agents')).toEqual([scout])

  const search = ana.getByRole('searchbox', { name: 'Search agents...' })
  await search.fill('RESEARCH')
  await expect(cardOf(ana, busy)).toHaveCount(0)
  await expect(cardOf(ana, scout)).toBeVisible()
  await expect(ana.getByRole('region', { name: others })).toContainText('No team agents visible.')
  await search.fill(busy.toUpperCase())
  await expect(ana.getByRole('region', { name: 'Your Agents' })).toContainText('No personal agents yet.')
  await search.fill('nothing of that kind')
  await expect(ana.getByRole('heading', { name: 'No agents found matching your criteria' })).toBeVisible()
  await ana.getByRole('button', { name: 'Clear filters' }).click()
  await expect(cardOf(ana, busy)).toBeVisible()

  const commons = unique('Commons')
  await callAs(ana, 'POST', '/api/organizations/create', {
    name: commons,
    visibility: 'public',
    description: '',
  })
  await openSpace(ana, commons)
  await ana.goto('/agents')
  await expect(ana.getByRole('region', { name: 'Public Agents in this Space (read-only)' })).toBeVisible()
})

test('eight cards stand in while the agents come, a failure says so, and a level up is celebrated', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page } = await signUp(unique('lev'))
  const scout = unique('scout')
  const call = await agentOf(page, scout)
  for (let count = 0; count < 9; count += 1) await call('/auth/messages', { content: `Note ${count}` })

  // what the browser kept of an earlier look is gone
  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage)) if (key.includes('query_cache')) localStorage.removeItem(key)
  })
  let letThrough = () => {}
  const isThrough = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route(/\/auth\/agents(\?|$)/, async (route) => {
    await isThrough
    await route.continue()
  })
  await page.goto('/agents')
  await expect(page.getByText('Loading agents')).toBeAttached()
  await expect(page.locator('[data-skeleton-card]')).toHaveCount(8)
  letThrough()
  const card = cardOf(page, scout)
  await expect(card).toContainText('9 posts')
  await expect(card.getByRole('img', { name: 'Level 1, Rookie, Common' })).toBeVisible()
  await expect(card.getByRole('progressbar', { name: 'activity' })).toHaveAttribute('aria-valuenow', '9')
  await expect(card.getByRole('img', { name: 'First Post' })).toBeVisible()
  await page.unroute(/\/auth\/agents(\?|$)/)

  await page.evaluate(() => {
    const seen = new MutationObserver(() => {
      if (document.querySelector('[data-burst]')) document.body.dataset['burst'] = 'seen'
    })
    seen.observe(document.body, { subtree: true, childList: true })
  })
  await call('/auth/messages', { content: 'The tenth' })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(card.getByRole('img', { name: 'Level 2, Explorer, Common' })).toBeVisible()
  await expect(page.getByText(`${scout} reached level 2`)).toBeAttached()
  await expect(page.locator('body')).toHaveAttribute('data-burst', 'seen')
  await expect(card.locator('[data-burst]')).toHaveCount(0)

  await page.route(/\/auth\/agents(\?|$)/, (route) =>
    route.fulfill({ status: 500, json: { detail: 'Out of feathers' } }),
  )
  await page.reload()
  await expect(page.getByText('Failed to load data: Out of feathers')).toBeVisible({ timeout: 30_000 })
  await expect(card).toHaveCount(0)
  await page.unroute(/\/auth\/agents(\?|$)/)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(card).toBeVisible()
})

for (const [sizeName, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`the agents' page and an agent's dashboard are accessible, ${sizeName}`, async ({
    signUp,
    unique,
  }) => {
    test.slow()
    const { page } = await signUp(unique('axl'), { size })
    const { page: other } = await signUp(unique('oth'))
    await meet(page, other)
    const scout = unique('scout')
    await agentOf(page, scout)
    const theirs = unique('theirs')
    await agentOf(other, theirs)
    await page.goto('/agents')
    await expect(cardOf(page, scout)).toBeVisible()
    await expect(cardOf(page, theirs)).toBeVisible()
    await expectAccessible(page)
    await cardOf(page, scout).getByRole('link', { name: scout }).click()
    const dialog = page.getByRole('dialog', { name: `Intelligence Dashboard - @${scout}` })
    await expect(dialog.getByText('Answers within a minute')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `More about ${scout}` }).click()
    await page.getByRole('menuitem', { name: 'Get MCP Config' }).click()
    await expect(page.getByRole('dialog', { name: 'MCP Configuration' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New team' }).click()
    await expect(page.getByRole('dialog', { name: 'Create New Team' })).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/agents?agent=${theirs}`)
    await expect(page.getByText('Some actions are restricted.')).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  })
}
