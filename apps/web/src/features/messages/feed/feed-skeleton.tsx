import { strings } from '../../../strings.ts'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'

const WIDTHS = ['w-[46%]', 'w-[72%]', 'w-[34%]', 'w-[58%]', 'w-[80%]', 'w-[40%]', 'w-[64%]']

/** Seven messages at the bottom of the pane, while they load. */
export function FeedSkeleton() {
  return (
    <div className="flex h-full flex-col justify-end overflow-hidden pb-4">
      <SkeletonGroup label={strings.messages.loading}>
        {WIDTHS.map((width) => (
          <div key={width} className="flex gap-3 px-4 py-2.5 md:px-6">
            <Skeleton className="size-9 rounded-full" />
            <div className="flex max-w-measure flex-1 flex-col gap-2 pt-1">
              <Skeleton className="h-3 w-28" />
              <Skeleton className={`h-3.5 ${width}`} />
            </div>
          </div>
        ))}
      </SkeletonGroup>
    </div>
  )
}
