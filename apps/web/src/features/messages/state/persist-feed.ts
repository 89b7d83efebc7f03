/** Caches the newest messages of the space on screen, and restores them after a reload. */
import type { Timers } from '../../../api/timers.ts'
import { createDebounce } from '../../../realtime/debounce.ts'
import type { CacheStore } from '../../../storage/cache-store.ts'
import { readCached, toCached, withCached } from './cached-feed.ts'
import type { FeedStore } from './feed-store.ts'

const WRITE_AFTER_MS = 1000
const WRITE_AT_LATEST_MS = 5000

const nameOf = (spaceId: string) => `feed:${spaceId}`

/** Shows the cached messages where nothing is loaded yet. */
export function restoreFeed(feed: FeedStore, store: CacheStore, spaceId: string): void {
  const entry = store.read(nameOf(spaceId))
  const cached = entry && readCached(entry.data, spaceId)
  if (cached) feed.update((state) => withCached(state, cached))
}

/** The realtime connection: while it is live, the feed is what the server has. */
export interface Liveness {
  isLive(): boolean
  subscribe(listener: () => void): () => void
}

interface Deps {
  feed: FeedStore
  store: CacheStore
  timers: Timers
  live: Liveness
  /** Whether the session is still the one that it began with. */
  mayPersist: () => boolean
}

export interface FeedPersistence {
  /** Writes at once: the page may be unloaded at any moment. */
  flush(): void
  stop(): void
}

/** Writes the feed a moment after it changed. Its age counts from when the stream was last live. */
export function persistFeed(
  spaceId: string,
  { feed, store, timers, live, mayPersist }: Deps,
): FeedPersistence {
  let wasLive = live.isLive()
  let liveAt: number | null = null
  const writing = createDebounce(timers, { waitMs: WRITE_AFTER_MS, maxMs: WRITE_AT_LATEST_MS }, write)

  function write(): void {
    if (live.isLive()) liveAt = timers.now()
    const data = liveAt === null || !mayPersist() ? null : toCached(feed.state())
    if (data !== null && liveAt !== null) store.write(nameOf(spaceId), { data, at: liveAt })
  }

  const unsubscribe = feed.subscribe(writing.trigger)
  const unsubscribeLive = live.subscribe(() => {
    if (wasLive === live.isLive()) return
    if (wasLive) liveAt = timers.now()
    wasLive = live.isLive()
    writing.trigger()
  })
  return {
    flush() {
      writing.cancel()
      write()
    },
    stop() {
      writing.cancel()
      unsubscribe()
      unsubscribeLive()
    },
  }
}
