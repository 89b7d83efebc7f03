/** The one file that knows the virtual list. */
import { memo, useLayoutEffect, useRef } from 'react'
import type { Ref, RefObject } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { FeedItem } from '../rows/feed-item.tsx'
import type { FeedRow } from '../../state/feed-rows.ts'
import { useSteadyRows } from '../rows/use-steady-rows.ts'

/**
 * How tall a row is taken to be until it was measured. A whole number: the list's own estimate can be half a pixel,
 * a pane scrolls by whole ones, and what is read would move by the difference when older rows come.
 */
const ROW_PX = 80

export type VirtualRowsHandle = VirtualizerHandle

interface Props {
  ref: Ref<VirtualRowsHandle>
  rows: readonly FeedRow[]
  /** Rows that stay in the page wherever the view is; none if it is empty. */
  kept: readonly number[]
  pane: RefObject<HTMLElement | null>
  /** What stands over the first row. */
  topPx: number
  bufferPx: number
  onResize: () => void
}

/** Rows of which only those in view are in the page. */
export const VirtualRows = memo(function VirtualRows(props: Props) {
  const { ref, kept, pane, topPx, bufferPx, onResize } = props
  const { rows, isShift, next } = useSteadyRows(props.rows)
  const isInterim = next !== null

  // who changed the rows knows of their first step only
  const wasInterim = useRef(isInterim)
  useLayoutEffect(() => {
    if (wasInterim.current && !isInterim) onResize()
    wasInterim.current = isInterim
  }, [isInterim, onResize])

  return (
    <Virtualizer
      ref={ref}
      data={rows}
      scrollRef={pane}
      startMargin={topPx}
      itemSize={ROW_PX}
      shift={isShift}
      bufferSize={bufferPx}
      {...(kept.length > 0 && { keepMounted: kept })}
      onResize={onResize}
    >
      {(row) => <FeedItem key={row.key} row={row} />}
    </Virtualizer>
  )
})
