/**
 * Whether the focus went on, into the page or another window, while this one faded out: then it must not be taken back
 * to what opened it.
 */
export function isFocusElsewhere(layer: EventTarget | null): boolean {
  const { activeElement: focused, body } = document
  if (focused === null || focused === body) return false
  return !(layer instanceof Node && layer.contains(focused))
}
