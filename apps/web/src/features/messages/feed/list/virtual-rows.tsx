/** The only file that imports the virtual list. */
import { memo, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { Ref, RefObject } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { FeedRow } from '../../state/feed-rows.ts'
import { FeedItem } from '../rows/feed-item.tsx'
import { useSteadyRows } from '../rows/use-steady-rows.ts'
import { createSteadyView } from './steady-view.ts'

/**
 * The estimated height of a row until it is measured. A whole number: the library's own estimate can be half a pixel,
 * but a pane scrolls by whole ones, and what is being read would move when older rows are loaded.
 */
const ROW_PX = 80

export interface VirtualRowsHandle extends Pick<VirtualizerHandle, 'getItemOffset' | 'getItemSize'> {
  /** Something else scrolls to a row: the rows that were in view needn't stay there. */
  release: () => void
}

interface Props {
  ref: Ref<VirtualRowsHandle>
  rows: readonly FeedRow[]
  /** Indexes of rows that stay mounted out of view. */
  keepMounted: readonly number[]
  pane: RefObject<HTMLElement | null>
  /** The height above the first row. */
  topPx: number
  bufferPx: number
  onResize: () => void
}

/** Rows of which only those in view are mounted. */
export const VirtualRows = memo(function VirtualRows(props: Props) {
  const { ref, keepMounted, pane, topPx, bufferPx, onResize } = props
  const { rows, isShift, next } = useSteadyRows(props.rows)
  const isInterim = next !== null
  const list = useRef<VirtualizerHandle>(null)
  const [steady] = useState(createSteadyView)
  const parts = () => ({ list: list.current, pane: pane.current })
  useLayoutEffect(() => {
    steady.rowsChanged({ list: list.current, pane: pane.current }, rows.length, isShift)
  }, [steady, rows, isShift, pane])

  useImperativeHandle(
    ref,
    () => ({
      getItemOffset: (index) => list.current?.getItemOffset(index) ?? 0,
      getItemSize: (index) => list.current?.getItemSize(index) ?? 0,
      release: steady.release,
    }),
    [steady],
  )

  // the parent knows of the first step only
  const wasInterim = useRef(isInterim)
  useLayoutEffect(() => {
    if (wasInterim.current && !isInterim) onResize()
    wasInterim.current = isInterim
  }, [isInterim, onResize])

  return (
    <Virtualizer
      ref={list}
      data={rows}
      scrollRef={pane}
      startMargin={topPx}
      itemSize={ROW_PX}
      shift={isShift}
      bufferSize={bufferPx}
      {...(keepMounted.length > 0 && { keepMounted: keepMounted })}
      onScroll={() => steady.scrolled(parts())}
      onScrollEnd={steady.scrollEnded}
      onResize={() => {
        steady.resized(parts())
        onResize()
      }}
    >
      {(row) => <FeedItem key={row.key} row={row} />}
    </Virtualizer>
  )
})
