import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { detailOf } from '../../api/api-error.ts'
import type { ListPage } from '../../ui/data-table/columns.ts'

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

interface Options<Row> {
  /** The query key, with everything the list depends on: search, filters, sort. A change returns to the first page. */
  readonly name: QueryKey
  readonly limit: number
  readonly fetchPage: (
    page: { readonly limit: number; readonly offset: number },
    signal: AbortSignal,
  ) => Promise<Page<Row>>
  /** The error message if the server sends none. */
  readonly failed: string
  readonly refetchMs?: number
}

/** One page of an admin list, in the shape `DataTable` takes. */
export function usePagedList<Row>({
  name,
  limit,
  fetchPage,
  failed,
  refetchMs,
}: Options<Row>): ListPage<Row> {
  const list = JSON.stringify(name)
  const [place, setPlace] = useState({ list, offset: 0 })
  const offset = place.list === list ? place.offset : 0
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...name, limit, offset],
    queryFn: ({ signal }) => fetchPage({ limit, offset }, signal),
    placeholderData: keepPreviousData,
    ...(refetchMs !== undefined && { refetchInterval: refetchMs }),
  })
  const goTo = useCallback((next: number) => setPlace({ list, offset: next }), [list])

  const isBeyond = data !== undefined && !isPlaceholderData && offset > 0 && offset >= data.total
  const lastOffset = Math.max(0, Math.ceil((data?.total ?? 0) / limit) - 1) * limit
  useEffect(() => {
    // the rows were removed, and this page with them
    if (isBeyond) goTo(lastOffset)
  }, [isBeyond, lastOffset, goTo])

  return {
    rows: data?.rows,
    total: data?.total ?? 0,
    offset,
    limit,
    isPrevious: isPlaceholderData,
    failure: error && detailOf(error, failed),
    retry: () => void refetch(),
    goTo,
  }
}
