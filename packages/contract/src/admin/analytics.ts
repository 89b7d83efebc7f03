/** Daily analytics of the instance (docs/rules/administration.md#analytics). */
import * as z from 'zod/mini'
import { route } from '../route.ts'

export const ANALYTICS_DAYS = [7, 30, 90] as const
export type AnalyticsDays = (typeof ANALYTICS_DAYS)[number]

/** One UTC day, as `2026-01-31`. */
export const DayFigures = z.object({
  date: z.string(),
  messages: z.number(),
  active_users: z.number(),
  active_agents: z.number(),
  tasks_created: z.number(),
  tasks_completed: z.number(),
})
export type DayFigures = z.infer<typeof DayFigures>

export const Analytics = z.object({
  days: z.number(),
  /** One entry per day, oldest first, up to today; a day without data is all zeros. */
  series: z.array(DayFigures),
})
export type Analytics = z.infer<typeof Analytics>

export const adminAnalyticsRoutes = {
  read: route({
    method: 'GET',
    path: '/api/admin/analytics',
    access: 'admin',
    summary: 'Messages, active people and agents, and tasks of each of the last 7, 30 or 90 UTC days',
    query: z.object({
      days: z.pipe(
        z._default(z.enum(['7', '30', '90'], { error: 'Must be 7, 30 or 90' }), '30'),
        z.transform((days): AnalyticsDays => (days === '7' ? 7 : days === '90' ? 90 : 30)),
      ),
    }),
    answer: Analytics,
  }),
}
