/** The filter bar of the feed. That filters search the whole history is tested at the server. */
import { searchRoutes } from '@flockwork/contract/search'
import { authRoutes, type Profile } from '@flockwork/contract/auth'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DESKTOP, PHONE, openApp } from './app.tsx'
import { makeInsecure } from './browser-state.ts'
import { sessionOf } from './default-answers.ts'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { article, enter, stopTyping } from './parts.ts'
import { HOUR, MINUTE, ago, agent, message, person, space, type World } from './world.ts'

const searchBox = page.getByRole('searchbox', { name: 'Search messages...' })
const chip = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const named = (name: string) => page.getByRole('button', { name, exact: true })
const choice = (name: string) => page.getByRole('checkbox', { name, exact: true })
const parameter = (name: string) => new URL(location.href).searchParams.get(name)

const [scout, lint] = [agent('scout'), agent('lint')]

/** Three old messages of agents, and enough of Ana's after them that the feed has loaded none of the three. */
function past(ana: Profile, fillers = 104): Pick<World, 'agents' | 'posts' | 'channels'> {
  const mentions = [{ id: ana.id, type: 'user' as const, handle: 'ana' }]
  const ancient = (index: number) => ({ uploaded_at: ago(9 * HOUR - index) })
  return {
    agents: [scout, lint],
    channels: ['main', 'testing', 'dev'].map((name) => ({
      name,
      post_count: 1,
      last_message_at: null,
      archived: false,
    })),
    posts: [
      message(scout, 'ancient finding #Bug', { ...ancient(0), channel: 'dev' }),
      message(lint, 'ancient question for @ana #Help', { ...ancient(1), mentions }),
      message(scout, 'ancient note #Help', { ...ancient(2), channel: 'testing' }),
      ...Array.from({ length: fillers }, (_, index) => message(ana, `filler ${index + 1} of many`)),
    ],
  }
}

