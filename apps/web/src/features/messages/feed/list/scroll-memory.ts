import type { ScrollPosition } from '../../../../storage/space-state.ts'
import type { FeedRow } from '../../state/feed-rows.ts'
import { AT_BOTTOM_PX } from './follow.ts'
import { createFollower, type Follower } from './follower.ts'

/** The first row in view, null at the end of the list, and how many pixels of it were scrolled out of view. */
interface SavedPosition {
  readonly key: string | null
  readonly offsetPx: number
}

/** A row to open at; -1 is the end. */
interface RestoredPosition {
  readonly index: number
  readonly offsetPx: number
}

/** What outlives a list that is replaced by another for a while: its scroll position and its counts. */
export interface ScrollMemory {
  readonly follower: Follower
  save: (pane: HTMLElement) => void
  /**
   * @param hasTarget whether the URL decides where to open
   * @returns the saved position, once; null if there is none
   */
  restore: (rows: readonly FeedRow[], hasTarget: boolean) => RestoredPosition | null
}

interface Persistence {
  /** The position that was stored last; null at the end. */
  position: ScrollPosition | null
  /** `key`: the first row in view; null at the end. */
  onSave: (key: string | null, offsetPx: number) => void
}

/** `persistence` outlives the page. New messages take precedence over the position that it restores. */
export function createScrollMemory(persistence?: Persistence): ScrollMemory {
  let saved: SavedPosition | null = null
  let stored = persistence?.position ?? null
  return {
    follower: createFollower(),
    save(pane) {
      const isAtEnd = pane.scrollHeight - pane.clientHeight - pane.scrollTop <= AT_BOTTOM_PX
      const { top } = pane.getBoundingClientRect()
      const rows = [...pane.querySelectorAll<HTMLElement>('[data-row]')]
      const first = rows.find((row) => row.getBoundingClientRect().bottom > top)
      saved = {
        key: (!isAtEnd && first?.dataset['row']) || null,
        offsetPx: first ? top - first.getBoundingClientRect().top : 0,
      }
      persistence?.onSave(saved.key, saved.offsetPx)
    },
    restore(rows, hasTarget) {
      const [ofList, ofPage] = [saved, stored]
      saved = null
      stored = null
      if (ofList && !hasTarget)
        return { index: rows.findIndex(({ key }) => key === ofList.key), offsetPx: ofList.offsetPx }
      if (ofPage === null || hasTarget || rows.some(({ kind }) => kind === 'new')) return null
      const { seq, offsetPx } = ofPage
      const index = rows.findIndex((row) => row.kind === 'message' && row.message.seq === seq)
      return index < 0 ? null : { index, offsetPx }
    },
  }
}
