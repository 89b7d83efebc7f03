/** The inbox of messages and tasks addressed to somebody, and read marks. */
import { inboxRoutes } from '@flockwork/contract/inbox'
import type { Message } from '@flockwork/contract/messages'
import type { Profile } from '@flockwork/contract/auth'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PHONE, DESKTOP, openApp, type OpenedApp } from './app.tsx'
import { setOnline, setVisibility } from './browser-state.ts'
import { expectAccessible, overflow } from './look.ts'
import { article, stopTyping } from './parts.ts'
import {
  DAY,
  HOUR,
  MINUTE,
  ago,
  agent,
  inboxItem,
  message,
  nextSeq,
  person,
  reply,
  space,
  task,
  taskItem,
  worker,
  type World,
} from './world.ts'

const NOTHING = 'Nothing is waiting for you'

const bell = (unread: number) =>
  page.getByRole('link', { name: unread === 0 ? 'Inbox' : `Inbox, ${unread} unread`, exact: true })
const rows = page.getByRole('tabpanel').getByRole('listitem')
const row = (text: string) => rows.filter({ hasText: text })
const unreadMark = (text: string) => article(text).getByText('Unread', { exact: true })
const markAll = page.getByRole('button', { name: 'Mark all as read' })

const lab = space('Field Lab')
const ana = person('ana')
const member = () => person('bob', { current_org_id: lab.id })

/** Ana addresses Bob in the lab: `posts` and `inbox` of a world. */
function addressed(bob: Profile, texts: readonly string[]): Pick<World, 'spaces' | 'posts' | 'inbox'> {
  const mentions = [{ id: bob.id, type: 'user' as const, handle: 'bob' }]
  const posts = texts.map((text) => message(ana, text, { space_id: lab.id, mentions }))
  return { spaces: [lab], posts, inbox: posts.map((post) => inboxItem(post)).toReversed() }
}

/** A message addressed to Bob arrives. */
function arrive(app: OpenedApp, bob: Profile, said: Message): void {
  const mentioned = { id: bob.id, type: 'user' as const, handle: 'bob' }
  app.world.inbox.unshift(inboxItem(said, { space_id: lab.id }))
  app.arrive(said)
  app.server.emit('mention', { space_id: lab.id, at: said.uploaded_at, message: said, mentioned })
}

test('a row shows author, first line and space, and opens the message', async () => {
  const bob = member()
  const world = addressed(bob, ['**Please** look, @bob here\nand there'])
  await openApp({ me: bob, path: '/inbox', world })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
  const waiting = row('Please look, @bob here')
  await expect.element(waiting).toMatchTextContent('ana mentioned you')
  await expect.element(waiting).toMatchTextContent('in Field Lab')
  await expect.element(waiting).toMatchTextContent('Unread')
  await expect.element(waiting).not.toMatchTextContent('and there')
  await expect.element(bell(1)).toBeVisible()

  await waiting.getByRole('link').click()
  await expect.element(article('look,')).toBeVisible()
  await expect.element(bell(0)).toBeVisible()
  await page.getByRole('link', { name: 'Inbox', exact: true }).click()
  await expect.element(page.getByText(NOTHING)).toBeVisible()
  await page.getByRole('tab', { name: 'All' }).click()
  await expect.element(row('Please look')).toMatchTextContent('Seen')
})

test('mentions and replies are counted live, in the title too, and all are marked as read at once', async () => {
  const bob = member()
  const mine = message(bob, 'who knows this bird?', { space_id: lab.id })
  const app = await openApp({ me: bob, path: '/agents', world: { spaces: [lab], posts: [mine] } })
  await expect.element(bell(0)).toBeVisible()
  const title = document.title
  const wren = reply(ana, mine, 'a wren, I think')
  app.world.inbox.unshift(inboxItem(wren, { reason: 'reply' }))
  app.arrive(wren)
  await expect.element(bell(1)).toBeVisible()
  arrive(app, bob, message(ana, '@bob or a robin', { space_id: lab.id }))
  await expect.element(bell(2)).toBeVisible()
  setVisibility('hidden')
  await expect.poll(() => document.title).toBe(`(2) ${title}`)
  setVisibility('visible')
  await expect.poll(() => document.title).toBe(title)

  stopTyping()
  await userEvent.keyboard('gi')
  await expect.element(row('a wren')).toMatchTextContent('ana replied to you')
  await expect.element(row('or a robin')).toBeVisible()
  const last = message(ana, 'to nobody', { space_id: lab.id })
  app.arrive(last)
  await markAll.click()
  await expect.element(page.getByText(NOTHING)).toBeVisible()
  await expect.element(bell(0)).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Messages' }).click()
  await expect.element(article('to nobody')).toBeVisible()
  await expect.element(page.getByText('Unread', { exact: true })).not.toBeInTheDocument()
})

