/** Numbers of pages. Pure. */

export function pagesOf(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

/** The page numbers to show: the ends, this page and its neighbours; `null` for a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const near = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 1,
  )
  return near.flatMap((number, index) => {
    const before = near[index - 1] ?? 0
    if (number - before === 1) return [number]
    // a gap of one page shows its number
    return number - before === 2 ? [number - 1, number] : [null, number]
  })
}
