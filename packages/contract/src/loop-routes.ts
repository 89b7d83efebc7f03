/** Calls about chains of agents (docs/rules/loops.md). Separate from their schemas, which every message needs. */
import * as z from 'zod/mini'
import { IdParams } from './common.ts'
import { CauseStep, Hold, SpaceBounds } from './loops.ts'
import { route } from './route.ts'

export const loopRoutes = {
  decide: route({
    method: 'POST',
    path: '/api/messages/:id/hold',
    access: 'session',
    summary: 'Let the chain of agents that is held at a message go on, or stop it',
    params: IdParams,
    body: z.object({ decision: z.enum(['continue', 'stop']) }),
    answer: z.object({ hold: Hold }),
  }),
  cause: route({
    method: 'GET',
    path: '/api/messages/:id/cause',
    access: 'session',
    summary:
      'Why a message came about: the chain from the person who began it; for members and administrators',
    params: IdParams,
    answer: z.object({
      /** From the first to the message itself. */
      steps: z.array(CauseStep),
      /** Whether earlier steps are left out. */
      is_cut: z.boolean(),
    }),
  }),
  bounds: route({
    method: 'GET',
    path: '/api/organizations/:id/bounds',
    access: 'session',
    summary: 'How far chains of agents go in a space without a person',
    params: IdParams,
    answer: SpaceBounds,
  }),
}