test('a message that arrives while all are being marked stays unread', async () => {
  const bob = member()
  const app = await openApp({ me: bob, path: '/inbox', world: addressed(bob, ['@bob now a heron']) })
  await expect.element(row('now a heron')).toBeVisible()
  const release = app.server.hold(inboxRoutes.read)
  await markAll.click()
  await expect.poll(() => app.server.calls(inboxRoutes.read)).toHaveLength(1)
  arrive(app, bob, message(ana, '@bob and a kestrel', { space_id: lab.id }))
  release()
  await expect.element(row('now a heron')).not.toBeInTheDocument()
  await expect.element(row('and a kestrel')).toBeVisible()
  await expect.element(bell(1)).toBeVisible()
})

/** Bob has been to the lab before: messages from now on are new to this browser. */
async function openVisited(bob: Profile): Promise<OpenedApp> {
  const posts = [message(ana, 'the first', { space_id: lab.id, uploaded_at: ago(HOUR) })]
  const app = await openApp({ me: bob, world: { spaces: [lab], posts } })
  await expect.element(article('the first')).toBeVisible()
  await expect.poll(() => app.server.calls(inboxRoutes.seen)).toHaveLength(1)
  return app
}

test('read marks are sent only while the tab is visible', async () => {
  const bob = member()
  const app = await openVisited(bob)
  setVisibility('hidden')
  const second = message(ana, '@bob the second', { space_id: lab.id })
  arrive(app, bob, second)
  await expect.element(unreadMark('the second')).toBeInTheDocument()
  await expect.element(bell(1)).toBeVisible()
  expect(app.server.calls(inboxRoutes.seen)).toHaveLength(1)

  setVisibility('visible')
  await expect.element(unreadMark('the second')).not.toBeInTheDocument()
  await expect.poll(() => app.server.calls(inboxRoutes.seen).at(-1)?.body.message_id).toBe(second.id)
  // the server sends it to all browsers of the reader
  app.server.emit('seen', { space_id: lab.id, at: ago(), message_id: second.id, unread: 0 }, nextSeq())
  await expect.element(bell(0)).toBeVisible()
})

test('what was read in one browser is read in the other', async () => {
  const bob = member()
  const app = await openVisited(bob)
  setVisibility('hidden')
  const second = message(ana, '@bob the second', { space_id: lab.id })
  arrive(app, bob, second)
  await expect.element(unreadMark('the second')).toBeInTheDocument()
  await expect.element(bell(1)).toBeVisible()

  for (const item of app.world.inbox) item.state = 'seen'
  app.server.emit('seen', { space_id: lab.id, at: ago(), message_id: second.id, unread: 0 }, nextSeq())
  await expect.element(unreadMark('the second')).not.toBeInTheDocument()
  await expect.element(bell(0)).toBeVisible()
})

test('a browser that shows a space for the first time leaves its unread messages unread', async () => {
  const bob = member()
  const world = addressed(bob, ['@bob still waiting'])
  const old = message(ana, 'long ago', { space_id: lab.id, uploaded_at: ago(DAY) })
  setVisibility('hidden')
  await openApp({ me: bob, world: { ...world, posts: [old, ...world.posts] } })
  await expect.element(unreadMark('still waiting')).toBeInTheDocument()
  await expect.element(unreadMark('long ago')).not.toBeInTheDocument()
  await expect.element(bell(1)).toBeVisible()

  setVisibility('visible')
  await expect.element(unreadMark('still waiting')).not.toBeInTheDocument()
})

test('what was read offline is reported once online', async () => {
  const bob = member()
  const app = await openVisited(bob)
  setVisibility('hidden')
  const train = message(ana, '@bob read me on the train', { space_id: lab.id })
  arrive(app, bob, train)
  await expect.element(unreadMark('on the train')).toBeInTheDocument()
  setOnline(app.server, false)
  setVisibility('visible')
  await expect.element(unreadMark('on the train')).not.toBeInTheDocument()
  expect(app.server.calls(inboxRoutes.seen)).toHaveLength(1)
  setOnline(app.server, true)
  await expect.poll(() => app.server.calls(inboxRoutes.seen).at(-1)?.body.message_id).toBe(train.id)
})

test('the inbox is paged, and stays on screen while the server doesn’t answer', async () => {
  const bob = member()
  const notes = Array.from({ length: 51 }, (_, index) => `@bob note ${index + 1}.`)
  const { server } = await openApp({ me: bob, path: '/agents', world: addressed(bob, notes) })
  await expect.element(bell(51)).toBeVisible()
  server.isReachable = false
  await bell(51).click()
  await expect.element(page.getByText('The inbox could not be loaded.')).toBeVisible()
  server.isReachable = true
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(rows.first()).toMatchTextContent('note 51.')
  expect(rows.elements()).toHaveLength(50)
  await page.getByRole('button', { name: 'Load older' }).click()
  await expect.element(rows.nth(50)).toMatchTextContent('note 1.')
  await expect.element(page.getByRole('button', { name: 'Load older' })).not.toBeInTheDocument()

  server.isReachable = false
  dispatchEvent(new Event('focus'))
  await expect.element(page.getByText('This is what the inbox last held.')).toBeVisible()
  expect(rows.elements()).toHaveLength(51)
  server.isReachable = true
  await markAll.click()
  await expect.element(page.getByText(NOTHING)).toBeVisible()
})

