import { startTransition, useEffect, useState } from 'react'
import { startPendingRender } from '../../../../ui/pending-renders.ts'
import { TAIL_ROWS } from './use-tail.ts'

/** As many as are mounted at once without a phone missing a frame by much. */
const STEP_ROWS = 4

/**
 * The last of these rows at first, then more with each task, and all of them once the tail is complete: mounting them
 * at once would block the page. The list shows when this has ended.
 *
 * @param isWholeAtOnce mounts every row now, because one of them is needed; may become true at any time
 */
export function useGradualRows<Row>(rows: readonly Row[], isWholeAtOnce: boolean): readonly Row[] {
  const [count, setCount] = useState(isWholeAtOnce ? Infinity : STEP_ROWS)
  const isPartial = rows.length > count
  // once every row is mounted, later ones are mounted as they arrive
  const isComplete = !isPartial && rows.length > 0
  if (count !== Infinity && (isComplete || isWholeAtOnce)) setCount(Infinity)
  useEffect(() => {
    if (!isPartial) return
    const end = startPendingRender()
    const next = count + STEP_ROWS
    const timer = setTimeout(() => startTransition(() => setCount(next > TAIL_ROWS ? Infinity : next)))
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [isPartial, count])
  return isPartial ? rows.slice(-count) : rows
}
