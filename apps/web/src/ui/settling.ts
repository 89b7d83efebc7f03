/**
 * Tracks pending rendering, such as text that isn't parsed yet and code without highlighting: content that is shown
 * after all of it has settled causes no layout shift.
 */
const underway = new Set<symbol>()

/** @returns a function to call when it has settled or failed; idempotent */
export function settling(): () => void {
  const one = Symbol('settling')
  underway.add(one)
  return () => void underway.delete(one)
}

export function hasSettled(): boolean {
  return underway.size === 0 && document.fonts.status === 'loaded'
}
