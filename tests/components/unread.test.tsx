/** The number of unread messages is the same wherever it shows (docs/rules/spaces.md#unread). */
import { inboxRoutes } from '@flockwork/contract/inbox'
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp, PHONE, type OpenedApp } from './app.tsx'
import { press, setVisibility, watchAppBadge } from './browser-state.ts'
import { expectAccessible } from './look.ts'
import { ago, inboxItem, message, mine, nextSeq, person, space } from './world.ts'

const messagesTab = () => page.getByRole('link', { name: 'Messages' }).first()
const asOf = (seq: number, unread: number, seenUpTo: number) =>
  mine(unread, { as_of: seq, seen_up_to: seenUpTo })

/** Ana is on Tasks; the first of Bob's three messages is read. */
async function openLab(path = '/tasks') {
  const lab = space('Field Lab', { is_current: true, visibility: 'invite_only' })
  const ana = person('ana', { current_org_id: lab.id })
  const bob = person('bob')
  const posts = ['One', 'Two', 'Three'].map((text) => message(bob, text, { space_id: lab.id }))
  const [first, second, third] = posts.map(({ seq }) => seq)
  lab.mine = asOf(third ?? 0, 2, first ?? 0)
  const app = await openApp({ me: ana, path, world: { spaces: [lab], posts } })
  return { app, lab, ana, bob, posts, seqs: [first ?? 0, second ?? 0, third ?? 0] as const }
}

function remove(app: OpenedApp, messageId: string): void {
  const post = app.world.posts.find(({ id }) => id === messageId)
  if (!post) throw new Error('There is no such message')
  post.deleted_at = ago()
  post.content = '[Message deleted]'
  const { space_id } = post
  app.server.emit(
    'message',
    { space_id, at: ago(), action: 'deleted', message_id: messageId, message: post },
    nextSeq(),
  )
}

test("the sidebar's count follows new messages, deletions and reading elsewhere", async () => {
  const { app, lab, ana, bob, posts } = await openLab()
  await expect.element(messagesTab()).toMatchTextContent('2 unread')

  const fourth = message(bob, 'Four')
  app.arrive(fourth)
  await expect.element(messagesTab()).toMatchTextContent('3 unread')
  app.arrive(message(ana, 'My own'))
  remove(app, posts[1]?.id ?? '')
  await expect.element(messagesTab()).toMatchTextContent('2 unread')
  // it had been read already
  remove(app, posts[0]?.id ?? '')
  app.server.emit(
    'seen',
    { space_id: lab.id, at: ago(), message_id: fourth.id, unread: 0, seen_up_to: fourth.seq },
    nextSeq(),
  )
  await expect.element(messagesTab()).not.toMatchTextContent('unread')
})

test('a response in flight while a message arrives neither loses it nor counts it twice', async () => {
  const { app, lab, bob, seqs } = await openLab()
  await expect.element(messagesTab()).toMatchTextContent('2 unread')
  app.arrive(message(bob, 'Four'))
  await expect.element(messagesTab()).toMatchTextContent('3 unread')

  const refetch = async (answer: ReturnType<typeof asOf>) => {
    const calls = app.server.calls(spaceRoutes.list).length
    app.server.answer(spaceRoutes.list, () => ({ organizations: [{ ...lab, mine: answer }] }))
    // a mention refetches the numbers that aren't in events
    app.server.emit(
      'mention',
      {
        space_id: lab.id,
        at: ago(),
        message: message(bob, 'x', { space_id: lab.id }),
        mentioned: { id: bob.id, type: 'user', handle: 'bob' },
      },
      nextSeq(),
    )
    await expect.poll(() => app.server.calls(spaceRoutes.list).length).toBeGreaterThan(calls)
    await expect.poll(() => app.server.waiting()).toBe(0)
  }
  // counted before it arrived
  await refetch(asOf(seqs[2], 2, seqs[0]))
  await expect.element(messagesTab()).toMatchTextContent('3 unread')
  // counted after one that has not arrived here yet
  const fifth = message(bob, 'Five')
  await refetch(asOf(fifth.seq, 4, seqs[0]))
  await expect.element(messagesTab()).toMatchTextContent('4 unread')
  app.arrive(fifth)
  app.arrive(message(bob, 'Six'))
  await expect.element(messagesTab()).toMatchTextContent('5 unread')
})

test("reading here lowers the sidebar's count at once, before the server knows", async () => {
  const { app } = await openLab('/')
  await expect.element(page.getByText('2 new', { exact: true })).toBeVisible()
  await expect.element(messagesTab()).not.toMatchTextContent('unread')
  // the divider stays for the visit
  await expect.element(page.getByText('2 new', { exact: true })).toBeVisible()
  expect(app.world.posts).toHaveLength(3)
})

test("another browser, in its first visit, starts at the reader's position", async () => {
  await openLab('/')
  await expect.element(page.getByText('2 new', { exact: true })).toBeVisible()
})

