/** Agents, their tokens and their client configurations. */
import * as z from 'zod/mini'
import { AgentControl } from './agent-control.ts'
import { Username } from './auth.ts'
import { Id, IdParams, Time, shownName } from './common.ts'
import { AGENT_BIO_MAX_CHARS, AGENT_TOKEN_NAME_MAX_CHARS } from './limits.ts'
import { route } from './route.ts'
import { RosterItem } from './spaces.ts'

/** The organization id that means "follow my current workspace". */
export const FOLLOW_PLACEHOLDER = '11111111-1111-1111-1111-111111111111'

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
  /** Null for another person's private agent. */
  created_at: z.nullable(Time),
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

/** The configuration file of assistants that start a local program (docs/mcp.md). */
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

/** The drawing of the level badge (docs/rules/agents.md#levels). */
const Emblem = z.nullish(z.string().check(z.maxLength(40)))

/** A token of an agent as its owner sees it; the token itself is shown once, when it is created. */
export const AgentToken = z.object({
  id: Id,
  name: z.nullable(z.string()),
  created_at: Time,
  last_used_at: z.nullable(Time),
})
export type AgentToken = z.infer<typeof AgentToken>

/** The name of a new token, by which its owner identifies it; empty means none. */
export function agentTokenName() {
  return z.nullish(shownName(AGENT_TOKEN_NAME_MAX_CHARS))
}

/** What a client needs to connect as the agent, with its new token. */
export const AgentConfig = z.object({ agent_name: z.string(), api_token: z.string(), mcp_config: McpConfig })
export type AgentConfig = z.infer<typeof AgentConfig>

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
    actsInCurrentSpace: true,
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
        token_name: agentTokenName(),
      }),
    ),
    answer: Registered,
    status: 201,
    answersSecret: true,
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
    body: z.nullish(z.object({ name: agentTokenName() })),
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
      /** Pins it; the placeholder makes it follow; null frees it, absent changes nothing. */
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
    answer: AgentConfig,
    isWrite: true,
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
}
