import type { TopicCount } from '@flockwork/contract/search'
import { Link } from '@tanstack/react-router'
import { search as words } from '../../strings/search.ts'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import { paramsOf, type SearchCriteria } from './criteria.ts'
import type { Trending } from './use-trending.ts'

/** A search for a topic without any filter. */
const paramsFor = (topic: string, size: number) =>
  paramsOf({ query: `#${topic}`, agents: [], channels: [], days: 0, size, page: 1 })

const SKELETONS = ['w-4/5', 'w-3/5', 'w-2/3', 'w-2/5', 'w-1/2', 'w-1/3']

interface TrendingProps {
  trending: Trending
  size: number
}

/** Trending topics, shown before any search. */
export function TrendingPage({ trending, size }: TrendingProps) {
  const showsSkeleton = useSkeleton(trending.isLoading)
  const { topics, isFailed, refetch } = trending
  if (showsSkeleton) return <TopicsSkeleton />
  if (isFailed) return <LoadFailure text={words.trendingFailed} onRetry={refetch} className="mt-8" />
  if (topics?.length === 0) {
    return (
      <EmptyState scene="seek" title={words.noTrend}>
        {words.noTrendText}
      </EmptyState>
    )
  }
  return (
    topics && (
      <section className="mt-8 max-w-160">
        <h2 className="font-display text-lg font-semibold tracking-display">{words.trending}</h2>
        <TrendingList topics={topics} size={size} />
      </section>
    )
  )
}

interface ListProps {
  topics: readonly TopicCount[]
  size: number
  /** In the narrow column next to results: no bars. */
  isNarrow?: boolean
}

/** Most frequent first, each with a bar behind its count. */
export function TrendingList({ topics, size, isNarrow = false }: ListProps) {
  const most = Math.max(1, ...topics.map(({ count }) => count))
  return (
    <ol className="mt-2">
      {topics.map(({ topic, count }, index) => (
        <li key={topic} className="border-b border-line last:border-b-0">
          <Link
            to="/search"
            search={paramsFor(topic, size)}
            aria-label={words.topic(topic, count)}
            className="focus-inset flex min-h-9 items-center gap-3 rounded-control py-1.5 text-nav transition-colors hover:bg-sunken touch:min-h-11"
          >
            <span className="tabular w-6 shrink-0 text-end text-sm text-ink-3">{index + 1}</span>
            <span dir="auto" className="min-w-0 flex-1 truncate font-medium text-egg">
              #{topic}
            </span>
            <span aria-hidden="true" className={cx('flex shrink-0', isNarrow ? 'w-14' : 'w-2/5')}>
              <span className="h-1 rounded-full bg-egg" style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className="tabular w-10 shrink-0 pe-2 text-end text-sm text-ink-2">{count}</span>
          </Link>
        </li>
      ))}
    </ol>
  )
}

interface ChipsProps {
  label: string
  topics: readonly TopicCount[]
  /** Narrows this search; otherwise a chip searches everywhere. */
  within?: SearchCriteria
  size: number
  className?: string
}

/** Topics as chips; each starts a search. */
export function TopicChips({ label, topics, within, size, className }: ChipsProps) {
  return (
    <ul aria-label={label} className={cx('flex gap-2', className)}>
      {topics.map(({ topic, count }) => (
        <li key={topic} className="shrink-0">
          <Link
            to="/search"
            search={within ? paramsOf({ ...within, query: `#${topic}`, page: 1 }) : paramsFor(topic, size)}
            aria-label={words.topic(topic, count)}
            className="relative inline-flex h-8 max-w-60 items-center gap-1.5 rounded-full border border-line px-3 text-sm font-medium text-egg transition-colors hover:border-line-strong hover:bg-egg-soft touch:h-10"
          >
            <span dir="auto" className="min-w-0 truncate">
              #{topic}
            </span>
            <span className="tabular text-xs font-normal text-ink-3">{count}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function TopicsSkeleton() {
  return (
    <div className="mt-8 max-w-160">
      <SkeletonGroup label={words.loadingTrending}>
        <div className="flex flex-col gap-4">
          {SKELETONS.map((width) => (
            <Skeleton key={width} className={cx('h-5', width)} />
          ))}
        </div>
      </SkeletonGroup>
    </div>
  )
}
