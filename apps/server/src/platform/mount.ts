/**
 * Mounts a route of the contract: access and scope, the parsing of its input, the shape of its answer. Handlers get
 * parsed input and return the answer; fields that aren't in the contract are left out.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FieldError } from '@flockwork/contract/errors'
import { IDEMPOTENCY_KEY_MAX_CHARS } from '@flockwork/contract/limits'
import type { AgentScope } from '@flockwork/contract/policy/scopes'
import {
  takesIdempotencyKey,
  type Access,
  type Answer,
  type Body,
  type Issue,
  type Params,
  type Query,
  type RouteSpec,
  type Schema,
} from '@flockwork/contract/route'
import type { Actor, PersonActor } from './actor.ts'
import { noteRefusal } from './call-context.ts'
import type { Db } from './database.ts'
import { AgentDisabled } from './agent-errors.ts'
import { Forbidden, InsufficientScope, Invalid, invalid } from './errors.ts'
import { runWithoutKey, withoutKey, type Once, type RunOnce } from './idempotency.ts'
import { bodyText, readBody } from './request-body.ts'
import { sha256Hex } from './secrets.ts'
import { findInvalidText, findLongText } from './text-validation.ts'

/** Runs before each handler; composed in http/auth-guard.ts. */
export interface AuthGuard {
  /** @throws RateLimited by address. */
  checkAddressLimit(request: FastifyRequest): void
  /**
   * Authenticates the caller and counts the call towards its limit, before any other refusal.
   * @param token by default that of the Authorization header
   * @throws Unauthorized for no, bad or expired credentials; RateLimited by caller; AgentDisabled for a paused agent.
   */
  admit(request: FastifyRequest, isWrite: boolean, token?: string): Promise<Actor>
  /** Counts a further call of an admitted caller: each call in an MCP exchange. @throws RateLimited by caller. */
  checkCaller(actor: Actor, isWrite: boolean): void
  /** @throws AgentBreakerOpen while the circuit breaker pauses the agent. */
  checkBreaker(actor: Actor): void
  /** Counts an agent's failed call for its circuit breaker. */
  recordFailure(actor: Actor, isWrite: boolean, error: unknown): Promise<void>
  /** Records an agent's finished call for the agent's dashboard; a failed one with its error. */
  countCall(actor: Actor, call: FinishedCall): void
  /** The database of writes that have no key. */
  readonly db: Db
  runOnce: RunOnce
}

export interface FinishedCall {
  /** The name of a route or a tool, never user input. */
  readonly name: string
  readonly isWrite: boolean
  /** The error, if it failed. */
  readonly error?: unknown
}

/** The server that routes are mounted on. */
export interface Api {
  readonly server: FastifyInstance
  readonly authGuard: AuthGuard
  /** Every route mounted so far, for the OpenAPI document. */
  readonly routes: RouteSpec[]
}

type CallerOf<R extends RouteSpec> = R['access'] extends 'public'
  ? undefined
  : R['access'] extends 'account'
    ? Actor
    : PersonActor

