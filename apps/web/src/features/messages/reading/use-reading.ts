import type { Message } from '@flockwork/contract/messages'
import { useEffect, useMemo, useState } from 'react'
import { createReadWatcher, type ReadWatcher } from './read-watcher.ts'
import { readTest } from './reading.ts'
import { useSpaceState } from '../state/use-space-state.ts'

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
