import type { ScrollPosition } from '../../../../storage/space-state.ts'
import type { FeedRow } from '../../state/feed-rows.ts'
import { AT_BOTTOM_PX } from './follow.ts'
import { createFollower, type Follower } from './follower.ts'

/** Where a list was left: the first row in view and how far it was scrolled over; no row is the end. */
interface Left {
  readonly key: string | null
  readonly offsetPx: number
}

/** A row to open at; -1 is the end. */
interface Back {
  readonly index: number
  readonly offsetPx: number
}

/** What outlives a list when another stands in its stead for a while: its place, and what it counted. */
export interface FeedPlace {
  readonly follower: Follower
  leave: (pane: HTMLElement) => void
  /**
   * @param hasTarget whether the address says what to show
   * @returns where it was left, once; null when it wasn't left
   */
  comeBack: (rows: readonly FeedRow[], hasTarget: boolean) => Back | null
}

interface Memory {
  /** Where an earlier page left the list; null at its end. */
  position: ScrollPosition | null
  /** The list is left. `key`: its first row in view; null at its end. */
  onLeave: (key: string | null, offsetPx: number) => void
}

/** `memory` outlives the page. What is new goes before what it remembers. */
export function createPlace(memory?: Memory): FeedPlace {
  let left: Left | null = null
  let position = memory?.position ?? null
  return {
    follower: createFollower(),
    leave(pane) {
      const isAtEnd = pane.scrollHeight - pane.clientHeight - pane.scrollTop <= AT_BOTTOM_PX
      const { top } = pane.getBoundingClientRect()
      const rows = [...pane.querySelectorAll<HTMLElement>('[data-row]')]
      const first = rows.find((row) => row.getBoundingClientRect().bottom > top)
      left = {
        key: (!isAtEnd && first?.dataset['row']) || null,
        offsetPx: first ? top - first.getBoundingClientRect().top : 0,
      }
      memory?.onLeave(left.key, left.offsetPx)
    },
    comeBack(rows, hasTarget) {
      const [place, remembered] = [left, position]
      left = null
      position = null
      if (place) return { index: rows.findIndex(({ key }) => key === place.key), offsetPx: place.offsetPx }
      if (remembered === null || hasTarget || rows.some(({ kind }) => kind === 'new')) return null
      const { seq, offsetPx } = remembered
      const index = rows.findIndex((row) => row.kind === 'message' && row.message.seq === seq)
      return index < 0 ? null : { index, offsetPx }
    },
  }
}
