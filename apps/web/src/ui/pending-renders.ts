/**
 * Tracks what on the page isn't in its final form yet: rows that aren't mounted, text that isn't parsed, code that isn't
 * highlighted. The feed is shown once nothing is pending, so that it doesn't shift.
 */
const pending = new Set<symbol>()

/** @returns a function to call when it is rendered, has failed or is removed; idempotent */
export function startPendingRender(): () => void {
  const one = Symbol('pending render')
  pending.add(one)
  return () => void pending.delete(one)
}

/** Fonts count, too. */
export function hasNoPendingRenders(): boolean {
  return pending.size === 0 && document.fonts.status === 'loaded'
}
