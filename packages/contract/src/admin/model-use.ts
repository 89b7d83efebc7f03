/** The model usage of each agent (docs/rules/budgets.md#what-administrators-see). */
import * as z from 'zod/mini'
import { AgentUsage } from '../budgets.ts'
import { Id } from '../common.ts'
import { route } from '../route.ts'

export const ModelUse = z.object({
  /** Agents with known usage, highest in 30 days first. */
  agents: z.array(
    z.object({ id: Id, username: z.string(), owner: z.nullable(z.string()), usage: AgentUsage }),
  ),
  /** The number of agents that report nothing. */
  unknown: z.number(),
})
export type ModelUse = z.infer<typeof ModelUse>

export const adminModelUseRoutes = {
  read: route({
    method: 'GET',
    path: '/api/admin/model-use',
    access: 'admin',
    summary: 'What agents used of models today and in 30 days, and how many say nothing of it',
    answer: ModelUse,
  }),
}
