import { useEffect, useRef } from 'react'
import { strings } from '../../../strings.ts'
import { announce } from '../../../ui/announce.ts'
import { orderedMessages, type FeedState } from '../state/feed-state.ts'

const BATCH_MS = 3000

/** Announces messages of others to assistive technology, at most every 3 s: how many, and whose is the last. */
export function useAnnounceArrivals(state: FeedState, viewerId: string): void {
  const announcedSeq = useRef<number | null>(null)
  const batch = useRef<{ names: string[]; timer: number } | null>(null)

  useEffect(() => {
    if (!state.isLoaded || state.isCached) return
    const announced = announcedSeq.current
    announcedSeq.current = Math.max(announced ?? 0, state.newestSeq)
    // the initial load isn't announced
    if (announced === null || state.newestSeq <= announced) return
    const names = orderedMessages(state)
      .filter(({ seq, author_id, is_task }) => seq > announced && author_id !== viewerId && !is_task)
      // while filtered, only what is shown
      .filter(({ id }) => state.filteredView === null || state.filteredView.ids.includes(id))
      .map(({ username }) => username)
    if (names.length === 0) return
    batch.current ??= { names: [], timer: window.setTimeout(announceBatch, BATCH_MS) }
    batch.current.names.push(...names)
  }, [state, viewerId])

  useEffect(() => () => clearTimeout(batch.current?.timer), [])

  function announceBatch() {
    const names = batch.current?.names ?? []
    batch.current = null
    announce(strings.messages.arrived(names.length, names.at(-1) ?? ''))
  }
}
