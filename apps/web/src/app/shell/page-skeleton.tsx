import { strings } from '../../strings.ts'
import { cx } from '../../ui/cx.ts'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'

const ROWS = ['w-3/5', 'w-4/5', 'w-2/5', 'w-3/4', 'w-1/2']

/** The skeleton of a page whose chunk is loading. */
export function PageSkeleton() {
  return (
    <div className="mx-auto max-w-280 px-4 py-6 md:px-6">
      <SkeletonGroup label={strings.shell.loadingPage}>
        <Skeleton className="h-7 w-48" />
        <div className="mt-6 flex flex-col gap-4">
          {ROWS.map((width) => (
            <Skeleton key={width} className={cx('h-4', width)} />
          ))}
        </div>
      </SkeletonGroup>
    </div>
  )
}
