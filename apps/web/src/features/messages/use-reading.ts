import type { Message } from '@flockwork/contract/messages'
import { useEffect, useMemo, useState } from 'react'
import { heldMessages, type FeedState } from './feed-state.ts'
import { readUpTo } from './feed-view.ts'
import { createReadWatcher, type ReadWatcher } from './read-watcher.ts'
import { NEVER, readTest, withReadUpTo } from './reading.ts'
import { useSpaceState } from './use-space-state.ts'

const PANE = '[data-feed]'

export interface Reading {
  isRead: (message: Message) => boolean
  markRead: (ids: readonly string[]) => void
  watch: ReadWatcher['watch']
}

/** What is read of the space on screen, and how a message becomes so. */
export function useReading(viewerId: string): Reading {
  const { state, markRead } = useSpaceState()
  const { readMessageIds, lastReadTimestamp } = state
  const isRead = useMemo(
    () => readTest({ readMessageIds, lastReadTimestamp }, viewerId),
    [readMessageIds, lastReadTimestamp, viewerId],
  )
  const [watcher] = useState(() => createReadWatcher(PANE, markRead))
  useEffect(() => () => watcher.stop(), [watcher])

  return { isRead, markRead, watch: watcher.watch }
}

/**
 * Moves the last read time along: up to the newest message before which nothing is unread. In a space seen
 * for the first time, that is the newest there is.
 */
export function useReadUpTo(feed: FeedState, isRead: Reading['isRead']): void {
  const { state, update } = useSpaceState()
  const { lastReadTimestamp } = state

  useEffect(() => {
    if (!feed.isLoaded) return
    const held = heldMessages(feed)
    if (lastReadTimestamp === null) {
      const until = held.at(-1)?.uploaded_at ?? NEVER
      update((current) => ({ ...current, lastReadTimestamp: current.lastReadTimestamp ?? until }))
      return
    }
    // between the last read time and the first message held may stand others, which nobody has read
    const hasGap = feed.hasOlder && (held[0]?.uploaded_at ?? '') > lastReadTimestamp
    if (hasGap) return
    const upTo = readUpTo(feed, isRead)
    if (upTo && upTo.uploaded_at > lastReadTimestamp) {
      update((current) => withReadUpTo(current, upTo, held))
    }
  }, [feed, isRead, lastReadTimestamp, update])
}
