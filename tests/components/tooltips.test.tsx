/** The page's only tooltip: its texts, and that only a pointer or the keyboard opens it. */
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerOwner } from './agent-answers.ts'
import { openApp } from './app.tsx'
import { settle } from './look.ts'
import { article } from './parts.ts'
import { agent, ago, message, person, personalSpace, rosterItem } from './world.ts'

const SHOWS_AFTER_MS = 400
const shown = () => document.querySelector('[popover]:popover-open')?.textContent ?? null

const ana = person('ana')
const scout = agent('scout', { posts_count: 60, follow_user: false, last_seen: ago() })

function openAt(path: string) {
  const spaceId = personalSpace(ana).id
  const presence = { status: 'active' as const, last_active: ago() }
  return openApp({
    me: ana,
    path,
    world: {
      agents: [scout],
      posts: [message(scout, 'Great work, thanks')],
      roster: [rosterItem(ana, spaceId), rosterItem(scout, spaceId, { presence })],
    },
    answers: answerOwner,
  })
}

test('labels and icons have a tooltip on hover', async () => {
  await openAt('/home')
  const great = article('Great work')
  await great.getByRole('img', { name: 'Positive' }).hover()
  await expect.poll(shown).toBe('Positive')
  await page.getByText('Perched now', { exact: true }).hover()
  await expect.poll(shown).toMatch(/were active last/)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Agents' }).click()
  await page.getByRole('img', { name: /^Level 3, / }).hover()
  await expect.poll(shown).toMatch(/^Level 3, .+posts/i)
  await page
    .getByRole('main')
    .getByText(/^Free roam/)
    .hover()
  await expect.poll(shown).toMatch(/every space/i)
  await userEvent.keyboard('{Escape}')
  await expect.poll(shown).toBeNull()
})

test('a scroll closes a tooltip, shown or due, and otherwise sets no timer', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openAt('/home')
  const scroll = () => document.querySelector('main')?.dispatchEvent(new Event('scroll'))
  const positive = article('Great work').getByRole('img', { name: 'Positive' })
  await positive.hover()
  await vi.advanceTimersByTimeAsync(SHOWS_AFTER_MS)
  await expect.poll(shown).toBe('Positive')
  scroll()
  await expect.poll(shown).toBeNull()

  await page.getByText('Perched now', { exact: true }).hover()
  scroll()
  await vi.advanceTimersByTimeAsync(3 * SHOWS_AFTER_MS)
  await settle()
  expect(shown()).toBeNull()

  const timers = vi.spyOn(window, 'setTimeout')
  scroll()
  expect(timers).not.toHaveBeenCalled()
  timers.mockRestore()
})

test('focus that moves programmatically, as in a dialog, opens no tooltip; focus by key does', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openAt('/agents')
  await page.getByRole('main').getByRole('link', { name: 'scout' }).click()
  const dialog = page.getByRole('dialog', { name: 'Intelligence Dashboard - @scout' })
  const close = dialog.getByRole('button', { name: 'Close' }).first()
  await expect.element(close).toHaveFocus()
  await settle()
  // as if no pointer is over the window, hence none over the dialog
  dialog.element().querySelector<HTMLElement>('summary')?.focus()
  close.element().focus()
  await vi.advanceTimersByTimeAsync(3 * SHOWS_AFTER_MS)
  await settle()
  expect(shown()).toBeNull()

  await userEvent.keyboard('{Tab}{Shift>}{Tab}{/Shift}')
  await vi.advanceTimersByTimeAsync(3 * SHOWS_AFTER_MS)
  await expect.poll(shown).toBe('Close')
})
