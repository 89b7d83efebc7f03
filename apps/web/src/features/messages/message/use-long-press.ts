import { useRef } from 'react'
import type { PointerEvent } from 'react'

const LONG_PRESS_MS = 500
const MOVED_PX = 10

interface LongPress {
  onPointerDown: (event: PointerEvent) => void
  onPointerMove: (event: PointerEvent) => void
  onPointerUp: () => void
  onPointerCancel: () => void
}

/**
 * Calls `act` when a finger rests on the element for half a second. Not for a mouse or a moving finger. Lifting that
 * finger doesn't click: what `act` opened may be under it.
 */
export function useLongPress(act: () => void): LongPress {
  const press = useRef<{ timer: number; x: number; y: number } | null>(null)

  function release() {
    if (press.current) clearTimeout(press.current.timer)
    press.current = null
  }

  return {
    onPointerDown({ pointerType, clientX: x, clientY: y }) {
      release()
      if (pointerType === 'mouse') return
      const timer = window.setTimeout(() => {
        press.current = null
        ignoreLift()
        act()
      }, LONG_PRESS_MS)
      press.current = { timer, x, y }
    },
    onPointerMove({ clientX, clientY }) {
      const from = press.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > MOVED_PX) release()
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}

/** Ignores the click of the finger that is down. It follows the lift, if it comes at all: until the next touch. */
function ignoreLift(): void {
  const over = new AbortController()
  const options = { capture: true, signal: over.signal }
  function ignore(event: MouseEvent) {
    // clicks by keyboard have a detail of 0
    if (event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', ignore, options)
  addEventListener('pointerdown', () => over.abort(), options)
}
