import { useLayoutEffect, useState } from 'react'
import type { FeedRow } from '../../state/feed-rows.ts'

export interface Step {
  rows: readonly FeedRow[]
  /** Only the beginning changed: the list keeps its position by counting from the end. */
  isShift: boolean
  /** What to render right after; null if these are the final rows. */
  next: readonly FeedRow[] | null
}

/**
 * `rows` in steps that the list can take without moving what is being read. It keeps its position if rows are added or
 * removed at its beginning and nowhere else, so a change at both ends becomes two steps.
 */
export function useSteadyRows(rows: readonly FeedRow[]): Step {
  const [source, setSource] = useState(rows)
  const [step, setStep] = useState<Step>({ rows, isShift: false, next: null })
  if (source !== rows) {
    setSource(rows)
    setStep(stepTo(step.rows, rows))
  }

  useLayoutEffect(() => {
    if (step.next) setStep({ rows: step.next, isShift: false, next: null })
  }, [step])

  return step
}

/** The first step from the rows shown to `rows`. */
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
