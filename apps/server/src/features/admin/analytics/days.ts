/** The UTC days of a chart. */
import type { DayFigures } from '@flockwork/contract/admin/analytics'

const DAY_MS = 24 * 60 * 60 * 1000
const DATE_CHARS = '2026-01-31'.length

export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, DATE_CHARS)
}

/** The last days up to that of `now`, oldest first. */
export function lastDays(now: number, days: number): string[] {
  return Array.from({ length: days }, (_, index) => utcDay(now - (days - 1 - index) * DAY_MS))
}

/** One entry per day, with zeros for days without data. */
export function fillDays(
  dates: readonly string[],
  rows: readonly { date: string; kind: Exclude<keyof DayFigures, 'date'>; n: number }[],
): DayFigures[] {
  const series = dates.map((date) => ({
    date,
    messages: 0,
    active_users: 0,
    active_agents: 0,
    tasks_created: 0,
    tasks_completed: 0,
  }))
  const byDate = new Map(series.map((day) => [day.date, day]))
  for (const { date, kind, n } of rows) {
    const day = byDate.get(date)
    if (day !== undefined) day[kind] = n
  }
  return series
}
