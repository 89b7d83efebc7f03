import {
  hashKey,
  useInfiniteQuery,
  type InfiniteData,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** A response with one page of a list. */
export interface Page {
  /** The cursor of the next page; null after the last one. */
  readonly next_cursor: string | null
}

type QueryOptions<P extends Page> = UseInfiniteQueryOptions<
  P,
  Error,
  InfiniteData<P, string | null>,
  readonly unknown[],
  string | null
>

type Options<P extends Page> = Pick<QueryOptions<P>, 'queryKey'> &
  Partial<
    Pick<
      QueryOptions<P>,
      | 'enabled'
      | 'staleTime'
      | 'gcTime'
      | 'networkMode'
      | 'placeholderData'
      | 'refetchInterval'
      | 'refetchOnMount'
      | 'refetchOnWindowFocus'
    >
  > & {
    /** The page at `cursor`, or the first one at null. */
    readonly fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<P>
  }

export interface Pages<P extends Page> {
  /** The loaded pages; undefined until the first one is loaded. */
  readonly pages: readonly P[] | undefined
  readonly isLoading: boolean
  /** `pages` are placeholder data: those of the previous filter. */
  readonly isPlaceholder: boolean
  /** The last error of the list itself; loaded pages stay. */
  readonly error: Error | null
  readonly refetch: () => void
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  /** Why the next page could not be loaded. */
  readonly moreError: Error | null
  readonly loadMore: () => void
}

/**
 * A paginated list.
 *
 * A requested page loads even if the list is refetched at the same time: it waits for a refetch in flight, and is
 * fetched again after a later refetch, which cancels it.
 */
export function usePages<P extends Page>({ fetchPage, ...options }: Options<P>): Pages<P> {
  const query = useInfiniteQuery({
    ...options,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchStatus, fetchNextPage } =
    query
  const list = hashKey(options.queryKey)
  const loaded = data?.pages.length ?? 0
  const [asked, setAsked] = useState({ list, pages: 0 })
  const isAsked = asked.list === list && asked.pages > loaded && hasNextPage && error === null
  const isDue = isAsked && fetchStatus === 'idle'

  useEffect(() => {
    if (isDue) void fetchNextPage({ cancelRefetch: false })
  }, [isDue, fetchNextPage])

  return {
    pages: data?.pages,
    isLoading: query.isPending,
    isPlaceholder: query.isPlaceholderData,
    error: isFetchNextPageError ? null : error,
    refetch: () => void query.refetch(),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage || isAsked,
    moreError: isFetchNextPageError ? error : null,
    loadMore() {
      setAsked({ list, pages: loaded + 1 })
      void fetchNextPage({ cancelRefetch: false })
    },
  }
}
