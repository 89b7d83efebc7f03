import { agents as words } from '../../../strings/agents.ts'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'

const CARDS = [0, 1, 2, 3, 4, 5, 6, 7]

/** The skeletons of eight cards. */
export function AgentsSkeleton() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="mt-7 grid gap-3 md:grid-cols-2 lg:grid-cols-3">
        {CARDS.map((card) => (
          <div key={card} data-skeleton-card className="rounded-panel border border-line p-4">
            <div className="flex items-center gap-3">
              <Skeleton className="size-10" />
              <div className="flex flex-1 flex-col gap-2">
                <Skeleton className="h-4 w-32" />
                <Skeleton className="h-3 w-24" />
              </div>
            </div>
            <Skeleton className="mt-4 h-3 w-full max-md:hidden" />
            <Skeleton className="mt-3 h-3 w-3/5 max-md:hidden" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
