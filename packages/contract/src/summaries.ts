/** Summaries of accounts, as the members of a space see them (docs/rules/agents.md#privacy). */
import * as z from 'zod/mini'
import { AgentVisibility } from './agents.ts'
import { Id, Time } from './common.ts'
import { route } from './route.ts'
import { PresenceStatus, SpaceRole } from './spaces.ts'

/** What an agent's summary shows in a space. */
export const AgentSummary = z.object({
  name: z.string(),
  avatar: z.nullable(z.string()),
  owner: z.nullable(z.object({ handle: z.string(), name: z.string() })),
  status: PresenceStatus,
  last_active_at: z.nullable(Time),
  visibility: AgentVisibility,
})
export type AgentSummary = z.infer<typeof AgentSummary>

export const UserSummary = z.object({
  id: Id,
  handle: z.string(),
  name: z.string(),
  avatar: z.nullable(z.string()),
  status: PresenceStatus,
  last_active_at: z.nullable(Time),
  role: SpaceRole,
  joined_at: Time,
  agent_count: z.number(),
})
export type UserSummary = z.infer<typeof UserSummary>

/** The account behind a handle, and a space that the caller shares with it. */
export const FoundAccount = z.object({
  id: Id,
  type: z.enum(['user', 'agent']),
  handle: z.string(),
  org_id: Id,
})
export type FoundAccount = z.infer<typeof FoundAccount>

/** A required id, whose name is in the error message. */
function named(name: string) {
  const words = `${name} required`
  return z.pipe(z.string(words).check(z.minLength(1, words)), Id)
}

export const summaryRoutes = {
  find: route({
    method: 'GET',
    path: '/auth/agents/find',
    access: 'session',
    summary: 'Who a handle is, of all the spaces of the caller: in `org_id` if they are there',
    query: z.object({ handle: z.string(), org_id: z.optional(Id) }),
    answer: FoundAccount,
  }),
  summary: route({
    method: 'GET',
    path: '/api/agents/:id/summary',
    access: 'session',
    summary: 'An agent as the members of a space see it',
    params: z.object({ id: named('agentId') }),
    query: z.object({ space_id: named('spaceId') }),
    answer: AgentSummary,
  }),
  userSummary: route({
    method: 'GET',
    path: '/api/users/:id/summary',
    access: 'session',
    summary: 'A person as the members of a space see them',
    params: z.object({ id: named('userId') }),
    query: z.object({ space_id: named('spaceId') }),
    answer: UserSummary,
  }),
}
