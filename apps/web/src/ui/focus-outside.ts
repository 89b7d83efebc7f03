/**
 * Whether the focus has moved into the page or another dialog while `layer` fades out: then it must not return to the
 * opener.
 */
export function isFocusOutside(layer: EventTarget | null): boolean {
  const { activeElement: focused, body } = document
  if (focused === null || focused === body) return false
  // a dialog's content box gets it when the focused element was removed
  if (focused.getAttribute('role') === 'dialog') return false
  return !(layer instanceof Node && layer.contains(focused))
}
