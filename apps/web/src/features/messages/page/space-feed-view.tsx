import type { Profile } from '@flockwork/contract/auth'
import { useEffect, useMemo, useState } from 'react'
import type { RefObject } from 'react'
import { ErrorBoundary } from '../../../ui/error-boundary.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { ComposerHandle } from '../composer/composer.tsx'
import { FeedFactsProvider, type FeedFacts } from '../context/feed-context.ts'
import { usePeople } from '../context/use-people.ts'
import { useReplyDrafts } from '../drafts/reply-drafts.ts'
import { FeedPane } from '../feed/feed-pane.tsx'
import type { FeedListHandle } from '../feed/list/feed-list.tsx'
import { useAnnounceArrivals } from '../feed/use-announce-arrivals.ts'
import { useBusyRoots } from '../feed/use-busy-roots.ts'
import { useFeedKeys } from '../feed/use-feed-keys.ts'
import { useFresh } from '../feed/use-fresh.ts'
import { useTarget } from '../feed/use-target.ts'
import type { FilterParams } from '../filter/filter-state.ts'
import { useFeed } from '../loading/use-feed.ts'
import { useJumpToLatest } from '../loading/use-load-history.ts'
import { useReadPosition } from '../reading/use-read-position.ts'
import type { Reading } from '../reading/use-reading.ts'
import { rowKeyOf } from '../state/feed-view.ts'
import type { FeedSession } from './use-feed-session.ts'

const FilteredPane = lazyPart(async () => (await import('../filter/filter-chunk.ts')).FilteredPane)

interface Props {
  spaceId: string
  viewer: Profile
  messageId: string | null
  /** The filter of the URL; null: the whole feed is shown. */
  filter: FilterParams | null
  onClearFilter: () => void
  reading: Reading
  session: FeedSession
  list: RefObject<FeedListHandle | null>
  composer: RefObject<ComposerHandle | null>
}

/** The feed of a space. A separate component, so that an arriving message doesn't re-render the composer. */
export function SpaceFeedView(props: Props) {
  const { spaceId, viewer, messageId, filter, reading, session, list, composer } = props
  const feed = useFeed(spaceId)
  const { state } = feed
  const { isRead } = reading
  const { actions, replyingTo, editingId, threads } = session
  const people = usePeople(spaceId)
  const isFresh = useFresh(state)
  const target = useTarget(spaceId, messageId)
  const jump = useJumpToLatest(spaceId)
  const busyRoots = useBusyRoots(state)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const drafts = useReplyDrafts()
  useAnnounceArrivals(state, viewer.id)
  useReadPosition(spaceId, state, isRead)

  // a reply is in the row of its root, whose thread is opened
  const targetRoot = state.byId.get(target.id ?? '')?.thread_root_id ?? null
  useEffect(() => {
    if (targetRoot !== null) actions.setThreadOpen(targetRoot, true)
  }, [actions, targetRoot])

  const editedRow = rowKeyOf(state, editingId)
  const replyRow = rowKeyOf(state, replyingTo)

  const activeId = focusedId !== null && state.byId.has(focusedId) ? focusedId : null
  const facts = useMemo(
    (): FeedFacts => ({
      spaceId,
      feedId: spaceId,
      viewerId: viewer.id,
      viewerName: viewer.username,
      isRead,
      isFresh,
      replyingTo,
      editingId,
      targetId: target.id,
      activeId,
      people: people.byId,
      handles: people.handles,
      busyRoots,
      threads,
      drafts,
    }),
    [
      spaceId,
      viewer,
      isRead,
      isFresh,
      replyingTo,
      editingId,
      target.id,
      activeId,
      people,
      busyRoots,
      threads,
      drafts,
    ],
  )

  function jumpToLatest() {
    list.current?.scrollToEnd()
    if (filter === null) jump.load()
  }

  const focusComposer = () => composer.current?.focus()
  useFeedKeys({
    pane: () => list.current?.pane() ?? null,
    focusComposer,
    jumpToLatest,
    markRead: (id) => actions.markRead([id]),
    withMessage(id, act) {
      const message = state.byId.get(id)
      if (message) actions[act](message)
    },
  })

  return (
    <FeedFactsProvider value={facts}>
      <ErrorBoundary resetKey={spaceId}>
        <FeedPane
          ref={list}
          feed={feed}
          targetRow={rowKeyOf(state, target.id)}
          targetId={target.id}
          editedRow={editedRow}
          replyRow={replyRow}
          isTargetMissing={target.isMissing}
          filtered={
            filter && (
              <FilteredPane
                ref={list}
                params={filter}
                editedRow={editedRow}
                replyRow={replyRow}
                onClear={props.onClearFilter}
                onFocusStop={setFocusedId}
                onLeave={focusComposer}
              />
            )
          }
          onJump={jumpToLatest}
          onFocusStop={setFocusedId}
          onLeave={focusComposer}
        />
      </ErrorBoundary>
    </FeedFactsProvider>
  )
}
