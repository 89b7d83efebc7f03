interface OutsideEvent {
  readonly target: EventTarget | null
  preventDefault(): void
}

/** A toast lies over an open dialog, not outside of it: using one must not close the dialog. */
export function stayOpenForToasts(event: OutsideEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-toaster]') !== null)
    event.preventDefault()
}
