/** What an agent's credential may be limited to (docs/oauth.md). Each route and each action of a tool names the one it needs. */
import * as z from 'zod/mini'

/** `mcp` lets an agent in and read; the others let it change something. Its own token has all of them. */
export const AGENT_SCOPES = ['mcp', 'messages:write', 'tasks:write', 'spaces:switch'] as const

/**
 * Makes tokens of the agent. Only a grant can have it, never a token, and only one that names it: a program that requests
 * no scope, or all that are advertised, doesn't get it.
 */
export const TOKENS_SCOPE = 'tokens:create'

export const GRANT_SCOPES = [...AGENT_SCOPES, TOKENS_SCOPE] as const
export const AgentScope = z.enum(GRANT_SCOPES)
export type AgentScope = z.infer<typeof AgentScope>
