import { useRef, type RefObject } from 'react'
import { isFocusOutside } from './focus-outside.ts'

/** The focused element; for a menu item, which is unmounted by then, the menu's trigger. */
function openerOf(element: Element | null): HTMLElement | null {
  const labelId = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = labelId ? document.getElementById(labelId) : element
  return opener instanceof HTMLElement ? opener : null
}

/** The opener of each dialog that is or was on the page, for dialogs that were opened from inside it. */
const openers = new WeakMap<Element, HTMLElement>()

/** The opener of the last dialog, until that is closed: if another follows at once, nothing may have the focus. */
let lastOpener: RefObject<HTMLElement | null> | null = null

/**
 * Restores the focus to the element that had it when a dialog opened (docs/rules/interface.md#focus). Radix does that
 * only for its own triggers, and our dialogs are opened from anywhere. If the opener was unmounted with its dialog,
 * like a row of the drawer, that dialog's opener gets the focus; if that is gone, too, the page's content. The initial focus
 * is on the element with `data-initial-focus`, otherwise on the first button.
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

/** Calls back when the element is removed while focused, like a row whose deletion is only confirmed now. */
function whenGone(element: HTMLElement, act: () => void): void {
  const observer = new MutationObserver(() => {
    if (document.activeElement === element) return
    observer.disconnect()
    if (!element.isConnected && document.activeElement === document.body) act()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
