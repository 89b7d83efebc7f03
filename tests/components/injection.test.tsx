/** Texts that try to inject script stay text, in every part of the app that shows them or passes them on. */
import { helpRoutes } from '@flockwork/contract/help'
import { MESSAGE_PAGE_MAX } from '@flockwork/contract/limits'
import { messageRoutes } from '@flockwork/contract/messages'
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { summaryRoutes } from '@flockwork/contract/summaries'
import { nameProblem } from '@flockwork/contract/text/names'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ONE_OF_EACH, TEXTS } from '../e2e/injection/corpus.ts'
import { foreignParts } from '../e2e/injection/foreign-parts.ts'
import { openApp } from './app.tsx'
import { setVisibility, watchNotifications } from './browser-state.ts'
import { switchedTo } from './default-answers.ts'
import { refusal } from './fake-server.ts'
import { act, article, composer, palette } from './parts.ts'
import { agent, ago, inboxItem, message, newId, person, rosterItem, space } from './world.ts'

const EVERYTHING = `"'><img src=x onerror=hit()><script>hit()</script>[click](javascript:hit()) \`<svg onload=hit()>\``

const hit = vi.fn<() => void>()

beforeEach(() => {
  hit.mockReset()
  vi.spyOn(window, 'alert').mockImplementation(hit)
  vi.stubGlobal('hit', hit)
  performance.clearResourceTimings()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Nothing ran, nothing was fetched from another origin, and no injected element is in the page. */
async function expectSilence(where: string): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
  expect(fetched.filter((url) => !url.startsWith(location.origin) && !url.startsWith('data:'))).toEqual([])
  expect(foreignParts(), where).toEqual([])
  expect(hit, where).not.toHaveBeenCalled()
}

const PAGES = Array.from({ length: Math.ceil(TEXTS.length / MESSAGE_PAGE_MAX) }, (_, index) =>
  TEXTS.slice(index * MESSAGE_PAGE_MAX, (index + 1) * MESSAGE_PAGE_MAX),
)

test.for(PAGES.map((texts, index) => ({ texts, part: `${index + 1} of ${PAGES.length}` })))(
  'each is readable as a message, $part',
  async ({ texts }) => {
    const mal = person('mal')
    const posts = texts.map((text) => message(mal, text))
    await openApp({ me: mal, world: { posts }, size: { width: 1280, height: 20_000 } })
    const shown = () =>
      new Map(
        [...document.querySelectorAll('article')].map((row) => [
          row.closest('[data-row]')?.getAttribute('data-row'),
          row.querySelector('[dir="auto"]')?.textContent.trim(),
        ]),
      )
    await expect.poll(() => shown().size).toBe(posts.length)
    const unread = posts.filter(({ id }) => !shown().get(id)).map(({ content }) => content)
    expect(unread).toEqual([])
    await expectSilence('the feed')
  },
)

const fitting = (max: number) =>
  ONE_OF_EACH.filter((text) => [...text].length <= max && nameProblem(text) === null)

test('as the names of spaces and people', async () => {
  const names = fitting(80)
  const spaces = names.map((name) => space(name, { description: name, visibility: 'public' }))
  const nam = person('nam', { full_name: names[0] ?? null, current_org_id: spaces[0]?.id ?? null })
  const app = await openApp({ me: nam, path: '/spaces?tab=mine', world: { spaces } })
  for (const name of names) {
    await expect.element(page.getByRole('button', { name: `Open ${name}`, exact: true })).toBeVisible()
  }
  await expectSilence('the list of spaces')
  await page.getByRole('button', { name: /^Space: / }).click()
  await expect.element(page.getByRole('menuitem').nth(names.length - 1)).toBeInTheDocument()
  await expectSilence('the switcher')
  await userEvent.keyboard('{Escape}{Control>}k{/Control}')
  await expect.element(palette).toBeVisible()
  await userEvent.keyboard('hit()')
  await expect.element(page.getByRole('option').nth(5)).toBeInTheDocument()
  await expectSilence('the palette')
  await userEvent.keyboard('{Escape}')

  const last = spaces.at(-1)
  if (!last) throw new Error('No names')
  app.server.answer(spaceRoutes.switch, () => switchedTo(app.world, last))
  await page.getByRole('button', { name: `Open ${last.name}`, exact: true }).click()
  await expect.poll(() => app.left.length).toBe(1)
  await app.reload()
  await expect.element(page.getByText(`Switched to ${last.name}`)).toBeVisible()
  await expectSilence('the toast')
  await page.getByRole('link', { name: /^Settings of/ }).click()
  await expect.element(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await expectSilence('the settings')
})

test('as the names and descriptions of teams', async () => {
  const names = fitting(40)
  const ana = person('ana')
  const teams = names.map((name) => ({
    id: newId(),
    name,
    description: name,
    color: 'teal' as const,
    agents: ['mark'],
    can_edit: true,
  }))
  const mark = agent('mark')
  const { world } = await openApp({ me: ana, path: '/agents', world: { agents: [mark], teams } })
  for (const name of names) {
    await expect.element(page.getByRole('button', { name: `${name}, ` }).first()).toBeVisible()
  }
  await expectSilence('the teams')
  await page.getByRole('button', { name: `${names[0]}, 1 agent`, exact: true }).click()
  await page.getByRole('button', { name: /^Edit / }).click()
  await expect.element(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue(names[0] ?? '')
  await expectSilence('the dialog of a team')
  await userEvent.keyboard('{Escape}')

  world.roster.push(rosterItem(mark, ana.current_org_id ?? '', { team_name: names[0] ?? null }))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Messages' }).click()
  await composer.fill('@mar')
  await expect.element(page.getByRole('option').filter({ hasText: 'mark' }).first()).toBeVisible()
  await expectSilence('the names to mention')
})

test('as the bio of an agent', async () => {
  const mark = agent('mark', { bio: TEXTS.join(' '), description: TEXTS.join(' ') })
  await openApp({ me: person('ana'), path: '/agents?agent=mark', world: { agents: [mark] } })
  await expect.element(page.getByText('Agent Bio/Description')).toBeVisible()
  await expectSilence('the dashboard')
})

const ALL = `"'><img src=x onerror=hit()><script>hit()</script>`
const SCRIPT = 'javascript:hit()'

test.for([
  {
    isIn: false,
    paths: [`/?error=${ALL}`, `/?next=${SCRIPT}`, `/reset#token=${ALL}`, `/oauth/token?token=${ALL}`],
  },
  { isIn: false, paths: [`/?token=${ALL}&username=${ALL}`, `/oauth/success?next=${SCRIPT}`] },
  { isIn: true, paths: [`/?settings=${ALL}`, `/m/${encodeURIComponent(ALL)}`, `/agents?agent=${ALL}`] },
  { isIn: true, paths: [`/search?q=${ALL}`, `/spaces?tab=${ALL}`, `/inbox?tab=${ALL}`] },
  {
    isIn: true,
    paths: [`/help?q=${ALL}`, `/help/${encodeURIComponent(ALL)}`, `/oauth/success?next=${SCRIPT}`],
  },
  { isIn: true, paths: [`/#${ALL}`, `/#${SCRIPT}`, `/${encodeURIComponent(ALL)}`] },
])('in URLs, signed in: $isIn, $paths', async ({ isIn, paths }) => {
  const app = await openApp({
    path: '/oauth/success',
    ...(isIn && { me: person('adr') }),
    answers: (server) => {
      server.answer(summaryRoutes.find, () => refusal(404, 'not_found'))
      server.answer(helpRoutes.articles, () => ({ articles: [] }))
    },
  })
  for (const path of paths) {
    history.replaceState(null, '', path)
    await app.reload()
    await expect.element(page.getByRole('heading').or(page.getByRole('main')).first()).toBeVisible()
    await expectSilence(path)
    expect(app.left.filter((url) => url.startsWith('javascript'))).toEqual([])
  }
})

test('passed on to the inbox, notifications and search', async () => {
  const bob = person('bob')
  const mentions = [{ id: bob.id, type: 'user' as const, handle: 'bob' }]
  const ana = person('ana')
  const notices = watchNotifications('granted')
  const app = await openApp({ me: bob, path: '/home?settings=notifications' })
  const spaceId = bob.current_org_id ?? ''
  await page.getByRole('switch', { name: 'Notify me when someone mentions me' }).click()
  await userEvent.keyboard('{Escape}')
  setVisibility('hidden')
  for (const text of ONE_OF_EACH) {
    const said = message(ana, `@bob heron ${text}`, { space_id: spaceId, mentions })
    app.world.inbox.unshift(inboxItem(said))
    app.arrive(said)
    const mentioned = { id: bob.id, type: 'user' as const, handle: 'bob' }
    app.server.emit('mention', { space_id: spaceId, at: ago(), message: said, mentioned })
  }
  await expect.poll(() => notices.shown.length).toBe(ONE_OF_EACH.length)
  await expectSilence('the title and the notifications')
  setVisibility('visible')
  const main = page.getByRole('navigation', { name: 'Main' })
  await page.getByRole('link', { name: /^Inbox/ }).click()
  await expect.element(page.getByRole('tabpanel').getByRole('listitem').nth(5)).toBeVisible()
  await expectSilence('the inbox')
  await main.getByRole('link', { name: 'Search' }).click()
  const box = page.getByRole('searchbox', { name: 'Search messages', exact: true })
  for (const query of ['heron', 'script', 'onerror hit', '"javascript:hit()"']) {
    await box.fill(query)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => document.querySelectorAll('main mark').length).toBeGreaterThan(0)
    await expectSilence(`the results of ${query}`)
  }
})

test('passed on in edits, replies and to the clipboard', async () => {
  const ana = person('ana')
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const edited = { edited_at: ago(), edit_count: 1, edited_by: 'ana' }
  const posts = [message(ana, `edited ${EVERYTHING}`, edited)]
  const { server } = await openApp({ me: ana, world: { posts } })
  server.answer(messageRoutes.versions, () => ({
    versions: [{ content: `emu ${EVERYTHING}`, edited_at: ago(), edited_by: 'ana' }],
  }))
  await article('edited')
    .getByRole('button', { name: /^edited/ })
    .click()
  await expect.element(page.getByRole('dialog').getByText('onerror')).toBeVisible()
  await expectSilence('the earlier texts')
  await userEvent.keyboard('{Escape}')
  await act(article('edited'), 'Edit')
  await expect
    .element(page.getByRole('textbox', { name: 'Edit message' }))
    .toHaveValue(`edited ${EVERYTHING}`)
  await expectSilence('the edit box')
  await userEvent.keyboard('{Escape}')
  await act(article('edited'), 'Reply')
  await expectSilence('the reply box')
  await userEvent.keyboard('{Escape}')
  await act(article('edited'), 'Copy text')
  await expect.poll(() => write.mock.calls).toEqual([[`edited ${EVERYTHING}`]])
  await act(article('edited'), 'Delete')
  await expect.element(page.getByRole('dialog', { name: 'Delete message' })).toBeVisible()
  await expectSilence('the question before a deletion')
})
