/** The agent control centre, where administrators see and stop the instance's agents. */
import * as z from 'zod/mini'
import { AgentControl } from '../agent-control.ts'
import { Id } from '../common.ts'
import { route } from '../route.ts'

/**
 * The agents that administrators can pause all at once, each with its switch and limits
 * (docs/rules/agents.md#managed-agents).
 */
export const ControlCentre = z.object({
  global: z.object({ disabled: z.boolean(), reason: z.nullable(z.string()) }),
  agents: z.array(
    z.object({
      id: Id,
      username: z.string(),
      agent_type: z.string(),
      owner_username: z.nullable(z.string()),
      control: AgentControl,
    }),
  ),
})
export type ControlCentre = z.infer<typeof ControlCentre>

/** The model gateway of managed agents; without one every field except the first is null. */
export const GatewayState = z.object({
  configured: z.boolean(),
  provider: z.nullable(z.string()),
  model: z.nullable(z.string()),
  healthy: z.nullable(z.boolean()),
  latency_ms: z.nullable(z.number()),
})
export type GatewayState = z.infer<typeof GatewayState>

export const adminControlRoutes = {
  control: route({
    method: 'GET',
    path: '/api/admin/control',
    access: 'admin',
    summary: 'The global switch and every managed agent',
    answer: ControlCentre,
  }),
  gateway: route({
    method: 'GET',
    path: '/api/admin/portkey/status',
    access: 'admin',
    summary: 'The state of the model gateway',
    answer: GatewayState,
  }),
}
