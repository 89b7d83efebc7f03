/** Agents, their tokens and what they are configured with (agents, sections 3 and 7; decisions 6). */
import * as z from 'zod/mini'
import { Username } from './auth.ts'
import { Id, IdParams, Time } from './common.ts'
import { AGENT_BIO_MAX_CHARS, AGENT_LIMIT_MAX, CONTROL_REASON_MAX_CHARS } from './limits.ts'
import { route } from './route.ts'
import { PresenceStatus, RosterItem, SpaceRole } from './spaces.ts'

/** The organization id that says "follow my current workspace". */
export const FOLLOW_PLACEHOLDER = '11111111-1111-1111-1111-111111111111'

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

export const Agent = z.object({
  id: Id,
  username: z.string(),
  agent_name: z.string(),
  agent_type: z.string(),
  bio: z.string(),
  description: z.string(),
  avatar_url: z.nullable(z.string()),
  status: z.string(),
  capabilities: z.array(z.string()),
  permissions: z.object({
    can_edit: z.boolean(),
    can_delete: z.boolean(),
    can_regenerate_token: z.boolean(),
    can_view_token: z.boolean(),
    can_assign_tasks: z.boolean(),
    can_message: z.boolean(),
  }),
  last_seen: z.nullable(Time),
  created_at: Time,
  posts_count: z.number(),
  tasks_completed: z.number(),
  tasks_assigned: z.number(),
  completion_rate: z.number(),
  team_role: z.nullable(z.string()),
  team_id: z.nullable(z.string()),
  team_name: z.nullable(z.string()),
  is_own_agent: z.boolean(),
  owner_username: z.nullable(z.string()),
  org_id: z.nullable(Id),
  pinned_to_org: z.boolean(),
  pinned_org_id: z.nullable(Id),
  follow_user: z.boolean(),
  settings: z.object({
    follow_user: z.boolean(),
    emblem_theme: z.nullable(z.string()),
    emblem_variant: z.nullable(z.string()),
    emblem_subtype: z.nullable(z.string()),
  }),
  control: AgentControl,
  roster_entry: z.nullable(RosterItem),
  visibility: z.enum(['public', 'private']),
  verified: z.boolean(),
  space: z.nullable(z.object({ id: Id, name: z.string(), slug: z.string() })),
})
export type Agent = z.infer<typeof Agent>

/** The configuration file of assistants that start a local program (design of the MCP endpoint). */
export const McpConfig = z.object({
  mcpServers: z.record(
    z.string(),
    z.object({
      command: z.string(),
      args: z.array(z.string()),
      env: z.record(z.string(), z.string()),
    }),
  ),
})
export type McpConfig = z.infer<typeof McpConfig>

export const AGENT_TYPES = ['general', 'research', 'creative', 'analytical'] as const

export const AgentVisibility = z.enum(['public', 'private'])
export type AgentVisibility = z.infer<typeof AgentVisibility>

/** Which drawing the level badge has (decisions 13.16). */
const Emblem = z.nullish(z.string().check(z.maxLength(40)))

/** A token of an agent as its owner sees it; the token itself is shown once, when it is made. */
export const AgentToken = z.object({ id: Id, created_at: Time, last_used_at: z.nullable(Time) })
export type AgentToken = z.infer<typeof AgentToken>

/** The kill switch and the limits of an agent, or of all managed ones (agents, section 4; decisions 6.5 and 13.14). */
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
const LimitInput = z.nullish(z.int().check(z.gte(0), z.lte(AGENT_LIMIT_MAX)))

/** What an agent's summary shows in a space (agents, section 3). */
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

/** Where a connection over MCP stands, or which step of it failed (design of the MCP endpoint). */
export const CONNECTION_STEPS = ['address', 'credential', 'agent', 'space', 'handshake', 'tools'] as const
export const ConnectionStep = z.enum(CONNECTION_STEPS)
export type ConnectionStep = z.infer<typeof ConnectionStep>

/** What an owner is told of an agent's connection. A test earns neither Verified nor presence. */
export const Connection = z.object({
  last_handshake_at: z.nullable(Time),
  /** Name and version as the client gave them. */
  client: z.nullable(z.string()),
  protocol: z.nullable(z.string()),
  last_error: z.nullable(z.object({ at: Time, message: z.string() })),
  /** Without an error: the step that a client is at, as `credential` when it was asked to sign in. */
  failed_step: z.nullable(ConnectionStep),
})
export type Connection = z.infer<typeof Connection>

export const ConnectionTest = z.object({
  ok: z.boolean(),
  steps: z.array(
    z.object({
      step: ConnectionStep,
      state: z.enum(['passed', 'failed', 'skipped']),
      /** What was seen, or what would help. */
      detail: z.nullable(z.string()),
    }),
  ),
})
export type ConnectionTest = z.infer<typeof ConnectionTest>

const Bio = z
  .string()
  .check(z.trim(), z.maxLength(AGENT_BIO_MAX_CHARS, `At most ${AGENT_BIO_MAX_CHARS} characters`))

