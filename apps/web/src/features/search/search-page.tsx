import { useRef, useState } from 'react'
import { useSignedIn } from '../../api/use-session.ts'
import { search as words } from '../../strings/search.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { asksForSomething, isSameSearch, type Asked } from './asked.ts'
import { resultIn } from './results-place.ts'
import { SearchForm } from './search-form.tsx'
import { SearchResults } from './search-results.tsx'
import { TopicChips, TrendingList, TrendingPage } from './topics.tsx'
import { useAsked } from './use-asked.ts'
import { useSearch } from './use-search.ts'
import { useTrending } from './use-trending.ts'

const RELATED_SHOWN = 8
const SearchFilters = lazyPart(async () => (await import('./search-filters.tsx')).SearchFilters)

/** The Search tab. Each space begins with results of its own. */
export function SearchPage() {
  const { spaceId } = useSignedIn()
  return spaceId !== null && <SearchOfSpace key={spaceId} spaceId={spaceId} />
}

function SearchOfSpace({ spaceId }: { spaceId: string }) {
  const { asked, entry, ask } = useAsked()
  const search = useSearch(spaceId, asked, entry)
  const trending = useTrending(spaceId)
  const [typed, setTyped] = useTyped(asked.query)
  const [hiddenEntry, setHiddenEntry] = useState<string | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLOListElement>(null)

  const query = typed.trim()
  const hasSearch = asksForSomething(asked)
  const isShown = hasSearch && hiddenEntry !== entry
  const related = (search.found?.topics ?? [])
    .filter(({ topic }) => asked.query.toLowerCase() !== `#${topic}`)
    .slice(0, RELATED_SHOWN)

  function run() {
    setHiddenEntry(null)
    // the same again is not the same any more when something was said since
    const isSame = hasSearch && isSameSearch({ ...asked, query }, asked)
    if (!isSame) ask({ query })
    else if (!search.isFetching) search.refetch()
  }
  function change(next: Partial<Asked>) {
    setHiddenEntry(null)
    ask({ query, ...next }, { replace: hasSearch })
  }
  function clear() {
    setTyped('')
    box.current?.focus()
    if (asked.query !== '') ask({ query: '' })
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
        isEmpty={!asksForSomething({ ...asked, query })}
      />
      <SearchFilters
        fallback={<div className="mt-3 h-8" />}
        spaceId={spaceId}
        asked={asked}
        onChange={change}
      />
      {!isShown && (
        <>
          <p className="mt-3 text-sm text-ink-3">{words.hint}</p>
          <TrendingPage trending={trending} size={asked.size} />
        </>
      )}
      {isShown && (
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-10 lg:grid-cols-[minmax(0,1fr)_16rem]">
          <div className="min-w-0">
            {trending.topics && trending.topics.length > 0 && (
              <TopicChips
                label={words.trending}
                topics={trending.topics}
                size={asked.size}
                className="-mx-4 mb-3 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:-mx-6 md:px-6 lg:hidden"
              />
            )}
            <SearchResults
              list={list}
              search={search}
              asked={asked}
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
                <TrendingList topics={trending.topics} size={asked.size} isNarrow />
              </section>
            )}
            {related.length > 0 && (
              <section>
                <h2 className="mb-3 text-sm font-semibold">{words.related}</h2>
                <TopicChips
                  label={words.related}
                  topics={related}
                  within={asked}
                  size={asked.size}
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

/** What stands in the box: what is typed, until the address asks for something else. */
function useTyped(query: string): [string, (text: string) => void] {
  const [typed, setTyped] = useState({ text: query, query })
  const isOld = typed.query !== query
  if (isOld) setTyped({ text: query, query })
  return [isOld ? query : typed.text, (text) => setTyped({ text, query })]
}
