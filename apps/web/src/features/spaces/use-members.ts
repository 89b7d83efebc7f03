import type { Member } from '@flockwork/contract/spaces'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useServices } from '../../api/services.ts'
import { useDialogRefetch } from './use-dialog-refetch.ts'
import { spaceKeys } from './keys.ts'

export interface Members {
  /** By when they joined; undefined until the first page is there. */
  members: readonly Member[] | undefined
  isLoading: boolean
  /** The last error; loaded members stay. */
  error: Error | null
  retry: () => void
  hasMore: boolean
  isLoadingMore: boolean
  isMoreFailed: boolean
  loadMore: () => void
}

/** The people of a space, page by page; `isNeeded` false: nothing is fetched. */
export function useMembers(spaceId: string, isNeeded = true): Members {
  const { api } = useServices()
  const query = useInfiniteQuery({
    enabled: isNeeded,
    ...useDialogRefetch(spaceId),
    queryKey: spaceKeys.members(spaceId),
    queryFn: ({ pageParam: cursor }) =>
      api.spaces.members({ params: { id: spaceId }, query: cursor === null ? {} : { cursor } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const pages = query.data?.pages.length ?? 0
  const [wantedPages, setWantedPages] = useState(0)
  const isWaiting = wantedPages > pages && hasNextPage && !isFetching && !isError
  useEffect(() => {
    // a refetch of the list cancels that of its next page
    if (isWaiting) void fetchNextPage()
  }, [isWaiting, fetchNextPage])
  return {
    members: query.data?.pages.flatMap(({ members }) => members),
    isLoading: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    hasMore: hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    isMoreFailed: query.isFetchNextPageError,
    loadMore() {
      setWantedPages(pages + 1)
      void fetchNextPage()
    },
  }
}
