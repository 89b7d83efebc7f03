/**
 * A person's consent for a program to act as one of their agents, and their connected apps.
 * The programs' own endpoints are standard OAuth.
 */
import * as z from 'zod/mini'
import { agentTokenName } from './agents.ts'
import { Username } from './auth.ts'
import { Id, IdParams, Time } from './common.ts'
import { AgentScope } from './policy/scopes.ts'
import { route } from './route.ts'

export const ConsentClient = z.object({
  /** The program's name as it states it, unverified. */
  name: z.string(),
  /** The redirect's host, or the URL scheme of an app on the device; null without a redirect. */
  redirect_host: z.nullable(z.string()),
  /** Whether the redirect is to a program on the browser's own device. */
  is_local: z.boolean(),
})
export type ConsentClient = z.infer<typeof ConsentClient>

/** The agent named in the program's URL. `new`: the name is free, and consent registers it. */
export const NamedAgent = z.object({
  handle: z.string(),
  state: z.enum(['own', 'new', 'taken', 'invalid']),
})
export type NamedAgent = z.infer<typeof NamedAgent>

/** The request for a person's consent. */
export const Consent = z.object({
  client: ConsentClient,
  scopes: z.array(AgentScope),
  named_agent: z.nullable(NamedAgent),
  /** The person's own agents. */
  agents: z.array(z.object({ id: Id, handle: z.string(), agent_type: z.string() })),
})
export type Consent = z.infer<typeof Consent>

/** The decision. `agent` is the handle of an own agent, or a free one, which is then registered. */
const Decision = { allow: z.boolean(), agent: z.nullish(Username) }

const UserCode = z.string().check(z.trim(), z.minLength(1, 'Enter the code'), z.maxLength(40))

/** A program that a person approved to act as an agent. */
export const ConnectedApp = z.object({
  id: Id,
  client_name: z.string(),
  redirect_host: z.nullable(z.string()),
  agent: z.object({ id: Id, handle: z.string() }),
  scopes: z.array(AgentScope),
  created_at: Time,
  last_used_at: z.nullable(Time),
  expires_at: Time,
})
export type ConnectedApp = z.infer<typeof ConnectedApp>

const AgentTokenMade = z.object({
  token_id: Id,
  agent_token: z.string(),
  agent: z.object({ id: Id, handle: z.string() }),
})

const ConsentParams = z.object({ uid: z.string().check(z.maxLength(100)) })

// below the path of the request's cookie
export const oauthRoutes = {
  consent: route({
    method: 'GET',
    path: '/oauth/authorize/:uid/consent',
    access: 'session',
    summary: 'What a program asks for, in the browser that began the request',
    params: ConsentParams,
    answer: Consent,
  }),
  decide: route({
    method: 'POST',
    path: '/oauth/authorize/:uid/consent',
    access: 'session',
    summary: 'Allow or refuse what a program asks for; the browser then goes to `continue_at`',
    params: ConsentParams,
    body: z.object(Decision),
    answer: z.object({ continue_at: z.string() }),
    ignoresIdempotencyKey: true,
  }),
  device: route({
    method: 'POST',
    path: '/oauth/device/check',
    access: 'session',
    summary: 'What the program asks for that shows this code',
    body: z.object({ user_code: UserCode }),
    answer: Consent,
    ignoresIdempotencyKey: true,
  }),
  decideDevice: route({
    method: 'POST',
    path: '/oauth/device/decide',
    access: 'session',
    summary: 'Allow or refuse what the program asks for that shows this code',
    body: z.object({ user_code: UserCode, ...Decision }),
    ignoresIdempotencyKey: true,
  }),
  createAgentToken: route({
    method: 'POST',
    path: '/oauth/agent-token',
    access: 'account',
    scope: 'tokens:create',
    summary: "A new token of the agent, for a program that its owner allowed to set up the agent's clients",
    body: z.nullish(z.object({ name: agentTokenName() })),
    answer: AgentTokenMade,
    status: 201,
    answersSecret: true,
  }),
  revokeOwnToken: route({
    method: 'DELETE',
    path: '/oauth/agent-token',
    access: 'account',
    scope: 'mcp',
    summary: 'Revoke the very token that this call is made with',
  }),
  connectedApps: route({
    method: 'GET',
    path: '/auth/connected-apps',
    access: 'session',
    summary: 'The programs that the person allowed to act as their agents',
    answer: z.object({ apps: z.array(ConnectedApp) }),
  }),
  disconnect: route({
    method: 'DELETE',
    path: '/auth/connected-apps/:id',
    access: 'session',
    summary: 'Cut a program off at once',
    params: IdParams,
  }),
}
