/** Runs of managed agents for a message (docs/rules/managed-agents.md#while-it-works). */
import * as z from 'zod/mini'
import { Id, IdParams } from './common.ts'
import { route } from './route.ts'

export const runRoutes = {
  stop: route({
    method: 'POST',
    path: '/api/messages/:id/stop',
    access: 'session',
    summary:
      'Stop what an agent that the server runs is doing about a message; for who asked, its owner and admins',
    params: IdParams,
    body: z.object({ agent_id: Id }),
  }),
}
