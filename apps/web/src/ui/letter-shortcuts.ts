import { useSyncExternalStore } from 'react'

/** `'false'` switches single-key shortcuts off on this device; anything else leaves them on. */
const KEY = 'letterShortcuts'

let isOn = stored()
const listeners = new Set<() => void>()

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'false'
  } catch {
    return true
  }
}

/**
 * Whether a letter alone may act on this key press: letter shortcuts are on, no modifier is held, nobody is
 * typing, and no dialog or menu has the keyboard (ui, section 7).
 */
export function mayActOnLetter(event: KeyboardEvent): boolean {
  if (!isOn || event.defaultPrevented || event.isComposing) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const { target } = event
  if (!(target instanceof Element)) return true
  return !target.closest(
    'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="dialog"], [role="menu"]',
  )
}

export function setLetterShortcuts(on: boolean): void {
  isOn = on
  try {
    localStorage.setItem(KEY, String(on))
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether single letters act: a person who dictates switches them off in the help dialog. */
export function useLetterShortcuts(): boolean {
  return useSyncExternalStore(subscribe, () => isOn)
}