test('agents, topics and channels filter; each is one step in the history, and arriving messages show if they match', async () => {
  const ana = person('ana')
  const app = await openApp({ me: ana, world: past(ana) })
  await expect.element(article('filler 104')).toBeVisible()
  await expect.element(page.getByText('100 of 100 from 0 agents')).toBeVisible()

  // a filter that no loaded message matches is answered by the server
  await chip('Agents').click()
  await page.getByRole('textbox', { name: 'Filter agents...' }).fill('SCOUT')
  await expect.element(choice('lint')).not.toBeInTheDocument()
  await choice('scout').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(named('Agents 1 selected')).toBeVisible()
  await expect.element(article('ancient finding')).toBeVisible()
  await expect.element(article('ancient note')).toBeVisible()
  await expect.element(article('filler')).not.toBeInTheDocument()
  await expect.element(page.getByText('2 of 102 from 1 agent')).toBeVisible()
  expect(parameter('agents')).toBe('scout')

  app.arrive(message(lint, 'fresh from lint'))
  app.arrive(message(scout, 'fresh from scout #bug'))
  await expect.element(article('fresh from scout')).toBeVisible()
  await expect.element(article('fresh from lint')).not.toBeInTheDocument()
  // and is marked as read once in view, as in the feed
  await expect.element(article('fresh from scout').getByText('Unread')).not.toBeInTheDocument()

  await chip('Topics').click()
  await choice('bug').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(article('ancient note')).not.toBeInTheDocument()
  await expect.element(article('ancient finding')).toBeVisible()
  await chip('Channels').click()
  await choice('dev').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(article('fresh from scout')).not.toBeInTheDocument()
  await expect.element(article('ancient finding')).toBeVisible()

  window.history.back()
  await expect.element(article('fresh from scout')).toBeVisible()
  await expect.element(named('Channels')).toBeVisible()
  window.history.back()
  await expect.element(article('ancient note')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect.element(named('Agents')).toBeVisible()
  await expect.element(article('filler 104')).toBeInTheDocument()
})

test('the URL sets a filter; mentions and a period filter by themselves, and older pages are fetched with the filter', async () => {
  const ana = person('ana')
  await openApp({ me: ana, path: '/?channels=dev', world: past(ana) })
  await expect.element(article('ancient finding')).toBeVisible()
  await expect.element(named('Channels 1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()

  await chip('Mentions').click()
  await expect.element(chip('Mentions')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(article('ancient question')).toBeVisible()
  await expect.element(article('ancient note')).not.toBeInTheDocument()
  await chip('Mentions').click()

  // choosing closes the menu and names the choice on the button
  await chip('Time').click()
  expect(page.getByRole('menuitemradio').elements()).toHaveLength(13)
  await page.getByRole('menuitemradio', { name: '8h' }).click()
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(chip('Time')).toHaveTextContent('8h')
  expect(parameter('time')).toBe('8h')
  await expect.element(article('filler 104')).toBeVisible()

  const feed = page.getByRole('region', { name: 'Messages', exact: true })
  const older = page.getByRole('button', { name: 'Load older messages' })
  feed.element().scrollTo({ top: 0 })
  await older.click()
  await vi.waitFor(async () => {
    feed.element().scrollTo({ top: 0 })
    await expect.element(page.getByText('Nothing older fits.'), { timeout: 300 }).toBeVisible()
    await expect.element(article('filler 1 of'), { timeout: 300 }).toBeVisible()
  }, 30_000)
  await expect.element(article('ancient')).not.toBeInTheDocument()
})

test('a text is searched by the server; what is posted meanwhile stays visible', async () => {
  const ana = person('ana')
  const app = await openApp({ me: ana, world: past(ana) })
  // the filter bar is loaded after the feed
  await expect.element(searchBox).toBeVisible()
  stopTyping()
  await userEvent.keyboard('/')
  await expect.element(searchBox).toHaveFocus()
  await userEvent.keyboard('"ancient n"{Enter}')
  await expect.element(page.getByText('No messages found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await searchBox.fill('ancient note')
  await userEvent.keyboard('{Enter}')
  await expect.element(article('ancient note')).toBeVisible()
  await expect.element(article('ancient finding')).not.toBeInTheDocument()
  await enter('written while searching')
  await expect.element(article('written while searching')).toBeVisible()
  await app.reload()
  await expect.element(searchBox).toHaveValue('ancient note')
  await expect.element(article('ancient note')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.element(searchBox).toHaveValue('')
  await expect.element(article('written while searching')).toBeVisible()
})

test('when the server’s search fails, the browser searches the loaded messages, without an error', async () => {
  const ana = person('ana')
  const { server } = await openApp({ me: ana, world: past(ana) })
  const search = async (text: string) => {
    await searchBox.fill(text)
    await userEvent.keyboard('{Enter}')
  }
  server.answer(searchRoutes.search, () => refusal(500, 'internal_error', 'no'))
  await search('filler 99')
  await expect.element(article('filler 99')).toBeVisible()
  await expect.element(article('filler 98')).not.toBeInTheDocument()
  await search('ancient')
  await expect.element(page.getByText('No messages found')).toBeVisible()
  await expect.element(page.getByText(/failed|could not|went wrong/i)).not.toBeInTheDocument()
  const nothing = { messages: [], topics: [], total: 0, results_count: 0 }
  server.answer(searchRoutes.search, () => ({ ...nothing, success: false, error: 'Search failed' }))
  await search('filler 98')
  await expect.element(article('filler 98')).toBeVisible()
  await expect.element(article('filler 97')).not.toBeInTheDocument()
})

test('where the clock is two hours fast, a period counts from the server’s time, also in a search', async () => {
  const said = (content: string, ms = 0) => message(scout, content, { uploaded_at: ago(2 * HOUR + ms) })
  // more than the feed loads
  const fillers = Array.from({ length: 101 }, (_, index) => said(`filler ${index + 1} of many`))
  const posts = [said('ancient heron', HOUR), said('recent heron', 5 * MINUTE), ...fillers]
  const app = await openApp({
    me: person('pam'),
    path: '/?time=30m',
    world: { agents: [scout], posts },
    answers: (server, world) => server.answer(authRoutes.refresh, () => sessionOf(world, 2 * HOUR)),
  })
  await expect.element(article('filler 101')).toBeVisible()
  app.arrive(said('new heron'))
  await expect.element(article('new heron')).toBeVisible()

  await searchBox.fill('heron')
  await userEvent.keyboard('{Enter}')
  await expect.element(article('recent heron')).toBeVisible()
  await expect.element(article('new heron')).toBeVisible()
  await expect.element(article('ancient heron')).not.toBeInTheDocument()
  // what arrives shows at once, not only when the search is repeated
  app.server.hold(searchRoutes.search)
  app.arrive(said('latest heron'))
  await expect.element(article('latest heron')).toBeVisible()
})

test('on a phone the filters are behind a button with their number, and everything is accessible', async () => {
  const lab = space('Lab')
  const ana = person('ana', { current_org_id: lab.id })
  const mentions = [{ id: ana.id, type: 'user' as const, handle: 'ana' }]
  const posts = [
    message(scout, 'for @ana #Bug', { mentions }),
    message(scout, 'for nobody #Dev'),
    message(ana, 'filler 3'),
  ]
  await openApp({ me: ana, size: PHONE, world: { spaces: [lab], agents: [scout], posts } })
  const filters = chip('Filters')
  await expect.element(named('Filters')).toBeVisible()
  await filters.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('switch', { name: 'Mentions only' }).click()
  await sheet.getByText('24h', { exact: true }).click()
  await sheet.getByRole('textbox', { name: 'Filter topics...' }).fill('#b')
  const topics = sheet.getByRole('group', { name: 'Topics' })
  await expect.element(topics.getByRole('checkbox', { name: 'dev' })).not.toBeInTheDocument()
  await topics.getByRole('checkbox', { name: 'bug' }).click()
  await sheet.getByRole('group', { name: 'Channels' }).getByRole('checkbox', { name: 'main' }).click()
  await expectAccessible()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect.element(named('Filters 4 active')).toBeVisible()
  await expect.element(article('for @')).toBeVisible()
  await expect.element(article('filler')).not.toBeInTheDocument()

  await searchBox.fill('nothing of this')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('No messages found')).toBeVisible()
  await expectAccessible()
  await filters.click()
  await sheet.getByRole('button', { name: 'Clear all' }).click()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect.element(named('Filters')).toBeVisible()
  await expect.element(searchBox).toHaveValue('')
  await expect.element(article('filler 3')).toBeVisible()

  // the same page on a wide screen: the filters are in a row
  await page.viewport(DESKTOP.width, DESKTOP.height)
  await expect.element(filters).not.toBeInTheDocument()
  await chip('Agents').click()
  await choice('scout').click()
  await expect.element(article('filler')).not.toBeInTheDocument()
  await expectAccessible()

  // choices are removed one by one or all at once; the focus stays in the list
  await choice('scout').click()
  await expect.element(article('filler 3')).toBeVisible()
  await choice('scout').click()
  await expect.element(article('filler')).not.toBeInTheDocument()
  const agents = page.getByRole('dialog', { name: 'Agents' })
  await agents.getByRole('button', { name: 'Clear' }).click()
  await expect.element(article('filler 3')).toBeVisible()
  await expect.element(agents.getByRole('textbox', { name: 'Filter agents...' })).toHaveFocus()
})

async function copy(what: string): Promise<void> {
  await chip('(Copy messages|Copied)$').click()
  await page.getByRole('menuitem', { name: what, exact: true }).click()
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
}

test('the visible messages can be copied', async () => {
  const ana = person('ana')
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const copied = () => write.mock.calls.at(-1)?.[0].split('\n') ?? []
  const posts = Array.from({ length: 12 }, (_, index) => message(ana, `filler ${index + 1} of many`))
  await openApp({ me: ana, world: { posts } })
  // for two seconds
  const isSaid = expect.element(named('Copied')).toBeVisible()
  await copy('Copy last 5')
  await isSaid
  expect(copied()).toHaveLength(5)
  expect(copied()[0]).toMatch(/^ana \(\d{1,2} \w+ \d{4}, \d{1,2}:\d{2}\): filler 8 of many$/)
  await expect.element(named('Copy messages')).toBeVisible()
  await copy('Copy last 10')
  expect(copied()).toHaveLength(10)
  await searchBox.fill('filler 1')
  await userEvent.keyboard('{Enter}')
  await expect.element(article('filler 2')).not.toBeInTheDocument()
  await copy('Copy visible')
  await expect.poll(() => copied().length).toBe(4)
  write.mockRestore()
})

test.for([
  {
    because: 'Clipboard access blocked. Please grant permission or copy manually.',
    breakIt: () => {
      vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
    },
  },
  {
    because: 'Clipboard API not supported. Please copy manually.',
    breakIt: () => void vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never),
  },
  { because: 'Clipboard access requires a secure connection (HTTPS).', breakIt: makeInsecure },
])('where copying fails, the text is shown for copying by hand: $because', async ({ because, breakIt }) => {
  const ana = person('ana')
  await openApp({ me: ana, world: { posts: [message(ana, 'filler 1'), message(ana, 'filler 2')] } })
  breakIt()
  await copy('Copy last 25')
  const offer = page.getByRole('dialog', { name: 'Copy failed' })
  await expect.element(offer).toMatchTextContent(because)
  await expect.element(page.getByText('Unable to copy to clipboard')).toBeVisible()
  await offer.getByRole('button', { name: 'Show the text' }).click()
  const text = offer.getByRole('textbox', { name: 'Text to copy' })
  await expect.element(text).toHaveValue(expect.stringMatching(/filler 1\n.*filler 2/s))
  const field = text.element()
  expect(field instanceof HTMLTextAreaElement && field.selectionEnd).toBeGreaterThan(40)
  vi.restoreAllMocks()
  await offer.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(offer).not.toBeInTheDocument()
})