export const Registered = z.object({
  agent: Agent,
  agent_token: z.string(),
  mcp_config: McpConfig,
  quick_start_url: z.string(),
})
export type Registered = z.infer<typeof Registered>

/** An id that is missed by its name (agents, section 5). */
function named(name: string) {
  const words = `${name} required`
  return z.pipe(z.string(words).check(z.minLength(1, words)), Id)
}

/** Who a handle is, and a space in which the caller meets them. */
export const Met = z.object({ id: Id, type: z.enum(['user', 'agent']), handle: z.string(), org_id: Id })
export type Met = z.infer<typeof Met>

export const agentRoutes = {
  list: route({
    method: 'GET',
    path: '/auth/agents',
    access: 'session',
    summary: "The caller's own agents, those of the current space, and Chirpy",
    query: z.object({ org_id: z.optional(Id) }),
    answer: z.object({ agents: z.array(Agent) }),
  }),
  register: route({
    method: 'POST',
    path: '/auth/agents/register',
    access: 'session',
    summary: 'Register an agent and get its token, shown once',
    body: z.pipe(
      z.pipe(
        z.looseObject({ agent_name: z.nullish(z.string()), name: z.nullish(z.string()) }),
        z.transform((body) => ({ ...body, agent_name: body.agent_name ?? body.name })),
      ),
      z.object({
        agent_name: Username,
        agent_type: z.nullish(z.enum(AGENT_TYPES)),
        description: z.nullish(Bio),
        follow_user: z.nullish(z.boolean()),
        org_id: z.nullish(Id),
        pinned_org_id: z.nullish(Id),
      }),
    ),
    answer: Registered,
    status: 201,
    answersSecret: true,
  }),
  find: route({
    method: 'GET',
    path: '/auth/agents/find',
    access: 'session',
    summary: 'Who a handle is, of all the spaces of the caller: in `org_id` if they are there',
    query: z.object({ handle: z.string(), org_id: z.optional(Id) }),
    answer: Met,
  }),
  get: route({
    method: 'GET',
    path: '/auth/agents/:id',
    access: 'session',
    summary: 'One agent',
    params: IdParams,
    answer: Agent,
  }),
  regenerateToken: route({
    method: 'POST',
    path: '/auth/agents/:id/regenerate-token',
    access: 'session',
    summary: 'Issue a new token and end all others',
    params: IdParams,
    answer: z.object({ agent_token: z.string(), mcp_config: McpConfig }),
    answersSecret: true,
  }),
  update: route({
    method: 'PUT',
    path: '/auth/agents/:id',
    access: 'session',
    summary: 'Change an agent: its bio, where it is, who sees it',
    params: IdParams,
    body: z.object({
      bio: z.nullish(Bio),
      description: z.nullish(Bio),
      /** Moves it; the placeholder makes it follow. */
      org_id: z.nullish(Id),
      /** Pins it; the placeholder makes it follow; null sets it free, absent changes nothing. */
      pinned_org_id: z.nullish(Id),
      follow_user: z.nullish(z.boolean()),
      visibility: z.nullish(AgentVisibility),
      settings: z.nullish(z.object({ emblem_theme: Emblem, emblem_variant: Emblem, emblem_subtype: Emblem })),
    }),
    answer: Agent,
  }),
  remove: route({
    method: 'DELETE',
    path: '/auth/agents/:id',
    access: 'session',
    summary: 'Delete an agent; what it wrote stays, its name is never given again',
    params: IdParams,
  }),
  config: route({
    method: 'GET',
    path: '/auth/agents/:id/config',
    access: 'session',
    summary: 'The configuration of an agent with a new token; the others stay valid',
    params: IdParams,
    answer: z.object({ agent_name: z.string(), api_token: z.string(), mcp_config: McpConfig }),
  }),
  tokens: route({
    method: 'GET',
    path: '/auth/agents/:id/tokens',
    access: 'session',
    summary: 'The live tokens of an agent',
    params: IdParams,
    answer: z.object({ tokens: z.array(AgentToken) }),
  }),
  revokeToken: route({
    method: 'DELETE',
    path: '/auth/agents/:id/tokens/:token_id',
    access: 'session',
    summary: 'Revoke one token of an agent',
    params: z.object({ id: Id, token_id: Id }),
  }),
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
        z
          .string()
          .check(
            z.trim(),
            z.maxLength(CONTROL_REASON_MAX_CHARS, `At most ${CONTROL_REASON_MAX_CHARS} characters`),
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
  connection: route({
    method: 'GET',
    path: '/auth/agents/:id/connection',
    access: 'session',
    summary: "How an agent's connection over MCP stands (its owner or an administrator)",
    params: IdParams,
    answer: Connection,
  }),
  testConnection: route({
    method: 'POST',
    path: '/auth/agents/:id/connection/test',
    access: 'session',
    summary: 'Have the server call its own endpoint as the agent, and tell how each step went',
    params: IdParams,
    answer: ConnectionTest,
  }),
}
