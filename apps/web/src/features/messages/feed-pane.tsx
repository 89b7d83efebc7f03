import { useMemo, useState } from 'react'
import type { Ref } from 'react'
import { strings } from '../../strings.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import { useFeedFacts } from './feed-context.ts'
import { FeedError } from './feed-error.tsx'
import { FeedList, type FeedListHandle } from './feed-list.tsx'
import type { FeedRow } from './feed-rows.ts'
import { FeedSkeleton } from './feed-skeleton.tsx'
import { topPending, topRows } from './feed-view.ts'
import { createRowBuilder } from './row-builder.ts'
import type { Feed } from './use-feed.ts'
import { useLoadNewer, useLoadOlder } from './use-load-history.ts'
import { useVisit } from './use-visit.ts'

const words = strings.messages

interface Props {
  ref: Ref<FeedListHandle>
  feed: Feed
  /** The row to open at. */
  targetRow: string | null
  isTargetMissing: boolean
  onJump: () => void
  onFocusStop: (id: string) => void
  onLeave: () => void
}

/** What stands over the composer: the feed, or why there is none. */
export function FeedPane({ ref, feed, targetRow, isTargetMissing, onJump, onFocusStop, onLeave }: Props) {
  const { spaceId, viewerId, activeId } = useFeedFacts()
  const { state, isLoading, error, refetch } = feed
  const older = useLoadOlder(spaceId)
  const newer = useLoadNewer(spaceId)
  const isWaiting = useSkeleton(isLoading)
  const rows = useRows(feed)

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {isTargetMissing && <FeedError title={words.notFoundTitle} />}
      {error && <FeedError title={words.errorTitle} text={words.error} onRetry={() => void refetch()} />}
      <div className="relative min-h-0 flex-1">
        {isWaiting && <FeedSkeleton />}
        {!isWaiting && !isLoading && !error && rows.length === 0 && (
          <div className="flex h-full flex-col justify-center overflow-y-auto">
            <EmptyState scene="quiet" title={words.emptyTitle}>
              {words.empty}
            </EmptyState>
          </div>
        )}
        {!isWaiting && rows.length > 0 && (
          <FeedList
            ref={ref}
            rows={rows}
            viewerId={viewerId}
            hasOlder={state.hasOlder}
            hasNewest={state.hasNewest}
            missed={state.missedSeqs.length}
            older={older}
            newer={newer}
            onJump={onJump}
            targetId={targetRow}
            hasChosen={activeId !== null}
            onFocusStop={onFocusStop}
            onLeave={onLeave}
          />
        )}
      </div>
    </div>
  )
}

function useRows({ state }: Feed): FeedRow[] {
  const { viewerId, isRead } = useFeedFacts()
  const [build] = useState(createRowBuilder)
  const messages = useMemo(() => topRows(state), [state])
  // the first page of a bootstrap is followed by a longer one, which knows where it begins
  const isReady = state.isLoaded && (state.olderCursor !== null || !state.hasOlder)
  const divider = useVisit(isReady, messages, isRead)

  return useMemo(
    () =>
      build({ messages, pending: topPending(state), viewerId, divider, isFromBeginning: !state.hasOlder }),
    [build, state, messages, viewerId, divider],
  )
}
