import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useServices, type AppServices } from '../../../api/services.ts'
import { useFeedState } from '../loading/use-feed.ts'
import { withThreadPage, withoutThread } from '../state/feed-pages.ts'
import { latestKnownSeq } from '../state/feed-state.ts'
import { feedOf } from '../state/feed-store.ts'
import { threadOf, type ThreadView } from '../state/feed-view.ts'
import { messageKeys } from '../state/keys.ts'

export interface Thread extends ThreadView {
  isLoading: boolean
  error: Error | null
  refetch: () => Promise<void>
}

/** The replies below a root, live. They are loaded if `isOpen`; a collapsed thread has what is loaded already. */
export function useThread(spaceId: string, rootId: string, isOpen = true): Thread {
  const services = useServices()
  const state = useFeedState(spaceId)
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey: messageKeys.thread(spaceId, rootId),
    queryFn: () => loadThread(services, spaceId, rootId),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (!isOpen) return
    return () => {
      feedOf(spaceId).update((feed) => withoutThread(feed, rootId))
      queryClient.removeQueries({ queryKey: messageKeys.thread(spaceId, rootId) })
    }
  }, [isOpen, spaceId, rootId, queryClient])

  const view = useMemo(() => threadOf(state, rootId), [state, rootId])
  return {
    ...view,
    isLoading: isOpen && query.isPending,
    error: query.error,
    refetch: async () => void (await query.refetch()),
  }
}

/** Loads the whole thread, page by page. @returns when, in milliseconds since 1970 */
async function loadThread({ api }: AppServices, spaceId: string, rootId: string): Promise<number> {
  const feed = feedOf(spaceId)
  let cursor: string | null = null
  do {
    const requestSeq = latestKnownSeq(feed.state())
    const query: { cursor?: string } = cursor === null ? {} : { cursor }
    const answer = await api.messages.thread({ params: { id: rootId }, query })
    const isContinued = cursor !== null
    feed.update((state) => withThreadPage(state, answer, requestSeq, isContinued))
    cursor = answer.next_cursor
  } while (cursor !== null)
  return Date.now()
}
