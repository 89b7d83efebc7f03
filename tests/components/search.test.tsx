/** The Search tab: searching, filtering, opening a result in context and returning (docs/rules/search.md#queries). */
import type { Profile } from '@flockwork/contract/auth'
import type { Message } from '@flockwork/contract/messages'
import { searchRoutes } from '@flockwork/contract/search'
import { taskRoutes } from '@flockwork/contract/task-routes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DESKTOP, PHONE, openApp } from './app.tsx'
import { press, setOnline } from './browser-state.ts'
import { refusal } from './fake-server.ts'
import { expectAccessible, overflow } from './look.ts'
import { article, stopTyping } from './parts.ts'
import { DAY, ago, agent, message, nextSeq, person, task, worker, type World } from './world.ts'

// exact: the name of the feed's own box contains it
const box = page.getByRole('searchbox', { name: 'Search messages', exact: true })
const button = page.getByRole('button', { name: 'Search', exact: true })
const list = page.getByRole('list', { name: 'Search results' })
const rows = list.getByRole('listitem')
const row = (text: string) => rows.filter({ hasText: text }).getByRole('link').last()
const count = (text: string) => page.getByRole('status').getByText(text, { exact: true })
const alert = page.getByRole('main').getByRole('alert')
const marks = (index: number) =>
  [...rows.nth(index).element().querySelectorAll('mark')].map((one) => one.textContent)
const trending = page.getByRole('heading', { name: 'Trending topics' })

const scout = agent('scout')

async function search(text: string): Promise<void> {
  await box.fill(text)
  await userEvent.keyboard('{Enter}')
}

/** 136 messages, the first ones older than what the feed loads. */
function past(ana: Profile): Pick<World, 'agents' | 'posts' | 'channels'> {
  const tags = Array.from({ length: 16 }, (_, index) => `#tag-${index}`).join(' ')
  const channels = ['main', 'dev'].map((name) => ({
    name,
    post_count: 1,
    last_message_at: null,
    archived: false,
  }))
  return {
    agents: [scout],
    channels,
    posts: [
      message(ana, 'the **first** heron of all #birds'),
      message(ana, 'what stood after it'),
      ...Array.from({ length: 130 }, (_, index) => message(ana, `the crane lifts ${index + 1}`)),
      message(ana, 'the crane in dev #birds', { channel: 'dev' }),
      message(scout, 'scout saw the crane #birds'),
      message(ana, tags),
      message(ana, tags),
    ],
  }
}

