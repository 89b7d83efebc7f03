/**
 * Whether the focus has moved into the page or another dialog while `layer` fades out: then it must not return to the
 * opener.
 */
export function isFocusOutside(layer: EventTarget | null): boolean {
  const { activeElement: focused, body } = document
  if (focused === null || focused === body) return false
  // a dialog's own box gets it when what had it has gone from the dialog
  if (focused.getAttribute('role') === 'dialog') return false
  return !(layer instanceof Node && layer.contains(focused))
}
