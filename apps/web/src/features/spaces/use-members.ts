import type { Member } from '@flockwork/contract/spaces'
import { useInfiniteQuery } from '@tanstack/react-query'
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
  return {
    members: query.data?.pages.flatMap(({ members }) => members),
    isLoading: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    isMoreFailed: query.isFetchNextPageError,
    loadMore: () => void query.fetchNextPage(),
  }
}
