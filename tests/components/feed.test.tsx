/** The feed: arriving messages, older messages, and the reader's scroll position. */
import { messageRoutes } from '@flockwork/contract/messages'
import { realtimeRoutes } from '@flockwork/contract/realtime'
import { summaryRoutes } from '@flockwork/contract/summaries'
import { expect, test, vi } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { PHONE, openApp, type OpenedApp, type Options } from './app.tsx'
import { press } from './browser-state.ts'
import { expectAccessible, overflow } from './look.ts'
import { article, composer } from './parts.ts'
import { HOUR, ago, agent, message, person, reply } from './world.ts'

const feed = page.getByRole('region', { name: 'Messages' })
const pane = () => feed.element()
const pill = page.getByRole('button', { name: /^(Latest|\d+ new messages?)$/ })
const older = page.getByRole('button', { name: 'Load older messages' })
const loadingOlder = page.getByRole('button', { name: 'Loading older messages' })

const scout = agent('scout')

/** Whether placeholders or rows are on screen. */
function isFilled(): boolean {
  const list = document.querySelector('[data-feed]')
  const hasRows = list?.querySelector('article') != null && getComputedStyle(list).opacity === '1'
  return hasRows || page.getByText('Loading messages').elements().length > 0
}

/** The first row that is fully in view, and its distance from the upper edge. */
function readerPlace(): { text: string | undefined; px: number } {
  const { top } = pane().getBoundingClientRect()
  const row = [...pane().querySelectorAll('article')].find((one) => one.getBoundingClientRect().top >= top)
  const px = Math.round((row?.getBoundingClientRect().top ?? 0) - top)
  return { text: /number \d+/.exec(row?.textContent ?? '')?.[0], px }
}

/** The position once it is the same in two frames: the row at the upper edge has been measured. */
async function seenPlace(): Promise<{ text: string | undefined; px: number }> {
  for (let last = readerPlace(); ;) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const place = readerPlace()
    if (place.px === last.px && place.text === last.text) return place
    last = place
  }
}

/** Waits until the list is stable: it measures rows that come into view, which moves it. */
async function settled(): Promise<void> {
  let last = ''
  await expect
    .poll(
      () => {
        const before = last
        const { scrollTop, scrollHeight } = pane()
        last = JSON.stringify([scrollTop, scrollHeight, readerPlace()])
        return last === before
      },
      { interval: 150 },
    )
    .toBe(true)
}

async function wheel(y: number, times = 1): Promise<void> {
  await feed.wheel({ delta: { y }, times })
  await settled()
}

async function toTop(): Promise<void> {
  await vi.waitFor(
    async () => {
      await wheel(-3000, 5)
      expect(pane().scrollTop).toBe(0)
    },
    { timeout: 30_000 },
  )
}

/** A feed of 140 messages, scrolled to its end, all of them read. */
async function openFeed(more: Options = {}): Promise<OpenedApp> {
  const ana = person('ana')
  const posts = Array.from({ length: 140 }, (_, index) =>
    message(scout, `number ${index}`, { uploaded_at: ago(HOUR - index) }),
  )
  const app = await openApp({ me: ana, world: { agents: [scout], posts }, ...more })
  await vi.waitFor(
    async () => {
      await press(feed, '{End}')
      await expect.element(article('number 139'), { timeout: 500 }).toBeInViewport()
    },
    { timeout: 30_000 },
  )
  return app
}

test('at its end the feed follows new messages; further up only the counter grows and the position stays', async () => {
  const app = await openFeed()
  const end = message(scout, 'at the end')
  app.arrive(end)
  await expect.element(article('at the end')).toBeInViewport()
  await expect.element(pill).not.toBeInTheDocument()

  await wheel(-900, 2)
  await expect.element(pill).toHaveTextContent('Latest')
  const read = readerPlace()
  app.arrive(message(scout, 'further down'))
  await expect.element(pill).toHaveTextContent('1 new message')
  expect(readerPlace()).toEqual(read)
  app.arrive(message(scout, 'and one more'))
  await expect.element(pill).toHaveTextContent('2 new messages')
  app.arrive(reply(scout, end, 'an answer to that'))
  await expect.element(pill).toHaveTextContent('3 new messages')
  expect(readerPlace()).toEqual(read)
  // screen readers announce it
  await expect.element(page.getByText(/\d new messages?, (last )?from scout/)).toBeInTheDocument()
  await pill.click()
  await expect.element(article('and one more')).toBeInViewport()
  await expect.element(pill).not.toBeInTheDocument()
  // new, with a blue marker until it has been in view for a moment
  await expect.element(article('and one more').getByText('Unread')).not.toBeInTheDocument()

  // find in page and screen readers scroll without wheel or key; the position stays for them too
  pane().scrollBy(0, -2500)
  await expect.element(pill).toHaveTextContent('Latest')
  await settled()
  const found = readerPlace()
  app.arrive(message(scout, 'and the last'))
  await expect.element(pill).toHaveTextContent('1 new message')
  expect(readerPlace()).toEqual(found)
})

