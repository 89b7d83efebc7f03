/**
 * The last rows of the list, its tail, aren't virtual: a message that arrives at the end is just one more row, and
 * nothing has to be measured, positioned or re-rendered for it.
 */
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { FeedRow } from '../../state/feed-rows.ts'

/** The tail has at least so many rows, if the list has: about as many as fill a pane. */
export const TAIL_ROWS = 24
/** Beyond this number of rows, the first ones become virtual. */
export const TAIL_MAX_ROWS = 64

interface Deps {
  rows: readonly FeedRow[]
  /** Keys of rows that must not be remounted. */
  keepMounted: readonly (string | null)[]
  pane: RefObject<HTMLElement | null>
  /** The parent of the tail's rows. */
  tail: RefObject<HTMLElement | null>
  /** How far beyond the view nothing may change. */
  marginPx: number
}

interface Parts {
  /** The virtual rows. The same array until one of them changes. */
  head: readonly FeedRow[]
  tail: readonly FeedRow[]
}

/** Splits `rows` into virtual ones and the tail. Rows leave the tail out of view, and nothing in view moves. */
export function useTail({ rows, keepMounted, pane, tail, marginPx }: Deps): Parts {
  const [firstKey, setFirstKey] = useState<string | null>(null)
  const start = tailStart(rows, firstKey)
  const first = rows[start]?.key ?? null
  if (first !== firstKey) setFirstKey(first)

  const parts = useMemo(() => ({ head: rows.slice(0, start), tail: rows.slice(start) }), [rows, start])
  const [head, setHead] = useState(parts.head)
  const isSameHead = isSame(head, parts.head)
  if (!isSameHead) setHead(parts.head)

  /** The first row that stays and where it was: the pane may be scrolled meanwhile. */
  const anchor = useRef<{ key: string; offsetPx: number } | null>(null)
  useLayoutEffect(() => {
    const [view, box] = [pane.current, tail.current]
    if (!view || !box || parts.tail.length <= TAIL_MAX_ROWS) return
    const fixedAt = parts.tail.findIndex(({ key }) => keepMounted.includes(key))
    const { top, bottom } = view.getBoundingClientRect()
    const topOf = (index: number) => box.children[index]?.getBoundingClientRect().top ?? bottom
    const leaving = rowsToVirtualize({
      topOf,
      count: parts.tail.length,
      fixedFrom: fixedAt < 0 ? parts.tail.length : fixedAt,
      viewTop: top - marginPx,
      viewBottom: bottom + marginPx,
    })
    const row = parts.tail[leaving]
    if (leaving === 0 || !row) return
    const isAbove = topOf(leaving) < bottom
    anchor.current = isAbove ? { key: row.key, offsetPx: topOf(leaving) + view.scrollTop } : null
    setFirstKey(row.key)
  }, [parts, keepMounted, pane, tail, marginPx])

  useLayoutEffect(() => {
    const [view, row] = [pane.current, tail.current?.firstElementChild]
    const at = anchor.current
    if (at === null || at.key !== firstKey || !view || !row) return
    anchor.current = null
    const offsetPx = row.getBoundingClientRect().top + view.scrollTop
    view.scrollBy({ top: offsetPx - at.offsetPx, behavior: 'instant' })
  }, [firstKey, pane, tail])

  return { head: isSameHead ? head : parts.head, tail: parts.tail }
}

/**
 * Where the tail begins: at the row with this key, while there is one and the tail has as many rows as it should.
 *
 * @returns an index of `rows`
 */
export function tailStart(rows: readonly FeedRow[], firstKey: string | null): number {
  const start = rows.findLastIndex(({ key }) => key === firstKey)
  const latest = Math.max(0, rows.length - TAIL_ROWS)
  return start < 0 ? latest : Math.min(start, latest)
}

/** Positions in pixels of the same screen. */
interface TailView {
  topOf: (index: number) => number
  /** How many rows the tail has. */
  count: number
  /** Rows from this index on stay in the tail. */
  fixedFrom: number
  /** Nothing may change between these edges. */
  viewTop: number
  viewBottom: number
}

/** How many rows at the start of a tail may become virtual, all of them out of view. */
export function rowsToVirtualize({ topOf, count, fixedFrom, viewTop, viewBottom }: TailView): number {
  const most = Math.min(count - TAIL_ROWS, fixedFrom)
  if (most <= 0 || topOf(0) >= viewBottom) return Math.max(0, most)
  let leaving = most
  // the first row that stays must begin above the view
  while (leaving > 0 && topOf(leaving) > viewTop) leaving -= 1
  return leaving
}

function isSame(one: readonly FeedRow[], other: readonly FeedRow[]): boolean {
  return one.length === other.length && one.every((row, index) => row === other[index])
}
