import { useEffect, useEffectEvent, type RefObject } from 'react'
import { mayActOnLetter } from '../../../ui/letter-shortcuts.ts'
import { requestNewTask } from '../../task-refs/index.ts'

interface Keys {
  /** The container of the rows and cards, each with its task in `data-stop`. */
  pane: RefObject<HTMLElement | null>
  onEdit: (taskId: string) => void
}

/** A component that takes over the keyboard. */
const TAKEN =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]'
const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

/**
 * Keyboard shortcuts of the page (docs/rules/interface.md#keyboard), except while typing: c for a new task, j and k or
 * the arrows between tasks, e edits the focused one. Enter belongs to the row itself.
 */
export function useTaskKeys({ pane, onEdit }: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (target instanceof Element && target.closest(TAKEN) !== null) return
    // letter shortcuts can be switched off, arrows can't
    if (key.length === 1 && !mayActOnLetter(event)) return
    const step = STEPS[key]
    const stop = stopOf(document.activeElement)
    // arrows scroll the page unless a task has the focus
    const mayStep = step !== undefined && (key.length === 1 || stop !== null)
    const id = stop?.dataset['stop']
    if (key === 'c') requestNewTask()
    else if (key === 'e' && id !== undefined) onEdit(id)
    else if (!mayStep || !move(pane.current, stop, step)) return
    event.preventDefault()
  })

  useEffect(() => {
    // a named function of the effect: the same listener on every render
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function stopOf(element: Element | null): HTMLElement | null {
  if (element?.matches('[data-stop]') === true && element instanceof HTMLElement) return element
  // from a control inside a row to the next row
  return element?.closest('tr, li')?.querySelector<HTMLElement>('[data-stop]') ?? null
}

/** @returns whether there was a task to focus */
function move(pane: HTMLElement | null, from: HTMLElement | null, step: 1 | -1): boolean {
  const stops = [...(pane?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])]
  const at = from === null ? -1 : stops.indexOf(from)
  const next = at === -1 ? stops[0] : stops[at + step]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
  return stops.length > 0
}
