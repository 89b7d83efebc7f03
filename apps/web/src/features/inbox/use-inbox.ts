import { inboxRoutes } from '@flockwork/contract/inbox'
import type { InboxItem } from '@flockwork/contract/inbox'
import { useQueryClient } from '@tanstack/react-query'
import { useServices } from '../../api/services.ts'
import { usePages } from '../../api/use-pages.ts'
import { inboxKeys } from './keys.ts'

const STALE_MS = 15_000

export type InboxTab = 'unread' | 'all'

export interface Inbox {
  /** Newest first; undefined until the first page has loaded. */
  items: readonly InboxItem[] | undefined
  isLoading: boolean
  /** The last error; loaded items stay. */
  error: Error | null
  hasMore: boolean
  isLoadingMore: boolean
  isMoreFailed: boolean
  loadMore: () => void
  refetch: () => void
}

/** What is addressed to the user in all their spaces, paginated (docs/rules/deliveries.md#inbox). */
export function useInbox(tab: InboxTab): Inbox {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const { pages, moreError, ...list } = usePages({
    queryKey: inboxKeys.list(tab),
    fetchPage: async (before, signal) => {
      const page = await api.call(inboxRoutes.list, {
        query: { ...(tab === 'unread' && { state: tab }), ...(before !== null && { before }) },
        signal,
      })
      // the bell takes the list's count, unless a newer one is being fetched
      if (!signal.aborted) queryClient.setQueryData(inboxKeys.unread, page.unread)
      return page
    },
    staleTime: STALE_MS,
    refetchOnWindowFocus: 'always',
    // offline, loaded items stay, and the page says that they may be out of date
    networkMode: 'always',
  })
  return {
    ...list,
    items: pages?.flatMap(({ items }) => items),
    isMoreFailed: moreError !== null,
  }
}
