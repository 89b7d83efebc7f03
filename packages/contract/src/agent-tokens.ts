/** New tokens of agents. Separate from the calls that every page loads. */
import * as z from 'zod/mini'
import { AgentConfig, agentTokenName } from './agents.ts'
import { IdParams } from './common.ts'
import { route } from './route.ts'

export const agentTokenRoutes = {
  create: route({
    method: 'POST',
    path: '/auth/agents/:id/tokens',
    access: 'session',
    summary: 'Make a token of an agent, which can have a name; the others stay valid',
    params: IdParams,
    body: z.nullish(z.object({ name: agentTokenName() })),
    answer: AgentConfig,
    status: 201,
    answersSecret: true,
  }),
}
