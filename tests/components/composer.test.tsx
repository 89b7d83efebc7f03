/** The composer: text is sent as typed, and what can't be sent is explained. */
import { messageRoutes } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DESKTOP, PHONE, openApp } from './app.tsx'
import { press } from './browser-state.ts'
import { expectAccessible, settle } from './look.ts'
import { article, button, composer, enter, holdFinger } from './parts.ts'
import { message, person } from './world.ts'

const send = button('Send')
const height = () => composer.element().getBoundingClientRect().height
const notice = (title: string) => page.getByRole('alert').filter({ hasText: title })

test("an empty feed focuses the composer; whitespace can't be sent", async () => {
  await openApp({ me: person('dan') })
  await expect.element(page.getByText('Quiet in here')).toBeVisible()
  await expect.element(composer).toHaveFocus()
  await expect.element(send).toBeDisabled()
  await composer.fill('  \n ')
  await expect.element(send).toBeDisabled()
})

test('on a phone an empty feed neither opens the keyboard nor grows the composer', async () => {
  await openApp({ me: person('dan'), size: PHONE })
  await expect.element(page.getByText('Quiet in here')).toBeVisible()
  await settle()
  await expect.element(composer).not.toHaveFocus()
})

test('an emoji is inserted at the caret', async () => {
  await openApp({ me: person('dan') })
  await composer.fill('well done')
  await press(composer, '{ArrowLeft}')
  await button('Add an emoji').click()
  const picker = page.getByRole('dialog', { name: 'Pick an emoji' })
  await expect.element(picker).toBeVisible()
  await expectAccessible()
  await picker.getByRole('searchbox').fill('rocket')
  await page.getByRole('gridcell', { name: 'rocket', exact: true }).click()
  await expect.element(composer).toHaveValue('well don🚀e')
  await expect.element(composer).toHaveFocus()
  await button('Add an emoji').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Add an emoji')).toHaveFocus()
})

test('it grows with its lines from 40 to 120 px, and Enter in an input method sends nothing', async () => {
  const { server } = await openApp({ me: person('dan') })
  await expect.element(composer).toBeVisible()
  expect(height()).toBe(40)
  await press(composer, 'a')
  for (let line = 0; line < 8; line += 1) await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  await expect.element(composer).toHaveValue(`a${'\n'.repeat(8)}`)
  expect(height()).toBe(120)

  await composer.fill('にほん')
  const composing = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }
  composer.element().dispatchEvent(new KeyboardEvent('keydown', composing))
  await expect.element(composer).toHaveValue('にほん')
  expect(server.calls(messageRoutes.post)).toEqual([])
})

test('a text that is too long stays in full, is counted, and rejected with its length', async () => {
  const { server } = await openApp({ me: person('dan') })
  await composer.fill('🐦'.repeat(5001))
  await expect.element(page.getByText('5001 of 5000')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect
    .element(notice('Message too long'))
    .toMatchTextContent('Your message is 5001 characters. Please keep it under 5000 characters.')
  await expect.element(composer).toHaveValue('🐦'.repeat(5001))
  await press(composer, '{End}{Backspace}')
  await expect.element(notice('Message too long')).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(composer).toHaveValue('')
  expect(server.calls(messageRoutes.post)).toMatchObject([{ body: { content: '🐦'.repeat(5000) } }])
})

test('more than ten emoji are rejected', async () => {
  await openApp({ me: person('dan') })
  await enter('😀😁😂🤣😃😄😅😆😉😊😋')
  await expect
    .element(notice('Too many emojis'))
    .toMatchTextContent('Reactions are limited to 10 unique emoji per message')
  await press(composer, '{End}{Backspace}{Enter}')
  await expect.element(article('😀😁😂🤣😃😄😅😆😉😊')).toBeVisible()
})

test('a phone shows no keyboard hints', async () => {
  const ana = person('ana')
  await openApp({ me: ana, world: { posts: [message(ana, 'well said')] }, size: PHONE })
  const hints = () =>
    [page.getByText('to send'), page.getByText(/Press Enter/)]
      .flatMap((hint) => hint.elements())
      .filter((hint) => hint.checkVisibility({ visibilityProperty: true }))
  await holdFinger(article('well said'))
  await page.getByRole('dialog').getByRole('button', { name: 'Reply', exact: true }).click()
  await expect.element(page.getByRole('textbox', { name: /^Reply to/ })).toBeVisible()
  expect(hints()).toEqual([])
  await page.viewport(DESKTOP.width, DESKTOP.height)
  expect(hints().length).toBeGreaterThan(0)
})

test('on a phone the dialogs of the composer are accessible', async () => {
  await openApp({ me: person('eva'), size: PHONE })
  for (const open of [
    () => button('Add an emoji').click(),
    async () => {
      await page.getByRole('button', { name: 'Channel: main' }).click()
      await page.getByRole('menuitem', { name: 'Manage channels' }).click()
    },
    async () => {
      await composer.click()
      await button('Add a topic or an agent').click()
      await page.getByRole('menuitem', { name: 'Customize quick mentions' }).click()
    },
  ]) {
    await open()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  }
})

test('on a phone the suggestions stay at the field when something appears below it', async () => {
  await openApp({ me: person('eva'), size: PHONE })
  await composer.click()
  await userEvent.keyboard('@')
  const list = page.getByRole('listbox')
  await expect.element(list).toBeVisible()
  await settle()
  const field = document.querySelector('textarea')
  const top = () => field?.getBoundingClientRect().top ?? 0
  const gap = () => Math.round(top() - list.element().getBoundingClientRect().bottom)
  const [topBefore, gapBefore] = [top(), gap()]

  const below = document.createElement('div')
  below.style.height = '60px'
  field?.after(below)
  expect(top()).toBeLessThan(topBefore)
  await expect.poll(gap).toBe(gapBefore)
})