export interface Call<R extends RouteSpec> {
  readonly actor: CallerOf<R>
  readonly params: Params<R>
  readonly query: Query<R>
  readonly body: Body<R>
  /** The caller's Idempotency-Key, if it sent one and the route doesn't ignore it. */
  readonly key: string | undefined
  /** Runs the transaction of a write. A route that takes a key must make its change in it: a repeat gets its result. */
  readonly once: Once<OnceAnswer<R>>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Handled<R extends RouteSpec> = R['answer'] extends object ? Answer<R> : void
/** An answer with a secret is never stored, so any result will do. */
type OnceAnswer<R extends RouteSpec> = R['answersSecret'] extends true ? unknown : Handled<R>
type Handler<R extends RouteSpec> = (call: Call<R>) => Promise<Handled<R>>

interface Options<R extends RouteSpec> {
  /** The handler stores the keys itself, in the statement of the change. */
  readonly storesOwnKeys?: boolean
  /** Without a key the handler joins its change with those of other calls, instead of using `once`. */
  readonly joinsWithoutKey?: boolean
  /** The status of an answer, where it differs from the route's. */
  readonly statusOf?: (answer: Answer<R>) => number
}

export function mount<const R extends RouteSpec>(
  api: Api,
  route: R,
  handler: Handler<R>,
  { storesOwnKeys = false, joinsWithoutKey = false, statusOf }: Options<R> = {},
): void {
  api.routes.push(route)
  const isWrite = route.isWrite === true || (route.method !== 'GET' && route.isRead !== true)

  const mustUseOnce = takesIdempotencyKey(route) && !storesOwnKeys && !joinsWithoutKey

  const { authGuard } = api

  const answer = async (
    actor: Actor | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const key = takesIdempotencyKey(route) ? keyOf(request) : undefined
    const base = {
      actor,
      params: parsePart(route.params, request.params, 'path'),
      query: parsePart(route.query, request.query, 'query'),
      body: route.takesBytes === true ? undefined : parsePart(route.body, readBody(request), 'body'),
      key,
      request,
      reply,
    }
    const run = async (once: Once<unknown>): Promise<unknown> => {
      // a handler that stores its own keys answers repeats first, and then checks the breaker itself
      if (actor !== undefined && isWrite && !storesOwnKeys) authGuard.checkBreaker(actor)
      // the parts were parsed by the route's schemas, from which Call<R> is derived
      return handler({ ...base, once } as Call<R>)
    }

    const answered =
      key === undefined || storesOwnKeys || actor === undefined
        ? shape(route, await (mustUseOnce ? runWithoutKey(authGuard.db, run) : run(withoutKey(authGuard.db))))
        : await authGuard.runOnce({
            callerId: actor.accountId,
            key,
            bodyHash: requestHash(request, namesSpace(route, base) ? null : currentSpaceOf(actor)),
            storesAnswer: route.answersSecret !== true,
            shape: (result) => shape(route, result),
            work: run,
          })
    // shaped by the route's schema
    const status = statusOf?.(answered as Answer<R>) ?? route.status ?? 200
    return send(reply, status, answered)
  }

  api.server.route({
    method: route.method,
    url: route.path,
    handler: async (request, reply) => {
      const actor = route.access === 'public' ? undefined : await authGuard.admit(request, isWrite)
      if (actor === undefined) return answer(actor, request, reply)
      const call = { name: `${route.method} ${route.path}`, isWrite }
      try {
        requireAccess(route.access, actor)
        if (route.access === 'account') requireScope(actor, route.scope)
        const answered = await answer(actor, request, reply)
        authGuard.countCall(actor, call)
        return answered
      } catch (error) {
        authGuard.countCall(actor, { ...call, error })
        await authGuard.recordFailure(actor, isWrite, error)
        throw error
      }
    },
  })
}

/** @throws Forbidden for an agent on a route for people, and for a person on a route for administrators. */
export function requireAccess(access: Access, actor: Actor): void {
  if (actor.kind === 'agent') {
    if (access !== 'account') throw new Forbidden("An agent's credential does not work here")
  } else if (access === 'admin' && actor.role !== 'admin') {
    throw new Forbidden('Only administrators may do this')
  }
}

/** @throws InsufficientScope for an agent whose credential lacks the scope. */
export function requireScope(actor: Actor, scope: AgentScope): void {
  if (actor.kind !== 'agent' || actor.scopes.includes(scope)) return
  const { accountId, username } = actor
  const target = { type: 'agent', id: accountId, name: username }
  noteRefusal({ event: 'scope_refused', actorId: accountId, target, after: { scope } })
  throw new InsufficientScope(scope)
}

/** @throws AgentDisabled for an agent that a person paused (docs/rules/agents.md#kill-switch). */
export function requireUnpaused(actor: Actor): void {
  if (actor.kind === 'agent' && actor.pause !== null) throw new AgentDisabled(actor.pause.why, actor.pause.by)
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key === '' || key.length > IDEMPOTENCY_KEY_MAX_CHARS) {
    throw invalid(['header', 'Idempotency-Key'], `Must be 1 to ${IDEMPOTENCY_KEY_MAX_CHARS} characters`)
  }
  return key
}

/** @throws Invalid with an error for each wrong field of the part. */
export function parsePart(schema: Schema | undefined, value: unknown, part: string): unknown {
  if (schema === undefined) return undefined
  const tooLong = findLongText(value, [part])
  if (tooLong.length > 0) throw new Invalid(tooLong)
  const parsed = schema.safeParse(value)
  if (parsed.success) {
    const unstorable = findInvalidText(parsed.data, [part])
    if (unstorable.length > 0) throw new Invalid(unstorable)
    return parsed.data
  }
  throw new Invalid(parsed.error.issues.map((issue) => fieldError(issue, part)))
}

function fieldError({ path, message, code }: Issue, part: string): FieldError {
  const loc = path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  return { loc: [part, ...loc], msg: message, type: code ?? 'value_error' }
}

/** Whether the call's path, query or body names the space that it acts in. */
function namesSpace(route: RouteSpec, { query, body }: { query: unknown; body: unknown }): boolean {
  if (route.actsInCurrentSpace !== true) return true
  return [query, body].some((part) => (part as { org_id?: unknown } | undefined)?.org_id != null)
}

/** The space of a call that names none. */
function currentSpaceOf(actor: Actor): string | null {
  return actor.kind === 'user' ? actor.tokenSpaceId : actor.homeSpaceId
}

/**
 * Identifies a call for Idempotency-Key: method, path, query, body, and the current space where none of
 * these names one (docs/rules/requests.md#idempotency).
 */
function requestHash(request: FastifyRequest, space: string | null): string {
  const body = bodyText(request) ?? ''
  return sha256Hex(JSON.stringify([request.method, request.url, space, body]))
}

function shape(route: RouteSpec, answer: unknown): unknown {
  if (route.answer === undefined) return undefined
  const parsed = route.answer.safeParse(answer)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The answer of ${route.method} ${route.path} breaks the contract: ${problems.join('; ')}`)
}

function send(reply: FastifyReply, status: number, answer: unknown): FastifyReply {
  // a call without an answer is stored as null
  if (answer === undefined || answer === null) return reply.code(204).send()
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(answer))
}
