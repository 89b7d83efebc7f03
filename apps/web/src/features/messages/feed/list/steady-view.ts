import type { VirtualizerHandle } from 'virtua'

/** In pixels below the top of the first row: the end of the first row in view, and of the last row. */
interface Measured {
  readonly nextRow: number
  readonly endPx: number
  readonly totalPx: number
}

interface Parts {
  /** Null before they are mounted. */
  readonly list: VirtualizerHandle | null
  readonly pane: HTMLElement | null
}

export interface SteadyView {
  /** @param isShift the rows differ from those before only at the beginning */
  rowsChanged: (parts: Parts, count: number, isShift: boolean) => void
  scrolled: (parts: Parts) => void
  scrollEnded: () => void
  resized: (parts: Parts) => void
  /** Something else scrolls to a row: from then on the library itself keeps the rows in view. */
  release: () => void
}

/**
 * Keeps what is being read in place after rows were added or removed at the beginning. Until the scrolling after that
 * has ended, the library anchors to the last row: each row below the view that is measured meanwhile, because the
 * reader scrolls down or the list was opened a moment ago, would shift the rows in view. This compensates for that
 * shift.
 */
export function createSteadyView(): SteadyView {
  let count = 0
  /** Null while the library doesn't anchor to the last row. */
  let known: Measured | null = null

  function measured(list: VirtualizerHandle, nextRow: number): Measured {
    return { nextRow, endPx: list.getItemOffset(nextRow), totalPx: list.getItemOffset(count) }
  }

  function measureView({ list, pane }: Parts): void {
    if (list && pane) known = measured(list, Math.min(list.findItemIndex(pane.scrollTop) + 1, count))
  }

  return {
    rowsChanged(parts, newCount, isShift) {
      count = newCount
      if (isShift || known !== null) measureView(parts)
    },
    scrolled(parts) {
      if (known !== null) measureView(parts)
    },
    scrollEnded() {
      known = null
    },
    resized({ list, pane }) {
      const before = known
      if (!list || !pane || before === null) return
      known = measured(list, before.nextRow)
      const belowPx = known.totalPx - known.endPx - (before.totalPx - before.endPx)
      if (belowPx !== 0) pane.scrollBy({ top: -belowPx, behavior: 'instant' })
    },
    release() {
      known = null
    },
  }
}
