import { useSyncExternalStore } from 'react'

/** `'false'` switches single-key shortcuts off on this device; anything else leaves them on. */
const KEY = 'letterShortcuts'

/** The letter that opens a tab after `g` (docs/rules/interface.md#keyboard). */
export const GO_LETTERS = {
  messages: 'm',
  tasks: 't',
  agents: 'a',
  search: 's',
  spaces: 'p',
  register: 'r',
  inbox: 'i',
} as const

let isOn = stored()
const listeners = new Set<() => void>()

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'false'
  } catch {
    return true
  }
}

const TYPING = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'
/** Dialogs and lists that handle all keys themselves. */
const TAKEN = '[role="dialog"], [role="menu"], [role="listbox"]'

/**
 * Whether a letter alone may act on this key press: letter shortcuts are on, no modifier is pressed, no field has the focus, and
 * no dialog or menu has the keyboard (docs/rules/interface.md#keyboard).
 */
export function mayActOnLetter(event: KeyboardEvent): boolean {
  return isFree(event, `${TYPING}, ${TAKEN}`)
}

/** Whether `?` may open the help: anywhere outside an input, over a dialog too. */
export function mayAskForHelp(event: KeyboardEvent): boolean {
  return isFree(event, `${TYPING}, [role="menu"], [role="listbox"]`)
}

function isFree(event: KeyboardEvent, taken: string): boolean {
  if (!isOn || event.defaultPrevented || event.isComposing) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const { target } = event
  return !(target instanceof Element) || target.closest(taken) === null
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

/** Whether letter shortcuts are on: users of speech input can switch them off in the help dialog. */
export function useLetterShortcuts(): boolean {
  return useSyncExternalStore(subscribe, () => isOn)
}
