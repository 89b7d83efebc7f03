/** What is asked before a message goes out, and the commands of the composer. */
import type { Page } from '@playwright/test'
import { setDisabled } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { article, composer, meet, toolbarOf } from './meeting.ts'
import { openSettings } from './settings-page.ts'
import { guideDialog, plainDialog, help, press, enter, contents } from './composer-parts.ts'

const banner = (page: Page) => page.getByRole('region', { name: 'Chirpy, your guide' })

test('in a personal space a message without a mention is asked about, and may go to Chirpy always', async ({
  signUp,
  unique,
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
  await setDisabled(page, 'chirpy', true)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByRole('button', { name: 'Show Chirpy tips' }).or(banner(page))).toBeHidden()
  await enter(page, 'is anyone there')
  await expect(plainDialog(page)).toBeVisible()
  await press(page, 'Go Back & Edit')
  await setDisabled(page, 'chirpy', false)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByRole('button', { name: 'Show Chirpy tips' }).or(banner(page))).toBeVisible()

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
