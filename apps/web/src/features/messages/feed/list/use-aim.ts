import { useCallback, useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Rows get their last heights when the parts that draw them are there. */
const HOLD_MS = 3000
const INPUTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
/** Also where a part keeps them to itself. */
const HEARD = { capture: true, passive: true }

interface Aim {
  /** Brings a message to the middle of the pane, now or once it is in the page. */
  at: (messageId: string) => void
  /** Something got another height. */
  hold: () => void
}

/**
 * Shows the message that a list was opened at. A row is as tall as its whole thread, so that its place says little of
 * a reply's; and the thread comes after the row. Whatever the reader does next ends it.
 */
export function useAim(pane: RefObject<HTMLElement | null>, beforeScroll: () => void): Aim {
  const aimed = useRef<{ id: string; until: number | null } | null>(null)

  useEffect(() => {
    const end = () => {
      aimed.current = null
    }
    for (const name of INPUTS) addEventListener(name, end, HEARD)
    return () => {
      for (const name of INPUTS) removeEventListener(name, end, HEARD)
    }
  }, [])

  const hold = useCallback(() => {
    const { current: aim } = aimed
    if (aim === null || !pane.current) return
    const stop = pane.current.querySelector(`[data-stop="${CSS.escape(aim.id)}"]`)
    if (!stop) return
    aim.until ??= performance.now() + HOLD_MS
    if (performance.now() > aim.until) {
      aimed.current = null
      return
    }
    const byPx = fromMiddle(pane.current, stop)
    if (byPx === 0) return
    beforeScroll()
    pane.current.scrollBy(0, byPx)
  }, [pane, beforeScroll])

  const at = useCallback(
    (id: string) => {
      aimed.current = { id, until: null }
      hold()
    },
    [hold],
  )
  return { at, hold }
}

/** How far below the middle of the pane it stands, in whole pixels; what is taller than the pane, below its upper edge. */
function fromMiddle(pane: HTMLElement, stop: Element): number {
  const { top, height } = stop.getBoundingClientRect()
  const overPx = Math.max(0, (pane.clientHeight - height) / 2)
  return Math.round(top - pane.getBoundingClientRect().top - overPx)
}
