/** What is written in the composer, and its windows. */
import { DESKTOP, expect, expectAccessible, PHONE, test } from './fixtures.ts'
import { article, composer, meet } from './meeting.ts'
import { press, enter, contents } from './composer-parts.ts'

test('emoji, lines, long and composed texts: what is written is kept, what may not go out is said', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page } = await signUp(unique('dan'))
  const field = composer(page)
  const send = page.getByRole('button', { name: 'Send', exact: true })
  const height = async () => (await field.boundingBox())?.height ?? 0
  // where nothing was said yet one begins to write
  await expect(page.getByText('Quiet in here')).toBeVisible()
  await expect(field).toBeFocused()
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
