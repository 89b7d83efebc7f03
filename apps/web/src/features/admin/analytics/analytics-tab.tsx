import {
  adminAnalyticsRoutes,
  type Analytics,
  type AnalyticsDays,
  type DayFigures,
} from '@flockwork/contract/admin/analytics'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { adminAnalytics as words } from '../../../strings/admin-places.ts'
import { cx } from '../../../ui/cx.ts'
import { DayChart } from '../../../ui/day-chart/day-chart.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useSkeleton } from '../../../ui/use-skeleton.ts'
import { adminKeys } from '../keys.ts'
import { ModelUse } from './model-use.tsx'
import { hasAnything, zeroDays } from './series.ts'

const SPANS: readonly AnalyticsDays[] = [7, 30, 90]
const REFETCH_MS = 60_000

/** Daily statistics of the instance. */
export function AnalyticsTab() {
  const { api } = useServices()
  const now = useNow()
  const [days, setDays] = useState<AnalyticsDays>(30)
  const { data, error, isPlaceholderData, refetch } = useQuery<Analytics>({
    queryKey: [...adminKeys.analytics, days],
    queryFn: () => api.call(adminAnalyticsRoutes.read, { query: { days: `${days}` } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  })
  const showsSkeleton = useSkeleton(data === undefined && error === null)
  const series = data?.series ?? (error === null ? undefined : zeroDays(now, days))

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="font-display text-lg font-semibold tracking-display">{words.heading}</h2>
        <Select
          isFilter
          aria-label={words.days}
          value={String(days)}
          onValueChange={(value) => setDays(SPANS.find((span) => String(span) === value) ?? days)}
          choices={SPANS.map((span) => ({ value: String(span), label: words.spans[span] }))}
        />
        <p className="text-xs text-ink-3">{words.utc}</p>
      </div>
      {error && <LoadFailure isLine text={words.failed} onRetry={() => void refetch()} />}
      {showsSkeleton && <Waiting />}
      {series &&
        (hasAnything(series) || error ? (
          <div className={cx('transition-opacity', isPlaceholderData && 'opacity-50')}>
            <Charts series={series} />
          </div>
        ) : (
          <EmptyState scene="bare" title={words.nothing}>
            {words.nothingHint}
          </EmptyState>
        ))}
      <ModelUse />
    </div>
  )
}

function Charts({ series }: { series: readonly DayFigures[] }) {
  const dates = series.map(({ date }) => date)
  const of = (figure: Exclude<keyof DayFigures, 'date'>) => series.map((day) => day[figure])
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <div className="min-w-0" style={{ gridColumn: '1 / -1' }}>
        <DayChart
          title={words.messages}
          dates={dates}
          series={[{ name: words.messages, tone: 'spruce', values: of('messages') }]}
        />
      </div>
      <DayChart
        title={words.active}
        dates={dates}
        series={[
          { name: words.activePeople, tone: 'spruce', values: of('active_users') },
          { name: words.activeAgents, tone: 'egg', values: of('active_agents') },
        ]}
      />
      <DayChart
        title={words.tasks}
        dates={dates}
        series={[
          { name: words.created, tone: 'egg', values: of('tasks_created') },
          { name: words.completed, tone: 'moss', values: of('tasks_completed') },
        ]}
      />
    </div>
  )
}

function Waiting() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="flex flex-col gap-5">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-48 w-full" />
      </div>
    </SkeletonGroup>
  )
}
