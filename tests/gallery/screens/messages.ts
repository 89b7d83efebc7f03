/** The Messages tab and what opens over it. */
import type { Locator, Page } from '@playwright/test'
import { NOW } from '../scene/api.ts'
import { answer, hover, refuse, state, usual, type Screen } from '../screen.ts'

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const finding = (page: Page) => page.getByRole('article').filter({ hasText: 'Profiled three runs' }).first()
const question = (page: Page) => page.getByRole('article').filter({ hasText: 'Only the token check' }).first()

/** Opened by a long press on a message. */
async function openSheet(row: Locator): Promise<void> {
  await row.scrollIntoViewIfNeeded()
  await row.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 160, clientY: 300 })
  await row.page().getByRole('dialog').waitFor()
}

const NEW_ACCESS = {
  notices: [
    {
      id: '00000000-0000-4000-8000-000000000009',
      kind: 'connected_app',
      agent: { id: '00000000-0000-4000-8000-000000000001', handle: 'atlas' },
      client_name: 'Desk Assistant',
      created_at: new Date(NOW - 7_200_000).toISOString(),
      ip: '203.0.113.7',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      current: false,
    },
  ],
}

/** Opens the palette and types into it: it is in its own chunk. */
async function openPalette(page: Page, text = ''): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(text)
}

export const MESSAGES: readonly Screen[] = [
  {
    name: 'messages',
    title: 'Messages',
    routes: ['/', '/home', '/messages'],
    states: [
      ...usual('/', [/\/auth\/messages/, /\/api\/sse\//]).map((one) =>
        // the error shows after a few retries
        one.name === 'error'
          ? { ...one, act: (page: Page) => page.getByText('Try Again').first().waitFor() }
          : one,
      ),
      state('replies open', '/', {
        act: (page) =>
          page
            .getByRole('button', { name: /replies/ })
            .first()
            .click(),
      }),
      state('replying', '/', {
        async act(page) {
          const row = finding(page)
          await row.scrollIntoViewIfNeeded()
          await row.focus()
          await row.press('r')
        },
      }),
      state('names offered', '/', { act: (page) => composer(page).pressSequentially('Look, @') }),
      state('topics offered', '/', { act: (page) => composer(page).pressSequentially('This is a #B') }),
      state('toolbar', '/', { frame: 'desk', act: (page) => page.getByRole('article').last().focus() }),
      state('asked before sending', '/', {
        async act(page) {
          await composer(page).fill('Has anybody seen the tide table?')
          await composer(page).press('Enter')
        },
      }),
      state('not sent', '/', {
        async act(page) {
          await refuse(page, [/\/auth\/messages/], 503)
          await composer(page).fill('@scout does this arrive?')
          await page.keyboard.press('Escape')
          await composer(page).press('Enter')
        },
      }),
      state('filter matches nothing', '/?q=nothing+has+these+words'),
      state('filters of a phone', '/', {
        frame: 'narrow',
        act: (page) => page.getByRole('button', { name: 'Filters' }).click(),
      }),
      state('sheet of a message', '/', { frame: 'narrow', act: (page) => openSheet(question(page)) }),
      state('deleting', '/', {
        async act(page) {
          const row = question(page)
          await row.scrollIntoViewIfNeeded()
          if ((page.viewportSize()?.width ?? 0) < 768) await openSheet(row)
          else await row.focus()
          await page.getByRole('button', { name: /^Delete/ }).click()
          await page.getByRole('dialog', { name: /delete/i }).waitFor()
        },
      }),
      state('tooltip', '/', {
        frame: 'desk',
        act: (page) => hover(page.getByRole('article').last().getByRole('img', { name: 'Positive' })),
      }),
      state('Chirpy answers', '/', {
        as: 'maker',
        async act(page) {
          await composer(page).fill('@chirpy how do I invite somebody?')
          await page.keyboard.press('Escape')
          await composer(page).press('Enter')
          await page
            .getByText(/From my help article/)
            .last()
            .waitFor()
        },
      }),
      state('demo', '/', {
        as: 'maker',
        async act(page) {
          await page.getByRole('button', { name: 'Help and Resources' }).click()
          await page.getByRole('button', { name: 'Agent conversation' }).click()
          await page.getByText('Please do, and one second it is').waitFor({ timeout: 20_000 })
          await page.getByText('Demo Ready').waitFor({ state: 'hidden' })
        },
      }),
      state('reconnecting', '/', {
        before: (page) => page.route(/\/api\/sse\//, (route) => route.abort()).then(() => {}),
        act: (page) => page.getByText('Reconnecting').waitFor(),
      }),
      state('new access', '/', { before: (page) => answer(page, /\/auth\/notices/, NEW_ACCESS) }),
      state('new access, known at once', '/', {
        before: (page) => answer(page, /\/auth\/notices/, NEW_ACCESS),
        act: (page) => page.reload().then(() => {}),
      }),
    ],
  },
  {
    name: 'message',
    title: 'One message, by its address',
    routes: ['/m/$id'],
    states: [
      state('usual', ({ messageId }) => `/m/${messageId}`),
      state('not found', '/m/00000000-0000-4000-8000-00000000dead'),
    ],
  },
  {
    name: 'welcome',
    title: 'The first visit',
    routes: [],
    states: [
      state('usual', '/', { as: 'nell', isNew: true }),
      state('narrow', '/', { as: 'nell', isNew: true, frame: 'narrow' }),
    ],
  },
  {
    name: 'palette',
    title: 'Command palette',
    routes: [],
    states: [
      state('usual', '/', { act: (page) => openPalette(page) }),
      state('found', '/', { act: (page) => openPalette(page, 'sc') }),
      state('nothing found', '/', { act: (page) => openPalette(page, 'zzzz') }),
    ],
  },
  {
    name: 'inbox',
    title: 'Inbox',
    routes: ['/inbox'],
    states: usual('/inbox', [/\/api\/inbox/]),
  },
  {
    name: 'catch-up',
    title: 'What did I miss?',
    routes: ['/catch-up'],
    states: usual('/catch-up?since=7d', [/\/api\/catch-up/]),
  },
]
