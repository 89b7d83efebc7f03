import { useRef } from 'react'

/** What had the focus; for an item of a menu, which is gone by then, the button that opened the menu. */
function openerOf(element: Element | null): HTMLElement | null {
  const labelId = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = labelId ? document.getElementById(labelId) : element
  return opener instanceof HTMLElement ? opener : null
}

/**
 * Gives the focus back to what had it when a dialog opened (ui, section 7). Radix does that only for a trigger of
 * its own, and our dialogs are opened from anywhere.
 */
export function useFocusReturn(): {
  onOpenAutoFocus: () => void
  onCloseAutoFocus: (event: Event) => void
} {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus() {
      opener.current = openerOf(document.activeElement)
    },
    onCloseAutoFocus(event) {
      event.preventDefault()
      if (opener.current?.isConnected) opener.current.focus()
    },
  }
}
