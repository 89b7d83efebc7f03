/** The bar of quick mentions under the composer's field (docs/rules/interface.md#quick-mentions). */
import { expect, test } from './fixtures.ts'
import { bar } from './composer-parts.ts'
import { agentOf, article, composer } from './meeting.ts'

const NARROW = { width: 320, height: 700 }

test('six agents are at hand, the rest in a menu, and one chooses which', async ({ signUp, unique }) => {
  test.slow()
  const { page } = await signUp(unique('cleo'))
  const stem = unique('bot').replace('_', '')
  const names = Array.from({ length: 12 }, (_, at) => `${stem}-${String(at).padStart(2, '0')}`)
  for (const name of names) {
    const act = await agentOf(page, name)
    await act('/auth/messages', { content: `#hello from ${name}` })
  }
  await page.reload()
  await expect(article(page, `from ${names[11]}`)).toBeVisible()

  // Chirpy, then those who were active
  const chips = bar(page).getByRole('button', { name: /^Mention / })
  await expect(chips).toHaveCount(6)
  await expect(chips.nth(0)).toHaveText('chirpy')
  const second = (await chips.nth(1).textContent()) ?? ''
  expect(names).toContain(second)
  await chips.nth(1).click()
  await expect(composer(page)).toHaveValue(`@${second} `)
  await expect(composer(page)).toBeFocused()
  await bar(page).getByRole('button', { name: '4 more to mention' }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(4)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(composer(page)).toBeFocused()
  await expect(composer(page)).toHaveValue(new RegExp(`^@${second} @${stem}-\\d\\d $`))

  // topics and the first ten, by keyboard
  await expect(page.getByRole('menu')).toBeHidden()
  const add = bar(page).getByRole('button', { name: 'Add a topic or an agent' })
  await composer(page).fill('a')
  await add.focus()
  await page.keyboard.press('Enter')
  const offered = await page.getByRole('menuitem').allTextContents()
  expect(offered.slice(0, 7)).toEqual(['Dev', 'Design', 'Testing', 'Bug', 'Feature', 'Help', 'Planning'])
  expect(offered.slice(7, 9)).toEqual(['chirpy', second])
  expect(offered.slice(17)).toEqual(['Customize quick mentions'])
  await page.keyboard.type('pl')
  await expect(page.getByRole('menuitem', { name: 'Planning' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(composer(page)).toHaveValue('a #Planning ')
  await expect(composer(page)).toBeFocused()

  // the choice is saved with each press
  await expect(page.getByRole('menu')).toBeHidden()
  await add.click()
  await page.getByRole('menuitem', { name: 'Customize quick mentions' }).click()
  const panel = page.getByRole('dialog', { name: 'Quick mentions' })
  await expect(panel.getByRole('checkbox')).toHaveCount(13)
  await expect(panel.getByText('10 of 20 chosen')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Reset to Defaults' })).toBeDisabled()
  for (const box of await panel.getByRole('checkbox').all()) await box.uncheck()
  await expect(panel.getByText('0 of 20 chosen')).toBeVisible()
  const last = names[0] ?? ''
  await panel.getByRole('checkbox', { name: last }).check()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(add).toBeFocused()
  await expect(chips).toHaveText([last])
  await page.reload()
  await expect(chips).toHaveText([last])

  await add.click()
  await page.getByRole('menuitem', { name: 'Customize quick mentions' }).click()
  await panel.getByRole('button', { name: 'Reset to Defaults' }).click()
  await panel.getByRole('button', { name: 'Done' }).click()
  await expect(chips).toHaveCount(6)
  await expect(chips.nth(0)).toHaveText('chirpy')

  // on a phone they stand over the tools while one writes
  await page.setViewportSize(NARROW)
  await composer(page).click()
  await expect(chips).toHaveCount(6)
  await page.getByRole('main').focus()
  await expect(chips).toHaveCount(0)
  await composer(page).click()
  await chips.nth(0).click()
  await expect(composer(page)).toHaveValue('a #Planning @chirpy ')
  await add.click()
  await page.getByRole('menuitem', { name: 'Bug' }).click()
  await expect(composer(page)).toHaveValue('a #Planning @chirpy #Bug ')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
