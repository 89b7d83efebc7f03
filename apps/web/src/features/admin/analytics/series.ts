import type { DayFigures } from '@flockwork/contract/admin/analytics'

const DAY_MS = 24 * 60 * 60 * 1000

const NOTHING = { messages: 0, active_users: 0, active_agents: 0, tasks_created: 0, tasks_completed: 0 }

/** The placeholder for days without data. */
export function zeroDays(now: number, days: number): DayFigures[] {
  return Array.from({ length: days }, (_, index) => ({
    date: new Date(now - (days - 1 - index) * DAY_MS).toISOString().slice(0, '2026-01-31'.length),
    ...NOTHING,
  }))
}

/** Whether anything happened on any day. Active users alone don't count: the viewer is always one. */
export function hasAnything(series: readonly DayFigures[]): boolean {
  return series.some((day) => day.messages + day.tasks_created + day.tasks_completed > 0)
}
