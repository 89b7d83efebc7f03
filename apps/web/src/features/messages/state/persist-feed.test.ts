import { expect, test } from 'vitest'
import { manualTimers } from '../../../api/manual-timers.ts'
import type { LiveEvent } from '../../../realtime/apply-event.ts'
import { createCacheStore } from '../../../storage/cache-store.ts'
import { createKeys } from '../../../storage/keys.ts'
import { createSafeStorage } from '../../../storage/safe-storage.ts'
import { memoryBacking } from '../../../storage/test-storage.ts'
import { applyEvents } from './apply-events.ts'
import { orderedMessages, withPending } from './feed-state.ts'
import { createFeedStore } from './feed-store.ts'
import { persistFeed, restoreFeed } from './persist-feed.ts'
import { message, messages } from './test-messages.ts'

const SPACE = message(1).space_id
const MINUTE_MS = 60_000
const bootstrap: LiveEvent = { name: 'bootstrap', id: 3, data: { posts: messages(1, 3), org_id: SPACE } }
const created = (seq: number): LiveEvent => ({
  name: 'message',
  id: seq,
  data: { action: 'created', message: message(seq) },
})

function setUp() {
  const map = new Map<string, string>()
  const timers = manualTimers(1_000_000)
  const storage = createSafeStorage(() => memoryBacking(map, () => {}))
  const store = createCacheStore({
    storage,
    keys: createKeys(storage),
    now: timers.now,
    userId: 'ana',
    buster: '1',
  })
  const listeners = new Set<() => void>()
  const state = { isLive: false, mayPersist: true }
  const connect = (isLive: boolean) => {
    state.isLive = isLive
    for (const listener of listeners) listener()
  }
  const live = {
    isLive: () => state.isLive,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const feed = createFeedStore()
  const persistence = persistFeed(SPACE, { feed, store, timers, live, mayPersist: () => state.mayPersist })
  const apply = (...events: LiveEvent[]) => feed.update((current) => applyEvents(current, events))
  /** What a reloaded page shows before any request. */
  function shown(spaceId = SPACE) {
    const next = createFeedStore()
    restoreFeed(next, store, spaceId)
    return orderedMessages(next.state()).map(({ seq }) => seq)
  }
  return { map, timers, state, connect, feed, persistence, apply, shown }
}

test('a reloaded page shows what this one showed, in the same space', async () => {
  const { timers, connect, apply, shown } = setUp()
  connect(true)
  apply(bootstrap, created(4))
  await timers.pass(999)
  expect(shown()).toEqual([])
  await timers.pass(1)
  expect([shown(), shown('another')]).toEqual([[1, 2, 3, 4], []])
})

test('a page that ends at once has cached the last message', () => {
  const { connect, persistence, apply, shown } = setUp()
  connect(true)
  apply(bootstrap, created(4))
  persistence.flush()
  expect(shown()).toEqual([1, 2, 3, 4])
})

test('its age counts from when the stream was last live, however late it is written', async () => {
  const { timers, connect, feed, persistence, apply, shown } = setUp()
  connect(true)
  apply(bootstrap)
  await timers.pass(30 * MINUTE_MS)
  connect(false)
  await timers.pass(9 * MINUTE_MS)
  const row = { clientId: 'c1', createdAt: 1 } as Parameters<typeof withPending>[1]
  feed.update((current) => withPending(current, row))
  persistence.flush()
  await timers.pass(MINUTE_MS)
  expect(shown()).toEqual([1, 2, 3])
  await timers.pass(1)
  expect(shown()).toEqual([])
})

test('if the page never had a stream, the cache is left unchanged', async () => {
  const { map, timers, feed, persistence, shown } = setUp()
  const first = setUp()
  first.connect(true)
  first.apply(bootstrap)
  first.persistence.flush()
  for (const [key, value] of first.map) map.set(key, value)
  expect(shown()).toEqual([1, 2, 3])

  feed.update((current) => applyEvents(current, []))
  await timers.pass(MINUTE_MS)
  persistence.flush()
  expect(map).toEqual(first.map)
})

test('in another session nothing is written, nor after the feed was closed', async () => {
  const { map, timers, state, connect, persistence, apply } = setUp()
  connect(true)
  apply(bootstrap)
  state.mayPersist = false
  await timers.pass(5000)
  persistence.flush()
  expect(map.size).toBe(0)

  state.mayPersist = true
  persistence.stop()
  apply(created(4))
  connect(false)
  await timers.pass(5000)
  expect(map.size).toBe(0)
})

test('what is loaded already is newer than the cache', () => {
  const { connect, persistence, feed, apply, shown } = setUp()
  connect(true)
  apply(bootstrap)
  persistence.flush()
  apply(created(4))
  expect(shown()).toEqual([1, 2, 3])
  expect(orderedMessages(feed.state())).toHaveLength(4)
})

test('garbage is not accepted as a feed', () => {
  const { map, connect, persistence, apply, shown } = setUp()
  connect(true)
  apply(bootstrap)
  persistence.flush()
  const [key = '', text = ''] = [...map][0] ?? []
  for (const garbage of ['', '{', text.slice(0, 200), text.replace('"seq":1', '"seq":"one"')]) {
    map.set(key, garbage)
    expect(shown()).toEqual([])
  }
})
