/**
 * The last rows of the list stand in the page as they are, below the virtual ones: a message that arrives at the end
 * is one row more, and nothing has to be measured, placed or drawn anew for it.
 */
import type { FeedRow } from '../../state/feed-rows.ts'

/** So many rows stand in the tail at least, if there are as many: about what fills a pane. */
const TAIL_ROWS = 24
/** From so many on the first of them become virtual. */
export const TAIL_MAX_ROWS = 64

/**
 * Where the tail begins: at the row with this key, as long as it is there.
 *
 * @returns an index of `rows`
 */
export function tailStart(rows: readonly FeedRow[], firstKey: string | null): number {
  const start = rows.findLastIndex(({ key }) => key === firstKey)
  return start < 0 ? Math.max(0, rows.length - TAIL_ROWS) : start
}

/** The edges of the rows of a tail, and between which edges nothing may change. All in pixels of the same screen. */
interface Sight {
  topOf: (index: number) => number
  /** How many rows the tail has. */
  count: number
  /** No row of this index or a later one may leave the tail. */
  keptFrom: number
  viewTop: number
  viewBottom: number
}

/** How many rows may leave a tail at its start and become virtual, none of them in sight. */
export function leavingRows({ topOf, count, keptFrom, viewTop, viewBottom }: Sight): number {
  const most = Math.min(count - TAIL_ROWS, keptFrom)
  if (most <= 0 || topOf(0) >= viewBottom) return Math.max(0, most)
  let leaving = most
  // what follows the last one to leave begins above the view
  while (leaving > 0 && topOf(leaving) > viewTop) leaving -= 1
  return leaving
}
