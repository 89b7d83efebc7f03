/** The page "What did I miss?": its sections, sizes, empty state and failures. */
import { catchUpRoutes, type CatchUpItem } from '@flockwork/contract/catch-up'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DESKTOP, PHONE, openApp } from './app.tsx'
import { setOnline } from './browser-state.ts'
import { refusal } from './fake-server.ts'
import { expectAccessible, overflow } from './look.ts'
import { article } from './parts.ts'
import { nothingMissed } from './catch-up-answers.ts'
import { MINUTE, ago, message, mine, newId, person, space } from './world.ts'

const lab = space('Field Lab')
const ana = person('ana')
const member = () => person('bob', { current_org_id: lab.id })
const section = (name: string | RegExp) => page.getByRole('heading', { name })
const item = (text: string) => page.getByRole('listitem').filter({ hasText: text })

function itemOf(content: string, more: Partial<CatchUpItem> = {}): CatchUpItem {
  const id = newId()
  return {
    kind: 'said',
    message_id: id,
    task_id: null,
    path: `/m/${id}`,
    channel: 'main',
    at: ago(10 * MINUTE),
    author: { id: ana.id, type: 'user', handle: 'ana' },
    content,
    is_whole: true,
    is_unread: true,
    replies: 0,
    reactions: 0,
    ...more,
  }
}

const full = () =>
  nothingMissed({
    messages: 1204,
    authors: 14,
    addressed_count: 3,
    decision_count: 9,
    question_count: 1,
    next_cursor: 'k1u.0.9.0.2',
    addressed: [
      itemOf('@bob can you look ⏎ ```ts ⏎ at `the crane`? ⏎ ```', { kind: 'mention' }),
      itemOf('Paint it', { kind: 'assignment', task_id: newId() }),
    ],
    decisions: [itemOf('Decided: blue', { kind: 'decided', reactions: 2 })],
    open_questions: [itemOf('Who has the key?', { kind: 'asked', channel: 'dev' })],
    rest: [
      {
        channel: 'dev',
        messages: 340,
        new_tasks: 1,
        authors: ['ana', 'scout', 'rover', 'kite'],
        author_count: 9,
        topics: ['release'],
        path: `/m/${newId()}`,
        items: [itemOf('The tide is high', { replies: 4 })],
      },
    ],
  })

test('messages addressed to the reader come first, then decisions, open questions and a summary of the rest', async () => {
  const { server } = await openApp({ me: member(), path: '/home', world: { spaces: [lab] } })
  server.answer(catchUpRoutes.get, ({ query }) =>
    query.cursor === undefined
      ? full()
      : nothingMissed({ addressed: [itemOf('@bob and the lamp', { kind: 'mention' })], addressed_count: 3 }),
  )
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox').fill('miss')
  await page.getByRole('option', { name: 'What did I miss?' }).click()

  await expect.element(page.getByRole('heading', { level: 1, name: 'What did I miss?' })).toBeVisible()
  await expect.element(page.getByText('1,204 messages by 14 others')).toBeVisible()
  await expect.element(section('To you 2 of 3')).toBeVisible()
  await expect.element(item('can you look')).toMatchTextContent('ana mentioned you')
  // its lines, without Markdown syntax
  expect(item('can you look').element().textContent).toContain('@bob can you look\nat the crane?')
  await expect.element(section(/^Decisions\s*1 of 9$/)).toBeVisible()
  await expect.element(item('Decided: blue')).toMatchTextContent('2 reactions')
  await expect.element(section('Open questions 1')).toBeVisible()
  await expect
    .element(page.getByText('340 messages by ana, scout, rover and 6 more · 1 new task · #release'))
    .toBeVisible()
  await expect.element(item('The tide is high')).toMatchTextContent('4 replies')
  expect(server.calls(catchUpRoutes.get)).toMatchObject([{ query: { org_id: lab.id, tokens: 2000 } }])

  await expect.element(page.getByText('1 more to you')).toBeVisible()
  await page.getByRole('button', { name: 'Show the next' }).click()
  await expect.element(item('and the lamp')).toBeVisible()
  await expect.element(section('To you 3')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Show the next' })).not.toBeInTheDocument()
  await expectAccessible()
})

test('the size and the period are in the URL and in the request', async () => {
  const { server } = await openApp({ me: member(), path: '/catch-up?since=7d', world: { spaces: [lab] } })
  server.answer(catchUpRoutes.get, full)
  await expect.element(page.getByRole('radio', { name: '7 days' })).toBeChecked()
  await page.getByText('Short').click()
  await expect.element(page.getByRole('radio', { name: 'Short' })).toBeChecked()
  await expect
    .poll(() => server.calls(catchUpRoutes.get).at(-1))
    .toMatchObject({ query: { since: '7d', tokens: 500 } })
  await page.getByText('Last read').click()
  await expect
    .poll(() => server.calls(catchUpRoutes.get).at(-1)?.query)
    .toEqual({ org_id: lab.id, tokens: 500 })
  await expect.poll(() => location.search).toBe('?tokens=500')
})

test('with nothing new it says so, and offers the last day', async () => {
  const { server } = await openApp({ me: member(), path: '/agents', world: { spaces: [lab] } })
  server.answer(catchUpRoutes.get, ({ query }) => (query.since === undefined ? nothingMissed() : full()))
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox').fill('miss')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('You missed nothing')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Copy/ })).not.toBeInTheDocument()
  await expectAccessible()
  await page.getByRole('button', { name: 'Show the last 24 hours' }).click()
  await expect.element(item('Decided: blue')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Copy/ })).toBeVisible()
})

