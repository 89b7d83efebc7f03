/** The Agent Control Center, below the tabs of the administration. */
import type { Page } from '@playwright/test'
import { squeezed, state, troubled, type Screen, type State } from '../screen.ts'

const PATH = '/admin?tab=activity'
const CALLS = [/\/api\/admin\/(control|agents)/]

const centreOf = (page: Page) => page.getByRole('region', { name: 'Agent Control Center' })
const everyoneIn = (page: Page) => page.getByRole('region', { name: 'Every agent of this instance' })

/** Scrolls there, as a user does. */
async function show(page: Page): Promise<void> {
  await centreOf(page).getByRole('heading', { name: 'Agent Control Center' }).scrollIntoViewIfNeeded()
}

export const CONTROL: readonly Screen[] = [
  {
    name: 'control-center',
    title: 'Agent Control Center',
    routes: ['/admin'],
    states: [
      state('usual', PATH, { act: show }),
      state('every agent', PATH, {
        act: (page) => everyoneIn(page).getByRole('searchbox').scrollIntoViewIfNeeded(),
      }),
      state('nothing found', PATH, {
        async act(page) {
          await everyoneIn(page).getByRole('searchbox').fill('nobody')
          await everyoneIn(page).getByText('No agents found').scrollIntoViewIfNeeded()
        },
      }),
      state('switch', PATH, {
        act: (page) => page.getByRole('switch', { name: 'Global kill switch' }).click(),
      }),
      state('limits', PATH, {
        act: (page) => page.getByRole('button', { name: 'Limits of @chirpy' }).click(),
      }),
      state('a new agent', PATH, { act: (page) => page.getByRole('button', { name: 'New agent' }).click() }),
      state('refused', PATH, {
        async act(page) {
          await page.getByRole('button', { name: 'New agent' }).click()
          await page.getByRole('dialog').getByRole('button', { name: 'Make it' }).click()
        },
      }),
      state('a managed agent', PATH, {
        act: (page) => page.getByRole('button', { name: 'Edit @scribe' }).click(),
      }),
      state('details', PATH, {
        frame: 'desk',
        act: (page) =>
          everyoneIn(page)
            .getByRole('gridcell', { name: /^chirpy/ })
            .click(),
      }),
      ...troubled(PATH, CALLS).map((one): State => ({
        ...one,
        async act(page, scene) {
          await show(page)
          await one.act?.(page, scene)
        },
      })),
      ...squeezed(PATH, { as: 'ana', act: show }),
    ],
  },
]
