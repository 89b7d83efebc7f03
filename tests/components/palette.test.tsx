/** The command palette, the space switcher, and the accessibility of the shell's dialogs. */
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DESKTOP, PHONE, openApp } from './app.tsx'
import { switchedTo } from './default-answers.ts'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { composer, expectClosed, help, palette, paletteField, settings, switcher, title } from './parts.ts'
import { person, personalSpace, space, task } from './world.ts'

const OPEN = '{Control>}k{/Control}'

/** Opens the palette, types into it and chooses the first result. */
async function choose(text: string, keys = OPEN): Promise<void> {
  await userEvent.keyboard(keys)
  await paletteField.fill(text)
  await expect.element(palette.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
}

test('the palette finds pages, people and actions, also from the composer', async () => {
  await openApp({ me: person('ana') })
  await composer.fill('half a thought')
  await userEvent.keyboard(OPEN)
  await expect.element(paletteField).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expectClosed(palette)

  // a page
  await choose('agen')
  await expect.element(title('Agents')).toBeVisible()
  await expect.element(palette).not.toBeInTheDocument()

  // a mention is added to the draft
  await choose('@chir', '{Meta>}k{/Meta}')
  await expect.element(title('Messages')).toBeVisible()
  // at its start, or at its end where the feed focused the composer first
  await expect
    .element(composer)
    .toHaveValue(expect.stringMatching(/^(@chirpy half a thought|half a thought @chirpy )$/))
  await expect.element(composer).toHaveFocus()

  // one can't mention oneself; the arrows wrap around; Escape returns the focus
  await userEvent.keyboard(OPEN)
  await paletteField.fill('@ana')
  await expect.element(palette.getByText('Nothing has that name')).toBeVisible()
  await paletteField.fill('help')
  const options = palette.getByRole('option')
  await expect.poll(() => options.elements().length).toBeGreaterThan(1)
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(options.last()).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(composer).toHaveFocus()

  // actions
  await choose('dark')
  await expect.poll(() => document.documentElement.classList.contains('dark')).toBe(true)
  await choose('and resources')
  await expect.element(help).toBeVisible()
  await userEvent.keyboard(OPEN)
  await expect.element(palette).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expectClosed(help)
  await choose('settings')
  await expect.element(settings).toBeVisible()
  expect(location.search).toBe('?settings=profile')
  await userEvent.keyboard('{Escape}')
  await expectClosed(settings)
  await choose('log')
  await expect.element(page.getByText(/^Discard \d drafts?\?$/)).toBeVisible()
})

test('the palette starts with recent pages, and each of its rows has an icon', async () => {
  const ana = person('ana')
  await openApp({ me: ana })
  const main = page.getByRole('navigation', { name: 'Main' })
  for (const name of ['Tasks', 'Spaces', 'Messages']) {
    await main.getByRole('link', { name, exact: true }).click()
    await expect.element(title(name)).toBeVisible()
  }
  await userEvent.keyboard(OPEN)
  const recent = palette.getByRole('group', { name: 'Recent' }).getByRole('option')
  await expect.element(recent.first()).toBeVisible()
  expect(recent.elements().map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Spaces'),
    expect.stringContaining('Tasks'),
  ])
  const rows = palette.getByRole('option').elements()
  expect(rows.filter((row) => row.querySelector('svg, .avatar') === null)).toEqual([])
  expect(palette.getByRole('group', { name: 'Mention' }).getByRole('option').elements()).toHaveLength(1)
})

test('the palette finds tasks by name and by text, and opens a new one', async () => {
  const bob = person('bob')
  const space_id = personalSpace(bob).id
  const tasks = [
    task(bob, 12, 'Batch the token check', { space_id, status: 'blocked' }),
    task(bob, 13, 'Write notes', { space_id, description: 'for the quarter' }),
  ]
  await openApp({ me: bob, world: { tasks } })
  await userEvent.keyboard(OPEN)
  await paletteField.fill('t-12')
  const option = palette.getByRole('group', { name: 'Open task' }).getByRole('option')
  await expect.element(option).toHaveTextContent('T-12 Batch the token checkBlocked')
  await expectAccessible()
  await paletteField.fill('quart')
  await expect.element(option).toHaveTextContent('T-13 Write notesAvailable')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.pathname + location.search).toBe(`/tasks?task=${tasks[1]?.id ?? ''}`)

  const sheet = page.getByRole('dialog', { name: 'Edit Task' })
  await expect.element(sheet).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expectClosed(sheet)
  await choose('new task')
  await expect.element(page.getByRole('dialog', { name: /task/i })).toBeVisible()
})

const ana = person('ana')
const lab = space('Field Lab', { visibility: 'invite_only' })
const night = space('Night Shift')
const several = { me: ana, world: { spaces: [personalSpace(ana), lab, night] } }

