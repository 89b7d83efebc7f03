import { useEffect, useRef } from 'react'
import { strings } from '../../../strings.ts'
import { announce } from '../../../ui/announce.ts'
import { orderedMessages, type FeedState } from '../state/feed-state.ts'

const BATCH_MS = 3000

/** Tells assistive technology of messages of others, at most every 3 s: how many, and whose is the last. */
export function useAnnounceArrivals(state: FeedState, viewerId: string): void {
  const heardSeq = useRef<number | null>(null)
  const waiting = useRef<{ names: string[]; timer: number } | null>(null)

  useEffect(() => {
    if (!state.isLoaded || state.isCached) return
    const heard = heardSeq.current
    heardSeq.current = Math.max(heard ?? 0, state.newestSeq)
    // what was there at the beginning is read, not announced
    if (heard === null || state.newestSeq <= heard) return
    const names = orderedMessages(state)
      .filter(({ seq, author_id }) => seq > heard && author_id !== viewerId)
      // a filtered feed tells only of what it shows
      .filter(({ id }) => state.filteredView === null || state.filteredView.ids.includes(id))
      .map(({ username }) => username)
    if (names.length === 0) return
    waiting.current ??= { names: [], timer: window.setTimeout(say, BATCH_MS) }
    waiting.current.names.push(...names)
  }, [state, viewerId])

  useEffect(() => () => clearTimeout(waiting.current?.timer), [])

  function say() {
    const names = waiting.current?.names ?? []
    waiting.current = null
    announce(strings.messages.arrived(names.length, names.at(-1) ?? ''))
  }
}
