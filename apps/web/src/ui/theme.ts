import { useSyncExternalStore } from 'react'

/** `'true'` or `'false'`; absent while the system decides. Named without the prefix the other keys carry. */
export const DARK_MODE_KEY = 'darkMode'

// As `--paper` in tokens.css: the bar of a phone's browser takes no variable.
const PAPER = { light: '#faf9f5', dark: '#101715' }

const systemPrefersDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function storedChoice(): boolean | null {
  try {
    const stored = localStorage.getItem(DARK_MODE_KEY)
    return stored === null ? null : stored === 'true'
  } catch {
    return null
  }
}

function isDark(): boolean {
  return document.documentElement.classList.contains('dark')
}

function show(dark: boolean): void {
  if (dark === isDark()) return
  document.documentElement.classList.toggle('dark', dark)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? PAPER.dark : PAPER.light)
  for (const listener of listeners) listener()
}

function follow(): void {
  show(storedChoice() ?? systemPrefersDark.matches)
}

/** Keeps the page in step with the system and with this person's other tabs. Call once at the start. */
export function watchTheme(): void {
  follow()
  systemPrefersDark.addEventListener('change', follow)
  addEventListener('storage', (event) => {
    if (event.key === DARK_MODE_KEY || event.key === null) follow()
  })
}

/** Shows the theme and remembers it on this device; logging out keeps it. */
export function setDarkMode(dark: boolean): void {
  try {
    localStorage.setItem(DARK_MODE_KEY, String(dark))
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
  show(dark)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The theme on screen. The inline script of index.html set it before the first paint. */
export function useDarkMode(): boolean {
  return useSyncExternalStore(subscribe, isDark)
}