test('the palette switches to another space', async () => {
  const app = await openApp(several)
  app.server.answer(spaceRoutes.switch, () => switchedTo(app.world, lab))
  await expect.element(switcher).toBeVisible()
  await choose('field')
  await expect.poll(() => app.left).toEqual(['/'])
  await app.reload()
  await expect.element(page.getByText('Switched to Field Lab')).toBeVisible()
})

const items = page.getByRole('menuitem')

test('the switcher lists the other spaces with their type, and links to the Spaces tab', async () => {
  const app = await openApp(several)
  app.server.answer(spaceRoutes.switch, () => switchedTo(app.world, lab))
  await switcher.click()
  await expect.poll(() => items.elements().length).toBe(3)
  await expect.element(items.filter({ hasText: 'Field Lab' })).toMatchTextContent('Team')
  await expect.element(items.filter({ hasText: 'Night Shift' })).toMatchTextContent('Team')
  await expect.element(page.getByRole('menu').getByText("ana's Workspace")).not.toBeInTheDocument()

  await items.filter({ hasText: 'Manage Spaces' }).click()
  await expect.poll(() => location.pathname).toBe('/spaces')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()

  await switcher.click()
  await items.filter({ hasText: 'Field Lab' }).click()
  await expect.poll(() => app.left).toEqual(['/'])
  await app.reload()
  await expect.element(page.getByText('Space Switched')).toBeVisible()
  await expect.element(page.getByText('Switched to Field Lab')).toBeVisible()
})

test('the menu is closed for the next user who signs in', async () => {
  const app = await openApp(several)
  await switcher.click()
  await expect.element(items.first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('textbox', { name: 'Email or username' }).fill('ana')
  await page.getByLabelText('Password', { exact: true }).fill('a long enough password')
  await userEvent.keyboard('{Enter}')
  await expect.element(switcher).toHaveAttribute('aria-expanded', 'false')
  expect(app.world.me?.username).toBe('ana')
})

test('typing in a menu finds an item, and starts over after a second', async () => {
  const bo = person('bo')
  await openApp({ me: bo, world: { spaces: [personalSpace(bo), space('Mosaic'), space('Alder')] } })
  await switcher.click()
  await expect.element(items.filter({ hasText: 'Manage Spaces' })).toBeVisible()
  await userEvent.keyboard('{End}')
  await expect.element(items.filter({ hasText: 'Manage Spaces' })).toHaveFocus()

  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const type = (key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
    vi.advanceTimersByTime(1)
  }
  const focused = () => document.activeElement?.textContent
  type('m')
  expect(focused()).toContain('Mosaic')
  vi.advanceTimersByTime(990)
  type('a')
  expect(focused()).toContain('Manage Spaces')
  vi.advanceTimersByTime(1000)
  type('a')
  expect(focused()).toContain('Alder')
})

test('who is in no space is offered to join one', async () => {
  await openApp({ me: person('cy'), world: { spaces: [] } })
  await page.getByRole('link', { name: 'Join Space' }).click()
  await expect.poll(() => location.pathname).toBe('/spaces')
})

test("while the spaces can't be loaded the switcher shows the cached ones, or that it is loading", async () => {
  const app = await openApp({ me: person('dot') })
  const cached = () => [...app.stored.keys()].filter((key) => key.includes('query_cache'))
  await expect
    .poll(() =>
      cached()
        .map((key) => app.stored.get(key))
        .join(),
    )
    .toContain("dot's Workspace")
  app.server.answer(spaceRoutes.list, () => Promise.reject(new TypeError('Failed to fetch')))
  await app.reload()
  await expect.element(switcher).toHaveTextContent("dot's Workspace")

  for (const key of cached()) app.stored.delete(key)
  app.server.answer(spaceRoutes.list, () => refusal(503, 'unavailable'))
  await app.reload()
  await expect.element(switcher).toHaveTextContent('Loading')
  await switcher.click()
  await expect.poll(() => items.elements().map((item) => item.textContent)).toEqual(['Manage Spaces'])
})

test.for([
  { device: 'desktop', size: DESKTOP },
  { device: 'phone', size: PHONE },
])('the dialogs of the shell are accessible, $device', async ({ size }) => {
  await openApp({ me: person('eve'), size })
  await page.getByRole('button', { name: 'Help and Resources' }).click()
  await expect.element(help).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expectClosed(help)
  await userEvent.keyboard(OPEN)
  await expect.element(paletteField).toBeVisible()
  await expectAccessible()
  await paletteField.fill('zzz')
  await expect.element(palette.getByText('Nothing has that name')).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await switcher.click()
  await expect.element(items.filter({ hasText: 'Manage Spaces' })).toBeVisible()
  await expectAccessible()
})
