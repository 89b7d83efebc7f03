import type { Space } from '@flockwork/contract/spaces'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { JoinByCode } from './join-by-code.tsx'
import { SpaceTile } from './space-tile.tsx'
import { useJoinPublicSpace } from './use-join-space.ts'
import { usePublicSpaces } from './use-public-spaces.ts'

const words = strings.spaces

/** Spaces to join: by a code, or those that are open to everyone. */
export function Discover() {
  const { spaces, isFailed, refetch } = usePublicSpaces()
  const join = useJoinPublicSpace()
  return (
    <>
      <JoinByCode />
      <section className="mt-6">
        <h2 className="text-lg font-semibold">{words.communityTitle}</h2>
        {isFailed && <LoadFailure text={words.communityFailed} onRetry={refetch} className="py-4" />}
        {!spaces && !isFailed && <Waiting />}
        {spaces?.length === 0 && (
          <EmptyState scene="bare" title={words.noCommunityTitle}>
            {words.noCommunityText}
          </EmptyState>
        )}
        {spaces && spaces.length > 0 && (
          <ul>
            {spaces.map((space) => (
              <PublicRow
                key={space.id}
                space={space}
                isJoining={join.isPending && join.variables === space.id}
                onJoin={() => join.mutate(space.id)}
              />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

interface RowProps {
  space: Space
  isJoining: boolean
  onJoin: () => void
}

function PublicRow({ space, isJoining, onJoin }: RowProps) {
  const { name, description, member_count } = space
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-3 last:border-b-0">
      <SpaceTile name={name} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-base font-semibold">{name}</p>
        {description && (
          <p dir="auto" className="line-clamp-2 max-w-measure text-sm break-words text-ink-2">
            {description}
          </p>
        )}
        <p className="tabular text-sm text-ink-3">{words.memberCount(member_count)}</p>
      </div>
      <Button size="chip" busy={isJoining} aria-label={words.joinLabel(name)} onClick={onJoin}>
        {words.join}
      </Button>
    </li>
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
