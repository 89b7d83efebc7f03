import type { Message } from '@flockwork/contract/messages'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { withRead } from '../../../storage/space-state.ts'
import { orderedMessages } from '../state/feed-state.ts'
import { feedOf } from '../state/feed-store.ts'
import { useSpaceMemory, type SpaceMemory } from '../context/use-space-memory.ts'
import { positionOf } from './read-position.ts'
import { createReadWatcher, type ReadWatcher } from './read-watcher.ts'
import { readTest, withReadUpTo } from './reading.ts'

const PANE = '[data-feed]'

export interface Reading {
  /** The same function however much is read: who shows it listens (`useRead`). */
  isRead: (message: Message) => boolean
  markRead: (ids: readonly string[]) => void
  watch: ReadWatcher['watch']
}

/** What is read of the space on screen, and how a message becomes so. */
export function useReading(viewerId: string): Reading {
  const { spaceId } = useSignedIn()
  const memory = useSpaceMemory()
  const isRead = useMemo(() => currentReadTest(memory, viewerId), [memory, viewerId])
  const markRead = useMemo(
    () => (ids: readonly string[]) => {
      const known = new Set(memory.read().readMessageIds)
      if (ids.every((id) => known.has(id))) return
      memory.update((current) => {
        const next = withRead(current, ids)
        if (spaceId === null) return next
        // what is read without a gap needs no marks: one change of what is remembered, not two
        const feed = feedOf(spaceId).state()
        const position = positionOf(feed, readTest(next, viewerId), next.lastReadTimestamp)
        return withReadUpTo(next, position, orderedMessages(feed))
      })
    },
    [memory, spaceId, viewerId],
  )
  const [watcher] = useState(() => createReadWatcher(PANE, markRead))
  useEffect(() => () => watcher.stop(), [watcher])

  return useMemo(() => ({ isRead, markRead, watch: watcher.watch }), [isRead, markRead, watcher])
}

/** What is told of read marks; drawn again only when that changes. */
export function useRead<Told extends number | boolean>(tell: () => Told): Told {
  const { spaceStates } = useServices()
  return useSyncExternalStore(spaceStates.subscribe, tell)
}

/** A test that asks for what is read now. */
function currentReadTest(memory: SpaceMemory, viewerId: string): (message: Message) => boolean {
  let state = memory.read()
  let test = readTest(state, viewerId)
  return (message) => {
    const now = memory.read()
    if (now !== state) test = readTest(now, viewerId)
    state = now
    return test(message)
  }
}
