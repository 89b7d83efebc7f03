/** The kill switch of agents and their limits (docs/rules/agents.md#kill-switch). */
import * as z from 'zod/mini'
import { IdParams, wholeNumber } from './common.ts'
import { AGENT_LIMIT_MAX, CONTROL_REASON_MAX_CHARS } from './limits.ts'
import { route } from './route.ts'

export const AgentControl = z.object({
  is_disabled: z.boolean(),
  disabled_reason: z.optional(z.nullable(z.string())),
  disabled_by: z.optional(z.array(z.string())),
  user_hourly_limit: z.optional(z.nullable(z.number())),
  user_daily_limit: z.optional(z.nullable(z.number())),
  agent_hourly_limit: z.optional(z.nullable(z.number())),
  agent_daily_limit: z.optional(z.nullable(z.number())),
})

export type AgentControl = z.infer<typeof AgentControl>

/** The kill switch and the limits of an agent, or of all managed ones. */
export const ControlState = z.object({
  scope: z.enum(['agent', 'global']),
  /** The agent's handle; null for all managed ones. */
  target_slug: z.nullable(z.string()),
  is_disabled: z.boolean(),
  disabled: z.boolean(),
  disabled_reason: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  disabled_by: z.array(z.string()),
  user_hourly_limit: z.nullable(z.number()),
  user_daily_limit: z.nullable(z.number()),
  agent_hourly_limit: z.nullable(z.number()),
  agent_daily_limit: z.nullable(z.number()),
})
export type ControlState = z.infer<typeof ControlState>

/** A number of messages; null for no limit, absent for no change. */
const LimitInput = z.nullish(wholeNumber(AGENT_LIMIT_MAX))

export const controlRoutes = {
  control: route({
    method: 'GET',
    path: '/auth/agents/:id/control',
    access: 'session',
    summary: 'Whether an agent is paused, by whom, and its limits',
    params: IdParams,
    answer: ControlState,
  }),
  updateControl: route({
    method: 'PATCH',
    path: '/auth/agents/:id/control',
    access: 'session',
    summary: 'Pause or resume an agent, or all managed ones; set its limits',
    params: IdParams,
    body: z.object({
      scope: z.nullish(z.enum(['agent', 'global'])),
      disabled: z.nullish(z.boolean()),
      reason: z.nullish(
        z.string().check(
          z.trim(),
          z.maxLength(CONTROL_REASON_MAX_CHARS, `At most ${CONTROL_REASON_MAX_CHARS} characters`),
          // shown within a line of other text, to people and agents
          z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'A reason is one line'),
        ),
      ),
      target_slug: z.nullish(z.string()),
      user_hourly_limit: LimitInput,
      user_daily_limit: LimitInput,
      agent_hourly_limit: LimitInput,
      agent_daily_limit: LimitInput,
    }),
    answer: ControlState,
  }),
}
