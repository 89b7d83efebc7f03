/** Every agent of the instance, as its administrators see them (docs/rules/agents.md#figures). */
import * as z from 'zod/mini'
import { AgentControl } from '../agent-control.ts'
import { AgentUsage } from '../budgets.ts'
import { Id, IdParams, Names, Time, queryFlag, queryNumber } from '../common.ts'
import { ADMIN_AGENTS_PER_PAGE, ADMIN_AGENTS_PER_PAGE_MAX, ADMIN_SEARCH_MAX_CHARS } from '../limits.ts'
import { route } from '../route.ts'

const Count = z.number()

/** Counts of its actions: REST and tool calls, messages posted, changes of tasks. */
const Done = z.object({ calls: Count, messages: Count, tasks: Count })

/** Reasons of refused calls; each refusal counts under one of these. */
export const REFUSALS = ['limit', 'breaker', 'guardrail', 'rights', 'pause'] as const
export type Refusal = (typeof REFUSALS)[number]
const Refused = z.object({
  total: Count,
  limit: Count,
  breaker: Count,
  guardrail: Count,
  rights: Count,
  pause: Count,
})

const SpaceName = z.object({ id: Id, name: z.string(), slug: z.string() })

export const InstanceAgent = z.object({
  id: Id,
  username: z.string(),
  agent_type: z.string(),
  is_managed: z.boolean(),
  /** Null: it belongs to the instance. */
  owner: z.nullable(z.object({ id: Id, username: z.string(), is_active: z.boolean() })),
  placement: z.enum(['pinned', 'following', 'free']),
  /** Some of its spaces, its home first. */
  spaces: z.array(SpaceName),
  spaces_count: Count,
  last_active_at: z.nullable(Time),
  /** The last counted call, even a refused one. */
  acted_at: z.nullable(Time),
  created_at: Time,
  control: AgentControl,
  /** Until when its circuit breaker pauses it; null while that is closed. */
  breaker_until: z.nullable(Time),
  /** In this hour and the 24 before it. */
  day: z.extend(Done, { refused: Refused }),
  /** In this minute and the 4 before it. */
  lately: z.extend(Done, { refused: Count }),
  open: z.object({ waits: Count, streams: Count }),
  /** Its unsettled deliveries by state, each counted up to 1,000. */
  deliveries: z.object({ stored: Count, delivered: Count, held: Count }),
  /** Its model usage. */
  usage: AgentUsage,
  connection: z.nullable(
    z.object({ at: z.nullable(Time), client: z.nullable(z.string()), last_error: z.nullable(z.string()) }),
  ),
})
export type InstanceAgent = z.infer<typeof InstanceAgent>

export const AGENT_SORTS = ['lately', 'name', 'acted', 'messages', 'tasks', 'calls', 'refused'] as const
export type AgentSort = (typeof AGENT_SORTS)[number]

/** A line of its activity in the last day: one per hour, kind of action and subject. */
const Act = z.object({
  hour: Time,
  kind: z.enum(['call', 'message', 'task', ...REFUSALS]),
  /** The name of the call; null for messages, which are named by their space. */
  call: z.nullable(z.string()),
  space: z.nullable(SpaceName),
  count: Count,
  last_at: Time,
})
export type Act = z.infer<typeof Act>

export const InstanceAgentDetails = z.extend(InstanceAgent, {
  acts: z.array(Act),
  /** Its newest messages of the last day. */
  posts: z.array(
    z.object({
      message_id: Id,
      space: SpaceName,
      channel: z.string(),
      /** Null if the caller isn't a member of the space. */
      preview: z.nullable(z.string()),
      at: Time,
      /** The number of agents' messages between it and a person's. */
      hops: Count,
    }),
  ),
  tokens: z.array(z.object({ id: Id, created_at: Time, last_used_at: z.nullable(Time) })),
  /** Programs with a grant to act as it. */
  clients: z.array(
    z.object({
      id: Id,
      client_name: z.string(),
      scopes: z.array(z.string()),
      created_at: Time,
      last_used_at: z.nullable(Time),
    }),
  ),
})
export type InstanceAgentDetails = z.infer<typeof InstanceAgentDetails>

const oneOf = <const T extends readonly [string, ...string[]]>(words: T) => z.optional(z.enum(words))

export const adminAgentRoutes = {
  list: route({
    method: 'GET',
    path: '/api/admin/agents',
    access: 'admin',
    summary: 'Every agent of the instance, with what it did lately and what refused it',
    query: z.object({
      /** Part of its handle, or a prefix of its owner's. */
      search: z.optional(z.string().check(z.trim(), z.maxLength(ADMIN_SEARCH_MAX_CHARS))),
      managed: queryFlag,
      paused: queryFlag,
      /** Acted in the last five minutes, or has a wait or a stream open. */
      active: queryFlag,
      /** Handles of owners. */
      owner: Names,
      space_id: z.optional(Id),
      sort: oneOf(AGENT_SORTS),
      order: oneOf(['asc', 'desc']),
      limit: queryNumber(ADMIN_AGENTS_PER_PAGE, 1, ADMIN_AGENTS_PER_PAGE_MAX),
      offset: queryNumber(0, 0, 1_000_000),
    }),
    answer: z.object({
      agents: z.array(InstanceAgent),
      total: z.number(),
      limit: z.number(),
      offset: z.number(),
    }),
  }),
  details: route({
    method: 'GET',
    path: '/api/admin/agents/:id',
    access: 'admin',
    summary: 'What an agent did in the last day, line by line, and what may act as it',
    params: IdParams,
    answer: InstanceAgentDetails,
  }),
}
