/** What an agent's credential may be limited to (docs/oauth.md). Each route and each action of a tool names the one it needs. */
import * as z from 'zod/mini'

/** `mcp` lets an agent in and read; the others let it change something. */
export const AGENT_SCOPES = ['mcp', 'messages:write', 'tasks:write', 'spaces:switch'] as const
export const AgentScope = z.enum(AGENT_SCOPES)
export type AgentScope = z.infer<typeof AgentScope>
