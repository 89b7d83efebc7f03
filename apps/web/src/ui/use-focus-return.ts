import { useRef, type RefObject } from 'react'
import { isFocusOutside } from './focus-outside.ts'

/** What had the focus; for an item of a menu, which is gone by then, the button that opened the menu. */
function openerOf(element: Element | null): HTMLElement | null {
  const labelId = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = labelId ? document.getElementById(labelId) : element
  return opener instanceof HTMLElement ? opener : null
}

/** What opened each window that is or was on the page, for what was opened from inside it. */
const openers = new WeakMap<Element, HTMLElement>()

/** What opened the last window, until that is closed: where another follows at once, nothing may have the focus. */
let lastOpener: RefObject<HTMLElement | null> | null = null

/**
 * Gives the focus back to what had it when a dialog opened (docs/rules/interface.md#focus). Radix does that only for a
 * trigger of its own, and our dialogs are opened from anywhere. When the opener is gone with its window, as
 * a row of the drawer, what opened that window gets it; when that is gone, too, the page's content. What a window marks with `data-initial-focus` has the focus
 * first; otherwise its first button has.
 *
 * @param returnTo called on close: the element to focus instead, if any
 */
export function useFocusReturn(returnTo?: () => HTMLElement | null): {
  onOpenAutoFocus: (event: Event) => void
  onCloseAutoFocus: (event: Event) => void
} {
  const opener = useRef<HTMLElement | null>(null)
  const before = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus(event) {
      const { target } = event
      const { activeElement, body } = document
      opener.current = openerOf(activeElement === body ? (lastOpener?.current ?? null) : activeElement)
      lastOpener = opener
      const around = opener.current?.closest('[role="dialog"]')
      before.current = (around && openers.get(around)) ?? null
      if (!(target instanceof Element)) return
      if (opener.current) openers.set(target, opener.current)
      const first = target.querySelector<HTMLElement>('[data-initial-focus]')
      if (!first) return
      event.preventDefault()
      first.focus()
    },
    onCloseAutoFocus(event) {
      if (lastOpener === opener) lastOpener = null
      event.preventDefault()
      if (isFocusOutside(event.target)) return
      const page = document.getElementById('content')
      const back = [returnTo?.(), opener.current, before.current, page].find(
        (element) => element?.isConnected,
      )
      back?.focus()
      if (back) whenGone(back, () => page?.focus())
    },
  }
}

/** Calls back when the element leaves the page with the focus, as a row whose deletion is only now known. */
function whenGone(element: HTMLElement, act: () => void): void {
  const observer = new MutationObserver(() => {
    if (document.activeElement === element) return
    observer.disconnect()
    if (!element.isConnected && document.activeElement === document.body) act()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
