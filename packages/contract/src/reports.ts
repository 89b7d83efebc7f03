/** Flagged messages (`!flag`), for the admins of their space (docs/rules/messages.md#reports). */
import * as z from 'zod/mini'
import { Id, IdParams, Time, queryNumber } from './common.ts'
import { REPORTS_PAGE_DEFAULT, REPORTS_PAGE_MAX } from './limits.ts'
import { route } from './route.ts'

const Account = z.object({ id: Id, type: z.enum(['user', 'agent']), username: z.nullable(z.string()) })

export const ReportState = z.enum(['open', 'kept', 'deleted'])

export const Report = z.object({
  id: Id,
  space_id: Id,
  space_name: z.string(),
  state: ReportState,
  opened_at: Time,
  closed_at: z.nullable(Time),
  /** The username of the admin who kept or deleted the message. */
  closed_by: z.nullable(z.string()),
  message: z.object({
    id: Id,
    /** A deleted account has no username. */
    author: Account,
    channel: z.string(),
    /** The current text. */
    content: z.string(),
    uploaded_at: Time,
  }),
  flag_count: z.number(),
  /** Who flagged it, oldest first; empty if the caller wrote the message, or owns the agent that did. */
  flags: z.array(z.object({ ...Account.shape, at: Time })),
})
export type Report = z.infer<typeof Report>

const page = {
  state: z.optional(z.enum(['open', 'closed'])),
  limit: queryNumber(REPORTS_PAGE_DEFAULT, 1, REPORTS_PAGE_MAX),
  cursor: z.optional(z.string().check(z.maxLength(100))),
}

const Reports = z.object({
  reports: z.array(Report),
  open_count: z.number(),
  next_cursor: z.nullable(z.string()),
})
export type Reports = z.infer<typeof Reports>

export const reportRoutes = {
  counts: route({
    method: 'GET',
    path: '/api/organizations/reports',
    access: 'session',
    summary: 'How many reports are open in each space whose admin the caller is',
    answer: z.object({ counts: z.array(z.object({ org_id: Id, open: z.number() })) }),
  }),
  list: route({
    method: 'GET',
    path: '/api/organizations/:id/reports',
    access: 'session',
    summary: 'The flagged messages of a space, the newest first; for its admins',
    params: IdParams,
    query: z.object(page),
    answer: Reports,
  }),
  resolve: route({
    method: 'POST',
    path: '/api/organizations/:id/reports/:report_id/resolve',
    access: 'session',
    summary: 'Keep a flagged message, or delete it; for admins of the space',
    params: z.object({ id: Id, report_id: Id }),
    body: z.object({ action: z.enum(['keep', 'delete']) }),
    answer: z.object({ id: Id, state: ReportState }),
  }),
  all: route({
    method: 'GET',
    path: '/api/admin/reports',
    access: 'admin',
    summary: 'The flagged messages of every space, the newest first',
    query: z.object(page),
    answer: Reports,
  }),
}
