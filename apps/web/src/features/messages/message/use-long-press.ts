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
 * finger presses nothing: what `act` opened may have come up under it.
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

/** No click of a finger that is down counts. It comes after the lift, if at all: until a finger comes down again. */
function ignoreLift(): void {
  const over = new AbortController()
  const options = { capture: true, signal: over.signal }
  function ignore(event: MouseEvent) {
    // a key's click has no count
    if (event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', ignore, options)
  addEventListener('pointerdown', () => over.abort(), options)
}
