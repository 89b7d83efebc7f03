import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { hasNoPendingRenders } from '../../../../ui/pending-renders.ts'
import type { FeedRow } from '../../state/feed-rows.ts'
import type { RowPositions } from './row-positions.ts'
import type { ScrollMemory } from './scroll-memory.ts'

/** Frames until the rows in view are measured. */
const MEASURING_FRAMES = 3
/** Rows that take longer than this to reach their final form are shown anyway. */
const SETTLING_MAX_MS = 1000
/** The limit while rows are still being mounted: the list may open at one of them. */
const MOUNTING_MAX_MS = 5000
/** How long a restored position is applied again: rows get their final heights with their lazy parts. */
const REAPPLY_MS = 3000
const DIVIDER_GAP_PX = 8

interface Deps {
  rows: readonly FeedRow[]
  /** More rows are about to be mounted. */
  isPartial: boolean
  scrollMemory: ScrollMemory
  pane: RefObject<HTMLElement | null>
  /** Null before the list is mounted. */
  rowPositions: () => RowPositions | null
  /** The URL decides where the list opens. */
  hasTarget: boolean
}

interface Opening {
  /** The list has its first scroll position. */
  isPositioned: boolean
  /** Call when heights have changed: applies the opening position again, unless the reader has scrolled on. */
  reapply: () => void
  /** Call when something else decides the scroll position. */
  cancel: () => void
}

/** Opens a list where it was left, else at its end; at the "new" divider if that would be out of view. */
export function useOpening({ rows, isPartial, scrollMemory, pane, rowPositions, hasTarget }: Deps): Opening {
  const { follower } = scrollMemory
  const [isPositioned, setPositioned] = useState(false)
  const openedAt = useRef<{ key: string; offsetPx: number; until: number } | null>(null)

  function reapply() {
    const at = openedAt.current
    if (at === null) return
    const isOver = performance.now() > at.until || follower.isUserControlled() || follower.isFollowing()
    const index = rows.findIndex(({ key }) => key === at.key)
    if (isOver || index < 0) openedAt.current = null
    else rowPositions()?.scrollTo(index, 'start', at.offsetPx)
  }

  /** @returns whether other rows are in view now */
  const position = useEffectEvent((): boolean => {
    if (follower.isUserControlled()) return false
    const saved = scrollMemory.restore(rows, hasTarget)
    const divider = rows.findIndex(({ kind }) => kind === 'new')
    const end = pane.current?.scrollTop ?? 0
    const isAbove = divider >= 0 && (rowPositions()?.offsetOf(divider) ?? 0) < end
    const atDivider = isAbove && !hasTarget ? { index: divider, offsetPx: -DIVIDER_GAP_PX } : null
    const opened = saved ?? atDivider
    const row = rows[opened?.index ?? -1]
    if (!opened || !row) return false
    follower.release()
    openedAt.current = { key: row.key, offsetPx: opened.offsetPx, until: performance.now() + REAPPLY_MS }
    reapply()
    return true
  })
  const isMounting = useEffectEvent(() => isPartial)
  const hasDivider = rows.some(({ kind }) => kind === 'new')
  // shown once nothing shifts any more, including the rows at the opening position
  useEffect(() => {
    const show = () => setPositioned(true)
    let cancel = whenSettled(isMounting, () => {
      if (position()) cancel = whenSettled(isMounting, show)
      else show()
    })
    return () => cancel()
  }, [hasDivider])

  const reapplyToRows = useEffectEvent(reapply)
  useLayoutEffect(() => reapplyToRows(), [rows])

  useLayoutEffect(() => {
    const element = isPositioned ? pane.current : null
    if (!element) return
    const save = () => scrollMemory.save(element)
    addEventListener('pagehide', save)
    return () => {
      removeEventListener('pagehide', save)
      save()
    }
  }, [isPositioned, scrollMemory, pane])

  return {
    isPositioned,
    reapply,
    cancel() {
      openedAt.current = null
    },
  }
}

/** Runs once the mounted rows are measured and in their final form. @returns a function that cancels it */
function whenSettled(isMounting: () => boolean, run: () => void): () => void {
  const startedAt = performance.now()
  let mountedAt = startedAt
  let remaining = MEASURING_FRAMES
  let id = requestAnimationFrame(function step() {
    const now = performance.now()
    if (isMounting() && now < startedAt + MOUNTING_MAX_MS) {
      mountedAt = now
      remaining = MEASURING_FRAMES
    }
    remaining -= 1
    const isMoving = !hasNoPendingRenders() && now < mountedAt + SETTLING_MAX_MS
    if (remaining > 0 || isMoving) id = requestAnimationFrame(step)
    else run()
  })
  return () => cancelAnimationFrame(id)
}
