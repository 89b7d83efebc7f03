import type { VirtualRowsHandle } from './virtual-rows.tsx'

/** Positions of the rows of a list, mounted or not. */
export interface RowPositions {
  /** From the beginning of the scrolled content, in pixels. */
  offsetOf: (index: number) => number
  /** Scrolls the row to the upper edge of the pane, `offsetPx` further, or to its middle. */
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
  return {
    offsetOf(index) {
      const box = inTail(index)
      return box ? scrolled(box.top) : list.getItemOffset(index) + topPx
    },
    scrollTo(index, align, offset = 0) {
      const box = inTail(index)
      if (!box) return list.scrollToIndex(index, { align, offset })
      const overPx = align === 'center' ? (box.height - pane.clientHeight) / 2 : 0
      pane.scrollTop = scrolled(box.top) + overPx + offset
    },
  }
}
