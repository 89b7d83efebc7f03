/** The keys of the page outside a text, and the help that lists them. */
import { expect, expectAccessible, test } from './fixtures.ts'
import { composer } from './meeting.ts'
import { help, paletteField, stopTyping, title } from './shell-parts.ts'

test('? opens the help outside an input, and its quick actions lead to the tabs', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page } = await signUp(unique('ask'))
  await composer(page).focus()
  await page.keyboard.press('?')
  await expect(composer(page)).toHaveValue('?')
  await expect(help(page)).toBeHidden()
  await composer(page).fill('')

  for (const { action, path } of [
    { action: 'Send a message (/)', path: '/home' },
    { action: 'Create agent (/register)', path: '/register' },
    { action: 'View agents (/agents)', path: '/agents' },
    { action: 'Browse tasks (/tasks)', path: '/tasks' },
    { action: 'Search platform (/search)', path: '/search' },
    { action: 'Getting started (/help)', path: '/help' },
    { action: 'MCP setup (/help/mcp)', path: '/help/mcp' },
  ]) {
    await stopTyping(page)
    await page.keyboard.press('?')
    await help(page).getByRole('link', { name: action }).click()
    await expect(help(page)).toBeHidden()
    await expect(page, action).toHaveURL(path)
  }

  await page.getByRole('button', { name: 'Help and Resources' }).click()
  await expect(help(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Help and Resources' })).toBeFocused()
})

test('what is chosen while a dialog fades out keeps the focus', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('fade'))
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.2 })
  await page.getByRole('button', { name: 'Help and Resources' }).click()
  await expect(help(page)).toBeVisible()

  await page.keyboard.press('Escape')
  await page.locator('[role=dialog][data-state=closed]').waitFor()
  // by its label: to assistive technology it is hidden until the dialog is gone
  await page.getByLabel('Message', { exact: true }).focus()

  await expect(page.locator('[role=dialog]')).toHaveCount(0)
  // whatever its end sets off has happened
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
      ),
  )
  await expect(composer(page)).toBeFocused()
})

test('g and a letter lead to a tab, and all single keys can be switched off', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('keys'))
  for (const { letter, name } of [
    { letter: 't', name: 'Tasks' },
    { letter: 'a', name: 'Agents' },
    { letter: 's', name: 'Search' },
    { letter: 'p', name: 'Spaces' },
    { letter: 'r', name: 'Register Agent' },
    { letter: 'i', name: 'Inbox' },
    { letter: 'm', name: 'Messages' },
  ]) {
    await stopTyping(page)
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await expect(title(page, name), `g ${letter}`).toBeVisible()
  }

  // while typing they are letters
  await composer(page).focus()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(composer(page)).toHaveValue('gt')
  await composer(page).fill('')

  await page.getByRole('button', { name: 'Help and Resources' }).click()
  await help(page).getByRole('switch', { name: 'Letter shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(help(page)).toBeHidden()
  await stopTyping(page)
  for (const key of ['g', 't', '?', 'c']) await page.keyboard.press(key)
  await expect(title(page, 'Messages')).toBeVisible()
  await expect(help(page)).toBeHidden()
  await expect(composer(page)).not.toBeFocused()

  // the palette is no single key
  await page.keyboard.press('Control+k')
  await expect(paletteField(page)).toBeFocused()
})

test('g waits a second and a half for its letter', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('slow'))
  await stopTyping(page)
  // the browser's own time stamps decide, so the presses carry them
  const press = (key: string, at: number) =>
    page.evaluate(
      ([name, time]) => {
        const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
        Object.defineProperty(event, 'timeStamp', { value: time })
        document.querySelector('main')?.dispatchEvent(event)
      },
      [key, at] as const,
    )

  await press('g', 10_000)
  await press('t', 11_500)
  await expect(title(page, 'Messages')).toBeVisible()
  await press('g', 20_000)
  await press('t', 21_499)
  await expect(title(page, 'Tasks')).toBeVisible()
})

test('/ goes to the search box of the page, and is a letter in a text', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('find'))
  await page.goto('/help')
  const box = page.getByRole('searchbox', { name: 'Search the help' })
  await expect(box).toBeVisible()
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('')
  await page.keyboard.press('/')
  await expect(box).toHaveValue('/')
})
