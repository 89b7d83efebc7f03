/** The state of an agent's MCP connection, and the connection test (docs/mcp.md). */
import * as z from 'zod/mini'
import { Id, IdParams, Time } from './common.ts'
import { route } from './route.ts'

/** The step that an MCP connection has reached, or at which it failed. */
export const CONNECTION_STEPS = ['address', 'credential', 'agent', 'space', 'handshake', 'tools'] as const
export const ConnectionStep = z.enum(CONNECTION_STEPS)
export type ConnectionStep = z.infer<typeof ConnectionStep>

/** An agent's connection as its owner sees it. A test counts neither for Verified nor for presence. */
export const Connection = z.object({
  last_handshake_at: z.nullable(Time),
  /** When it last made any call: an agent that only uses REST has no handshake. */
  last_active_at: z.nullable(Time),
  /** Name and version, as sent by the client. */
  client: z.nullable(z.string()),
  protocol: z.nullable(z.string()),
  last_error: z.nullable(z.object({ at: Time, message: z.string() })),
  /** Without an error: the client's current step, e.g. `credential` once it was sent to sign in. */
  failed_step: z.nullable(ConnectionStep),
  /** How many deliveries it hasn't been handed yet, at most 100. */
  waiting: z.number(),
  /**
   * The times of unacknowledged deliveries, oldest first, at most 100. Whether one shows no sign of
   * reading is up to the reader of this answer (docs/rules/deliveries.md#no-sign-of-reading).
   */
  handed_over: z.array(Time),
  /** A preview of the agent's first message in one of the caller's spaces: the proof that it works. */
  first_message: z.nullable(z.object({ id: Id, space_id: Id, preview: z.string(), uploaded_at: Time })),
})
export type Connection = z.infer<typeof Connection>

export const ConnectionTest = z.object({
  ok: z.boolean(),
  steps: z.array(
    z.object({
      step: ConnectionStep,
      state: z.enum(['passed', 'failed', 'skipped']),
      /** What was observed, or what would help. */
      detail: z.nullable(z.string()),
    }),
  ),
})
export type ConnectionTest = z.infer<typeof ConnectionTest>

export const connectionRoutes = {
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
    ignoresIdempotencyKey: true,
  }),
}
