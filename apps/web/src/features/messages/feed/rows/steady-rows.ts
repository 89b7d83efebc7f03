/**
 * The list keeps its place when rows come or go at its beginning, if that is all that changes at once: it
 * counts from the end then. A change at both ends becomes two steps.
 */
import type { FeedRow } from '../../state/feed-rows.ts'

export interface Step {
  rows: readonly FeedRow[]
  /** Only the beginning changed: hold the place by counting from the end. */
  isShift: boolean
  /** What to show right after; null when these are the rows. */
  next: readonly FeedRow[] | null
}

/** The way from the rows shown to `rows`. */
export function stepTo(shown: readonly FeedRow[], rows: readonly FeedRow[]): Step {
  const isSame = (one: FeedRow | undefined, other: FeedRow | undefined) => one?.key === other?.key
  if (shown.length === 0 || rows.length === 0 || isSame(shown[0], rows[0])) {
    return { rows, isShift: false, next: null }
  }

  const prepended = rows.findIndex((row) => isSame(row, shown[0]))
  if (prepended > 0) {
    const start = [...rows.slice(0, prepended), ...shown]
    return isSame(start.at(-1), rows.at(-1)) && start.length === rows.length
      ? { rows, isShift: true, next: null }
      : { rows: start, isShift: true, next: rows }
  }

  const dropped = shown.findIndex((row) => isSame(row, rows[0]))
  if (dropped > 0) {
    const rest = shown.slice(dropped)
    return isSame(rest.at(-1), rows.at(-1)) && rest.length === rows.length
      ? { rows, isShift: true, next: null }
      : { rows: rest, isShift: true, next: rows }
  }
  return { rows, isShift: false, next: null }
}