test('without a query it shows trending topics; results are highlighted, and paged in the URL', async () => {
  const ana = person('ana')
  const app = await openApp({ me: ana, path: '/search', world: past(ana) })
  await expect.element(trending).toBeVisible()
  const topics = page.getByRole('main').getByRole('link', { name: /^#/ })
  expect(topics.elements()).toHaveLength(12)
  await expect.element(topics.first()).toHaveAccessibleName('#birds, in 3 messages')
  // each bar grows from the left, in proportion to its topic's frequency
  const bars = topics.elements().map((topic) => {
    const track = topic.querySelector('[aria-hidden]')?.getBoundingClientRect()
    const bar = topic.querySelector('[aria-hidden] > *')?.getBoundingClientRect()
    if (!track || !bar) throw new Error('A topic has no bar')
    return { from: bar.left - track.left, share: bar.width / track.width }
  })
  expect(bars.map(({ from }) => from)).toEqual(bars.map(() => 0))
  expect(bars.map(({ share }) => Number(share.toFixed(2)))).toEqual([1, ...Array<number>(11).fill(0.67)])
  await expect.element(button).toBeDisabled()

  stopTyping()
  await userEvent.keyboard('/')
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('crane lif{Enter}')
  await expect.element(count('130 results, page 1 of 7')).toBeVisible()
  expect(rows.elements()).toHaveLength(20)
  expect(marks(0)).toEqual(['crane', 'lifts'])

  await page.getByRole('button', { name: 'Results per page: 20' }).click()
  await page.getByRole('menuitemradio', { name: '50' }).click()
  await expect.element(count('130 results, page 1 of 3')).toBeVisible()
  const paging = page.getByRole('navigation', { name: 'Pages of results' })
  await paging.getByRole('link', { name: 'Page 3', exact: true }).click()
  await expect.element(count('130 results, page 3 of 3')).toBeVisible()
  expect(rows.elements()).toHaveLength(30)
  expect(location.search).toMatch(/^\?q=crane(\+|%20)lif&size=50&page=3$/)
  await app.reload()
  await expect.element(count('130 results, page 3 of 3')).toBeVisible()
  await expect.element(box).toHaveValue('crane lif')
  await paging.getByRole('link', { name: 'Previous page' }).click()
  await expect.element(count('130 results, page 2 of 3')).toBeVisible()
  // a new search starts with its first page
  await search('*')
  await expect.element(count('136 results, page 1 of 3')).toBeVisible()
})

test('keys move to a result and open it in context; Back restores the list, and a new search starts over', async () => {
  const ana = person('ana')
  const app = await openApp({ me: ana, path: '/search?q=*&size=50', world: past(ana) })
  await expect.element(count('136 results, page 1 of 3')).toBeVisible()
  await box.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(rows.first().getByRole('link')).toHaveFocus()
  await userEvent.keyboard('j{ArrowDown}')
  await expect.element(rows.nth(2).getByRole('link')).toHaveFocus()
  await userEvent.keyboard('{End}')
  const last = rows.nth(49).getByRole('link')
  await expect.element(last).toHaveFocus()
  const text = last.element().textContent
  const scrolled = list.element().scrollTop
  expect(scrolled).toBeGreaterThan(500)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.pathname).toMatch(/^\/m\//)
  await expect.element(article('the crane lifts').first()).toBeVisible()
  // meanwhile there is a newer result
  app.arrive(message(ana, 'said meanwhile'))
  history.back()
  await expect.element(count('136 results, page 1 of 3')).toBeVisible()
  await expect.element(last).toHaveFocus()
  expect(last.element().textContent).toBe(text)
  expect(Math.abs(list.element().scrollTop - scrolled)).toBeLessThan(3)
  await press(box, '{Enter}')
  await expect.element(count('137 results, page 1 of 3')).toBeVisible()
})

test('an old message opens with the messages around it', async () => {
  const ana = person('ana')
  await openApp({ me: ana, path: '/search', world: past(ana) })
  await search('heron')
  await expect.element(count('1 result')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(trending).toBeVisible()
  await expect.element(box).toHaveValue('heron')
  await userEvent.keyboard('{Enter}')
  await row('the first heron of all').click()
  await expect.element(article('the first heron of all')).toBeVisible()
  await expect.element(article('what stood after it')).toBeVisible()
  history.back()
  await expect.element(row('the first heron of all')).toHaveFocus()
})

test('filters alone are a search', async () => {
  const ana = person('ana')
  await openApp({ me: ana, path: '/search?size=50', world: past(ana) })
  await expect.element(button).toBeDisabled()
  await page.getByRole('button', { name: 'Agents', exact: true }).click()
  const filter = page.getByRole('textbox', { name: 'Filter agents...' })
  await filter.fill('SCOUT')
  await page.getByRole('checkbox', { name: /scout/ }).click()
  await userEvent.keyboard('{Escape}')
  const agents = page.getByRole('button', { name: 'Agents, 1 selected' })
  await expect.element(agents).toHaveFocus()
  await expect.element(count('1 result')).toBeVisible()
  await expect.element(rows.filter({ hasText: 'scout saw the crane' })).toMatchTextContent('AGENT')
  await expect.element(button).toBeEnabled()
  await page.getByRole('button', { name: 'Channels', exact: true }).click()
  await page.getByRole('checkbox', { name: 'dev' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('heading', { name: 'No messages found' })).toBeVisible()
  await expect.element(page.getByText('Try adjusting your search or filters')).toBeVisible()
  await agents.click()
  await page.getByRole('dialog', { name: 'Agents' }).getByRole('button', { name: 'Clear' }).click()
  await expect.element(filter).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(rows.filter({ hasText: 'the crane in dev' })).toMatchTextContent('in dev')
  await page.getByRole('button', { name: 'Time: All Time' }).click()
  expect(
    page
      .getByRole('menuitemradio')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['All Time', 'Last Hour', 'Last 6 Hours', 'Last 24 Hours', 'Last Week', 'Last Month'])
  await page.getByRole('menuitemradio', { name: 'Last Hour' }).click()
  await expect.poll(() => location.search).toMatch(/channels=dev&days=0\.042&size=50$/)
  await expect.element(row('the crane in dev')).toBeVisible()
})

test('topics link to their messages, and results are updated live', async () => {
  const ana = person('ana')
  const posts: Message[] = [
    message(ana, 'the first #Bug'),
    message(ana, 'a second #bug with #design'),
    message(ana, 'a *third* #bug'),
    message(ana, 'bug without a sign'),
  ]
  const { server, world } = await openApp({ me: ana, world: { posts } })
  await article('a second').getByRole('link', { name: '#bug' }).click()
  await expect.element(count('3 results')).toBeVisible()
  expect(location.pathname + location.search).toBe('/search?q=%23bug')
  await expect.element(rows.first()).toMatchTextContent('a third #bug')
  expect(marks(0)).toEqual(['#bug'])

  const related = page.getByRole('list', { name: 'Related topics' })
  await related.getByRole('link', { name: '#design, in 1 message' }).click()
  await expect.element(box).toHaveValue('#design')
  await expect.element(count('1 result')).toBeVisible()
  history.back()
  await expect.element(count('3 results')).toBeVisible()

  // an edit and a deletion update the results
  const spaceId = ana.current_org_id ?? ''
  const at = ago()
  const change = (post: Message, more: Partial<Message>) => ({ ...post, space_id: spaceId, ...more })
  const [first, second] = world.posts
  if (!first || !second) throw new Error('No messages')
  const edited = change(first, { content: '<img src=x onerror=alert(1)> #bug', edited_at: at, edit_count: 1 })
  server.emit('message', { space_id: spaceId, at, action: 'updated', message: edited }, nextSeq())
  await expect.element(row('<img src=x onerror=alert(1)> #bug')).toBeVisible()
  const placeholder = change(second, { content: '[Message deleted]', deleted_at: at })
  const deleted = { space_id: spaceId, at, action: 'deleted' as const, message_id: second.id }
  server.emit('message', { ...deleted, message: placeholder }, nextSeq())
  await expect.element(count('2 results')).toBeVisible()
  await expect.element(row('a second')).not.toBeInTheDocument()

  // a search by the author’s name highlights the name
  await search('"ana" third')
  await expect.poll(() => marks(0)[0]).toBe('ana')
})

test('when the server’s search fails, the browser searches the loaded messages and says so', async () => {
  const ana = person('ana')
  const posts = [
    message(ana, 'the crane is stuck'),
    message(ana, 'lunch'),
    message(ana, 'craned necks #birds'),
  ]
  const { server } = await openApp({ me: ana, world: { posts } })
  await expect.element(article('craned necks')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click()
  const nothing = { messages: [], topics: [], total: 0, results_count: 0 }
  server.answer(searchRoutes.search, () => ({ ...nothing, success: false, error: 'Search failed' }))
  const release = server.hold(searchRoutes.search)
  await search('crane')
  await expect.element(page.getByRole('status').getByText('Searching')).toBeInTheDocument()
  await expect.element(button).toBeDisabled()
  // another search doesn’t wait for the pending one
  await search('lunch')
  await expect.poll(() => location.search).toContain('q=lunch')
  await search('crane')
  await expect.poll(() => location.search).toContain('q=crane')
  release()
  await expect.element(alert).toMatchTextContent('Search failed')
  await expect
    .element(alert)
    .toMatchTextContent('the 3 messages that this browser holds, not from the whole history')
  await expect.element(count('2 results')).toBeVisible()
  expect(marks(0)).toEqual(['craned'])

  // an error response says why, and no local results are shown
  server.answer(searchRoutes.search, () => refusal(422, 'validation_error', 'At most 500 characters'))
  await search('craned')
  await expect.element(alert).toMatchTextContent('At most 500 characters')
  await expect.element(list).not.toBeInTheDocument()

  server.answer(searchRoutes.search, () => refusal(500, 'internal_error'))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(alert).toMatchTextContent('that this browser holds')
  await expect.element(count('1 result')).toBeVisible()
})

test('offline the browser searches the loaded messages, and asks the server once online', async () => {
  const ana = person('ana')
  const { server } = await openApp({ me: ana, world: { posts: [message(ana, 'lunch')] } })
  await expect.element(article('lunch')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click()
  setOnline(server, false)
  await search('lunch')
  await expect.element(alert).toMatchTextContent('You are offline.')
  await expect.element(row('lunch')).toBeVisible()
  setOnline(server, true)
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(row('lunch')).toBeVisible()

  // also after a failed repeat, with the previous results still there
  setOnline(server, false)
  await search('lunch')
  await expect.element(alert).toMatchTextContent('You are offline.')
  setOnline(server, true)
  await expect.element(alert).not.toBeInTheDocument()
})

test('results look as in the feed, from the first hit on', async () => {
  const ana = person('ana')
  const table = '| File | Lines |\n| - | - |\n| crane.ts | 12 |'
  const long = `${'- a line\n'.repeat(40)}- the **crane** \`crane()\` #crane`
  await openApp({
    me: ana,
    path: '/search?q=crane',
    world: { posts: [message(ana, table), message(ana, long)] },
  })
  await expect.element(row('File').and(page.getByRole('link', { name: /crane.ts/ }))).toBeVisible()
  await expect.element(rows.getByRole('cell', { name: 'crane.ts' })).toBeVisible()
  await expect.poll(() => marks(0)).toEqual(['crane', 'crane', '#crane'])
  await expect.element(rows.first().getByText('crane', { exact: true }).first()).toBeInViewport()
})

test.for([
  { query: 'notes', what: 'with a hit', hits: ['notes'] },
  { query: '*', what: 'without one', hits: [] },
])('a link in a result $what is no tab stop: the result is one', async ({ query, hits }) => {
  const ana = person('ana')
  await openApp({
    me: ana,
    path: `/search?q=${query}`,
    world: { posts: [message(ana, 'see the [field notes](https://example.org/field)')] },
  })
  const link = rows.first().getByRole('link', { name: 'field notes', exact: true })
  await expect.element(link).toBeVisible()
  await expect.poll(() => marks(0)).toEqual(hits)
  await expect.element(link).toHaveAttribute('tabindex', '-1')
})

test('the Search tab is accessible and fits at every size', async () => {
  const ana = person('ana')
  const texts = [
    ...Array.from({ length: 22 }, (_, index) => `the crane #birds #quay ${index}`),
    `crane ${'o'.repeat(120)} #${'t'.repeat(90)} #birds`,
  ]
  await openApp({ me: ana, path: '/search', world: { posts: texts.map((text) => message(ana, text)) } })
  await expect.element(trending).toBeVisible()
  await expectAccessible()
  await search('crane')
  await page.getByRole('button', { name: 'Channels', exact: true }).click()
  await page.getByRole('checkbox', { name: 'main' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(count('23 results, page 1 of 2')).toBeVisible()
  for (const { width, height } of [DESKTOP, PHONE]) {
    await page.viewport(width, height)
    await expectAccessible()
  }
  await page.viewport(320, 640)
  await page.getByRole('button', { name: 'Filters, 1 active' }).click()
  expect(overflow()).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Channels, 1 selected' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'main' })).toBeChecked()
  await expectAccessible()
})

test('tasks are found by title, description and notes, listed above the messages, and updated live', async () => {
  const ana = person('ana')
  const check = task(ana, 12, 'Batch the crane check', {
    priority: 'high',
    claimed_by: worker(scout),
    updated_at: ago(),
  })
  const noted = task(ana, 13, 'Write it down', {
    description: `${'about '.repeat(90)} the **crane**`,
    updated_at: ago(DAY),
  })
  const app = await openApp({
    me: ana,
    path: '/search?q=crane',
    world: { ...past(ana), tasks: [check, noted] },
  })
  const tasks = page.getByRole('region', { name: '2 tasks' })
  const found = page.getByRole('list', { name: 'Tasks' }).getByRole('link')
  await expect.element(tasks).toBeVisible()
  await expect.element(count('132 results, page 1 of 7')).toBeVisible()
  await expect.element(found.first()).toMatchTextContent('T-12 Batch the crane check Available High scout')
  await expect.element(found.first()).toHaveAttribute('href', `/tasks?task=${check.id}`)
  await expect.element(found.nth(1)).toMatchTextContent('the crane')
  await expect
    .element(page.getByRole('link', { name: 'Show in Tasks' }))
    .toHaveAttribute('href', '/tasks?q=crane')
  await expectAccessible()

  const space_id = ana.current_org_id ?? ''
  const event = { space_id, at: ago() }
  app.server.emit(
    'task_update',
    { ...event, action: 'status', task: { ...check, status: 'blocked' } },
    nextSeq(),
  )
  await expect.element(found.first()).toMatchTextContent('Blocked')
  app.server.emit('task_update', { ...event, action: 'deleted', task: noted }, nextSeq())
  await expect.element(page.getByRole('region', { name: '1 task' })).toBeVisible()

  // found by a note only
  app.server.answer(taskRoutes.list, () => ({ tasks: [noted], total: 1, limit: 5, offset: 0 }))
  await search('heron')
  await expect.element(found.first()).toMatchTextContent('Found in its notes')

  // the filters are only for messages
  app.server.answer(taskRoutes.list, () => refusal(503, 'unavailable'))
  await search('first')
  await expect.element(page.getByText('Tasks could not be searched.')).toBeVisible()
  app.server.answer(taskRoutes.list, () => ({ tasks: [], total: 0, limit: 5, offset: 0 }))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(page.getByText('Tasks could not be searched.')).not.toBeInTheDocument()
  await expect.element(page.getByRole('list', { name: 'Tasks' })).not.toBeInTheDocument()
})

test('task results with long words fit a phone', async () => {
  const ana = person('ana')
  const long = task(ana, 1, `crane ${'Geschwindigkeit'.repeat(13)}`, {
    description: `crane ${'x'.repeat(900)}`,
  })
  await openApp({ me: ana, path: '/search?q=crane', world: { tasks: [long] }, size: PHONE })
  await expect.element(page.getByRole('region', { name: '1 task' })).toBeVisible()
  expect(overflow()).toBe(0)
})
