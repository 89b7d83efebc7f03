import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** How long it is scrolled to again until it is mounted: before that, the pane may be too short. */
const MOUNTING_MAX_MS = 10_000
/** Rows get their final heights when their lazy parts are loaded. */
const RECENTER_MS = 3000
const INPUTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
/** Captured, because a component may stop their propagation. */
const CAPTURED = { capture: true, passive: true }

interface Deps {
  pane: RefObject<HTMLElement | null>
  /** Called before scrolling to the message. */
  release: () => void
  /** Scrolls to a row that isn't mounted, so that it will be. */
  goTo: (rowKey: string) => void
}

interface Centering {
  /** Scrolls a message of a row to the middle of the pane, now or once it is mounted. */
  center: (messageId: string, rowKey: string) => void
  /** Call when heights have changed. */
  recenter: () => void
  /** Ends it: the list has no such message any more. */
  end: () => void
}

/**
 * Centers the message that a list was opened at, and not only its row: that is as tall as its whole thread, which is
 * loaded later. Any input of the reader ends it.
 */
export function useCentering({ pane, release, goTo }: Deps): Centering {
  const target = useRef<{ id: string; rowKey: string; isFound: boolean; until: number } | null>(null)
  const latestGoTo = useRef(goTo)
  useLayoutEffect(() => {
    latestGoTo.current = goTo
  })

  const end = useCallback(() => {
    target.current = null
  }, [])
  useEffect(() => {
    for (const name of INPUTS) addEventListener(name, end, CAPTURED)
    return () => {
      for (const name of INPUTS) removeEventListener(name, end, CAPTURED)
    }
  }, [end])

  const recenter = useCallback(() => {
    const { current } = target
    if (current === null || !pane.current) return
    if (performance.now() > current.until) return end()
    const find = (name: string, value: string) =>
      pane.current?.querySelector(`[data-${name}="${CSS.escape(value)}"]`) ?? null
    const stop = find('stop', current.id)
    if (!stop) {
      if (!find('row', current.rowKey)) latestGoTo.current(current.rowKey)
      return
    }
    if (!current.isFound) {
      current.isFound = true
      current.until = performance.now() + RECENTER_MS
    }
    const byPx = distanceFromMiddle(pane.current, stop)
    if (byPx === 0) return
    release()
    pane.current.scrollBy(0, byPx)
  }, [pane, release, end])

  const center = useCallback(
    (id: string, rowKey: string) => {
      target.current = { id, rowKey, isFound: false, until: performance.now() + MOUNTING_MAX_MS }
      recenter()
    },
    [recenter],
  )
  return { center, recenter, end }
}

/** In whole pixels, positive below the middle; for an element taller than the pane, from the pane's upper edge. */
function distanceFromMiddle(pane: HTMLElement, stop: Element): number {
  const { top, height } = stop.getBoundingClientRect()
  const overPx = Math.max(0, (pane.clientHeight - height) / 2)
  return Math.round(top - pane.getBoundingClientRect().top - overPx)
}
