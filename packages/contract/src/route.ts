/**
 * The contract's only building block. A route declares the path of a call, who may make it, its input and
 * its answer; the server mounts it, the web app calls it, and the OpenAPI document is generated from it.
 */
import type { AgentScope } from './policy/scopes.ts'

/**
 * The interface of a schema here. Structural, instead of zod's type: checking generic code against zod's
 * classes costs the compiler seconds.
 */
export interface Schema<Out = unknown> {
  readonly _zod: { readonly output: Out; readonly input: unknown }
  safeParse(value: unknown): { success: true; data: Out } | { success: false; error: { issues: Issue[] } }
}

export interface Issue {
  readonly path: PropertyKey[]
  readonly message: string
  readonly code?: string | undefined
}

export type Output<S> = S extends { readonly _zod: { readonly output: infer Out } } ? Out : undefined
export type Input<S> = S extends { readonly _zod: { readonly input: infer In } } ? In : undefined

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call: anyone; a signed-in person; a person or an agent with its credential
 * (docs/rules/agents.md#credentials); an administrator.
 */
export type Access = 'public' | 'session' | 'account' | 'admin'

/** The fields of a route; absent parts are `undefined`. */
export type RouteSpec = RouteFields & (ForPeople | ForAgentsToo)

interface ForPeople {
  readonly access: Exclude<Access, 'account'>
  readonly scope?: never
}

/** A route for agents names the scope that it requires. */
interface ForAgentsToo {
  readonly access: 'account'
  readonly scope: AgentScope
}

interface RouteFields {
  readonly method: Method
  /** Path with `:name` for parameters. */
  readonly path: string
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** The body is bytes, limited by the route, which the handler reads itself. */
  readonly takesBytes?: true
  /** Absent: the call answers 204 without a body. */
  readonly answer?: Schema
  /** Answers server-sent events instead of a body. */
  readonly isEventStream?: true
  /** Opened by a browser: answers with a redirect (302). */
  readonly isNavigation?: true
  /** Counts as a write though its method is GET: it issues a token. */
  readonly isWrite?: true
  /** A read whose method isn't GET because its input doesn't fit into a URL. */
  readonly isRead?: true
  /** Success status when it isn't 200 (or 204 without an answer). */
  readonly status?: 201
  /** Where no `org_id` names a space, it acts in the caller's current one. */
  readonly actsInCurrentSpace?: true
  /** The `Idempotency-Key` header is ignored (sign-in and other calls that issue a session's token). */
  readonly ignoresIdempotencyKey?: true
  /** The answer contains a secret and is never stored: a repeat under the same key is refused. */
  readonly answersSecret?: true
}

/** Declares a route. Returns it unchanged, with its exact type. */
export function route<const R extends RouteSpec>(spec: R): R {
  return spec
}

export type Params<R extends RouteSpec> = Output<R['params']>
export type Query<R extends RouteSpec> = Output<R['query']>
export type Body<R extends RouteSpec> = Output<R['body']>
export type Answer<R extends RouteSpec> = Output<R['answer']>

/**
 * Whether a call of this route happens once for each `Idempotency-Key`. Keys belong to a caller: public calls have
 * none.
 */
export function takesIdempotencyKey({ method, access, isRead, ignoresIdempotencyKey }: RouteSpec): boolean {
  return method !== 'GET' && access !== 'public' && isRead !== true && ignoresIdempotencyKey !== true
}
