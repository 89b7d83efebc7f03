import { inboxRoutes } from '@flockwork/contract/inbox'
import type { InboxItem } from '@flockwork/contract/inbox'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useServices } from '../../api/services.ts'
import { inboxKeys } from './keys.ts'

const STALE_MS = 15_000

export type InboxTab = 'unread' | 'all'

export interface Inbox {
  /** Newest first; undefined until the first page is there. */
  items: readonly InboxItem[] | undefined
  isLoading: boolean
  /** The last error; loaded items stay. */
  error: Error | null
  hasOlder: boolean
  isLoadingOlder: boolean
  isOlderFailed: boolean
  loadOlder: () => void
  refetch: () => void
}

/** What is addressed to the user in all their spaces, page by page (docs/rules/deliveries.md#inbox). */
export function useInbox(tab: InboxTab): Inbox {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: inboxKeys.list(tab),
    queryFn: async ({ pageParam: before, signal }) => {
      const page = await api.call(inboxRoutes.list, {
        query: { ...(tab === 'unread' && { state: tab }), ...(before !== null && { before }) },
      })
      // the bell knows what the list knows, unless a newer one is under way
      if (!signal.aborted) queryClient.setQueryData(inboxKeys.unread, page.unread)
      return page
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: STALE_MS,
    refetchOnWindowFocus: 'always',
    // offline, loaded items stay, and the page says that they may be out of date
    networkMode: 'always',
  })
  return {
    items: query.data?.pages.flatMap(({ items }) => items),
    isLoading: query.isPending,
    error: query.isFetchNextPageError ? null : query.error,
    hasOlder: query.hasNextPage,
    isLoadingOlder: query.isFetchingNextPage,
    isOlderFailed: query.isFetchNextPageError,
    loadOlder: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  }
}
