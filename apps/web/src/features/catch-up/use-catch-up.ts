import { catchUpRoutes, type CatchUp, type CatchUpItem } from '@flockwork/contract/catch-up'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useServices } from '../../api/services.ts'
import type { Asked } from './asked.ts'

export interface Missed {
  /** Undefined until it is there. */
  answer: CatchUp | undefined
  /** Of all pages that were loaded. */
  addressed: readonly CatchUpItem[]
  isLoading: boolean
  /** The last error; what was loaded stays. */
  error: Error | null
  hasMore: boolean
  isLoadingMore: boolean
  isMoreFailed: boolean
  loadMore: () => void
  refetch: () => void
}

/** What the user missed in the space; further pages have more of what is addressed to them. */
export function useCatchUp(spaceId: string | null, { since, tokens }: Asked): Missed {
  const { api } = useServices()
  const query = useInfiniteQuery({
    queryKey: ['catch-up', spaceId, since ?? null, tokens],
    queryFn: ({ pageParam: cursor }) =>
      api.call(catchUpRoutes.get, {
        query: {
          ...(spaceId !== null && { org_id: spaceId }),
          ...(since !== undefined && { since }),
          tokens: String(tokens),
          ...(cursor !== null && { cursor }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    // it is about one moment: whoever comes back asks anew
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    networkMode: 'always',
  })
  const pages = query.data?.pages
  return {
    answer: pages?.[0],
    addressed: pages?.flatMap((page) => page.addressed) ?? [],
    isLoading: query.isPending,
    error: query.isFetchNextPageError ? null : query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    isMoreFailed: query.isFetchNextPageError,
    loadMore: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  }
}
