/**
 * What is on its way to its final look, as a text that is still to be read and code without its colours: what is shown
 * once all of it has come doesn't change under the reader's eyes.
 */
const underway = new Set<symbol>()

/** @returns a function to call when it has come, or won't; more than once does no harm */
export function settling(): () => void {
  const one = Symbol('settling')
  underway.add(one)
  return () => void underway.delete(one)
}

export function hasSettled(): boolean {
  return underway.size === 0 && document.fonts.status === 'loaded'
}