test('after 1,200 new messages the feed opens with its divider, which stays while as many more arrive', async () => {
  const lab = space('Field Lab', { is_current: true, visibility: 'invite_only' })
  const [ana, bob] = [person('ana', { current_org_id: lab.id }), person('bob')]
  const posts = Array.from({ length: 1300 }, (_, at) => message(bob, `Post ${at}`, { space_id: lab.id }))
  lab.mine = asOf(posts.at(-1)?.seq ?? 0, 1200, posts[99]?.seq ?? 0)
  const divider = page.getByText(/^\d+\+ new$/)
  const app = await openApp({ me: ana, world: { spaces: [lab], posts } })
  await expect.element(divider).toBeVisible()
  await expect.element(messagesTab()).toMatchTextContent(/\d\d\d+ unread/)

  // until the message after the divider is no longer loaded
  const feed = page.getByRole('region', { name: 'Messages' })
  const toEnd = (text: string) =>
    vi.waitFor(
      async () => {
        await press(feed, '{End}')
        const last = page.getByRole('article').filter({ hasText: text })
        await expect.element(last, { timeout: 500 }).toBeInViewport()
      },
      { timeout: 30_000 },
    )
  await toEnd('Post 1299')
  for (let at = 0; at < 1200; at += 1) app.arrive(message(bob, `More ${at}`, { space_id: lab.id }))
  await toEnd('More 1199')
  await expect
    .poll(() => {
      feed.element().scrollTo(0, 0)
      return divider.elements().length
    })
    .toBe(1)
  await expect.element(page.getByText('Post 1250', { exact: true })).not.toBeInTheDocument()
  // messages further back were not read by that, and no read mark was sent
  expect(app.server.calls(inboxRoutes.seen)).toEqual([])
})

test('after a gap in the stream the count is fetched from the server', async () => {
  const { app, lab, bob, seqs } = await openLab()
  await expect.element(messagesTab()).toMatchTextContent('2 unread')
  app.world.posts.push(message(bob, 'While away', { space_id: lab.id }))
  const head = nextSeq()
  lab.mine = asOf(head, 3, seqs[0])
  app.server.emit(
    'bootstrap',
    { space_id: lab.id, at: ago(), posts: app.world.posts, org_id: lab.id, reset: true },
    head,
  )
  await expect.element(messagesTab()).toMatchTextContent('3 unread')
})

test('the Spaces page and the sidebar show the same count', async () => {
  const { app, bob } = await openLab('/spaces?tab=mine')
  const row = page.getByRole('listitem', { name: 'Field Lab' })
  await expect.element(row).toMatchTextContent('2 unread')
  app.arrive(message(bob, 'Four'))
  await expect.element(row).toMatchTextContent('3 unread')
  await expect.element(messagesTab()).toMatchTextContent('3 unread')
})

test('the switcher shows the unread counts of the other spaces', async () => {
  const lab = space('Field Lab', { is_current: true })
  const club = space('Club', { mine: asOf(1, 120, 0) })
  const quiet = space('Quiet')
  const ana = person('ana', { current_org_id: lab.id })
  await openApp({ me: ana, path: '/tasks', world: { spaces: [lab, club, quiet] } })
  const button = page.getByRole('button', { name: 'Space: Field Lab. 120 unread in other spaces. Switch' })
  await button.click()
  await expect.element(page.getByRole('menuitem', { name: 'Club' })).toMatchTextContent('99+')
  await expect.element(page.getByRole('menuitem', { name: 'Club 120 unread' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Quiet' })).not.toMatchTextContent('unread')
  await expectAccessible()
})

test('a collapsed sidebar has the count on the icon', async () => {
  await openLab()
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expect.element(page.getByRole('link', { name: 'Messages 2 unread' })).toBeVisible()
  await expectAccessible()
})

test('a phone’s menu shows it, too', async () => {
  const lab = space('Field Lab', { is_current: true, mine: asOf(1, 7, 0) })
  const ana = person('ana', { current_org_id: lab.id })
  await openApp({ me: ana, path: '/tasks', size: PHONE, world: { spaces: [lab] } })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect.element(messagesTab()).toMatchTextContent('7 unread')
})

test('title and badge of the app count the inbox, as the bell does', async () => {
  const badge = watchAppBadge()
  const { app, lab, ana, bob } = await openLab()
  expect(badge.shown()).toBe(0)

  const about = message(bob, '@ana Here', { space_id: lab.id })
  app.world.inbox.unshift(inboxItem(about))
  app.arrive(about)
  app.server.emit(
    'mention',
    { space_id: lab.id, at: ago(), message: about, mentioned: { id: ana.id, type: 'user', handle: 'ana' } },
    nextSeq(),
  )
  await expect.element(page.getByRole('link', { name: 'Inbox, 1 unread' })).toBeVisible()
  await expect.poll(() => badge.shown()).toBe(1)
  setVisibility('hidden')
  await expect.poll(() => document.title).toBe('(1) Tasks · Flockwork')

  for (const item of app.world.inbox) item.state = 'seen'
  app.server.emit(
    'seen',
    { space_id: lab.id, at: ago(), message_id: about.id, unread: 0, seen_up_to: about.seq },
    nextSeq(),
  )
  await expect.poll(() => document.title).toBe('Tasks · Flockwork')
  await expect.poll(() => badge.shown()).toBe(0)
})
