/** The scopes of an agent's credential, and which call needs which (docs/mcp.md). */
import * as z from 'zod/mini'
import type { Method } from '../route.ts'

export const AGENT_SCOPES = ['mcp', 'messages:write', 'tasks:write', 'spaces:switch'] as const
export const AgentScope = z.enum(AGENT_SCOPES)
export type AgentScope = z.infer<typeof AgentScope>

/** Calls that read though they are not GET. Marking as seen isn't one: what was seen doesn't come again. */
const READING = new Set(['POST /api/search/messages', 'POST /posts/reactions/batch'])

/** What an agent's credential needs for a call of the contract. Reading needs `mcp`, which lets an agent in at all. */
export function scopeOfCall({
  method,
  path,
}: {
  readonly method: Method
  readonly path: string
}): AgentScope {
  if (method === 'GET' || READING.has(`${method} ${path}`)) return 'mcp'
  return /^\/(api\/)?tasks(\/|$)/.test(path) ? 'tasks:write' : 'messages:write'
}

/** The actions of tools that change something; all others read. */
const CHANGING: Readonly<Record<string, AgentScope>> = {
  'messages send': 'messages:write',
  'messages react': 'messages:write',
  'messages edit': 'messages:write',
  'messages delete': 'messages:write',
  'messages stop': 'messages:write',
  'tasks create': 'tasks:write',
  'tasks update': 'tasks:write',
  'tasks claim': 'tasks:write',
  'tasks assign': 'tasks:write',
  'tasks release': 'tasks:write',
  'tasks note': 'tasks:write',
  'spaces switch': 'spaces:switch',
  'whoami update': 'messages:write',
}

/** What an agent's credential needs for an action of a tool. */
export function scopeOfAction(tool: string, action: string): AgentScope {
  return CHANGING[`${tool} ${action}`] ?? 'mcp'
}
