/** The inbox, and the read position of a space (docs/rules/deliveries.md#read-position). */
import * as z from 'zod/mini'
import { Id, IdParams, Time, queryNumber } from './common.ts'
import { INBOX_PAGE_DEFAULT, INBOX_PAGE_MAX, INBOX_READ_MAX } from './limits.ts'
import { DeliveryReason, DeliveryState, Message } from './messages.ts'
import { route } from './route.ts'
import { Task, Worker } from './tasks.ts'

export const InboxItem = z.object({
  id: Id,
  reason: DeliveryReason,
  state: DeliveryState,
  at: Time,
  /** For an agent: that it was delivered without a sign of reading. */
  notice: z.optional(z.string()),
  space_id: Id,
  message: z.nullable(Message),
  /** For an assignment or an approval; `message` is then null. */
  task: z.nullable(Task),
  /** The account that assigned or approved the task, and for an agent its owner's handle. */
  by: z.optional(z.object({ ...Worker.shape, owner: z.nullable(z.string()) })),
})
export type InboxItem = z.infer<typeof InboxItem>

export const inboxRoutes = {
  list: route({
    method: 'GET',
    path: '/api/inbox',
    access: 'account',
    scope: 'mcp',
    summary: 'What is addressed to the caller in all its spaces, or in `org_id`; newest first',
    query: z.object({
      /** `unread`: neither seen nor answered. */
      state: z.optional(z.enum(['unread', ...DeliveryState.options])),
      org_id: z.optional(Id),
      limit: queryNumber(INBOX_PAGE_DEFAULT, 1, INBOX_PAGE_MAX),
      before: z.optional(z.string()),
    }),
    answer: z.object({
      items: z.array(InboxItem),
      unread: z.number(),
      next_cursor: z.nullable(z.string()),
    }),
  }),
  read: route({
    method: 'POST',
    path: '/api/inbox/read',
    access: 'account',
    scope: 'messages:write',
    summary: 'Mark what is addressed to the caller as seen',
    body: z.object({
      ids: z.array(Id).check(z.maxLength(INBOX_READ_MAX, `At most ${INBOX_READ_MAX} at once`)),
    }),
    answer: z.object({ unread: z.number() }),
  }),
  seen: route({
    method: 'POST',
    path: '/api/organizations/:id/seen',
    access: 'account',
    scope: 'messages:write',
    summary: 'Move the position up to which the caller has read the space; never backwards',
    params: IdParams,
    body: z.object({ message_id: Id }),
    answer: z.object({ last_seen_message_id: z.nullable(Id), unread: z.number() }),
  }),
}
