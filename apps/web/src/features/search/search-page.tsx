import { useRef, useState } from 'react'
import { useSignedIn } from '../../api/use-session.ts'
import { search as words } from '../../strings/search.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { isSearchable, isSameSearch, type SearchCriteria } from './criteria.ts'
import { resultIn } from './use-restore-position.ts'
import { SearchForm } from './search-form.tsx'
import { SearchResults } from './search-results.tsx'
import { TaskResults } from './task-results.tsx'
import { TopicChips, TrendingList, TrendingPage } from './topics.tsx'
import { useCriteriaOfUrl } from './use-criteria-of-url.ts'
import { useSearch } from './use-search.ts'
import { useTrending } from './use-trending.ts'

const RELATED_SHOWN = 8
const SearchFilters = lazyPart(async () => (await import('./search-filters.tsx')).SearchFilters)

/** The Search tab. Keyed by space, so that each starts with its own results. */
export function SearchPage() {
  const { spaceId } = useSignedIn()
  return spaceId !== null && <SearchOfSpace key={spaceId} spaceId={spaceId} />
}

function SearchOfSpace({ spaceId }: { spaceId: string }) {
  const { criteria, entry, ask } = useCriteriaOfUrl()
  const search = useSearch(spaceId, criteria, entry)
  const trending = useTrending(spaceId)
  const [typed, setTyped] = useTypedQuery(criteria.query)
  const [hiddenEntry, setHiddenEntry] = useState<string | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLOListElement>(null)

  const query = typed.trim()
  const hasSearch = isSearchable(criteria)
  const isShown = hasSearch && hiddenEntry !== entry
  const related = (search.results?.topics ?? [])
    .filter(({ topic }) => criteria.query.toLowerCase() !== `#${topic}`)
    .slice(0, RELATED_SHOWN)

  function run() {
    setHiddenEntry(null)
    // repeating a query refetches: there may be new messages
    const isSame = hasSearch && isSameSearch({ ...criteria, query }, criteria)
    if (!isSame) ask({ query })
    else if (!search.isFetching) search.refetch()
  }
  function change(next: Partial<SearchCriteria>) {
    setHiddenEntry(null)
    ask({ query, ...next }, { replace: hasSearch })
  }
  function clear() {
    setTyped('')
    box.current?.focus()
    if (criteria.query !== '') ask({ query: '' })
  }
  function hide() {
    setHiddenEntry(entry)
    box.current?.focus()
  }

  return (
    <div className="mx-auto max-w-280 px-4 py-5 md:px-6">
      <SearchForm
        box={box}
        typed={typed}
        onType={setTyped}
        onRun={run}
        onClear={clear}
        onHide={hide}
        onDown={() => resultIn(list.current)?.focus()}
        isLoading={hasSearch && search.isFetching}
        isEmpty={!isSearchable({ ...criteria, query })}
      />
      <SearchFilters
        fallback={<div className="mt-3 h-8" />}
        spaceId={spaceId}
        criteria={criteria}
        onChange={change}
      />
      {!isShown && (
        <>
          <p className="mt-3 text-sm text-ink-3">{words.hint}</p>
          <TrendingPage trending={trending} size={criteria.size} />
        </>
      )}
      {isShown && (
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-10 lg:grid-cols-[minmax(0,1fr)_16rem]">
          <div className="min-w-0">
            {trending.topics && trending.topics.length > 0 && (
              <TopicChips
                label={words.trending}
                topics={trending.topics}
                size={criteria.size}
                className="-mx-4 mb-3 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:-mx-6 md:px-6 lg:hidden"
              />
            )}
            <TaskResults spaceId={spaceId} criteria={criteria} saysFailure={search.error === null} />
            <SearchResults
              list={list}
              search={search}
              criteria={criteria}
              entry={entry}
              onLeave={(how) => (how === 'hide' ? hide() : box.current?.focus())}
              onClearFilters={() => change({ agents: [], channels: [], days: 0 })}
              onPage={(page) => ask({ page }, { replace: true })}
            />
          </div>
          <aside className="flex min-w-0 flex-col gap-8 max-lg:mt-6">
            {trending.topics && trending.topics.length > 0 && (
              <section className="max-lg:hidden">
                <h2 className="text-sm font-semibold">{words.trending}</h2>
                <TrendingList topics={trending.topics} size={criteria.size} isNarrow />
              </section>
            )}
            {related.length > 0 && (
              <section>
                <h2 className="mb-3 text-sm font-semibold">{words.related}</h2>
                <TopicChips
                  label={words.related}
                  topics={related}
                  within={criteria}
                  size={criteria.size}
                  className="flex-wrap"
                />
              </section>
            )}
          </aside>
        </div>
      )}
    </div>
  )
}

/** The text of the box: what is typed, until the URL's query changes. */
function useTypedQuery(query: string): [string, (text: string) => void] {
  const [typed, setTyped] = useState({ text: query, query })
  const isOld = typed.query !== query
  if (isOld) setTyped({ text: query, query })
  return [isOld ? query : typed.text, (text) => setTyped({ text, query })]
}
