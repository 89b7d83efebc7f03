/** The time ranges of the filter bar (docs/rules/interface.md#filters). */
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const RANGES_MS = {
  all: null,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '8h': 8 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '24h': DAY_MS,
  '3d': 3 * DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
} as const

export type TimeRange = keyof typeof RANGES_MS

export const TIME_RANGES = Object.keys(RANGES_MS).filter(isTimeRange)

export function isTimeRange(text: string): text is TimeRange {
  return Object.hasOwn(RANGES_MS, text)
}

/** How far back a range reaches, in milliseconds; null for all time. */
export function rangeMs(range: TimeRange): number | null {
  return RANGES_MS[range]
}

/** How far back a range reaches, in hours, as the history route takes it; undefined for all time. */
export function rangeHours(range: TimeRange): number | undefined {
  const ms = rangeMs(range)
  return ms === null ? undefined : ms / HOUR_MS
}
