import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { ReactNode, Ref } from 'react'
import { useServices } from '../../../api/services.ts'
import { strings } from '../../../strings.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailurePanel } from '../../../ui/failure-panel.tsx'
import { useSkeleton } from '../../../ui/use-skeleton.ts'
import { useFeedFacts } from '../context/feed-context.ts'
import type { Feed } from '../loading/use-feed.ts'
import { useLoadNewer, useLoadOlder } from '../loading/use-load-history.ts'
import type { FeedRow } from '../state/feed-rows.ts'
import { orderedMessages, withReadingBack } from '../state/feed-state.ts'
import { feedOf } from '../state/feed-store.ts'
import { isSettled, topPending, topRows } from '../state/feed-view.ts'
import { FeedSkeleton } from './feed-skeleton.tsx'
import { FeedList, type FeedListHandle } from './list/feed-list.tsx'
import { createScrollMemory } from './list/scroll-memory.ts'
import { createRowBuilder } from './rows/row-builder.ts'
import { useNewDivider } from './use-new-divider.ts'
import { useRestoreHistory } from './use-restore-history.ts'

const words = strings.messages

interface Props {
  ref: Ref<FeedListHandle>
  feed: Feed
  /** The row to open at. */
  targetRow: string | null
  /** The message to open at: of that row, or of its thread. */
  targetId: string | null
  /** The row with the edit box. */
  editedRow: string | null
  isTargetMissing: boolean
  /** Replaces the list while the feed is filtered. */
  filtered: ReactNode
  onJump: () => void
  onFocusStop: (id: string) => void
  onLeave: () => void
}

/** The feed, or why there is none. */
export function FeedPane(props: Props) {
  const { spaceStates } = useServices()
  const {
    ref,
    feed,
    targetRow,
    targetId,
    editedRow,
    isTargetMissing,
    filtered,
    onJump,
    onFocusStop,
    onLeave,
  } = props
  const { spaceId, viewerId, activeId } = useFeedFacts()
  const { state, isLoading, error, refetch } = feed
  const older = useLoadOlder(spaceId)
  const newer = useLoadNewer(spaceId)
  const isGoingBack = useRestoreHistory(feed, targetRow !== null || filtered !== null)
  const isWaiting = useSkeleton(isLoading || isGoingBack)
  const rows = useRows(feed)
  const [place] = useState(() =>
    createScrollMemory({
      position: spaceStates.read(viewerId, spaceId).scrollPosition,
      onSave(key, offsetPx) {
        const first = feedOf(spaceId)
          .state()
          .byId.get(key ?? '')
        const scrollPosition = first ? { id: first.id, seq: first.seq, offsetPx } : null
        spaceStates.update(viewerId, spaceId, (known) => ({ ...known, scrollPosition }))
      },
    }),
  )
  const { follower } = place
  useEffect(() => {
    const setBack = (isBack: boolean) => feedOf(spaceId).update((current) => withReadingBack(current, isBack))
    const unsubscribe = follower.subscribe(() => setBack(follower.view().isBack))
    return () => {
      unsubscribe()
      setBack(false)
    }
  }, [follower, spaceId])
  const isEmpty = !isWaiting && !isLoading && !isGoingBack && !error && rows.length === 0
  const write = useEffectEvent(onLeave)
  useEffect(() => {
    if (isEmpty && isFocusFree()) write()
  }, [isEmpty])
  if (filtered) return filtered

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {isTargetMissing && <FailurePanel className="mx-4 my-3 md:mx-6" title={words.notFoundTitle} />}
      {error && (
        <FailurePanel
          className="mx-4 my-3 md:mx-6"
          title={words.errorTitle}
          text={words.error}
          onRetry={() => void refetch()}
        />
      )}
      <div className="relative min-h-0 flex-1">
        {isWaiting && <FeedSkeleton />}
        {isEmpty && (
          <div className="flex h-full flex-col justify-center overflow-y-auto">
            <EmptyState scene="quiet" title={words.emptyTitle}>
              {words.empty}
            </EmptyState>
          </div>
        )}
        {!isWaiting && !isGoingBack && rows.length > 0 && (
          <FeedList
            ref={ref}
            rows={rows}
            messages={orderedMessages(state)}
            viewerId={viewerId}
            hasOlder={state.hasOlder}
            hasNewest={state.hasNewest}
            missed={state.missedSeqs.length}
            older={older}
            newer={newer}
            scrollMemory={place}
            onJump={onJump}
            targetId={targetRow}
            centeredId={targetId}
            editedKey={editedRow}
            hasActive={activeId !== null}
            onFocusStop={onFocusStop}
            onLeave={onLeave}
          />
        )}
      </div>
    </div>
  )
}

/** Whether nothing has the focus: it isn't taken from a dialog or from what was just clicked. */
function isFocusFree(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.id === 'content'
}

function useRows({ state }: Feed): FeedRow[] {
  const { viewerId, isRead } = useFeedFacts()
  const [build] = useState(createRowBuilder)
  const messages = useMemo(() => topRows(state), [state])
  const divider = useNewDivider(isSettled(state), messages, isRead, state.hasOlder)

  return useMemo(
    () =>
      build({ messages, pending: topPending(state), viewerId, divider, isFromBeginning: !state.hasOlder }),
    [build, state, messages, viewerId, divider],
  )
}
