import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../../../api/api-error.ts'
import { createKeys } from '../../../storage/keys.ts'
import { createSafeStorage } from '../../../storage/safe-storage.ts'
import { applyEvents } from '../state/apply-events.ts'
import { createFeedStore } from '../state/feed-store.ts'
import { createPendingStore, type PendingSend } from '../state/pending.ts'
import { message } from '../state/test-messages.ts'
import { createSendQueue, type Acknowledged, type Outgoing } from './send-queue.ts'

const DAY_MS = 24 * 60 * 60 * 1000

function setUp() {
  const storage = createSafeStorage(() => null)
  const keys = createKeys(storage)
  const calls: PendingSend[] = []
  const clock = { now: 1000 }
  const network = {
    isOnline: true,
    post: async (): Promise<Acknowledged> => ({ message: message(calls.length) }),
  }
  let ids = 0

  /** A page of the user: only what is stored outlives it. */
  function openPage(earlier?: Promise<void>) {
    const feed = createFeedStore()
    const queue = createSendQueue({
      spaceId: 's1',
      post: async (row) => {
        calls.push(row)
        return network.post()
      },
      feed,
      store: createPendingStore(storage, keys, 'ana', 's1'),
      isOnline: () => network.isOnline,
      newId: () => `c${(ids += 1)}`,
      now: () => (clock.now += 1),
      earlier,
    })
    return { feed, queue, pending: () => feed.state().pending }
  }
  const stored = () => createPendingStore(storage, keys, 'ana', 's1').all()
  return { openPage, calls, network, clock, stored }
}

const text = (content: string): Outgoing => ({
  kind: 'message',
  content,
  channel: null,
  parentId: null,
  threadRootId: null,
})

