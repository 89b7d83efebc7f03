import type { Message } from '@flockwork/contract/messages'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { withRead } from '../../../storage/space-state.ts'
import { useSpaceMemory, type SpaceMemory } from '../context/use-space-memory.ts'
import { orderedMessages } from '../state/feed-state.ts'
import { feedOf } from '../state/feed-store.ts'
import { positionOf } from './read-position.ts'
import { createReadWatcher, type ReadWatcher } from './read-watcher.ts'
import { createReadTest, withReadUpTo } from './reading.ts'

const PANE = '[data-feed]'

export interface Reading {
  /** Always the same function: components subscribe with `useRead`. */
  isRead: (message: Message) => boolean
  markRead: (ids: readonly string[]) => void
  watch: ReadWatcher['watch']
}

/** Which messages of the space on screen are read, and how to mark them. */
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
        // without a gap the read time covers the marks: one write to storage, not two
        const feed = feedOf(spaceId).state()
        const position = positionOf(feed, createReadTest(next, viewerId), next.lastReadTimestamp)
        return withReadUpTo(next, position, orderedMessages(feed))
      })
    },
    [memory, spaceId, viewerId],
  )
  const [watcher] = useState(() => createReadWatcher(PANE, markRead))
  useEffect(() => () => watcher.stop(), [watcher])

  return useMemo(() => ({ isRead, markRead, watch: watcher.watch }), [isRead, markRead, watcher])
}

/** A value computed from what is read; renders again only when it changes. */
export function useRead<Value extends number | boolean>(compute: () => Value): Value {
  const { spaceStates } = useServices()
  return useSyncExternalStore(spaceStates.subscribe, compute)
}

/** A test of what is read at the time of each call. */
function currentReadTest(memory: SpaceMemory, viewerId: string): (message: Message) => boolean {
  let state = memory.read()
  let test = createReadTest(state, viewerId)
  return (message) => {
    const now = memory.read()
    if (now !== state) test = createReadTest(now, viewerId)
    state = now
    return test(message)
  }
}
