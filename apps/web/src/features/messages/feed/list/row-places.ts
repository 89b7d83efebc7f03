import type { VirtualizerHandle } from 'virtua'

/** Where the rows of a list stand, whether they are in the page or not. */
export interface RowPlaces {
  /** From the beginning of what scrolls to the row, in pixels. */
  offsetOf: (index: number) => number
  /** Scrolls the row to the upper edge of the pane, and so far over it, or to its middle. */
  show: (index: number, align: 'start' | 'center', offsetPx?: number) => void
}

interface Parts {
  pane: HTMLElement
  list: VirtualizerHandle
  /** What the rows after the virtual ones stand in. */
  tail: HTMLElement
  /** What stands over the first row. */
  topPx: number
  /** How many rows are virtual. */
  headCount: number
}

export function rowPlaces({ pane, list, tail, topPx, headCount }: Parts): RowPlaces {
  const inTail = (index: number) => tail.children[index - headCount]?.getBoundingClientRect()
  const scrolled = (top: number) => top - pane.getBoundingClientRect().top + pane.scrollTop
  return {
    offsetOf(index) {
      const box = inTail(index)
      return box ? scrolled(box.top) : list.getItemOffset(index) + topPx
    },
    show(index, align, offset = 0) {
      const box = inTail(index)
      if (!box) return list.scrollToIndex(index, { align, offset })
      const overPx = align === 'center' ? (box.height - pane.clientHeight) / 2 : 0
      pane.scrollTop = scrolled(box.top) + overPx + offset
    },
  }
}
