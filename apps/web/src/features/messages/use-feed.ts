import { MESSAGE_PAGE_MAX } from '@flockwork/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api } from '../../api/browser.ts'
import { withNewestPage } from './feed-pages.ts'
import type { FeedState } from './feed-state.ts'
import { messageKeys } from './keys.ts'
import { feedOf } from './rooms.ts'

/** The stream keeps the feed right; this heals what a bug or a lost wake-up left wrong (platform, 9). */
const SILENT_REFETCH_MS = 60_000

export interface Feed {
  state: FeedState
  /** Nothing to show yet. */
  isLoading: boolean
  /** Why the newest page couldn't be read; what is held stays on screen. */
  error: Error | null
  refetch: () => Promise<void>
}

/** The messages of a space, live while the page is open. */
export function useFeed(spaceId: string): Feed {
  const state = useFeedState(spaceId)
  const query = useQuery({
    queryKey: messageKeys.newest(spaceId),
    queryFn: () => loadNewest(spaceId),
    staleTime: SILENT_REFETCH_MS,
    refetchInterval: SILENT_REFETCH_MS,
  })
  return {
    state,
    isLoading: !state.isLoaded && query.isPending,
    error: query.error,
    refetch: async () => void (await query.refetch()),
  }
}

/** The state alone, for parts that load nothing. */
export function useFeedState(spaceId: string): FeedState {
  const feed = feedOf(spaceId)
  return useSyncExternalStore(feed.subscribe, feed.state)
}

/**
 * Reads the newest page into the feed. A reader far back in history isn't thrown to its end: then only
 * `jump` takes the page.
 *
 * @returns when it was read, in milliseconds
 */
export async function loadNewest(spaceId: string, jump = false): Promise<number> {
  const feed = feedOf(spaceId)
  const requestedAt = feed.state().position
  const page = await api.messages.history({ query: { org_id: spaceId, limit: MESSAGE_PAGE_MAX } })
  feed.update((state) =>
    state.isLoaded && !state.hasNewest && !jump ? state : withNewestPage(state, page, requestedAt),
  )
  return Date.now()
}
