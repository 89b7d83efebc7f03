import type { Message } from '@flockwork/contract/messages'
import { searchRoutes } from '@flockwork/contract/search'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo } from 'react'
import { useServices, type AppServices } from '../../../api/services.ts'
import { useNow } from '../../../ui/use-now.ts'
import { fetchOlderPage } from '../loading/fetch-older-page.ts'
import { useFeedState } from '../loading/use-feed.ts'
import type { Load } from '../loading/use-load-history.ts'
import { useSilentRefetch } from '../loading/use-silent-refetch.ts'
import { latestKnownSeq, type FeedState } from '../state/feed-state.ts'
import { feedOf } from '../state/feed-store.ts'
import { messageKeys } from '../state/keys.ts'
import { historyQuery, searchBody } from './filter-query.ts'
import { createMatcher, type FilterState } from './filter-state.ts'
import {
  canLoadOlder,
  withFilteredView,
  withFilteredNewest,
  withFilteredOlder,
  withoutFilteredView,
} from './filtered-view.ts'
import { shownMessages } from './shown-messages.ts'

export interface Filtered {
  state: FeedState
  /** What matches, oldest first. */
  messages: readonly Message[]
  /** The server has neither answered nor failed. */
  isLoading: boolean
  /** Why the request failed: only loaded messages are shown. Always null for a search. */
  error: Error | null
  refetch: () => Promise<void>
  hasOlder: boolean
  older: Load
  /** Of a search: how many messages match in all, if not all of them are shown. */
  totalFound: number | null
}

/** The messages of a space that match, from all its history, live while the component is mounted. */
export function useFiltered(spaceId: string, filter: FilterState, viewerId: string): Filtered {
  const services = useServices()
  const key = JSON.stringify(filter)
  useFilteredView(spaceId, key, filter, viewerId)
  const state = useFeedState(spaceId)
  const now = useNow()

  const query = useQuery({
    queryKey: messageKeys.filtered(spaceId, key),
    queryFn: ({ signal }) => loadFirst(services, spaceId, key, filter, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: true,
    // offline the loaded messages are filtered at once
    networkMode: 'always',
  })
  const refetch = async () => void (await query.refetch())
  useSilentRefetch(refetch)

  const older = useMutation({ mutationFn: () => loadOlder(services, spaceId, key, filter) })
  const messages = useMemo(() => shownMessages(state, filter, viewerId, now), [state, filter, viewerId, now])
  const found = query.data ?? null
  return {
    state,
    messages,
    isLoading: query.isPending,
    error: query.error,
    refetch,
    hasOlder: canLoadOlder(state),
    older: {
      load: () => void (older.isPending || older.mutate()),
      isLoading: older.isPending,
      error: older.error,
    },
    totalFound: found !== null && found > messages.length ? found : null,
  }
}

/** Keeps a filtered view in the feed's state while the component is mounted. */
function useFilteredView(spaceId: string, key: string, filter: FilterState, viewerId: string): void {
  const { tokens } = useServices()
  useLayoutEffect(() => {
    const feed = feedOf(spaceId)
    const matchesFilter = createMatcher(filter, viewerId)
    const sinceSeq = latestKnownSeq(feed.state())
    const matches = (message: Message) =>
      matchesFilter(message, tokens.serverNow()) || (message.author_id === viewerId && message.seq > sinceSeq)
    feed.update((state) => withFilteredView(state, key, matches))
    return () => feed.update(withoutFilteredView)
  }, [tokens, spaceId, key, filter, viewerId])
}

/** @returns for a search how many messages match in all, else null */
async function loadFirst(
  { api, tokens }: AppServices,
  spaceId: string,
  key: string,
  filter: FilterState,
  signal: AbortSignal,
): Promise<number | null> {
  const feed = feedOf(spaceId)
  const requestSeq = latestKnownSeq(feed.state())
  if (filter.query === '') {
    const page = await api.messages.history({ query: historyQuery(filter, spaceId), signal })
    feed.update((state) => withFilteredNewest(state, key, page, requestSeq))
    return null
  }
  // if the server's search fails, the loaded messages are searched (docs/rules/search.md#fallback)
  try {
    const body = searchBody(filter, spaceId, tokens.serverNow())
    const { success, messages, total } = await api.call(searchRoutes.search, { body, signal })
    if (!success) return null
    const posts = messages.toSorted((one, other) => one.seq - other.seq)
    const page = { posts, oldest_cursor: null, has_more: false }
    feed.update((state) => withFilteredNewest(state, key, page, requestSeq))
    return total
  } catch (error) {
    if (signal.aborted) throw error
    return null
  }
}

async function loadOlder(
  { api }: AppServices,
  spaceId: string,
  key: string,
  filter: FilterState,
): Promise<void> {
  const feed = feedOf(spaceId)
  const before = feed.state()
  const { filteredView } = before
  const oldest = before.byId.get(filteredView?.ids[0] ?? '')
  if (!canLoadOlder(before) || !filteredView || oldest === undefined) return
  const query = historyQuery(filter, spaceId)
  const page = await fetchOlderPage(
    (at, limit) => api.messages.history({ query: { ...query, ...at, limit } }),
    oldest,
    filteredView.olderCursor,
  )
  feed.update((state) => withFilteredOlder(state, key, page, latestKnownSeq(before)))
}
