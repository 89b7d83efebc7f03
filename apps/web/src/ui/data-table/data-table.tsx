import { dataTable as words } from '../../strings/data-table.ts'
import { cx } from '../cx.ts'
import { LoadFailure } from '../load-failure.tsx'
import { PageNav } from '../page-nav.tsx'
import { pagesOf } from '../page-numbers.ts'
import { shownNumber } from '../shown-number.ts'
import { Skeleton, SkeletonGroup } from '../skeleton.tsx'
import { MOBILE, useMediaQuery } from '../use-media-query.ts'
import { useSkeleton } from '../use-skeleton.ts'
import type { DataTableProps, ListPage } from './columns.ts'
import { PhoneRows } from './phone-rows.tsx'
import { RowGrid } from './row-grid.tsx'

/**
 * A paginated table; on a phone rows of two lines. Headers sort (`aria-sort`) and are sticky; arrow keys, Home and End
 * move, Enter opens, copying copies the row or the cell. It shows skeletons while loading, and an error with a retry
 * button.
 */
export function DataTable<Row, By extends string = string>(props: DataTableProps<Row, By>) {
  const { list, empty } = props
  const isPhone = useMediaQuery(MOBILE)
  const showsSkeleton = useSkeleton(list.rows === undefined && list.failure === null)

  if (showsSkeleton) return <Waiting />
  if (list.rows === undefined) {
    return list.failure === null ? null : (
      <LoadFailure text={list.failure} onRetry={list.retry} className="my-6" />
    )
  }
  const Rows = isPhone ? PhoneRows : RowGrid
  return (
    <div className="flex flex-col gap-3" aria-busy={list.isPrevious || undefined}>
      {list.failure !== null && (
        <LoadFailure isLine text={`${list.failure} ${words.outOfDate}`} onRetry={list.retry} />
      )}
      <div className={cx('transition-opacity', list.isPrevious && 'opacity-50')}>
        {list.rows.length === 0 ? empty : <Rows {...props} rows={list.rows} />}
      </div>
      <Pages {...list} />
    </div>
  )
}

function Pages({ rows = [], total, isOpenEnded, offset, limit, goTo }: ListPage<unknown>) {
  if (isOpenEnded || (rows.length === 0 && offset === 0)) return null
  const to = Math.min(total, offset + rows.length)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {rows.length > 0 && (
        <p className="tabular text-xs text-ink-3">
          {words.shown(shownNumber(offset + 1), shownNumber(to), shownNumber(total))}
        </p>
      )}
      <PageNav
        label={words.pages}
        page={Math.floor(offset / limit) + 1}
        pages={pagesOf(total, limit)}
        onPage={(page) => goTo((page - 1) * limit)}
      />
    </div>
  )
}

const ROWS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-2/5', 'w-3/5', 'w-1/3', 'w-1/2']

function Waiting() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="rounded-panel border border-line">
        {ROWS.map((width, row) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- rows never change
            key={row}
            className="flex h-12 items-center gap-4 border-t border-line px-4 first:border-t-0"
          >
            <span className="flex-1">
              <Skeleton className={`h-3.5 ${width}`} />
            </span>
            <Skeleton className="h-3 w-24" />
            <Skeleton className="h-3 w-20 max-md:hidden" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
