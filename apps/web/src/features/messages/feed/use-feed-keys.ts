import { useEffect, useRef } from 'react'
import { mayActOnLetter } from '../../../ui/letter-shortcuts.ts'

/** What a key does with the focused message. */
export type MessageAction = 'reply' | 'startEdit' | 'openPicker'

const MESSAGE_KEYS: Readonly<Record<string, MessageAction>> = {
  r: 'reply',
  e: 'startEdit',
  '+': 'openPicker',
}

export interface FeedKeys {
  pane: () => HTMLElement | null
  focusComposer: () => void
  jumpToLatest: () => void
  withMessage: (stopId: string, handle: MessageAction) => void
  markRead: (stopId: string) => void
}

const TYPING =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]'

/**
 * The keyboard in the feed (docs/rules/interface.md#keyboard), except while typing: j and k or the arrows move between
 * messages, right and left inside one, r replies, e edits, + reacts, x marks read, c focuses the composer, End goes to
 * the newest.
 */
export function useFeedKeys(keys: FeedKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(TYPING)) return
      if (event.key.length === 1 && !mayActOnLetter(event)) return
      if (act(event, latest.current)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** @returns whether the key was handled */
function act({ key }: KeyboardEvent, keys: FeedKeys): boolean {
  const pane = keys.pane()
  const focused = document.activeElement
  const stop = pane?.contains(focused) ? (focused?.closest<HTMLElement>('[data-stop]') ?? null) : null
  const stopId = stop?.dataset['stop']
  const isInside = pane?.contains(focused) ?? false

  switch (key) {
    case 'c':
      keys.focusComposer()
      return true
    case 'End':
      keys.jumpToLatest()
      return true
    case 'j':
    case 'k':
      return moveBetween(pane, stop, key === 'j' ? 1 : -1)
    case 'ArrowDown':
    case 'ArrowUp':
      return isInside && moveBetween(pane, stop, key === 'ArrowDown' ? 1 : -1)
    case 'ArrowRight':
    case 'ArrowLeft':
      return isInside && moveInside(focused, key === 'ArrowRight' ? 1 : -1)
    case 'r':
    case 'e':
    case '+':
      if (stopId === undefined || MESSAGE_KEYS[key] === undefined) return false
      keys.withMessage(stopId, MESSAGE_KEYS[key])
      return true
    case 'x':
      if (stopId === undefined) return false
      keys.markRead(stopId)
      return true
    default:
      return false
  }
}

function moveBetween(pane: HTMLElement | null, from: HTMLElement | null, step: 1 | -1): boolean {
  if (!pane) return false
  const stops = [...pane.querySelectorAll<HTMLElement>('[data-stop]')]
  const next = from === null ? null : stops[stops.indexOf(from) + step]
  // the pane passes the focus to the active row
  if (next === null) pane.focus()
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
  return true
}

/** Between a message and its links and buttons, in a circle. */
function moveInside(from: Element | null, step: 1 | -1): boolean {
  const item = from?.closest('[data-item]')
  if (!item || !(from instanceof HTMLElement)) return false
  const inside = [
    ...item.querySelectorAll<HTMLElement>('[data-stop], a[href], button, pre[tabindex]'),
  ].filter((element) => element.closest('[data-item]') === item)
  inside.at((inside.indexOf(from) + step) % inside.length)?.focus()
  return true
}
