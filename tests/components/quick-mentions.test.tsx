/** The bar of quick mentions below the composer (docs/rules/interface.md#quick-mentions). */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './app.tsx'
import { press } from './browser-state.ts'
import { overflow } from './look.ts'
import { composer } from './parts.ts'
import { agent, ago, chirpy, MINUTE, message, person, personalSpace, rosterItem } from './world.ts'

const bar = page.getByRole('group', { name: 'Quick mentions' })
const chips = bar.getByRole('button', { name: /^Mention / })
const add = bar.getByRole('button', { name: 'Add a topic or an agent' })
const panel = page.getByRole('dialog', { name: 'Quick mentions' })
const items = page.getByRole('menuitem')
const names = () => chips.elements().map((chip) => chip.textContent)

/** A space with Chirpy and twelve agents that posted in turn, the last one most recently. */
function openBusy(stem = 'bot') {
  const ana = person('ana')
  const bots = Array.from({ length: 12 }, (_, at) => agent(`${stem}-${String(at).padStart(2, '0')}`))
  const agents = [chirpy(), ...bots]
  return openApp({
    me: ana,
    world: {
      agents,
      roster: [ana, ...agents].map((one) => rosterItem(one, personalSpace(ana).id)),
      posts: bots.map((bot, at) =>
        message(bot, `#hello from ${bot.username}`, { uploaded_at: ago((12 - at) * MINUTE) }),
      ),
    },
  })
}

test('six agents are chips and the rest are in a menu', async () => {
  await openBusy()
  await expect.poll(names).toHaveLength(6)
  expect(names().slice(0, 2)).toEqual(['chirpy', 'bot-11'])
  await chips.nth(1).click()
  await expect.element(composer).toHaveValue('@bot-11 ')
  await expect.element(composer).toHaveFocus()
  await bar.getByRole('button', { name: '4 more to mention' }).click()
  await expect.poll(() => items.elements().length).toBe(4)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(composer).toHaveFocus()
  expect(composer.element()).toHaveProperty('value', expect.stringMatching(/^@bot-11 @bot-\d\d $/))
})

test('a chip is shown completely or not at all', async () => {
  await openBusy('the_one_that_reads_everything')
  const more = bar.getByRole('button', { name: /more to mention/ })
  await expect.element(more).toMatchTextContent(/^\+[5-9]$/)
  const isShown = (chip: Element) => chip.checkVisibility({ visibilityProperty: true })
  const edge = more.element().getBoundingClientRect().left
  const ends = chips
    .elements()
    .filter(isShown)
    .map((chip) => chip.getBoundingClientRect().right)
  expect(ends.length).toBeGreaterThan(0)
  expect(Math.max(...ends)).toBeLessThanOrEqual(edge)
  await more.click()
  await expect.poll(() => items.elements().length).toBe(10 - ends.length)
})

test('topics and the first ten agents are added by keyboard', async () => {
  await openBusy()
  await composer.fill('a')
  await press(add, '{Enter}')
  await expect.element(items.first()).toBeVisible()
  const offered = items.elements().map((item) => item.textContent)
  expect(offered.slice(0, 7)).toEqual(['Dev', 'Design', 'Testing', 'Bug', 'Feature', 'Help', 'Planning'])
  expect(offered.slice(7, 9)).toEqual(['chirpy', 'bot-11'])
  expect(offered.slice(17)).toEqual(['Customize quick mentions'])
  await userEvent.keyboard('pl')
  await expect.element(items.filter({ hasText: 'Planning' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(composer).toHaveValue('a #Planning ')
  await expect.element(composer).toHaveFocus()
})

test('the agents in the bar are chosen, saved with each click, and reset', async () => {
  const app = await openBusy()
  await add.click()
  await items.filter({ hasText: 'Customize quick mentions' }).click()
  const boxes = panel.getByRole('checkbox')
  await expect.poll(() => boxes.elements().length).toBe(13)
  await expect.element(panel.getByText('10 of 20 chosen')).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Reset to Defaults' })).toBeDisabled()
  for (const box of boxes.all()) if (box.element().matches(':checked')) await box.click()
  await expect.element(panel.getByText('0 of 20 chosen', { exact: true })).toBeVisible()
  await panel.getByRole('checkbox', { name: 'bot-00' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(add).toHaveFocus()
  await expect.poll(names).toEqual(['bot-00'])
  await app.reload()
  await expect.poll(names).toEqual(['bot-00'])

  await add.click()
  await items.filter({ hasText: 'Customize quick mentions' }).click()
  await panel.getByRole('button', { name: 'Reset to Defaults' }).click()
  await panel.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => names().slice(0, 2)).toEqual(['chirpy', 'bot-11'])
})

test('on a phone the chips show above the tools while the composer has the focus', async () => {
  await openBusy()
  await page.viewport(320, 700)
  await composer.click()
  await expect.poll(names).toHaveLength(6)
  document.querySelector('main')?.focus()
  await expect.poll(names).toEqual([])
  await composer.click()
  await chips.nth(0).click()
  await expect.element(composer).toHaveValue('@chirpy ')
  await add.click()
  await items.filter({ hasText: 'Bug' }).click()
  await expect.element(composer).toHaveValue('@chirpy #Bug ')
  expect(overflow()).toBeLessThanOrEqual(0)
})
