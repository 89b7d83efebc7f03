import type { Message } from '@flockwork/contract/messages'
import { useCallback, useRef } from 'react'
import type { FeedState } from '../state/feed-state.ts'

const FRESH_MS = 600

/** A test whether a message arrived within the last 600 ms, while the feed was on screen. */
export function useFresh({ isLoaded, isCached, newestSeq }: FeedState): (message: Message) => boolean {
  const firstSeq = useRef<number | null>(null)
  const shownAt = useRef(new Map<string, number>())
  if (isLoaded && !isCached) firstSeq.current ??= newestSeq

  return useCallback(({ id, seq }) => {
    if (firstSeq.current === null || seq <= firstSeq.current) return false
    const now = performance.now()
    const at = shownAt.current.get(id) ?? now
    shownAt.current.set(id, at)
    return now - at < FRESH_MS
  }, [])
}
