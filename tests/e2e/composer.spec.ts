/** What is asked before a message goes out, the commands of the composer, and what stands under its field. */
import type { Page } from '@playwright/test'
import { callAs } from './calls.ts'
import { setChirpyDisabled } from './database.ts'
import { DESKTOP, expect, expectAccessible, PHONE, test } from './fixtures.ts'
import { agentOf, article, composer, meet, toolbarOf } from './meeting.ts'
import { openSettings } from './settings-page.ts'

const NARROW = { width: 320, height: 700 }

const guideDialog = (page: Page) => page.getByRole('dialog', { name: 'Ask Chirpy?' })
const plainDialog = (page: Page) => page.getByRole('dialog', { name: 'No mention or topic' })
const help = (page: Page) => page.getByRole('dialog', { name: 'How can we help you' })
const banner = (page: Page) => page.getByRole('region', { name: 'Chirpy, your guide' })
const bar = (page: Page) => page.getByRole('group', { name: 'Quick mentions' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function enter(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

/** The messages of the space on screen that people wrote, as the server has them. */
async function contents(page: Page): Promise<string[]> {
  const { posts } = await callAs<{ posts: { content: string; author_type: string }[] }>(
    page,
    'GET',
    '/auth/messages',
  )
  return posts.filter(({ author_type }) => author_type === 'user').map(({ content }) => content)
}

test('in a personal space a message without a mention is asked about, and may go to Chirpy always', async ({
  signUp,
  unique,
  product,
}) => {
  test.slow()
  const { page } = await signUp(unique('ana'), { asksBeforeSending: true })

  // left by Escape, by a reload and by its button: nothing is sent and nothing is lost
  await enter(page, 'what can you do')
  await expect(guideDialog(page).getByRole('button', { name: 'Ask Chirpy' })).toBeFocused()
  await expect(guideDialog(page).getByRole('button', { name: 'Show Chirpy tips' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(guideDialog(page)).toBeHidden()
  await expect(composer(page)).toBeFocused()
  await expect(composer(page)).toHaveValue('what can you do')
  await page.keyboard.press('Enter')
  await expect(guideDialog(page)).toBeVisible()
  await page.reload()
  await expect(composer(page)).toHaveValue('what can you do')
  await press(page, 'Close Chirpy tips')
  await composer(page).press('Enter')
  await press(page, 'Edit message')
  await expect(composer(page)).toBeFocused()

  // its tips, which are on screen then
  await page.keyboard.press('Enter')
  await press(page, 'Show Chirpy tips')
  await expect(banner(page).getByRole('button', { name: 'Say hi' })).toBeFocused()
  await expect(composer(page)).toHaveValue('what can you do')
  expect(await contents(page)).toEqual([])

  await composer(page).press('Enter')
  await press(page, 'Send without Chirpy')
  await expect(article(page, 'what can you do')).toBeVisible()
  await expect(composer(page)).toHaveValue('')
  await expect(composer(page)).toBeFocused()
  await enter(page, 'hi')
  await press(page, 'Ask Chirpy')
  await expect(article(page, 'Hello. I am Chirpy')).toBeVisible()
  expect(await contents(page)).toEqual(['what can you do', '@chirpy hi'])

  // nobody asks about what names somebody or something, nor about emoji and commands
  for (const text of ['see #dev', '👍', '!fire']) await enter(page, text)
  await expect(article(page, '!fire')).toBeVisible()
  await expect(guideDialog(page)).toBeHidden()

  // always, and never again; over a reload too
  await enter(page, 'first')
  await guideDialog(page)
    .getByRole('checkbox', { name: 'Always send messages without mentions to Chirpy (never ask again)' })
    .check()
  await press(page, 'Ask Chirpy')
  await expect(article(page, 'first').first()).toBeVisible()
  await page.reload()
  await enter(page, 'second')
  await enter(page, 'third for @chirpy now')
  await expect(article(page, 'third').first()).toBeVisible()
  await expect
    .poll(async () => (await contents(page)).slice(-3))
    .toEqual(['@chirpy first', '@chirpy second', 'third for @chirpy now'])

  // Chirpy is switched off: neither is it sent there nor offered
  try {
    await setChirpyDisabled(product, true)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(page.getByRole('button', { name: 'Show Chirpy tips' }).or(banner(page))).toBeHidden()
    await enter(page, 'is anyone there')
    await expect(plainDialog(page)).toBeVisible()
    await press(page, 'Go Back & Edit')
    await setChirpyDisabled(product, false)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(page.getByRole('button', { name: 'Show Chirpy tips' }).or(banner(page))).toBeVisible()
  } finally {
    await setChirpyDisabled(product, false)
  }

  // and the way back
  const settings = await openSettings(page, 'messages')
  await expect(settings.getByRole('radio', { name: 'Always send it to Chirpy' })).toBeChecked()
  await settings.getByRole('radio', { name: 'Ask each time' }).click()
  await settings.getByRole('button', { name: 'Close' }).click()
  await enter(page, 'fourth')
  await expect(guideDialog(page)).toBeVisible()
})

test('in a space of several a mention or a topic is asked for; ? is help and /demo the demo', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page } = await signUp(unique('bea'), { asksBeforeSending: true })
  await meet(page)

  await enter(page, 'good morning')
  await expect(plainDialog(page).getByRole('button', { name: 'Send Anyway' })).toBeFocused()
  await press(page, 'Open Help ( ? )')
  await expect(help(page)).toBeVisible()
  await expect(plainDialog(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(help(page)).toBeHidden()
  await expect(composer(page)).toBeFocused()
  await expect(composer(page)).toHaveValue('good morning')
  await page.keyboard.press('Enter')
  await press(page, 'Go Back & Edit')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, 'Send Anyway')
  await expect(article(page, 'good morning')).toBeVisible()

  // commands
  for (const command of ['?', '/?']) {
    await enter(page, command)
    await expect(help(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(help(page)).toBeHidden()
    await expect(composer(page)).toHaveValue('')
  }
  // replies are never asked about, and in them /demo is a text
  await article(page, 'good morning').hover()
  await toolbarOf(article(page, 'good morning')).getByRole('button', { name: 'Reply in composer' }).click()
  const reply = page.getByRole('textbox', { name: /^Reply to @/ })
  await reply.fill('/demo')
  await reply.press('Enter')
  await expect(page.getByText('Reply sent')).toBeVisible()
  expect(await contents(page)).toEqual(['good morning', '/demo'])

  // never again, until the settings say otherwise
  await enter(page, 'one')
  await plainDialog(page).getByRole('checkbox', { name: 'Never ask again' }).check()
  await press(page, 'Send Anyway')
  await enter(page, 'two')
  await expect(article(page, 'two')).toBeVisible()
  const settings = await openSettings(page, 'messages')
  await settings.getByRole('switch', { name: 'Ask before sending without a mention or a topic' }).click()
  await settings.getByRole('button', { name: 'Close' }).click()
  await enter(page, 'three')
  await expect(plainDialog(page)).toBeVisible()
  await press(page, 'Go Back & Edit')

  await enter(page, '?demo')
  await expect(page.getByRole('button', { name: 'Clear Demo' })).toBeVisible()
  await expect(composer(page)).toHaveValue('')
})

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

test('emoji, lines, long and composed texts: what is written is kept, what may not go out is said', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page } = await signUp(unique('dan'))
  const field = composer(page)
  const send = page.getByRole('button', { name: 'Send', exact: true })
  const height = async () => (await field.boundingBox())?.height ?? 0
  await expect(send).toBeDisabled()
  await field.fill('  \n ')
  await expect(send).toBeDisabled()

  // an emoji at the caret
  await field.fill('well done')
  await field.press('ArrowLeft')
  await press(page, 'Add an emoji')
  await page.getByRole('dialog', { name: 'Pick an emoji' }).getByRole('searchbox').fill('rocket')
  await page.getByRole('gridcell', { name: 'rocket', exact: true }).click()
  await expect(field).toHaveValue('well don🚀e')
  await expect(field).toBeFocused()
  await press(page, 'Add an emoji')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add an emoji' })).toBeFocused()

  // from 40 to 120 px
  await field.fill('')
  expect(await height()).toBe(40)
  await field.press('a')
  for (let line = 0; line < 8; line += 1) await field.press('Shift+Enter')
  expect(await field.inputValue()).toBe(`a${'\n'.repeat(8)}`)
  expect(await height()).toBe(120)

  // the keys of an input method send nothing
  await field.fill('にほん')
  await field.evaluate((element) =>
    element.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
    ),
  )
  await expect(field).toHaveValue('にほん')

  // a long text is kept in full, counted, and refused with its length
  await field.fill('')
  await page.evaluate(() => navigator.clipboard.writeText('🐦'.repeat(5001)))
  await field.press('ControlOrMeta+v')
  await expect(page.getByText('5001 of 5000')).toBeVisible()
  await field.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Message too long' })).toContainText(
    'Your message is 5001 characters. Please keep it under 5000 characters.',
  )
  expect([...(await field.inputValue())]).toHaveLength(5001)
  await field.press('Backspace')
  await expect(page.getByText('Message too long')).toBeHidden()
  await field.press('Enter')
  await expect(field).toHaveValue('')

  await enter(page, '😀😁😂🤣😃😄😅😆😉😊😋')
  await expect(page.getByRole('alert').filter({ hasText: 'Too many emojis' })).toContainText(
    'Reactions are limited to 10 unique emoji per message',
  )
  await field.press('Backspace')
  await field.press('Enter')
  await expect(article(page, '😀😁😂🤣😃😄😅😆😉😊')).toBeVisible()
  await expect
    .poll(async () => (await contents(page)).map((content) => [...content].length))
    .toEqual([5000, 10])
})

test('the windows of the composer are accessible, in both themes and sizes', async ({ signUp, unique }) => {
  test.slow()
  const { page } = await signUp(unique('eva'), { asksBeforeSending: true })
  const customize = async () => {
    await composer(page).focus()
    await press(page, 'Add a topic or an agent')
    await page.getByRole('menuitem', { name: 'Customize quick mentions' }).click()
  }
  const channels = async () => {
    await page.getByRole('button', { name: 'Channel: main' }).click()
    await page.getByRole('menuitem', { name: 'Manage channels' }).click()
  }
  const ask = () => enter(page, 'hello')
  const emoji = () => press(page, 'Add an emoji')

  async function check(windows: Readonly<Record<string, () => Promise<void>>>): Promise<void> {
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size)
      for (const [name, open] of Object.entries(windows)) {
        await open()
        await expect(page.getByRole('dialog')).toBeVisible()
        await test.step(`${name}, ${size.width}`, () => expectAccessible(page))
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
      }
    }
    await page.setViewportSize(DESKTOP)
  }
  await check({ ask })
  await meet(page)
  await check({ ask, customize, channels, emoji })
})
