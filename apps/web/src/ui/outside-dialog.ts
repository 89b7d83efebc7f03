interface OutsideEvent {
  readonly target: EventTarget | null
  preventDefault(): void
}

/** A toast over an open dialog doesn't count as outside: using it must not close the dialog. */
export function stayOpenForToasts(event: OutsideEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-toaster]') !== null)
    event.preventDefault()
}
