/** A page that failed to load looks the same everywhere: a rose panel with its reason and a button. */
import { agentRoutes } from '@flockwork/contract/agents'
import { catchUpRoutes } from '@flockwork/contract/catch-up'
import { helpRoutes } from '@flockwork/contract/help'
import { inboxRoutes } from '@flockwork/contract/inbox'
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { taskRoutes } from '@flockwork/contract/task-routes'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, PHONE, openApp } from './app.tsx'
import { refusal, type FakeServer } from './fake-server.ts'
import { colorOf, expectAccessible, isReachable, overflow } from './look.ts'
import { person } from './world.ts'

const no = () => refusal(403, 'forbidden', 'Not today')

test.for<{ path: string; text: string; fail: (server: FakeServer) => void }>([
  {
    path: '/tasks',
    text: 'Failed to fetch task data',
    fail(server) {
      server.answer(taskRoutes.list, no)
      server.answer(taskRoutes.overview, no)
    },
  },
  { path: '/agents', text: 'Failed to load data', fail: (server) => server.answer(agentRoutes.list, no) },
  {
    path: '/spaces',
    text: 'Your spaces could not be loaded',
    fail: (server) => server.answer(spaceRoutes.list, no),
  },
  {
    path: '/inbox',
    text: 'The inbox could not be loaded',
    fail: (server) => server.answer(inboxRoutes.list, no),
  },
  {
    path: '/catch-up',
    text: 'What you missed could not be loaded',
    fail: (server) => server.answer(catchUpRoutes.get, no),
  },
  {
    path: '/help',
    text: 'The articles could not be loaded',
    fail: (server) => server.answer(helpRoutes.articles, no),
  },
])('$path fails in a rose panel', async ({ path, text, fail }) => {
  await openApp({ me: person('ana'), path, answers: fail })
  const panel = page.getByRole('main').getByRole('alert')
  await expect.element(panel).toMatchTextContent(text)
  expect(getComputedStyle(panel.element()).backgroundColor).toBe(colorOf('rose-soft'))
  await expectAccessible()
  for (const { width, height } of [DESKTOP, PHONE]) {
    await page.viewport(width, height)
    const retry = panel.getByRole('button', { name: 'Try Again' })
    await expect.poll(() => isReachable(retry), { message: `at ${width} px` }).toBe(true)
    expect(overflow()).toBe(0)
  }
})
