import { useSyncExternalStore } from 'react'

/** `'true'` or `'false'`; absent if the system decides. Unlike other keys it has no prefix. */
export const DARK_MODE_KEY = 'darkMode'

// Like `--paper` in tokens.css: the `theme-color` of a phone's browser can't use variables.
const PAPER = { light: '#faf9f5', dark: '#101715' }

const systemPrefersDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
/** The choice if storage is blocked: it then lasts as long as the page. */
let choiceOfPage: boolean | null = null

export type ThemeChoice = 'system' | 'light' | 'dark'

function storedChoice(): boolean | null {
  try {
    const stored = localStorage.getItem(DARK_MODE_KEY)
    return stored === null ? choiceOfPage : stored === 'true'
  } catch {
    return choiceOfPage
  }
}

function isDark(): boolean {
  return document.documentElement.classList.contains('dark')
}

function show(dark: boolean): void {
  if (dark !== isDark()) paint(dark)
  for (const listener of listeners) listener()
}

function paint(dark: boolean): void {
  document.documentElement.classList.toggle('dark', dark)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? PAPER.dark : PAPER.light)
}

function follow(): void {
  show(storedChoice() ?? systemPrefersDark.matches)
}

/** Syncs the theme with the system and the other tabs. Call once at the start. */
export function watchTheme(): void {
  follow()
  systemPrefersDark.addEventListener('change', follow)
  addEventListener('storage', (event) => {
    if (event.key === DARK_MODE_KEY || event.key === null) follow()
  })
}

/** Applies the theme and stores it on this device; it survives a logout. */
export function setDarkMode(dark: boolean): void {
  try {
    localStorage.setItem(DARK_MODE_KEY, String(dark))
  } catch {
    choiceOfPage = dark
  }
  show(dark)
}

/** Applies a theme and stores it on this device; `system` removes the choice. */
export function setTheme(choice: ThemeChoice): void {
  if (choice !== 'system') return setDarkMode(choice === 'dark')
  choiceOfPage = null
  try {
    localStorage.removeItem(DARK_MODE_KEY)
  } catch {
    // Nothing is stored where storage is blocked.
  }
  follow()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The choice on this device, made in this tab or another. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice)
}

function themeChoice(): ThemeChoice {
  const isDarkChosen = storedChoice()
  if (isDarkChosen === null) return 'system'
  return isDarkChosen ? 'dark' : 'light'
}

/** The theme on screen. The inline script of index.html set it before the first paint. */
export function useDarkMode(): boolean {
  return useSyncExternalStore(subscribe, isDark)
}
