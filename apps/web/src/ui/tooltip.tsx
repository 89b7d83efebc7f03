import { useEffect, useRef, useState } from 'react'
import { Kbd } from './kbd.tsx'

const OPEN_AFTER_MS = 400
const CLOSE_AFTER_MS = 120
const GAP_PX = 6
const MARGIN_PX = 8

interface Tip {
  text: string
  keys: string | undefined
  anchor: HTMLElement
}

function tipAround(target: EventTarget | null): Tip | null {
  const anchor = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
  const text = anchor?.dataset['tip']
  return anchor && text ? { text, keys: anchor.dataset['tipKeys'], anchor } : null
}

/** The anchor's open menu or popover is where its tooltip would be. */
function hasOpenMenu(anchor: HTMLElement): boolean {
  return anchor.matches('[aria-haspopup][aria-expanded=true]')
}

/** Below the anchor, or above it if there is no room; always within the viewport. */
function place(bubble: HTMLElement, anchor: HTMLElement): void {
  const around = anchor.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const below = around.bottom + GAP_PX
  const fitsBelow = below + height <= innerHeight - MARGIN_PX
  const left = around.left + around.width / 2 - width / 2
  bubble.style.top = `${fitsBelow ? below : around.top - GAP_PX - height}px`
  bubble.style.left = `${Math.max(MARGIN_PX, Math.min(left, innerWidth - width - MARGIN_PX))}px`
}

/**
 * The page's one tooltip. Any element with `data-tip` (and `data-tip-keys`) shows it after 400 ms of hovering, or when
 * the keyboard has moved the focus there; Escape closes it, and the pointer may hover it.
 *
 * One layer with delegated events instead of a wrapper around each button: a feed has hundreds of them. The text is
 * hidden from assistive technology, because it repeats the element's accessible name.
 */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip | null>(null)
  const bubble = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let timer = 0
    let current: HTMLElement | null = null
    /** The last key press moved the focus. */
    let isMoving = false

    function later(next: Tip | null, ms: number) {
      clearTimeout(timer)
      // nothing to close: this runs at every scroll event
      if (next === null && current === null) return
      timer = window.setTimeout(() => {
        const shown = next && !hasOpenMenu(next.anchor) ? next : null
        current = shown?.anchor ?? null
        setTip(shown)
      }, ms)
    }
    function over(event: PointerEvent) {
      if (event.pointerType === 'touch') return
      if (event.target instanceof Node && bubble.current?.contains(event.target)) return clearTimeout(timer)
      const next = tipAround(event.target)
      if (next?.anchor === current) clearTimeout(timer)
      else if (next) later(next, current ? CLOSE_AFTER_MS : OPEN_AFTER_MS)
      else later(null, CLOSE_AFTER_MS)
    }
    function focus(event: FocusEvent) {
      const next = tipAround(event.target)
      // no tooltip for an element that a dialog focuses automatically
      if (isMoving && next?.anchor.matches(':focus-visible')) later(next, OPEN_AFTER_MS)
      else if (current) later(null, 0)
    }
    const close = () => later(null, 0)
    function press(event: KeyboardEvent) {
      isMoving = /^(Tab|Arrow)/.test(event.key)
      if (event.key === 'Escape' || event.key === 'Enter' || event.key === ' ') close()
    }

    document.addEventListener('pointerover', over)
    document.documentElement.addEventListener('pointerleave', close)
    document.addEventListener('pointerdown', close, true)
    document.addEventListener('focusin', focus)
    document.addEventListener('focusout', close)
    document.addEventListener('keydown', press, true)
    document.addEventListener('scroll', close, true)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', over)
      document.documentElement.removeEventListener('pointerleave', close)
      document.removeEventListener('pointerdown', close, true)
      document.removeEventListener('focusin', focus)
      document.removeEventListener('focusout', close)
      document.removeEventListener('keydown', press, true)
      document.removeEventListener('scroll', close, true)
    }
  }, [])

  useEffect(() => {
    const element = bubble.current
    if (!tip || !element || !tip.anchor.isConnected) return
    // In the top layer: over every dialog, wherever it is in the DOM.
    element.showPopover()
    place(element, tip.anchor)
    return () => {
      if (element.isConnected) element.hidePopover()
    }
  }, [tip])

  return (
    <div
      ref={bubble}
      popover="manual"
      aria-hidden="true"
      className="fixed inset-auto m-0 max-w-72 items-center gap-2 rounded-chip bg-ink px-2 py-1 text-xs font-medium text-paper shadow-2 open:flex open:animate-pop-in"
    >
      {tip?.text}
      {tip?.keys && <Kbd tone="inverse">{tip.keys}</Kbd>}
    </div>
  )
}
