/**
 * Whether the focus has moved into the page or another dialog while `layer` fades out: then it must not return to the
 * opener.
 */
export function isFocusOutside(layer: EventTarget | null): boolean {
  const { activeElement: focused, body } = document
  if (focused === null || focused === body) return false
  return !(layer instanceof Node && layer.contains(focused))
}
