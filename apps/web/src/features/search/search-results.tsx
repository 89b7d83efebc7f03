import { SEARCH_RESULTS_MAX } from '@flockwork/contract/limits'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { search as words } from '../../strings/search.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import { countFilters, pagesOf, type Asked } from './asked.ts'
import { Pagination } from './pagination.tsx'
import { ResultList } from './result-list.tsx'
import { useResultsPlace } from './results-place.ts'
import { SearchFailure } from './search-failure.tsx'
import type { Search } from './use-search.ts'

const SKELETONS = [0, 1, 2, 3, 4]

interface Props {
  list: RefObject<HTMLOListElement | null>
  search: Search
  asked: Asked
  entry: string
  onLeave: (how: 'hide' | 'up') => void
  onClearFilters: () => void
  onPage: (page: number) => void
}

/** What was found, page by page, or why it wasn't. */
export function SearchResults({ list, search, asked, entry, onLeave, onClearFilters, onPage }: Props) {
  const { found, source, isOfNow, isLoading, error, heldCount, refetch } = search
  const showsSkeleton = useSkeleton(isLoading)
  const isThere = !showsSkeleton && isOfNow && found !== undefined
  useResultsPlace({ list, entry, question: JSON.stringify(asked), isThere })

  const pages = found ? pagesOf(found.total, asked.size) : 1
  const goBack = useEffectEvent(onPage)
  useEffect(() => {
    // the address names a page that isn't there any more
    if (isThere && asked.page > pages) goBack(pages)
  }, [isThere, asked.page, pages])

  return (
    <section aria-label={words.results} className="min-w-0">
      {error && !isLoading && (
        <SearchFailure error={error} source={source} heldCount={heldCount} onRetry={refetch} />
      )}
      {showsSkeleton && <Waiting />}
      {!showsSkeleton && found && (
        <>
          <p role="status" className="mt-1 text-sm font-medium text-ink-2">
            {countWords(found.total, asked.page, pages)}
          </p>
          {found.messages.length > 0 && (
            <ResultList
              list={list}
              entry={entry}
              hits={found.messages}
              query={asked.query}
              isBusy={!isOfNow}
              onLeave={onLeave}
            />
          )}
          {found.total === 0 && (
            <EmptyState
              scene="seek"
              title={words.none}
              action={countFilters(asked) > 0 && <Button onClick={onClearFilters}>{words.clearAll}</Button>}
            >
              {words.noneText}
            </EmptyState>
          )}
          <Pagination asked={asked} pages={pages} />
        </>
      )}
    </section>
  )
}

function countWords(total: number, page: number, pages: number): string {
  const count = words.count(total, SEARCH_RESULTS_MAX)
  return pages > 1 ? `${count}, ${words.page(page, pages)}` : count
}

function Waiting() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="mt-9 flex flex-col gap-7 px-2">
        {SKELETONS.map((row) => (
          <div key={row} className="flex gap-3">
            <Skeleton className="size-9" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-4 w-40" />
              <Skeleton className="h-4 w-11/12" />
              <Skeleton className="h-4 w-3/5" />
            </div>
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
