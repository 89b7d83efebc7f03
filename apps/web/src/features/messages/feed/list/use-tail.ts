import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { FeedRow } from '../../state/feed-rows.ts'
import { leavingRows, TAIL_MAX_ROWS, tailStart } from './feed-tail.ts'

interface Deps {
  rows: readonly FeedRow[]
  /** Keys of rows that stay in the page as they are. */
  kept: readonly (string | null)[]
  pane: RefObject<HTMLElement | null>
  /** What the rows of the tail stand in. */
  tail: RefObject<HTMLElement | null>
  /** Beyond the view, so many pixels stay as they are, too. */
  marginPx: number
}

interface Parts {
  /** The virtual rows. The same array until one of them changes. */
  head: readonly FeedRow[]
  tail: readonly FeedRow[]
}

/** `rows` in two parts. What leaves the tail is out of sight, and nothing in sight moves. */
export function useTail({ rows, kept, pane, tail, marginPx }: Deps): Parts {
  const [firstKey, setFirstKey] = useState<string | null>(null)
  const start = tailStart(rows, firstKey)
  const first = rows[start]?.key ?? null
  if (first !== firstKey) setFirstKey(first)

  const parts = useMemo(() => ({ head: rows.slice(0, start), tail: rows.slice(start) }), [rows, start])
  const [head, setHead] = useState(parts.head)
  const isSameHead = isSame(head, parts.head)
  if (!isSameHead) setHead(parts.head)

  /** The first row that stays, and where it stood, however far the pane is scrolled meanwhile. */
  const anchor = useRef<{ key: string; offsetPx: number } | null>(null)
  useLayoutEffect(() => {
    const [view, box] = [pane.current, tail.current]
    if (!view || !box || parts.tail.length <= TAIL_MAX_ROWS) return
    const keptAt = parts.tail.findIndex(({ key }) => kept.includes(key))
    const { top, bottom } = view.getBoundingClientRect()
    const topOf = (index: number) => box.children[index]?.getBoundingClientRect().top ?? bottom
    const leaving = leavingRows({
      topOf,
      count: parts.tail.length,
      keptFrom: keptAt < 0 ? parts.tail.length : keptAt,
      viewTop: top - marginPx,
      viewBottom: bottom + marginPx,
    })
    const row = parts.tail[leaving]
    if (leaving === 0 || !row) return
    const isAbove = topOf(leaving) < bottom
    anchor.current = isAbove ? { key: row.key, offsetPx: topOf(leaving) + view.scrollTop } : null
    setFirstKey(row.key)
  }, [parts, kept, pane, tail, marginPx])

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

function isSame(one: readonly FeedRow[], other: readonly FeedRow[]): boolean {
  return one.length === other.length && one.every((row, index) => row === other[index])
}