test('older messages load above without moving the view, and the feed reopens where it was left', async () => {
  const app = await openFeed()
  await toTop()
  const { text = '' } = readerPlace()
  const y = () => article(text).element().getBoundingClientRect().y
  const before = y()
  await older.click()
  await expect.element(older.or(loadingOlder)).not.toBeInTheDocument()
  await settled()
  expect(y()).toBe(before)

  // after another page of the app, and after a reload
  await wheel(1000)
  const left = readerPlace()
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Tasks' }).click()
  await main.getByRole('link', { name: 'Messages' }).click()
  await expect.poll(readerPlace).toEqual(left)
  await app.reload()
  await expect.poll(readerPlace).toEqual(left)

  // also where the position is older than the page that loads first
  await toTop()
  await wheel(200)
  const long = readerPlace()
  await app.reload()
  await expect.poll(readerPlace).toEqual(long)
  await expect.element(pill).toHaveTextContent('Latest')
})

test.for([
  { what: 'a message', of: 'number 90' },
  { what: 'a reply', of: 'an answer to that' },
])(
  'the reply box of $what keeps its text and caret out of view, and takes no focus when it is back',
  async ({ of }) => {
    const posts = Array.from({ length: 140 }, (_, index) =>
      message(scout, `number ${index}`, { uploaded_at: ago(HOUR - index) }),
    )
    const root = posts[90]
    if (root) posts.push(reply(scout, root, 'an answer to that'))
    await openFeed({ me: person('ana'), world: { agents: [scout], posts } })
    const box = page.getByRole('textbox', { name: 'Reply to @scout' })
    const backTo = (place: Locator) =>
      vi.waitFor(
        async () => {
          await wheel(-600)
          await expect.element(place, { timeout: 200 }).toBeInViewport({ ratio: 1 })
        },
        { timeout: 30_000 },
      )
    await backTo(article(of))
    await press(article(of), 'r')
    await box.fill('half a thought')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    const field = box.element() as HTMLTextAreaElement

    await wheel(3000, 5)
    const last = article('number 139')
    await expect.element(last).toBeInViewport()
    await press(last, '{Shift}')
    await backTo(box)
    await expect.element(last).toHaveFocus()
    expect(box.element()).toBe(field)
    expect(field.value).toBe('half a thought')
    expect(field.selectionStart).toBe('half a thoug'.length)
  },
)

test("older messages that arrive while the reader scrolls don't move the view either", async () => {
  const { server } = await openFeed()
  await toTop()
  const release = server.hold(messageRoutes.history)
  await older.click()
  await expect.element(loadingOlder).toBeInTheDocument()
  await feed.wheel({ delta: { y: 1000 } })
  const place = await seenPlace()
  // the rows below are measured while the older ones load
  release()
  await expect.element(loadingOlder).not.toBeInTheDocument()
  await settled()
  expect(readerPlace()).toEqual(place)

  // the actions of the first row in view are fully visible
  const pane = feed.element().getBoundingClientRect()
  const first = page
    .getByRole('article')
    .elements()
    .find((row) => row.getBoundingClientRect().bottom > pane.top)
  first?.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', bubbles: true }))
  const actions = page.getByRole('toolbar')
  await expect.element(actions).toBeVisible()
  expect(actions.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(pane.top)
})

test('a thread that starts expanded stays so when a reply makes it long, until it is collapsed by a click', async () => {
  const question = message(scout, 'which harbour?')
  const posts = [question, ...['Esbjerg', 'Hull', 'Turku'].map((name) => reply(scout, question, name))]
  const app = await openApp({ me: person('ana'), world: { agents: [scout], posts } })
  const replies = page.getByRole('button', { name: /^\d replies/ })
  await expect.element(replies).toHaveAttribute('aria-expanded', 'true')
  app.arrive(reply(scout, question, 'Gdynia'))
  await expect.element(article('Gdynia')).toBeVisible()
  await expect.element(replies).toMatchTextContent('4 replies')
  await expect.element(replies).toHaveAttribute('aria-expanded', 'true')

  await replies.click()
  await expect.element(article('Turku')).not.toBeInTheDocument()
  await replies.click()
  await expect.element(article('Turku')).toBeVisible()
})

test('a list nested twenty levels deep fits a phone', async () => {
  const levels = Array.from({ length: 20 }, (_, level) => `${'  '.repeat(level)}- level ${level}`)
  await openApp({ me: person('ana'), world: { posts: [message(scout, levels.join('\n'))] }, size: PHONE })
  const deepest = page.getByText('level 19')
  await expect.element(deepest).toBeVisible()
  expect(deepest.element().getBoundingClientRect().right).toBeLessThanOrEqual(PHONE.width)
  const row = article('level 19').element()
  expect(row.scrollWidth).toBeLessThanOrEqual(row.clientWidth)
  expect(overflow()).toBeLessThanOrEqual(0)
})

test('on a phone the sentiment mark is never alone on a line', async () => {
  const agents = Array.from({ length: 12 }, (_, index) => agent(`fieldfare${'-'.repeat(index)}x`))
  const posts = agents.map((one) => message(one, 'The weather log'))
  await openApp({ me: person('ana'), size: PHONE, world: { agents, posts } })
  await expect.element(article('fieldfare-----------x')).toBeVisible()
  for (const row of page.getByRole('article').all()) {
    const time = row.element().querySelector('time')?.getBoundingClientRect()
    const mark = row.getByRole('img', { name: 'Neutral' }).element().getBoundingClientRect()
    const middle = (mark.top + mark.bottom) / 2
    expect(time !== undefined && time.top < middle && middle < time.bottom, row.element().textContent).toBe(
      true,
    )
  }
})

test('a message shows its sentiment, and its id and its code can be copied', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const copied = () => write.mock.calls.at(-1)?.[0]
  const texts = ['Great work, thanks', 'The build is broken', '```\nit failed\n```']
  const posts = texts.map((text) => message(scout, text))
  await openApp({ me: person('ana'), world: { posts } })
  const great = article('Great work')
  await expect.element(great.getByRole('img', { name: 'Positive' })).toBeInTheDocument()
  await expect.element(article('is broken').getByRole('img', { name: 'Negative' })).toBeInTheDocument()
  // its mark is beside the time, and doesn't overlap the text
  const mark = great.getByRole('img', { name: 'Positive' }).element().querySelector('svg')
  const text = page.getByText('Great work, thanks', { exact: true }).element()
  expect(mark?.getBoundingClientRect().bottom).toBeLessThanOrEqual(text.getBoundingClientRect().top)
  await expect
    .element(article('it failed').getByRole('img', { name: /tive|Neutral/ }))
    .not.toBeInTheDocument()
  await great.hover()
  const toolbar = great.getByRole('toolbar')
  const isSaid = expect.element(toolbar.getByRole('button', { name: 'Copied' })).toBeVisible()
  await toolbar.getByRole('button', { name: /^Copy id [0-9a-f]+$/ }).click()
  await isSaid
  expect(copied()).toBe(posts[0]?.short_id)
  await article('it failed').getByRole('button', { name: 'Copy code' }).click()
  await expect.poll(copied).toBe('it failed')
  write.mockRestore()
})

