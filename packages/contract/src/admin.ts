/** What administrators of the instance do (decisions 8). */
import * as z from 'zod/mini'
import { IdParams, Time } from './common.ts'
import { route } from './route.ts'

/** A single-use address under which its person sets a new password; shown once. */
export const ResetLink = z.object({ url: z.string(), expires_at: Time })
export type ResetLink = z.infer<typeof ResetLink>

export const adminRoutes = {
  resetLink: route({
    method: 'POST',
    path: '/api/admin/users/:id/reset-link',
    access: 'admin',
    summary: 'Make a link with which a person sets a new password',
    params: IdParams,
    answer: ResetLink,
    answersSecret: true,
  }),
}
