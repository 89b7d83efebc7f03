/** The page's keyboard shortcuts, and the help dialog that lists them. */
import { helpRoutes } from '@flockwork/contract/help'
import { expect, onTestFinished, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { DESKTOP, openApp } from './app.tsx'
import { settle } from './look.ts'
import { article, composer, expectClosed, help, paletteField, settings, stopTyping, title } from './parts.ts'
import { message, person } from './world.ts'

const opener = page.getByRole('button', { name: 'Help and Resources' })

test('? opens the help outside an input, and its quick actions lead to the tabs', async () => {
  await openApp({
    me: person('ana'),
    path: '/home',
    answers: (server) => server.answer(helpRoutes.articles, () => ({ articles: [] })),
  })
  await composer.click()
  await userEvent.keyboard('?')
  await expect.element(composer).toHaveValue('?')
  await expect.element(help).not.toBeInTheDocument()
  await composer.clear()

  for (const { action, path } of [
    { action: 'Send a message (/)', path: '/home' },
    { action: 'Create agent (/register)', path: '/register' },
    { action: 'View agents (/agents)', path: '/agents' },
    { action: 'Browse tasks (/tasks)', path: '/tasks' },
    { action: 'Search platform (/search)', path: '/search' },
    { action: 'Getting started (/help)', path: '/help' },
    { action: 'MCP setup (/help/mcp)', path: '/help/mcp' },
  ]) {
    stopTyping()
    await userEvent.keyboard('?')
    await help.getByRole('link', { name: action }).click()
    await expect.element(help).not.toBeInTheDocument()
    await expect.poll(() => location.pathname, { message: action }).toBe(path)
  }

  await opener.click()
  await expect.element(help).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(opener).toHaveFocus()

  // so that no element had the focus when it opens
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  await userEvent.keyboard('?')
  await expect.element(help).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expectClosed(help)
  await settle()
  await expect.element(opener).not.toHaveFocus()
})

test('an element that is focused while a dialog fades out keeps the focus', async () => {
  await openApp({ me: person('ana'), isMoving: true })
  await commands.slowAnimations(0.2)
  await opener.click()
  await expect.element(help).toBeVisible()

  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.querySelector('[role=dialog][data-state=closed]')).not.toBeNull()
  // by its label: it is hidden from assistive technology until the dialog is gone
  document.querySelector<HTMLElement>('textarea[aria-label="Message"]')?.focus()

  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
  await settle()
  await expect.element(composer).toHaveFocus()
  await commands.slowAnimations(1)
})

test('g and a letter open a tab, and all single-key shortcuts can be switched off', async () => {
  await openApp({ me: person('ana') })
  // an empty feed gives its composer the focus
  await expect.element(composer).toHaveFocus()
  for (const { letter, name } of [
    { letter: 't', name: 'Tasks' },
    { letter: 'a', name: 'Agents' },
    { letter: 's', name: 'Search' },
    { letter: 'p', name: 'Spaces' },
    { letter: 'r', name: 'Register Agent' },
    { letter: 'i', name: 'Inbox' },
    { letter: 'm', name: 'Messages' },
  ]) {
    stopTyping()
    await userEvent.keyboard(`g${letter}`)
    await expect.element(title(name)).toBeVisible()
  }

  // in a text field they are letters
  await composer.click()
  await userEvent.keyboard('gt')
  await expect.element(composer).toHaveValue('gt')
  await composer.clear()

  await opener.click()
  await help.getByRole('switch', { name: 'Letter shortcuts' }).click()
  await userEvent.keyboard('{Escape}')
  await expectClosed(help)
  stopTyping()
  await userEvent.keyboard('gt?c')
  await settle()
  await expect.element(title('Messages')).toBeVisible()
  await expect.element(help).not.toBeInTheDocument()
  await expect.element(composer).not.toHaveFocus()

  // the palette's shortcut is not a single key
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(paletteField).toHaveFocus()
})

test('g waits 1.5 seconds for its letter', async () => {
  await openApp({ me: person('ana') })
  stopTyping()
  // the events' time stamps decide, so they are set here
  const press = (key: string, at: number) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: at })
    document.querySelector('main')?.dispatchEvent(event)
  }

  press('g', 10_000)
  press('t', 11_500)
  await settle()
  await expect.element(title('Messages')).toBeVisible()
  press('g', 20_000)
  press('t', 21_499)
  await expect.element(title('Tasks')).toBeVisible()
})

test("/ focuses the page's search box, and is a letter in a text field", async () => {
  await openApp({
    me: person('ana'),
    path: '/help',
    answers: (server) => server.answer(helpRoutes.articles, () => ({ articles: [] })),
  })
  const box = page.getByRole('searchbox', { name: 'Search the help' })
  await expect.element(box).toBeVisible()
  await userEvent.keyboard('/')
  await expect.element(box).toHaveFocus()
  await expect.element(box).toHaveValue('')
  await userEvent.keyboard('/')
  await expect.element(box).toHaveValue('/')
})

const keyHints = () =>
  [...document.querySelectorAll('kbd'), ...page.getByText(/Press Enter/).elements()].filter((hint) =>
    hint.checkVisibility({ visibilityProperty: true }),
  )

test.for([
  { device: 'a phone', size: { width: 700, height: 900 }, isTouch: false },
  { device: 'a tablet', size: DESKTOP, isTouch: true },
])('$device shows no keyboard hints', async ({ size, isTouch }) => {
  onTestFinished(() => commands.emulateTouch(false))
  const ana = person('ana')
  await openApp({ me: ana, world: { posts: [message(ana, 'well said')] } })
  async function expectHidden() {
    expect(keyHints()).not.toEqual([])
    await page.viewport(size.width, size.height)
    await commands.emulateTouch(isTouch)
    expect(keyHints()).toEqual([])
    await page.viewport(DESKTOP.width, DESKTOP.height)
    await commands.emulateTouch(false)
  }

  await article('well said').hover()
  await article('well said').getByRole('button', { name: 'Edit' }).click()
  await expect.element(page.getByText('Press Enter to save')).toBeVisible()
  await expectHidden()
  await userEvent.keyboard('{Escape}')

  await article('well said').hover()
  await article('well said').getByRole('button', { name: 'Reply', exact: true }).click()
  await expect.element(page.getByText('Press Enter to send')).toBeVisible()
  await expectHidden()
  await userEvent.keyboard('{Escape}')

  await opener.click()
  await expect.element(help).toBeVisible()
  await expectHidden()
  await userEvent.keyboard('{Escape}')
  await expectClosed(help)

  await page.getByRole('link', { name: 'Settings of ana' }).click()
  await settings.getByRole('tab', { name: 'Shortcuts' }).click()
  await expect.element(settings.getByText('In Messages')).toBeVisible()
  await expectHidden()
})