test("keys move from row to row, and a name opens a summary with a link to that account's messages", async () => {
  const ana = person('ana')
  const mentions = [{ id: ana.id, type: 'user' as const, handle: 'ana' }]
  const posts = [
    message(scout, 'Great work @ana, thanks', { mentions }),
    message(scout, 'The build is broken'),
    message(scout, 'it failed'),
  ]
  const { server, world } = await openApp({ me: ana, world: { agents: [scout], posts } })
  server.answer(summaryRoutes.userSummary, () => ({
    id: ana.id,
    handle: 'ana',
    name: 'ana',
    avatar: null,
    status: 'active' as const,
    last_active_at: ago(),
    role: 'admin' as const,
    joined_at: ago(),
    agent_count: 0,
  }))
  server.answer(summaryRoutes.find, () => ({
    id: ana.id,
    type: 'user' as const,
    handle: 'ana',
    org_id: world.me?.current_org_id ?? '',
  }))
  await press(article('it failed'), 'k')
  await expect.element(article('is broken')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(article('Great work')).toHaveFocus()
  await userEvent.keyboard('j')
  await expect.element(article('is broken')).toHaveFocus()
  await userEvent.keyboard('c')
  await expect.element(composer).toHaveFocus()
  await expectAccessible()

  await article('Great work').getByRole('link', { name: '@ana' }).click()
  const who = page.getByRole('dialog', { name: 'About @ana' })
  await expect.element(who.getByText('USER')).toBeVisible()
  await expect.element(who.getByText('Last active')).toBeVisible()
  await expectAccessible()
  await who.getByRole('link', { name: 'Messages' }).click()
  await expect.poll(() => location.search).toContain('agents=ana')
  await expect.element(who).not.toBeInTheDocument()
})

test('placeholders stay until the messages are shown, so that the feed is never blank in between', async () => {
  const posts = Array.from({ length: 40 }, (_, index) => message(scout, `**number** ${index}`))
  let release = () => {}
  await openApp({
    me: person('ana'),
    isWaiting: true,
    world: { agents: [scout], posts },
    answers(server) {
      const held = [messageRoutes.history, realtimeRoutes.stream].map((route) => server.hold(route))
      release = () => held.forEach((each) => each())
    },
  })
  await expect.element(page.getByText('Loading messages')).toBeInTheDocument()
  const frames: boolean[] = []
  let id = requestAnimationFrame(function look() {
    frames.push(isFilled())
    id = requestAnimationFrame(look)
  })
  release()
  await expect.element(article('number 39')).toBeVisible()
  await expect.element(page.getByText('Loading messages')).not.toBeInTheDocument()
  await expect.poll(isFilled).toBe(true)
  cancelAnimationFrame(id)
  expect(frames.length).toBeGreaterThan(0)
  expect(frames).not.toContain(false)
})
