import type { Profile } from '@flockwork/contract/auth'
import { useEffect, useMemo, useState } from 'react'
import type { RefObject } from 'react'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import type { ComposerHandle } from './composer.tsx'
import { FeedFactsProvider, type FeedFacts } from './feed-context.ts'
import type { FeedListHandle } from './feed-list.tsx'
import { FeedPane } from './feed-pane.tsx'
import { useAnnounceArrivals } from './use-announce-arrivals.ts'
import { useBusyRoots } from './use-busy-roots.ts'
import { useDraftKeys } from './use-draft.ts'
import { useFeed } from './use-feed.ts'
import { useFresh } from './use-fresh.ts'
import { useJumpToLatest } from './use-load-history.ts'
import { usePeople } from './use-people.ts'
import { useReadUpTo, type Reading } from './use-reading.ts'
import type { Room } from './use-room.ts'
import { useTarget } from './use-target.ts'
import { useFeedKeys } from './use-feed-keys.ts'

interface Props {
  spaceId: string
  viewer: Profile
  messageId: string | null
  reading: Reading
  room: Room
  list: RefObject<FeedListHandle | null>
  composer: RefObject<ComposerHandle | null>
}

const REPLY_DRAFT = /^reply:(.+)$/

/** All that changes when a message arrives. The composer stands beside it and doesn't. */
export function FeedSide({ spaceId, viewer, messageId, reading, room, list, composer }: Props) {
  const feed = useFeed(spaceId)
  const { state } = feed
  const { isRead } = reading
  const { acts, replyingTo, threads } = room
  const people = usePeople(spaceId)
  const isFresh = useFresh(state)
  const target = useTarget(spaceId, messageId)
  const jump = useJumpToLatest(spaceId)
  const busyRoots = useBusyRoots(state)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const draftKeys = useDraftKeys().join('\n')
  useAnnounceArrivals(state, viewer.id)
  useReadUpTo(state, isRead)

  // a reply stands below its root: the thread opens, and the root is what the list knows
  const targetRoot = state.byId.get(target.id ?? '')?.thread_root_id ?? null
  const rowTarget = targetRoot !== null && state.order.includes(targetRoot) ? targetRoot : target.id
  useEffect(() => {
    if (targetRoot !== null) acts.setThreadOpen(targetRoot, true)
  }, [acts, targetRoot])

  const isHeld = focusedId !== null && state.byId.has(focusedId)
  const activeId = isHeld ? focusedId : null
  const facts = useMemo(
    (): FeedFacts => ({
      spaceId,
      viewerId: viewer.id,
      viewerName: viewer.username,
      isRead,
      isFresh,
      replyingTo,
      targetId: target.id,
      activeId,
      people: people.byId,
      handles: people.handles,
      busyRoots,
      threads,
      drafts: new Set(draftKeys.split('\n').map((key) => REPLY_DRAFT.exec(key)?.[1] ?? '')),
    }),
    [
      spaceId,
      viewer,
      isRead,
      isFresh,
      replyingTo,
      target.id,
      activeId,
      people,
      busyRoots,
      threads,
      draftKeys,
    ],
  )

  function jumpToLatest() {
    list.current?.toEnd()
    jump.load()
  }

  useFeedKeys({
    pane: () => list.current?.pane() ?? null,
    focusComposer: () => composer.current?.focus(),
    jumpToLatest,
    markRead: (id) => acts.markRead([id]),
    reply(id) {
      const message = state.byId.get(id)
      if (message) acts.reply(message)
    },
  })

  return (
    <FeedFactsProvider value={facts}>
      <ErrorBoundary resetKey={spaceId}>
        <FeedPane
          ref={list}
          feed={feed}
          targetRow={rowTarget}
          isTargetMissing={target.isMissing}
          onJump={jumpToLatest}
          onFocusStop={setFocusedId}
          onLeave={() => composer.current?.focus()}
        />
      </ErrorBoundary>
    </FeedFactsProvider>
  )
}
