import { useRef } from 'react'
import type { PointerEvent } from 'react'

const HOLD_MS = 500
const MOVED_PX = 10

interface LongPress {
  onPointerDown: (event: PointerEvent) => void
  onPointerMove: (event: PointerEvent) => void
  onPointerUp: () => void
  onPointerCancel: () => void
}

/** Calls `act` when a finger rests on the element for half a second. A mouse and a moving finger don't. */
export function useLongPress(act: () => void): LongPress {
  const held = useRef<{ timer: number; x: number; y: number } | null>(null)

  function release() {
    if (held.current) clearTimeout(held.current.timer)
    held.current = null
  }

  return {
    onPointerDown({ pointerType, clientX: x, clientY: y }) {
      release()
      if (pointerType === 'mouse') return
      const timer = window.setTimeout(() => {
        held.current = null
        act()
      }, HOLD_MS)
      held.current = { timer, x, y }
    },
    onPointerMove({ clientX, clientY }) {
      const from = held.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > MOVED_PX) release()
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}
