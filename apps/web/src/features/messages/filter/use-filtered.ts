import type { Message } from '@flockwork/contract/messages'
import { searchRoutes } from '@flockwork/contract/search'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo } from 'react'
import { useServices, type AppServices } from '../../../api/services.ts'
import { useNow } from '../../../ui/use-now.ts'
import { latestKnownSeq, type FeedState } from '../state/feed-state.ts'
import { messageKeys } from '../state/keys.ts'
import { fetchOlderPage } from '../loading/fetch-older-page.ts'
import { feedOf } from '../state/feed-store.ts'
import { useFeedState } from '../loading/use-feed.ts'
import type { Load } from '../loading/use-load-history.ts'
import { useSilentRefetch } from '../loading/use-silent-refetch.ts'
import {
  canLoadOlder,
  withFilteredView,
  withFilteredNewest,
  withFilteredOlder,
  withoutFilteredView,
} from './filtered-view.ts'
import { historyQuery, searchBody } from './filter-query.ts'
import { passesFor, type FilterState } from './filter-state.ts'
import { shownMessages } from './shown-messages.ts'

export interface Filtered {
  state: FeedState
  /** What passes, oldest first. */
  messages: readonly Message[]
  /** The server hasn't answered, nor failed. */
  isLoading: boolean
  /** Why the server couldn't be asked; what passes of the messages at hand is shown. Never of a search. */
  error: Error | null
  refetch: () => Promise<void>
  hasOlder: boolean
  older: Load
  /** Of a search: how many there are, when not all of them are shown. */
  foundInAll: number | null
}

/** The messages of a space that pass, from all its history, live while the part stands. */
export function useFiltered(spaceId: string, filter: FilterState, viewerId: string): Filtered {
  const services = useServices()
  const key = JSON.stringify(filter)
  useAside(spaceId, key, filter, viewerId)
  const state = useFeedState(spaceId)
  const now = useNow()

  const query = useQuery({
    queryKey: messageKeys.filtered(spaceId, key),
    queryFn: ({ signal }) => loadFirst(services, spaceId, key, filter, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: true,
    // without a network what is at hand is looked through, at once
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
    foundInAll: found !== null && found > messages.length ? found : null,
  }
}

/** Keeps a filtered view in the feed's state as long as the part stands. */
function useAside(spaceId: string, key: string, filter: FilterState, viewerId: string): void {
  const { timers } = useServices()
  useLayoutEffect(() => {
    const feed = feedOf(spaceId)
    const passes = passesFor(filter, viewerId)
    const since = latestKnownSeq(feed.state())
    const wants = (message: Message) =>
      passes(message, timers.now()) || (message.author_id === viewerId && message.seq > since)
    feed.update((state) => withFilteredView(state, key, wants))
    return () => feed.update(withoutFilteredView)
  }, [timers, spaceId, key, filter, viewerId])
}

/** @returns of a search how many were found in all, else null */
async function loadFirst(
  { api, timers }: AppServices,
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
  // where the server's search fails, what the browser holds is looked through instead (docs/rules/search.md#fallback)
  try {
    const body = searchBody(filter, spaceId, timers.now())
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
  const asked = feed.state()
  const { filteredView } = asked
  const oldest = asked.byId.get(filteredView?.ids[0] ?? '')
  if (!canLoadOlder(asked) || !filteredView || oldest === undefined) return
  const query = historyQuery(filter, spaceId)
  const page = await fetchOlderPage(
    (at, limit) => api.messages.history({ query: { ...query, ...at, limit } }),
    oldest,
    filteredView.olderCursor,
  )
  feed.update((state) => withFilteredOlder(state, key, page, latestKnownSeq(asked)))
}