test('there is a placeholder while it loads; a failure can be retried, also offline', async () => {
  const app = await openApp({ me: member(), path: '/agents', world: { spaces: [lab] } })
  app.server.answer(catchUpRoutes.get, () => refusal(503, 'busy'))
  const release = app.server.hold(catchUpRoutes.get)
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox').fill('miss')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Gathering what you missed')).toBeInTheDocument()
  release()
  await expect.element(page.getByText('What you missed could not be loaded.')).toBeVisible()
  setOnline(app.server, false)
  await expect.element(page.getByText('You are offline.', { exact: false }).first()).toBeVisible()
  setOnline(app.server, true)
  app.server.answer(catchUpRoutes.get, full)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(item('Decided: blue')).toBeVisible()
})

test.for([DESKTOP, PHONE])('long words and names fit on a screen of %o', async (size) => {
  const { server } = await openApp({ me: member(), path: '/agents', world: { spaces: [lab] }, size })
  const long = 'x'.repeat(600)
  server.answer(catchUpRoutes.get, () => {
    const answer = full()
    const author = { id: ana.id, type: 'user' as const, handle: 'a'.repeat(32) }
    return { ...answer, addressed: [itemOf(long, { kind: 'mention', author, channel: 'c'.repeat(50) })] }
  })
  history.pushState({}, '', '/catch-up')
  dispatchEvent(new PopStateEvent('popstate'))
  await expect.element(item(long)).toBeVisible()
  expect(overflow()).toBeLessThanOrEqual(0)
})

test.for([DESKTOP, PHONE])(
  'a returning reader with many new messages is offered the page on a screen of %o',
  async (size) => {
    const here = space('Field Lab', { is_current: true })
    const bob = person('bob', { current_org_id: here.id })
    const posts = Array.from({ length: 14 }, (_, nth) =>
      message(ana, `news ${nth}`, { space_id: here.id, uploaded_at: ago((20 - nth) * MINUTE) }),
    )
    here.mine = mine(13, { as_of: posts.at(-1)?.seq ?? 0, seen_up_to: posts[0]?.seq ?? 0 })
    const { server } = await openApp({ me: bob, path: '/home', world: { spaces: [here], posts }, size })
    server.answer(catchUpRoutes.get, full)
    await expect.element(article('news 13')).toBeVisible()
    const link = page.getByRole('link', { name: 'What did I miss?' })
    await expect.element(link).toBeVisible()
    expect(overflow()).toBe(0)
    await link.click()
    await expect.element(item('Decided: blue')).toBeVisible()
  },
)
