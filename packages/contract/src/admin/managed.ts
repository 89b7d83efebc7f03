/** Managed agents, run by the server through the model gateway (docs/rules/managed-agents.md#making-one). */
import * as z from 'zod/mini'
import { Username } from '../auth.ts'
import { AgentUsage, Cap } from '../budgets.ts'
import { Id, IdParams } from '../common.ts'
import { route } from '../route.ts'

export const INSTRUCTIONS_MAX_CHARS = 4000
export const MODEL_NAME_MAX_CHARS = 200
export const MANAGED_SPACES_MAX = 100
/** One per unit and span. */
export const MANAGED_CAPS_MAX = 4

/** The tools to look things up in its space. */
export const MANAGED_TOOLS = [
  'search_messages',
  'read_thread',
  'list_tasks',
  'who_is_here',
  'newest_members',
  'what_happened_today',
  'task_overview',
  'trending_topics',
  'search_help',
] as const
export const ManagedTool = z.enum(MANAGED_TOOLS)
export type ManagedTool = z.infer<typeof ManagedTool>

export const ManagedAgent = z.object({
  id: Id,
  username: z.string(),
  instructions: z.string(),
  /** Null: the instance's own. */
  model: z.nullable(z.string()),
  tools: z.array(z.string()),
  spaces: z.array(z.object({ id: Id, name: z.string(), slug: z.string() })),
  caps: z.array(Cap),
  usage: AgentUsage,
})
export type ManagedAgent = z.infer<typeof ManagedAgent>

const Instructions = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Say what it is for'),
    z.maxLength(INSTRUCTIONS_MAX_CHARS, `At most ${INSTRUCTIONS_MAX_CHARS} characters`),
  )
const ModelName = z
  .string()
  .check(
    z.trim(),
    z.maxLength(MODEL_NAME_MAX_CHARS, `At most ${MODEL_NAME_MAX_CHARS} characters`),
    z.regex(/^\S+$/, 'A model’s name has no spaces'),
  )

/** The settings by an administrator. */
const settings = {
  instructions: Instructions,
  model: z.nullish(ModelName),
  tools: z.array(ManagedTool).check(z.maxLength(MANAGED_TOOLS.length)),
  space_ids: z
    .array(Id)
    .check(
      z.minLength(1, 'Choose at least one space'),
      z.maxLength(MANAGED_SPACES_MAX, `At most ${MANAGED_SPACES_MAX} spaces`),
    ),
  caps: z.array(Cap).check(z.maxLength(MANAGED_CAPS_MAX)),
}

export const adminManagedRoutes = {
  list: route({
    method: 'GET',
    path: '/api/admin/managed-agents',
    access: 'admin',
    summary: 'The agents that the server runs, with their instructions, caps and use',
    answer: z.object({ agents: z.array(ManagedAgent), default_model: z.nullable(z.string()) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/admin/managed-agents',
    access: 'admin',
    summary: 'Make an agent that the server runs',
    body: z.object({ name: Username, ...settings }),
    answer: ManagedAgent,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/api/admin/managed-agents/:id',
    access: 'admin',
    summary: 'Change what an agent that the server runs is for, what it may use, and where it is',
    params: IdParams,
    body: z.object(settings),
    answer: ManagedAgent,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/admin/managed-agents/:id',
    access: 'admin',
    summary: 'Remove an agent that the server runs; its messages stay',
    params: IdParams,
  }),
}
