/** Elements of the feed, for moving the focus to them. */

export function editField(): HTMLElement | null {
  return document.querySelector('[data-edit-box] textarea')
}

/** The row of a message. */
export function rowOf(id: string): HTMLElement | null {
  return document.querySelector(`[data-stop="${CSS.escape(id)}"]`)
}

/** The row after that of a message, or the one before it if it is the last. */
export function rowBeside(id: string): HTMLElement | null {
  const stops = [...document.querySelectorAll<HTMLElement>('[data-feed] [data-stop]')]
  const index = stops.findIndex((stop) => stop.dataset['stop'] === id)
  return stops[index + 1] ?? stops[index - 1] ?? null
}
