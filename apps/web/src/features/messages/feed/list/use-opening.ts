import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { FeedPlace } from './feed-place.ts'
import type { FeedRow } from '../../state/feed-rows.ts'
import type { RowPlaces } from './row-places.ts'

/** Frames until the rows in view are measured. */
const PLACING_FRAMES = 3
/** Rows get their last heights when the parts that draw them are there. */
const HOLD_MS = 3000
const DIVIDER_GAP_PX = 8

interface Deps {
  rows: readonly FeedRow[]
  place: FeedPlace
  pane: RefObject<HTMLElement | null>
  /** Null before the list is in the page. */
  places: () => RowPlaces | null
  /** Something else decides where the list opens. */
  hasTarget: boolean
}

interface Opening {
  /** The list stands where it opens. */
  isPlaced: boolean
  /** Rows got other heights: the place where the list was left is taken anew, unless the reader has gone on. */
  hold: () => void
  /** Something else decides the place from now on. */
  release: () => void
}

/** Opens a list where it was left, else at its end; at the divider of a visit when that would be out of sight. */
export function useOpening({ rows, place, pane, places, hasTarget }: Deps): Opening {
  const { follower } = place
  const [isPlaced, setPlaced] = useState(false)
  const held = useRef<{ key: string; offsetPx: number; until: number } | null>(null)

  function hold() {
    const at = held.current
    if (at === null) return
    const isOver = performance.now() > at.until || follower.isReaders() || follower.isAtEnd()
    const index = rows.findIndex(({ key }) => key === at.key)
    if (isOver || index < 0) held.current = null
    else places()?.show(index, 'start', at.offsetPx)
  }

  const open = useEffectEvent(() => {
    setPlaced(true)
    if (follower.isReaders()) return
    const left = place.comeBack(rows, hasTarget)
    const divider = rows.findIndex(({ kind }) => kind === 'new')
    const end = pane.current?.scrollTop ?? 0
    const isAbove = divider >= 0 && (places()?.offsetOf(divider) ?? 0) < end
    if (left !== null) {
      const row = rows[left.index]
      if (!row) return
      follower.letGo()
      held.current = { key: row.key, offsetPx: left.offsetPx, until: performance.now() + HOLD_MS }
      hold()
    } else if (isAbove && !hasTarget) {
      follower.letGo()
      places()?.show(divider, 'start', -DIVIDER_GAP_PX)
    }
  })
  const hasDivider = rows.some(({ kind }) => kind === 'new')
  useEffect(() => afterFrames(PLACING_FRAMES, open), [hasDivider])

  const holdRows = useEffectEvent(hold)
  useLayoutEffect(() => holdRows(), [rows])

  useLayoutEffect(() => {
    const element = isPlaced ? pane.current : null
    if (!element) return
    const leave = () => place.leave(element)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [isPlaced, place, pane])

  return {
    isPlaced,
    hold,
    release() {
      held.current = null
    },
  }
}

/** @returns how to cancel */
function afterFrames(count: number, act: () => void): () => void {
  let left = count
  let id = requestAnimationFrame(function step() {
    left -= 1
    if (left > 0) id = requestAnimationFrame(step)
    else act()
  })
  return () => cancelAnimationFrame(id)
}
