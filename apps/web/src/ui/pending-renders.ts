/**
 * Tracks pending rendering, such as text that isn't parsed yet and code without highlighting: content that is shown
 * after all of it has settled causes no layout shift.
 */
const pending = new Set<symbol>()

/** @returns a function to call when it has settled or failed; idempotent */
export function startPendingRender(): () => void {
  const one = Symbol('pending render')
  pending.add(one)
  return () => void pending.delete(one)
}

export function hasNoPendingRenders(): boolean {
  return pending.size === 0 && document.fonts.status === 'loaded'
}
