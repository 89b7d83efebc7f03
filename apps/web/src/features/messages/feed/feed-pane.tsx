import { startTransition, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { ReactNode, Ref } from 'react'
import { useServices } from '../../../api/services.ts'
import { inviting } from '../../../strings/inviting.ts'
import { strings } from '../../../strings.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailurePanel } from '../../../ui/failure-panel.tsx'
import { useSkeleton } from '../../../ui/use-skeleton.ts'
import { MOBILE } from '../../../ui/use-media-query.ts'
import { requestInvite, takesInvites, useSpaces } from '../../spaces/index.ts'
import { useFeedFacts } from '../context/feed-context.ts'
import type { Feed } from '../loading/use-feed.ts'
import { useLoadNewer, useLoadOlder } from '../loading/use-load-history.ts'
import { useReadable } from '../markdown/message-body.tsx'
import type { FeedRow } from '../state/feed-rows.ts'
import { orderedMessages, withReadingBack } from '../state/feed-state.ts'
import { feedOf } from '../state/feed-store.ts'
import { isSettled, topPending, topRows } from '../state/feed-view.ts'
import { FeedSkeleton } from './feed-skeleton.tsx'
import { FeedList, type FeedListHandle } from './list/feed-list.tsx'
import { createScrollMemory } from './list/scroll-memory.ts'
import { createRowBuilder } from './rows/row-builder.ts'
import { useNewDivider } from './use-new-divider.ts'
import { usePositionKnown } from './use-position-known.ts'
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
  /** The row with the reply box. */
  replyRow: string | null
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
    replyRow,
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
  const isReadable = useReadable(orderedMessages(state))
  const isPositionKnown = usePositionKnown()
  const isFramed = useFramed()
  const rows = useRows(feed, isPositionKnown)
  // a cached feed is shown at once; a fetched one waits for its divider, because it may open there
  const [wasShown, setShown] = useState(false)
  const mayShow = wasShown || (isFramed && isReadable && (state.isCached || isPositionKnown))
  if (mayShow && !wasShown && rows.length > 0) setShown(true)
  const isPending = isLoading || isGoingBack || (!mayShow && rows.length > 0)
  const isWaiting = useSkeleton(isPending)
  // under the skeleton the list is mounted as soon as there is something to mount
  const isListMounted = !(isWaiting && isPending) && !isGoingBack && mayShow && rows.length > 0
  // a skeleton that was shown stays until the list is, or the pane would be blank meanwhile
  const [isSkeletonKept, keepSkeleton] = useState(false)
  if (isWaiting ? !isSkeletonKept : isSkeletonKept && !isListMounted) keepSkeleton(isWaiting)
  const dropSkeleton = useCallback(() => keepSkeleton(false), [])
  const isSkeletonShown = isWaiting || (isSkeletonKept && isListMounted)
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
  // by then, what is above the feed has loaded, too
  const isEmpty = isPositionKnown && !isWaiting && !isLoading && !isGoingBack && !error && rows.length === 0
  const write = useEffectEvent(onLeave)
  // while blank, what loads above the feed causes no visible layout shift
  const isBlank = rows.length === 0 && !isEmpty && !isWaiting && !error && !isTargetMissing
  useEffect(() => {
    // not on a phone: the focus would expand the composer and open the keyboard unprompted
    if (isEmpty && isFocusFree() && !matchMedia(MOBILE).matches) write()
  }, [isEmpty])
  if (filtered) return filtered

  return (
    <div className={cx('flex min-h-0 flex-1 flex-col', isBlank && 'invisible')}>
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
        {isSkeletonShown && (
          <div className="absolute inset-0">
            <FeedSkeleton />
          </div>
        )}
        {isEmpty && (
          <div className="flex h-full flex-col justify-center overflow-y-auto">
            <EmptyFeed />
          </div>
        )}
        {isListMounted && (
          <FeedList
            ref={ref}
            isHidden={isWaiting}
            onShown={isSkeletonKept && !isWaiting ? dropSkeleton : undefined}
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
            replyKey={replyRow}
            hasActive={activeId !== null}
            onFocusStop={onFocusStop}
            onLeave={onLeave}
          />
        )}
      </div>
    </div>
  )
}

/** Whether the page's frame is mounted, so that the rows may follow: in one task, both would block the page. */
function useFramed(): boolean {
  const [isFramed, setFramed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setFramed(true)))
    return () => clearTimeout(timer)
  }, [])
  return isFramed
}

/** A shared space with nobody in it to talk to offers to bring people in. */
function EmptyFeed() {
  const { current } = useSpaces()
  const isShared = current !== undefined && takesInvites(current)
  const action = isShared && <Button onClick={requestInvite}>{inviting.invite}</Button>
  return (
    <EmptyState scene="quiet" title={words.emptyTitle} action={action}>
      {isShared ? inviting.emptyShared : words.empty}
    </EmptyState>
  )
}

/** Whether nothing has the focus: it isn't taken from a dialog or from what was just clicked. */
function isFocusFree(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.id === 'content'
}

function useRows({ state }: Feed, isPositionKnown: boolean): FeedRow[] {
  const { viewerId, isRead, replyingTo } = useFeedFacts()
  const [build] = useState(createRowBuilder)
  const messages = useMemo(() => topRows(state), [state])
  const divider = useNewDivider({
    isReady: isSettled(state) && isPositionKnown,
    isCached: state.isCached,
    messages,
    isRead,
    hasOlder: state.hasOlder,
  })

  return useMemo(
    () =>
      build({
        messages,
        pending: topPending(state, messages, replyingTo),
        viewerId,
        divider,
        isFromBeginning: !state.hasOlder,
      }),
    [build, state, messages, replyingTo, viewerId, divider],
  )
}
