/** What the page shows of its connection, and what it stores of a space. Real network failures are in tests/e2e. */
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp, type OpenedApp } from './app.tsx'
import { switchedTo } from './default-answers.ts'
import { article, composer, enter, switcher } from './parts.ts'
import { ago, person, personalSpace, space } from './world.ts'

const PING_MS = 15_000
const slow = page.getByText('Slow connection')

test('a slow connection is announced once, until it is fast again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { server } = await openApp({ me: person('sloan') })
  await expect.element(composer).toBeVisible()
  const ping = (lateMs: number) => {
    vi.advanceTimersByTime(PING_MS)
    server.emit('ping', { server_time: ago(lateMs) })
  }
  ping(0)
  ping(2000)
  await expect.element(slow).not.toBeInTheDocument()
  ping(2000)
  await expect.element(slow).toBeVisible()
  ping(2000)
  ping(0)
  await expect.element(slow).not.toBeInTheDocument()
  expect(warn.mock.calls.flat().filter((text) => String(text).includes('slow'))).toHaveLength(1)
  warn.mockRestore()
})

const cached = ({ stored }: OpenedApp) =>
  [...stored]
    .filter(([key]) => key.includes('query_cache'))
    .map(([, text]) => text)
    .join('\n')

test('switching spaces leaves nothing of the previous space in the cache', async () => {
  const rea = person('rea')
  const lab = space('Field Lab')
  const app = await openApp({ me: rea, world: { spaces: [personalSpace(rea), lab] } })
  app.server.answer(spaceRoutes.switch, () => switchedTo(app.world, lab))
  await enter('only in my own space')
  await expect.element(article('only in my own space')).toBeVisible()
  await expect.poll(() => cached(app)).toContain('only in my own space')

  await switcher.click()
  await page.getByRole('menuitem', { name: 'Field Lab' }).click()
  await expect.poll(() => app.left).toEqual(['/'])
  await app.reload()
  await expect.element(page.getByText('Switched to Field Lab')).toBeVisible()
  // the cache is written a moment after the fetch
  await expect.poll(() => cached(app)).toContain('Field Lab')
  expect(cached(app)).not.toContain('only in my own space')
})
