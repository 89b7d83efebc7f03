import { useState, type KeyboardEvent, type RefObject } from 'react'
import { search as words } from '../../strings/search.ts'
import { mayActOnLetter } from '../../ui/letter-shortcuts.ts'
import type { Hit } from './results.ts'
import { positionOf, savePosition } from './reading-position.ts'
import { ResultRow } from './result-row.tsx'
import { resultIn } from './use-restore-position.ts'

interface Props {
  list: RefObject<HTMLOListElement | null>
  entry: string
  hits: readonly Hit[]
  query: string
  /** The hits belong to an earlier query. */
  isBusy: boolean
  /** Handles Escape, and the up arrow on the first result. */
  onLeave: (how: 'hide' | 'up') => void
}

/** The offset by which each key moves the focus. */
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }

/** A page of results: one tab stop, with arrow keys or j and k inside. */
export function ResultList({ list, entry, hits, query, isBusy, onLeave }: Props) {
  const [focusedId, setFocusedId] = useState(positionOf(entry)?.openedId ?? null)
  const isThere = hits.some(({ id }) => id === focusedId)
  const tabStop = isThere ? focusedId : hits[0]?.id

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault()
      onLeave('hide')
      return
    }
    const to = targetOf(event, hits)
    if (to === null) return
    event.preventDefault()
    if (to < 0) onLeave('up')
    else resultIn(list.current, hits[Math.min(to, hits.length - 1)]?.id)?.focus()
  }

  return (
    <ol
      ref={list}
      aria-label={words.results}
      aria-busy={isBusy}
      onKeyDown={press}
      onScroll={(event) => {
        // stale results of an earlier query have no position in this one
        if (!isBusy) savePosition(entry, { list: event.currentTarget.scrollTop })
      }}
      className="relative mt-2 max-h-[60vh] overflow-y-auto border-y border-line"
    >
      {hits.map((hit) => (
        <ResultRow
          key={hit.id}
          hit={hit}
          query={query}
          isTabStop={hit.id === tabStop}
          onFocus={() => setFocusedId(hit.id)}
          onOpen={() => savePosition(entry, { openedId: hit.id })}
        />
      ))}
    </ol>
  )
}

/** The index to focus: -1 above the first; null for other keys. */
function targetOf(event: KeyboardEvent, hits: readonly Hit[]): number | null {
  if (event.key === 'Home') return 0
  if (event.key === 'End') return hits.length - 1
  const step = STEPS[event.key]
  if (step === undefined || (event.key.length === 1 && !mayActOnLetter(event.nativeEvent))) return null
  const { target } = event
  const id = target instanceof HTMLElement ? target.dataset['result'] : undefined
  const at = hits.findIndex((hit) => hit.id === id)
  // letter keys never leave the list
  return event.key === 'k' ? Math.max(0, at + step) : at + step
}