/** Lets pending promises settle. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

test('a message is shown optimistically and replaced by the one from the server', async () => {
  const { openPage, stored } = setUp()
  const { feed, queue, pending } = openPage()
  const sent = queue.send(text('hello'))
  expect(pending()).toMatchObject([{ content: 'hello', status: 'sending' }])
  expect(stored()).toHaveLength(1)
  expect(await sent).toMatchObject({ kind: 'sent', message: { id: 'm1' } })
  expect([pending(), feed.state().order, stored()]).toEqual([[], ['m1'], []])
})

test('messages are sent one after the other, in the order they were written', async () => {
  const { openPage, calls, network } = setUp()
  const { queue } = openPage()
  let answer = () => {}
  network.post = () => new Promise((resolve) => (answer = () => resolve({ message: message(calls.length) })))
  void queue.send(text('one'))
  const second = queue.send(text('two'))
  await settle()
  expect(calls.map(({ content }) => content)).toEqual(['one'])
  answer()
  await settle()
  answer()
  expect(await second).toMatchObject({ kind: 'sent' })
  expect(calls.map(({ content }) => content)).toEqual(['one', 'two'])
})

test('a refused message stays with its reason, and Retry uses the same key', async () => {
  const { openPage, calls, network, stored } = setUp()
  const { queue, pending } = openPage()
  const works = network.post
  network.post = () => Promise.reject(new ApiError(422, { detail: 'Unknown channel' }))
  expect(await queue.send(text('hello'))).toMatchObject({ kind: 'failed', error: { status: 422 } })
  expect(pending()).toMatchObject([{ status: 'failed', problem: 'Unknown channel.' }])
  expect(stored()).toHaveLength(1)

  network.post = works
  expect(await queue.retry('c1')).toMatchObject({ kind: 'sent' })
  expect(calls.map(({ clientId }) => clientId)).toEqual(['c1', 'c1'])
  expect([pending(), stored()]).toEqual([[], []])
})

test('Edit returns the text and drops the row', async () => {
  const { openPage, network, stored } = setUp()
  const { queue, pending } = openPage()
  network.post = () => Promise.reject(new ApiError(400, null))
  await queue.send(text('hello'))
  expect(queue.discard('c1')).toBe('hello')
  expect([pending(), stored()]).toEqual([[], []])
})

test('offline a message waits, and is sent when the network is back', async () => {
  const { openPage, calls, network } = setUp()
  const { queue, pending } = openPage()
  network.isOnline = false
  expect(await queue.send(text('hello'))).toEqual({ kind: 'queued' })
  expect([pending()[0]?.status, calls.length]).toEqual(['queued', 0])
  network.isOnline = true
  queue.flush()
  await settle()
  expect([pending(), calls.length]).toEqual([[], 1])
})

test('if the network is lost during the request, the message is queued and has not failed', async () => {
  const { openPage, calls, network, stored } = setUp()
  const { queue, pending } = openPage()
  const works = network.post
  network.post = () => {
    network.isOnline = false
    return Promise.reject(new NetworkError('gone'))
  }
  expect(await queue.send(text('hello'))).toEqual({ kind: 'queued' })
  expect(pending()).toMatchObject([{ status: 'queued', problem: null }])
  expect(stored()).toMatchObject([{ status: 'queued' }])

  network.isOnline = true
  network.post = works
  queue.flush()
  await settle()
  expect([pending(), calls.map(({ clientId }) => clientId)]).toEqual([[], ['c1', 'c1']])
})

test('a message that the server refused while the network went away has failed', async () => {
  const { openPage, network } = setUp()
  const { queue, pending } = openPage()
  network.post = () => {
    network.isOnline = false
    return Promise.reject(new ApiError(422, { detail: 'Unknown channel' }))
  }
  expect(await queue.send(text('hello'))).toMatchObject({ kind: 'failed', error: { status: 422 } })
  expect(pending()).toMatchObject([{ status: 'failed', isUnanswered: false }])
})

test('a message without a response fails in place and is retried when the server is reachable again', async () => {
  const { openPage, calls, network } = setUp()
  const { queue, pending } = openPage()
  const works = network.post
  network.post = () => Promise.reject(new NetworkError('gone'))
  expect(await queue.send(text('hello'))).toMatchObject({ kind: 'failed' })
  expect(pending()).toMatchObject([{ status: 'failed', isUnanswered: true }])
  network.post = works
  queue.flush()
  await settle()
  expect([pending(), calls.map(({ clientId }) => clientId)]).toEqual([[], ['c1', 'c1']])
})

test('a day later in the same tab nothing is sent automatically: the server may have dropped its key', async () => {
  const { openPage, calls, network, clock, stored } = setUp()
  const { queue, pending } = openPage()
  const works = network.post
  network.post = () => Promise.reject(new NetworkError('gone'))
  await queue.send(text('unanswered'))
  network.isOnline = false
  await queue.send(text('offline'))

  clock.now += DAY_MS
  network.isOnline = true
  network.post = works
  queue.flush()
  await settle()
  const left = { status: 'failed', problem: 'This was written more than a day ago.', isUnanswered: false }
  expect(pending()).toMatchObject([left, left])
  expect(stored()).toMatchObject([left, left])
  expect(calls).toHaveLength(1)
  // its author may retry it
  expect(await queue.retry('c1')).toMatchObject({ kind: 'sent' })
  expect(calls).toHaveLength(2)
})

test('a refused message is never sent automatically', async () => {
  const { openPage, calls, network } = setUp()
  const { queue } = openPage()
  network.post = () => Promise.reject(new ApiError(400, { error: 'guardrail_violation' }))
  await queue.send(text('hello'))
  queue.flush()
  await settle()
  expect(calls).toHaveLength(1)
})

test('a message whose response was lost but whose event arrived counts as sent', async () => {
  const { openPage, network, stored } = setUp()
  const { feed, queue, pending } = openPage()
  let fail = () => {}
  network.post = () => new Promise((_, reject) => (fail = () => reject(new NetworkError('gone'))))
  const sent = queue.send(text('hello'))
  await settle()
  const event = { name: 'message', id: 1, data: { action: 'created', message: message(1), client_id: 'c1' } }
  feed.update((state) => applyEvents(state, [event]))
  expect(stored()).toEqual([])
  fail()
  expect(await sent).toMatchObject({ kind: 'sent' })
  expect([pending(), feed.state().order]).toEqual([[], ['m1']])
})

test('a reload during a request loses nothing: the same text is sent with the same key', async () => {
  const { openPage, calls, network } = setUp()
  const works = network.post
  network.post = () => new Promise(() => {})
  void openPage().queue.send(text('hello'))
  await settle()

  network.post = works
  const later = openPage()
  later.queue.restore()
  await settle()
  expect(calls.map(({ clientId, content }) => [clientId, content])).toEqual([
    ['c1', 'hello'],
    ['c1', 'hello'],
  ])
  expect(later.feed.state().order).toHaveLength(1)
})

test('a failed message comes back as failed, and a day-old one is left to its author', async () => {
  const { openPage, calls, network, clock } = setUp()
  const first = openPage()
  network.post = () => Promise.reject(new ApiError(400, null))
  await first.queue.send(text('refused'))
  network.isOnline = false
  await first.queue.send(text('old'))

  clock.now += DAY_MS
  network.isOnline = true
  const later = openPage()
  later.queue.restore()
  await settle()
  expect(later.pending().map(({ content, status }) => [content, status])).toEqual([
    ['refused', 'failed'],
    ['old', 'failed'],
  ])
  expect(calls).toHaveLength(1)
})

test('a page opened offline sends nothing until the network is back', async () => {
  const { openPage, calls, network } = setUp()
  network.isOnline = false
  await openPage().queue.send(text('hello'))

  const later = openPage()
  later.queue.restore()
  await settle()
  expect([later.pending()[0]?.status, calls.length]).toEqual(['queued', 0])

  network.isOnline = true
  later.queue.flush()
  await settle()
  expect([later.pending(), calls.length]).toEqual([[], 1])
})

test('a queue that was stopped sends nothing more, and the next page sends the rest', async () => {
  const { openPage, calls, network, stored } = setUp()
  const { queue } = openPage()
  let answer = () => {}
  network.post = () => new Promise((resolve) => (answer = () => resolve({ message: message(calls.length) })))
  void queue.send(text('one'))
  void queue.send(text('two'))
  await settle()
  void queue.stop()
  answer()
  await settle()
  expect(calls.map(({ content }) => content)).toEqual(['one'])
  expect(stored().map(({ content }) => content)).toEqual(['two'])
})

test('a queue that follows another sends nothing before the request under way there has ended', async () => {
  const { openPage, calls, network } = setUp()
  const works = network.post
  let refuse = () => {}
  network.post = () => new Promise((_, reject) => (refuse = () => reject(new ApiError(503, null))))
  const first = openPage()
  void first.queue.send(text('one'))
  void first.queue.send(text('two'))
  await settle()

  network.post = works
  const { queue, pending } = openPage(first.queue.stop())
  queue.restore()
  await settle()
  expect(calls.map(({ content }) => content)).toEqual(['one'])
  refuse()
  await settle()
  expect(calls.map(({ clientId, content }) => [clientId, content])).toEqual([
    ['c1', 'one'],
    ['c1', 'one'],
    ['c2', 'two'],
  ])
  expect(pending()).toEqual([])
})

test('a message sent the moment the one before it is acknowledged is sent, too', async () => {
  const { openPage, calls } = setUp()
  const { queue } = openPage()
  await queue.send(text('one'))
  await queue.send(text('two'))
  expect(calls.map(({ content }) => content)).toEqual(['one', 'two'])
})
