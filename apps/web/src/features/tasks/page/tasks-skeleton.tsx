import { tasks as words } from '../../../strings/tasks.ts'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'

const NUMBERS = [0, 1, 2, 3, 4, 5]
const ROWS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-2/5', 'w-3/5', 'w-1/3', 'w-1/2']

/** The skeletons of the six counts. */
export function NumbersSkeleton({ isPhone }: { isPhone: boolean }) {
  return (
    <SkeletonGroup label={words.loading}>
      <div
        className="grid gap-y-3"
        style={{ gridTemplateColumns: isPhone ? 'repeat(3, 1fr)' : 'repeat(6, minmax(0, 9rem))' }}
      >
        {NUMBERS.map((one) => (
          <div key={one} data-skeleton-number className="flex flex-col gap-2 py-1">
            <Skeleton className="h-7 w-14" />
            <Skeleton className="h-3 w-20" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}

/** The skeletons of eight rows. */
export function RowsSkeleton() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="rounded-panel border border-line">
        {ROWS.map((width, row) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- rows never change
            key={row}
            data-skeleton-row
            className="flex h-12 items-center gap-4 border-t border-line px-4 first:border-t-0"
          >
            <Skeleton className="h-3 w-10" />
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
