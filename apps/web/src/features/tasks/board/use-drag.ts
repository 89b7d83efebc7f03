/** Drag and drop of a card with a mouse, a pen, or a long press. */
import type { Task } from '@flockwork/contract/tasks'
import { useCallback, useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'

/** Shorter movements count as a click. */
const DRAG_AFTER_PX = 6
const FINGER_RESTS_MS = 300
/** Within this distance of the edge the board scrolls. */
const EDGE_PX = 56
const SCROLL_PX = 14

export interface Drag {
  readonly task: Task
  /** The `data-column` under the pointer. */
  readonly over: string | null
}

interface Options {
  board: RefObject<HTMLElement | null>
  onDrop: (task: Task, column: string) => void
}

/** @returns the current drag, and the `onPointerDown` of a card */
export function useDrag({ board, onDrop }: Options): {
  drag: Drag | null
  grab: (event: PointerEvent<HTMLElement>, task: Task) => void
} {
  const [drag, setDrag] = useState<Drag | null>(null)
  const end = useRef(() => {})
  useEffect(() => () => end.current(), [])
  const drop = useRef(onDrop)
  useEffect(() => {
    drop.current = onDrop
  })

  // stable identity: every card receives it
  const grab = useCallback(
    (event: PointerEvent<HTMLElement>, task: Task) => {
      if (event.button !== 0 || !event.isPrimary) return
      end.current()
      const card = event.currentTarget
      const isTouch = event.pointerType === 'touch'
      const { clientX: startX, clientY: startY } = event
      let x = startX
      let y = startY
      let ghost: HTMLElement | null = null
      let over: string | null = null
      let frame = 0
      const rest = isTouch ? setTimeout(lift, FINGER_RESTS_MS) : undefined

      function lift() {
        ghost = ghostOf(card)
        follow()
        setDrag({ task, over })
        frame = requestAnimationFrame(scroll)
      }

      function follow() {
        if (!ghost) return
        ghost.style.transform = `translate(${x - startX}px, ${y - startY}px) rotate(1.5deg)`
        const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]')
        const next = column?.dataset['column'] ?? null
        if (next === over) return
        over = next
        setDrag({ task, over })
      }

      function scroll() {
        frame = requestAnimationFrame(scroll)
        const box = board.current?.getBoundingClientRect()
        if (!box) return
        const by = x < box.left + EDGE_PX ? -SCROLL_PX : x > box.right - EDGE_PX ? SCROLL_PX : 0
        if (by === 0) return
        board.current?.scrollBy({ left: by })
        follow()
      }

      function move(moved: globalThis.PointerEvent) {
        x = moved.clientX
        y = moved.clientY
        const isFar = Math.hypot(x - startX, y - startY) > DRAG_AFTER_PX
        if (ghost) follow()
        // a finger that moves at once scrolls
        else if (isFar && isTouch) end.current()
        else if (isFar) lift()
      }

      function release() {
        const wasDragged = ghost !== null
        const target = over
        end.current()
        if (!wasDragged) return
        // suppresses the click that follows, which would open the card
        addEventListener('click', swallow, { capture: true, once: true })
        setTimeout(() => removeEventListener('click', swallow, true), 0)
        if (target !== null) drop.current(task, target)
      }

      function escape(pressed: KeyboardEvent) {
        if (pressed.key !== 'Escape' || !ghost) return
        pressed.preventDefault()
        pressed.stopPropagation()
        end.current()
      }

      /** Prevents the page from scrolling under the card. */
      function stay(touched: TouchEvent) {
        if (ghost && touched.cancelable) touched.preventDefault()
      }

      const cancel = () => end.current()
      end.current = () => {
        clearTimeout(rest)
        cancelAnimationFrame(frame)
        removeEventListener('pointermove', move)
        removeEventListener('pointerup', release)
        removeEventListener('pointercancel', cancel)
        removeEventListener('keydown', escape, true)
        removeEventListener('touchmove', stay)
        ghost?.remove()
        ghost = null
        setDrag(null)
        end.current = () => {}
      }
      addEventListener('pointermove', move)
      addEventListener('pointerup', release)
      addEventListener('pointercancel', cancel)
      addEventListener('keydown', escape, true)
      addEventListener('touchmove', stay, { passive: false })
    },
    [board],
  )

  return { drag, grab }
}

function swallow(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/** The drag preview: a copy of the card that follows the pointer on top of everything. */
function ghostOf(card: HTMLElement): HTMLElement {
  const { left, top, width } = card.getBoundingClientRect()
  const ghost = card.cloneNode(true) as HTMLElement
  ghost.setAttribute('aria-hidden', 'true')
  ghost.inert = true
  Object.assign(ghost.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    margin: '0',
    zIndex: '40',
    pointerEvents: 'none',
    boxShadow: 'var(--shadow-2)',
  })
  document.body.append(ghost)
  return ghost
}
