/** Finds the selected day of a chart, and the days to label on its axis. Pure. */

/** The day after a key press; null for keys without an effect. */
export function dayAfter(day: number, key: string, days: number): number | null {
  const last = days - 1
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(day + 1, last)
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(day - 1, 0)
    case 'PageUp':
      return Math.min(day + 7, last)
    case 'PageDown':
      return Math.max(day - 7, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/** The day nearest to an x position between 0 and `width`. */
export function dayAt(x: number, width: number, days: number): number {
  if (width <= 0 || days <= 1) return 0
  const day = Math.round((x / width) * (days - 1))
  return Math.min(Math.max(day, 0), days - 1)
}

/** At most `max` days at equal intervals, including the last. */
export function namedDays(dates: readonly string[], max: number): string[] {
  const step = Math.max(1, Math.ceil((dates.length - 1) / Math.max(1, max - 1)))
  return dates.filter((_, index) => (dates.length - 1 - index) % step === 0)
}
