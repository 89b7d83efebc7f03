/** The help centre: its articles in groups, searched and read, offline too. */
import { helpRoutes, type HelpArticle } from '@flockwork/contract/help'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DESKTOP, openApp, PHONE, type OpenedApp, type Options } from './app.tsx'
import { makeInsecure, setOnline } from './browser-state.ts'
import { expectAccessible, overflow } from './look.ts'
import { person, PROVIDERS } from './world.ts'

const articles: readonly HelpArticle[] = [
  {
    slug: 'first-account',
    title: 'The first account and the setup code',
    group: 'start',
    keywords: [],
    sections: [
      { heading: null, text: 'The server prints a setup code when it starts.', picture: null },
      {
        heading: 'Where to find it',
        text: 'Run `flockwork logs`, then:\n\n```sh\nflockwork setup-code\n```',
        picture: { name: 'board', alt: 'Tasks as a board' },
      },
    ],
  },
  {
    slug: 'dark-mode',
    title: 'Dark mode',
    group: 'how',
    keywords: ['theme'],
    sections: [
      { heading: null, text: 'Flockwork follows the light or dark theme of your system.', picture: null },
    ],
  },
  {
    slug: 'topics',
    title: 'Topics',
    group: 'how',
    keywords: [],
    sections: [
      { heading: null, text: 'Write `#topic` to file a message under a topic, in any space.', picture: null },
    ],
  },
]

/** The app retries by itself before it shows a failure. */
const AFTER_RETRIES_MS = 12_000

const search = page.getByRole('searchbox', { name: 'Search the help' })
const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
const link = (name: string | RegExp) => page.getByRole('link', { name })

function openHelp(path: string, more: Options = {}): Promise<OpenedApp> {
  return openApp({
    me: person('hel'),
    path,
    answers: (server) => server.answer(helpRoutes.articles, () => ({ articles: [...articles] })),
    ...more,
  })
}

test('the help centre has two groups and a search of its articles', async () => {
  await openHelp('/help')
  await expect.element(heading('Get started')).toBeVisible()
  await expect.element(heading('How things work')).toBeVisible()
  const widest = document.querySelector('main > div')?.getBoundingClientRect().width
  expect(widest).toBeLessThanOrEqual(720)

  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  await search.fill('setup code')
  await expect.element(link(/^The first account and the setup code/)).toBeVisible()
  await expect.element(link(/^Dark mode/)).not.toBeInTheDocument()
  await search.fill('zebra crossing')
  await expect.element(page.getByText('No article has “zebra crossing”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.element(heading('Get started')).toBeVisible()
})

test('an article is set in reading size, and going back restores the search', async () => {
  await openHelp('/help')
  await search.fill('dark')
  await link(/^Dark mode/).click()
  await expect.element(heading('Dark mode')).toBeVisible()
  expect(location.pathname).toBe('/help/dark-mode')
  await expect
    .element(page.getByText('follows the light or dark theme'))
    .toHaveStyle('font-size: 17px; line-height: 27px')

  history.back()
  await expect.element(search).toHaveValue('dark')
})

test('a link to a heading scrolls to it, with its picture in the current theme', async () => {
  await openHelp('/help/first-account#where-to-find-it')
  const passage = page.getByRole('heading', { level: 3, name: 'Where to find it' })
  await expect.element(passage).toHaveFocus()
  await expect.element(passage).toBeInViewport()
  const picture = page.getByRole('img', { name: 'Tasks as a board' })
  await expect.element(picture).toBeVisible()
  await expect.element(picture).toHaveAttribute('src', expect.stringContaining('board-light'))
})

test('an unknown article says so and links to the others', async () => {
  await openHelp('/help/no-such-article')
  await expect.element(page.getByText('There is no such article')).toBeVisible()
  await link('All articles').click()
  await expect.element(heading('Get started')).toBeVisible()
  expect(location.pathname).toBe('/help')
})

test('the help centre links to the documentation that the operator configured', async () => {
  const { world, reload } = await openHelp('/help')
  const docs = page.getByRole('link', { name: 'Docs', exact: true })
  await expect.element(link('the API, call by call')).toHaveAttribute('href', '/api/docs')
  await expect.element(docs).not.toBeInTheDocument()

  world.providers = { ...PROVIDERS, docs_url: 'https://docs.example.org/' }
  await reload()
  await expect.element(docs).toHaveAttribute('href', 'https://docs.example.org/')
})

test('only one toast shows at a time: a newer one replaces the older', async () => {
  await openHelp('/help/first-account')
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  write.mockRejectedValue(new DOMException('', 'NotAllowedError'))
  const toasts = page.getByRole('button', { name: 'Close notification' })
  const copy = page.getByRole('button', { name: 'Copy code' })
  await copy.click()
  await expect.element(page.getByText('Clipboard access blocked')).toBeVisible()
  makeInsecure()
  await copy.click()
  await expect.element(page.getByText('Clipboard access requires')).toBeVisible()
  await expect.element(page.getByText('Clipboard access blocked')).not.toBeInTheDocument()
  expect(toasts.elements()).toHaveLength(1)
  await toasts.click()
  await expect.element(toasts).not.toBeInTheDocument()
  write.mockRestore()
})

test('articles that were read once are available offline and after a reload', async () => {
  const { server, reload } = await openHelp('/help')
  await link('Dark mode').click()
  await expect.element(heading('Dark mode')).toBeVisible()

  setOnline(server, false)
  await link('All articles').click()
  await link('Topics').click()
  await expect.element(page.getByText('to file a message under a topic')).toBeVisible()
  setOnline(server, true)

  server.answer(helpRoutes.articles, () => Promise.reject(new TypeError('Failed to fetch')))
  await reload()
  await expect.element(heading('Topics')).toBeVisible()
})

test('without cached articles the page says that they could not be loaded, and can retry', async () => {
  const { server } = await openHelp('/help/topics', {
    answers: (fails) =>
      fails.answer(helpRoutes.articles, () => Promise.reject(new TypeError('Failed to fetch'))),
  })
  await expect
    .element(page.getByText('The articles could not be loaded'), { timeout: AFTER_RETRIES_MS })
    .toBeVisible()
  server.answer(helpRoutes.articles, () => ({ articles: [...articles] }))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(heading('Topics')).toBeVisible()
})

test.for([
  { device: 'desktop', size: DESKTOP },
  { device: 'phone', size: PHONE },
])('the help is accessible and no wider than the window, $device', async ({ size }) => {
  const { reload } = await openHelp('/help', { size })
  for (const path of ['/help', '/help?q=space', '/help/first-account', '/help/nothing']) {
    history.replaceState(null, '', path)
    await reload()
    await expect.element(page.getByRole('main').getByRole('link').first()).toBeVisible()
    await expectAccessible()
    expect(overflow(), path).toBeLessThanOrEqual(0)
  }
})
