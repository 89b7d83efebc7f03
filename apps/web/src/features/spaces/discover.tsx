import { strings } from '../../strings.ts'
import { discover } from '../../strings/discover.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { JoinByCode } from './join-by-code.tsx'
import { SpaceRow } from './space-row.tsx'
import { useJoinPublicSpace } from './use-join-space.ts'
import { usePublicSpaces } from './use-public-spaces.ts'

const words = { ...strings.spaces, ...discover }

/** Spaces to join: by code, or from the public ones. */
export function Discover() {
  const { spaces, isFailed, refetch } = usePublicSpaces()
  const join = useJoinPublicSpace()
  return (
    <>
      <JoinByCode />
      <section className="mt-6">
        <h2 className="text-lg font-semibold">{words.communityTitle}</h2>
        {isFailed && <LoadFailure text={words.communityFailed} onRetry={refetch} className="my-4" />}
        {!spaces && !isFailed && <Waiting />}
        {spaces?.length === 0 && (
          <EmptyState scene="bare" title={words.noCommunityTitle}>
            {words.noCommunityText}
          </EmptyState>
        )}
        {spaces && spaces.length > 0 && (
          <ul aria-label={words.communityTitle}>
            {spaces.map((space) => (
              <SpaceRow key={space.id} space={space} description={space.description}>
                <Button
                  size="chip"
                  busy={join.isPending && join.variables === space.id}
                  aria-label={words.joinLabel(space.name)}
                  onClick={() => join.mutate(space.id)}
                >
                  {words.join}
                </Button>
              </SpaceRow>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

function Waiting() {
  return (
    <SkeletonGroup label={words.loadingCommunity}>
      <div className="flex flex-col gap-4 pt-4">
        {[0, 1].map((row) => (
          <div key={row} className="flex items-center gap-3">
            <Skeleton className="size-9" />
            <Skeleton className="h-4 w-48" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
