/** What administrators of the instance do. */
import * as z from 'zod/mini'
import { AgentControl } from './agent-control.ts'
import { Id, IdParams, Time } from './common.ts'
import { route } from './route.ts'

/** A single-use address under which its person sets a new password; shown once. */
export const ResetLink = z.object({ url: z.string(), expires_at: Time })
export type ResetLink = z.infer<typeof ResetLink>

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

/** A person's role and status, as the calls that change them answer. */
export const AccountStatus = z.object({
  id: Id,
  username: z.string(),
  role: z.enum(['admin', 'agent_manager', 'user']),
  status: z.enum(['active', 'inactive']),
})
export type AccountStatus = z.infer<typeof AccountStatus>

export const adminRoutes = {
  control: route({
    method: 'GET',
    path: '/api/admin/control',
    access: 'admin',
    summary: 'The global switch and every managed agent',
    answer: ControlCentre,
  }),
  resetLink: route({
    method: 'POST',
    path: '/api/admin/users/:id/reset-link',
    access: 'admin',
    summary: 'Make a link with which a person sets a new password',
    params: IdParams,
    answer: ResetLink,
    answersSecret: true,
  }),
  setStatus: route({
    method: 'PATCH',
    path: '/api/admin/users/:id/status',
    access: 'admin',
    summary: 'Deactivate a person, or activate them again',
    params: IdParams,
    body: z.object({ is_active: z.boolean() }),
    answer: AccountStatus,
  }),
}
