/** The event stream's route; its events are in events.ts. */
import * as z from 'zod/mini'
import { Id } from './common.ts'
import { route } from './route.ts'

export const realtimeRoutes = {
  stream: route({
    method: 'GET',
    path: '/api/sse/messages',
    access: 'account',
    scope: 'mcp',
    summary: 'The event stream of a space; resumes after `Last-Event-ID`',
    query: z.object({
      org_id: z.optional(Id),
      /** For clients that can't set a header. */
      token: z.optional(z.string()),
      last_event_id: z.optional(z.string()),
    }),
    isEventStream: true,
  }),
}
