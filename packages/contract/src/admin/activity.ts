/** Recent activity of people and agents (docs/rules/administration.md#activity). */
import * as z from 'zod/mini'
import { Id, Time, queryNumber } from '../common.ts'
import {
  ADMIN_ACTIVITY_HOURS,
  ADMIN_ACTIVITY_HOURS_MAX,
  ADMIN_ACTIVITY_PAGE,
  ADMIN_PAGE_MAX,
  ADMIN_SEARCH_MAX_CHARS,
} from '../limits.ts'
import { route } from '../route.ts'

export const ActivityType = z.enum(['signup', 'agent', 'space', 'join', 'message', 'task', 'task_completed'])
export type ActivityType = z.infer<typeof ActivityType>

export const AdminActivity = z.object({
  id: z.string(),
  user_id: Id,
  username: z.string(),
  type: ActivityType,
  /** What they did, without the text they wrote. */
  description: z.string(),
  org_id: z.nullable(Id),
  timestamp: Time,
})
export type AdminActivity = z.infer<typeof AdminActivity>

export const adminActivityRoutes = {
  list: route({
    method: 'GET',
    path: '/api/admin/activity',
    access: 'admin',
    summary: 'What people and agents did in the last hours; newest first',
    query: z.object({
      limit: queryNumber(ADMIN_ACTIVITY_PAGE, 1, ADMIN_PAGE_MAX),
      offset: queryNumber(0, 0, Number.MAX_SAFE_INTEGER),
      hours: queryNumber(ADMIN_ACTIVITY_HOURS, 1, ADMIN_ACTIVITY_HOURS_MAX),
      type: z.optional(ActivityType),
      /** A prefix of the actor's handle. */
      search: z.optional(z.string().check(z.maxLength(ADMIN_SEARCH_MAX_CHARS))),
    }),
    answer: z.object({
      activities: z.array(AdminActivity),
      /** The number of matches, at most `ADMIN_COUNT_MAX`. */
      total: z.number(),
    }),
  }),
}
