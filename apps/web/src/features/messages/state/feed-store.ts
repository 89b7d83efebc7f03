/** Feeds live outside React: events arrive whether or not a component that shows them is mounted. */
import { EMPTY_FEED, type FeedState } from './feed-state.ts'

export interface FeedStore {
  state(): FeedState
  update(change: (state: FeedState) => FeedState): void
  subscribe(listener: () => void): () => void
}

export function createFeedStore(): FeedStore {
  const listeners = new Set<() => void>()
  let state = EMPTY_FEED
  return {
    state: () => state,
    update(change) {
      const next = change(state)
      if (next === state) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const feeds = new Map<string, FeedStore>()

/** The feed of a space that this page has shown, or of `DEMO_FEED`; created at the first call. */
export function feedOf(spaceId: string): FeedStore {
  const existing = feeds.get(spaceId)
  if (existing) return existing
  const created = createFeedStore()
  feeds.set(spaceId, created)
  return created
}

export function clearFeeds(): void {
  feeds.clear()
}
