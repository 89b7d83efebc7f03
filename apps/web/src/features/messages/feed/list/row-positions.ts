import type { VirtualRowsHandle } from './virtual-rows.tsx'

/** Positions of the rows of a list, mounted or not. */
export interface RowPositions {
  /** From the beginning of the scrolled content, in pixels. */
  offsetOf: (index: number) => number
  /**
   * Scrolls the row to the upper edge of the pane, `offsetPx` further, or to its middle. Once: call it again when rows
   * have been measured. The virtual list's own method would do that by itself, over the reader's scrolling, too.
   */
  scrollTo: (index: number, align: 'start' | 'center', offsetPx?: number) => void
}

interface Parts {
  pane: HTMLElement
  list: VirtualRowsHandle
  /** The parent of the rows after the virtual ones. */
  tail: HTMLElement
  /** The height above the first row. */
  topPx: number
  /** How many rows are virtual. */
  headCount: number
}

export function createRowPositions({ pane, list, tail, topPx, headCount }: Parts): RowPositions {
  const inTail = (index: number) => tail.children[index - headCount]?.getBoundingClientRect()
  const scrolled = (top: number) => top - pane.getBoundingClientRect().top + pane.scrollTop
  const offsetOf = (index: number) => {
    const box = inTail(index)
    return box ? scrolled(box.top) : list.getItemOffset(index) + topPx
  }
  return {
    offsetOf,
    scrollTo(index, align, offset = 0) {
      list.release()
      const heightPx = inTail(index)?.height ?? list.getItemSize(index)
      const overPx = align === 'center' ? (heightPx - pane.clientHeight) / 2 : 0
      pane.scrollTop = offsetOf(index) + overPx + offset
    },
  }
}
