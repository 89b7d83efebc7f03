import { SEARCH_RESULTS_MAX } from '@flockwork/contract/limits'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { search as words } from '../../strings/search.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import { pagesOf } from '../../ui/page-numbers.ts'
import { countFilters, type SearchCriteria } from './criteria.ts'
import { Pagination } from './pagination.tsx'
import { ResultList } from './result-list.tsx'
import { useRestorePosition } from './use-restore-position.ts'
import { SearchFailure } from './search-failure.tsx'
import type { Search } from './use-search.ts'

const SKELETONS = [0, 1, 2, 3, 4]

interface Props {
  list: RefObject<HTMLOListElement | null>
  search: Search
  criteria: SearchCriteria
  entry: string
  onLeave: (how: 'hide' | 'up') => void
  onClearFilters: () => void
  onPage: (page: number) => void
}

/** A page of results, or why there are none. */
export function SearchResults({ list, search, criteria, entry, onLeave, onClearFilters, onPage }: Props) {
  const { results, source, isOfNow, isLoading, error, localCount, refetch } = search
  const showsSkeleton = useSkeleton(isLoading)
  const isThere = !showsSkeleton && isOfNow && results !== undefined
  useRestorePosition({ list, entry, question: JSON.stringify(criteria), isThere })

  const pages = results ? pagesOf(results.total, criteria.size) : 1
  const goBack = useEffectEvent(onPage)
  useEffect(() => {
    // the URL names a page that no longer exists
    if (isThere && criteria.page > pages) goBack(pages)
  }, [isThere, criteria.page, pages])

  return (
    <section aria-label={words.results} className="min-w-0">
      {error && !isLoading && (
        <SearchFailure error={error} source={source} localCount={localCount} onRetry={refetch} />
      )}
      {showsSkeleton && <ResultsSkeleton />}
      {!showsSkeleton && results && (
        <>
          <p role="status" className="mt-1 text-sm font-medium text-ink-2">
            {countWords(results.total, criteria.page, pages)}
          </p>
          {results.messages.length > 0 && (
            <ResultList
              list={list}
              entry={entry}
              hits={results.messages}
              query={criteria.query}
              isBusy={!isOfNow}
              onLeave={onLeave}
            />
          )}
          {results.total === 0 && (
            <EmptyState
              scene="seek"
              title={words.none}
              action={
                countFilters(criteria) > 0 && <Button onClick={onClearFilters}>{words.clearAll}</Button>
              }
            >
              {words.noneText}
            </EmptyState>
          )}
          <Pagination criteria={criteria} pages={pages} />
        </>
      )}
    </section>
  )
}

function countWords(total: number, page: number, pages: number): string {
  const count = words.count(total, SEARCH_RESULTS_MAX)
  return pages > 1 ? `${count}, ${words.page(page, pages)}` : count
}

function ResultsSkeleton() {
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
