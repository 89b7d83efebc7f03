import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { mayActOnLetter, mayAskForHelp } from '../../ui/letter-shortcuts.ts'
import { pathOfLetter } from '../navigation/tabs.ts'

/** How long after `g` the letter may follow. */
const SECOND_KEY_MS = 1_500

/** An open dialog disables the shortcuts. */
const OPEN_WINDOW = '[role="dialog"][data-state="open"]'

interface ShellKeys {
  onHelp: () => void
  onPalette: () => void
}

/**
 * The keys that work on every page (docs/rules/interface.md#keyboard): `?` for help, Ctrl or Cmd and K for the palette,
 * also while typing, `/` for the search box of the page, and `g` then a letter for a tab.
 */
export function useShellKeys({ onHelp, onPalette }: ShellKeys): void {
  const navigate = useNavigate()

  useEffect(() => {
    let pressedGAt = -Infinity

    function press(event: KeyboardEvent) {
      if (isPaletteKey(event)) {
        // some browsers use this key for their own search
        event.preventDefault()
        if (!document.querySelector(OPEN_WINDOW)) onPalette()
        return
      }
      if (event.key === '?' && mayAskForHelp(event)) {
        event.preventDefault()
        onHelp()
        return
      }
      if (!mayActOnLetter(event)) return
      const isSecond = event.timeStamp - pressedGAt < SECOND_KEY_MS
      pressedGAt = -Infinity
      const path = isSecond ? pathOfLetter(event.key) : null
      if (path !== null) {
        // the letter belongs to this sequence: `r` alone would reply to a message
        event.preventDefault()
        event.stopPropagation()
        void navigate({ to: path })
      } else if (event.key === 'g') pressedGAt = event.timeStamp
      else if (event.key === '/' && focusSearchBox()) event.preventDefault()
    }

    addEventListener('keydown', press, true)
    return () => removeEventListener('keydown', press, true)
  }, [navigate, onHelp, onPalette])
}

function isPaletteKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey && !altKey
}

/** @returns whether the page has one */
function focusSearchBox(): boolean {
  const box = document.querySelector<HTMLInputElement>('#content input[type="search"]')
  box?.focus()
  box?.select()
  return box !== null
}