test.for([
  { first: 'the page that was asked for', steps: ['press', 'arrive'] },
  { first: 'what arrives', steps: ['arrive', 'press'] },
])('an older page still loads when a new item arrives, $first first', async ({ steps }) => {
  const bob = member()
  const notes = Array.from({ length: 51 }, (_, index) => `@bob note ${index + 1}.`)
  const app = await openApp({ me: bob, path: '/inbox', world: addressed(bob, notes) })
  const more = page.getByRole('button', { name: 'Load older' })
  await expect.element(more).toBeVisible()
  const release = app.server.hold(inboxRoutes.list)
  for (const step of steps) {
    const calls = app.server.calls(inboxRoutes.list).length
    if (step === 'press') await more.click()
    else arrive(app, bob, message(ana, '@bob one more', { space_id: lab.id }))
    // a click waits for a list that is loading
    if (step === 'arrive' || step === steps[0]) {
      await expect.poll(() => app.server.calls(inboxRoutes.list).length).toBeGreaterThan(calls)
    }
  }
  await expect.element(more).toHaveAttribute('aria-busy', 'true')
  release()

  await expect.element(row('one more')).toBeVisible()
  await expect.element(row('note 1.')).toBeInTheDocument()
  expect(rows.elements()).toHaveLength(52)
})

test.for([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)('the inbox is accessible and fits, %s', async ([, size]) => {
  const bob = member()
  const world = addressed(bob, [
    '@bob the **nightly build** is red since `a81f`, can you look?',
    `@bob ${'a long first line that does not fit on any phone '.repeat(4)}`,
  ])
  await openApp({ me: bob, path: '/inbox', size, world })
  await expect.element(row('nightly build')).toBeVisible()
  await expectAccessible()
  expect(overflow()).toBeLessThanOrEqual(0)
  await markAll.click()
  await expect.element(page.getByText(NOTHING)).toBeVisible()
  await expectAccessible()
  await page.getByRole('tab', { name: 'All' }).click()
  await expect.element(row('nightly build')).toMatchTextContent('Seen')
})

test('an assigned task and an approved idea show who, why and which, and open the task', async () => {
  const bob = member()
  const [scout, away] = [agent('scout'), space('Elsewhere')]
  const inLab = { space_id: lab.id, assigned_user: worker(bob) }
  const given = task(scout, 12, 'Batch the token check', {
    ...inLab,
    status: 'assigned',
    assigned_at: ago(12 * MINUTE),
  })
  const idea = task(bob, 13, 'An idea of mine', { space_id: lab.id, status_extended: 'ready' })
  const other = task(ana, 1, 'Of another space', { space_id: away.id })
  const inbox = [
    taskItem(given, scout),
    taskItem(idea, ana, { reason: 'approval' }),
    taskItem(other, ana),
    taskItem(given, ana, { task: null, state: 'seen' }),
  ]
  const { server } = await openApp({
    me: bob,
    path: '/inbox',
    world: { spaces: [lab, away], agents: [scout], inbox },
  })
  server.answer(inboxRoutes.read, ({ body }) => {
    for (const item of inbox) if (body.ids.includes(item.id)) item.state = 'seen'
    return { unread: 2 }
  })

  await expect.element(row('Batch the token check')).toMatchTextContent('scout assigned you a task')
  await expect.element(row('Batch the token check')).toMatchTextContent('Assigned T-12')
  await expect.element(row('Batch the token check')).toMatchTextContent('12 min')
  await expect.element(row('An idea of mine')).toMatchTextContent('ana approved your idea')
  await expect.element(bell(3)).toBeVisible()
  const link = (text: string) => row(text).getByRole('link')
  // one of another space links to its announcement
  await expect.element(link('Of another space')).toHaveAttribute('href', `/m/${other.message_id}`)
  await expectAccessible()
  await page.getByRole('tab', { name: 'All' }).click()
  await expect.element(row('The task is no longer there.')).toBeVisible()

  await link('Batch the token check').click()
  await expect.poll(() => location.pathname + location.search).toBe(`/tasks?task=${given.id}`)
  expect(server.calls(inboxRoutes.read)).toMatchObject([{ body: { ids: [inbox[0]?.id] } }])
})

test('a new assignment is counted in the bell and in the hidden tab’s title', async () => {
  const bob = member()
  const app = await openApp({ me: bob, world: { spaces: [lab] } })
  await expect.element(bell(0)).toBeVisible()
  const given = task(ana, 12, 'For Bob', { space_id: lab.id, assigned_user: worker(bob), status: 'assigned' })
  app.world.inbox.unshift(taskItem(given, ana))
  app.server.emit('task_update', { space_id: lab.id, at: ago(), action: 'assigned', task: given }, nextSeq())
  await expect.element(bell(1)).toBeVisible()
  setVisibility('hidden')
  await expect.poll(() => document.title).toMatch(/^\(1\) /)
})
