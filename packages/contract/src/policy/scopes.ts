/** The scopes of an agent's credential (docs/oauth.md). Each route and each tool action requires one. */
import * as z from 'zod/mini'

/** `mcp` allows connecting and reading; the others allow changes. An agent's own token has all of them. */
export const AGENT_SCOPES = ['mcp', 'messages:write', 'tasks:write', 'spaces:switch'] as const

/**
 * Allows creating tokens of the agent. Only grants can have it, never tokens, and only if requested explicitly: a
 * program that requests no scope, or all advertised ones, doesn't get it.
 */
export const TOKENS_SCOPE = 'tokens:create'

export const GRANT_SCOPES = [...AGENT_SCOPES, TOKENS_SCOPE] as const
export const AgentScope = z.enum(GRANT_SCOPES)
export type AgentScope = z.infer<typeof AgentScope>
