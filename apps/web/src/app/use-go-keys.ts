import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { mayActOnLetter } from '../ui/letter-shortcuts.ts'
import { TABS } from './tabs.ts'

/** How long after `g` its letter counts. */
const SECOND_KEY_MS = 1_500

/** `?` for help, and `g` then a letter for a tab, while nobody is typing (ui, section 7). */
export function useGoKeys(onHelp: () => void): void {
  const navigate = useNavigate()

  useEffect(() => {
    let pressedGAt = -Infinity

    function press(event: KeyboardEvent) {
      if (!mayActOnLetter(event)) return
      const isSecond = event.timeStamp - pressedGAt < SECOND_KEY_MS
      pressedGAt = -Infinity
      if (event.key === '?') {
        event.preventDefault()
        onHelp()
      } else if (isSecond) {
        const tab = TABS.find(({ letter }) => letter === event.key)
        if (!tab) return
        // the letter is spoken for: `r` alone, say, would answer a message
        event.preventDefault()
        event.stopPropagation()
        void navigate({ to: tab.path })
      } else if (event.key === 'g') pressedGAt = event.timeStamp
    }

    addEventListener('keydown', press, true)
    return () => removeEventListener('keydown', press, true)
  }, [navigate, onHelp])
}
