/** Arrow keys on the board: up and down within a column, left and right to the nearest column with cards. */
export function moveFocus(
  board: HTMLElement | null,
  from: HTMLElement,
  step: 1 | -1,
  isSideways: boolean,
): void {
  const columns = [...(board?.querySelectorAll<HTMLElement>('[data-column]') ?? [])].map((column) => [
    ...column.querySelectorAll<HTMLElement>('[data-stop]'),
  ])
  const at = columns.findIndex((stops) => stops.includes(from))
  const place = columns[at]?.indexOf(from) ?? -1
  if (!isSideways) return focus(columns[at]?.[place + step])
  const others = step === 1 ? columns.slice(at + 1) : columns.slice(0, at).toReversed()
  const stops = others.find(({ length }) => length > 0)
  focus(stops?.[Math.min(place, stops.length - 1)])
}

function focus(stop: HTMLElement | undefined): void {
  stop?.focus({ preventScroll: true })
  stop?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
