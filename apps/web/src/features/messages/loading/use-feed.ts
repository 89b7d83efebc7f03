import { MESSAGE_PAGE_DEFAULT, MESSAGE_PAGE_MAX } from '@flockwork/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError, AuthUnavailable } from '../../../api/api-error.ts'
import { useServices, type AppServices } from '../../../api/services.ts'
import { isFeatureOn } from '../../../storage/feature-flags.ts'
import { withNewestPage } from '../state/feed-pages.ts'
import { latestKnownSeq, type FeedState } from '../state/feed-state.ts'
import { feedOf } from '../state/feed-store.ts'
import { messageKeys } from '../state/keys.ts'
import { refetchFeed } from './feed-refetch.ts'
import { useSilentRefetch } from './use-silent-refetch.ts'

/** Returning to the feed sooner doesn't refetch it: the stream keeps it up to date. */
const STALE_MS = 20_000
const RETRIES = 3
const RETRY_MS = 500

export interface Feed {
  state: FeedState
  /** Nothing to show yet. */
  isLoading: boolean
  /** Why the newest page couldn't be loaded; what is loaded stays on screen. */
  error: Error | null
  refetch: () => Promise<void>
}

/** The messages of a space, live while the page is open. */
export function useFeed(spaceId: string): Feed {
  const services = useServices()
  const state = useFeedState(spaceId)
  const query = useQuery({
    queryKey: messageKeys.newest(spaceId),
    queryFn: () => loadNewest(services, spaceId),
    staleTime: STALE_MS,
    // a refused request would be refused again
    retry: (failures, error) => failures < RETRIES && !isRefused(error),
    retryDelay: (failures) => RETRY_MS * 2 ** failures,
  })
  useSilentRefetch(async () => {
    if (query.isSuccess) await refetchFeed(services, spaceId)
    else await query.refetch()
  })
  return {
    state,
    isLoading: !state.isLoaded && query.isPending,
    error: query.error,
    refetch: async () => void (await query.refetch()),
  }
}

function isRefused(error: Error): boolean {
  return error instanceof AuthUnavailable || (error instanceof ApiError && error.status < 500)
}

/** The state alone, for components that load nothing. */
export function useFeedState(spaceId: string): FeedState {
  const feed = feedOf(spaceId)
  return useSyncExternalStore(feed.subscribe, feed.state)
}

/**
 * Loads the newest page into the feed. A reader far back in history stays there, unless `jump` is set.
 *
 * @returns when it was loaded, in milliseconds since 1970
 */
export async function loadNewest(
  { api, keys, storage }: AppServices,
  spaceId: string,
  jump = false,
): Promise<number> {
  const feed = feedOf(spaceId)
  const requestSeq = latestKnownSeq(feed.state())
  const isFirst = !feed.state().isLoaded || feed.state().isCached
  const isShort = isFirst && isFeatureOn(storage, keys, 'reduced_initial_load')
  const limit = isShort ? MESSAGE_PAGE_DEFAULT : MESSAGE_PAGE_MAX
  const page = await api.messages.history({ query: { org_id: spaceId, limit } })
  feed.update((state) =>
    state.isLoaded && !state.hasNewest && !jump ? state : withNewestPage(state, page, requestSeq),
  )
  return Date.now()
}
