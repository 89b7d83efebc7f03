import type { Profile } from '@flockwork/contract/auth'
import { useMemo, useState } from 'react'
import type { RefObject } from 'react'
import { ErrorBoundary } from '../../../ui/error-boundary.tsx'
import type { ComposerHandle } from '../composer/composer.tsx'
import { FeedFactsProvider, type FeedFacts } from '../context/feed-context.ts'
import { usePeople } from '../context/use-people.ts'
import { NO_DRAFTS } from '../drafts/reply-drafts.ts'
import { FeedList, type FeedListHandle } from '../feed/list/feed-list.tsx'
import { createScrollMemory } from '../feed/list/scroll-memory.ts'
import { createRowBuilder } from '../feed/rows/row-builder.ts'
import { useAnnounceArrivals } from '../feed/use-announce-arrivals.ts'
import { useFeedKeys } from '../feed/use-feed-keys.ts'
import { parseFilter, isFiltering } from '../filter/filter-state.ts'
import type { FilterParams } from '../filter/filter-state.ts'
import { filteredRows } from '../filter/filtered-rows.ts'
import { NoMatches } from '../filter/no-matches.tsx'
import { shownMessages } from '../filter/shown-messages.ts'
import { useFeedState } from '../loading/use-feed.ts'
import { NO_LOAD } from '../loading/use-load-history.ts'
import { rowKeyOf, topPending, topRows } from '../state/feed-view.ts'
import { DEMO_FEED } from '../state/keys.ts'
import type { FeedSession } from './use-feed-session.ts'

export interface DemoFeedViewProps {
  spaceId: string
  viewer: Profile
  /** The filter of the demo. */
  filter: FilterParams
  onClearFilter: () => void
  session: FeedSession
  list: RefObject<FeedListHandle | null>
  composer: RefObject<ComposerHandle | null>
}

/** The demo, shown instead of the feed: the same rows, but without unread state or pagination. */
export function DemoFeedView(props: DemoFeedViewProps) {
  const { spaceId, viewer, session, list, composer } = props
  const state = useFeedState(DEMO_FEED)
  const { actions, replyingTo, threads } = session
  const people = usePeople(spaceId)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const [build] = useState(createRowBuilder)
  const [place] = useState(createScrollMemory)
  useAnnounceArrivals(state, viewer.id)

  const activeId = focusedId !== null && state.byId.has(focusedId) ? focusedId : null
  const facts = useMemo(
    (): FeedFacts => ({
      spaceId,
      feedId: DEMO_FEED,
      viewerId: viewer.id,
      viewerName: viewer.username,
      isRead: () => true,
      isFresh: () => false,
      replyingTo,
      editingId: null,
      targetId: null,
      activeId,
      people: people.byId,
      handles: people.handles,
      busyRoots: new Set(state.pending.map(({ threadRootId }) => threadRootId ?? '')),
      // threads are open until the reader closes them
      threads: new Map([...state.order.map((id) => [id, true] as const), ...threads]),
      drafts: NO_DRAFTS,
    }),
    [spaceId, viewer, replyingTo, activeId, people, state.pending, state.order, threads],
  )
  const filter = useMemo(() => parseFilter(props.filter, false), [props.filter])
  const messages = useMemo(() => shownMessages(state, filter, viewer.id, 0), [state, filter, viewer.id])
  const listed = useMemo(
    () => (isFiltering(filter) ? filteredRows(state, messages, facts.threads) : topRows(state)),
    [state, filter, messages, facts.threads],
  )
  const rows = useMemo(
    () =>
      build({
        messages: listed,
        pending: topPending(state, listed, replyingTo),
        viewerId: viewer.id,
        divider: null,
        isFromBeginning: true,
      }),
    [build, state, listed, replyingTo, viewer.id],
  )

  useFeedKeys({
    pane: () => list.current?.pane() ?? null,
    focusComposer: () => composer.current?.focus(),
    jumpToLatest: () => list.current?.scrollToEnd(),
    markRead: () => {},
    withMessage(id, act) {
      const message = state.byId.get(id)
      if (message) actions[act](message)
    },
  })

  return (
    <FeedFactsProvider value={facts}>
      <ErrorBoundary resetKey={spaceId}>
        <div className="relative min-h-0 flex-1">
          {rows.length === 0 && isFiltering(filter) && <NoMatches onClear={props.onClearFilter} />}
          {rows.length > 0 && (
            <FeedList
              ref={list}
              rows={rows}
              messages={messages}
              viewerId={viewer.id}
              hasOlder={false}
              hasNewest
              missed={0}
              older={NO_LOAD}
              newer={NO_LOAD}
              scrollMemory={place}
              onJump={() => list.current?.scrollToEnd()}
              targetId={null}
              editedKey={null}
              replyKey={rowKeyOf(state, replyingTo)}
              hasActive={activeId !== null}
              onFocusStop={setFocusedId}
              onLeave={() => composer.current?.focus()}
            />
          )}
        </div>
      </ErrorBoundary>
    </FeedFactsProvider>
  )
}
