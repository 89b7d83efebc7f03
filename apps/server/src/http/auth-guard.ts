/** The guard of every call: limits, authentication, the circuit breaker (docs/rules/requests.md#refusals). */
import {
  ADDRESS_REGISTRATIONS_PER_HOUR,
  ADDRESS_REQUESTS_PER_MINUTE,
  CALLER_REQUESTS_PER_MINUTE,
  CALLER_WRITES_PER_MINUTE,
  REFRESHES_PER_FAMILY_PER_MINUTE,
} from '@flockwork/contract/limits'
import type { Activity, AgentCredentials, Breaker, Ledger } from '../features/agents/index.ts'
import type { AccessTokens, Sessions } from '../features/auth/index.ts'
import type { Actor, CallOrigin } from '../platform/actor.ts'
import { bearerOf, callerIp, limitedAddress, originOf } from '../platform/address.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { statusOf } from '../platform/error-handler.ts'
import { AgentBreakerOpen } from '../platform/agent-errors.ts'
import { Unauthorized } from '../platform/errors.ts'
import type { RunOnce } from '../platform/idempotency.ts'
import { requireUnpaused, type AuthGuard } from '../platform/mount.ts'
import type { Limit, RequestLimits } from '../platform/rate-limit.ts'

export interface Authenticator {
  /** The actor that the token belongs to. @throws Unauthorized */
  identify(token: string | undefined, from: CallOrigin): Promise<Actor>
  /**
   * Re-checks an open stream or wait when access changes, without counting a call.
   * @throws Unauthorized; AgentDisabled for a paused agent, which neither writes nor reads.
   */
  authenticate(token: string | undefined, from: CallOrigin): Promise<Actor>
}

interface Deps {
  readonly tokens: AccessTokens
  readonly sessions: Sessions
  readonly agents: AgentCredentials
  readonly activity: Activity
}

export function createAuthenticator({ tokens, sessions, agents, activity }: Deps): Authenticator {
  const identify: Authenticator['identify'] = async (token, from) => {
    if (token === undefined) throw new Unauthorized()
    const agent = await agents.agentOf(token)
    if (agent !== undefined) return agent
    const claims = await tokens.verify(token)
    const person = claims === undefined ? undefined : await sessions.actorOf(claims, from)
    if (person === undefined) throw new Unauthorized()
    activity.touch(person.accountId)
    return person
  }
  return {
    identify,
    async authenticate(token, from) {
      const actor = await identify(token, from)
      requireUnpaused(actor)
      return actor
    },
  }
}

export interface CallLimits {
  readonly address: Limit
  readonly requests: Limit
  readonly writes: Limit
  readonly registrations: Limit
  readonly refreshes: Limit
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export function callLimits(scale: number): CallLimits {
  const limit = (name: string, max: number, windowMs: number): Limit => ({
    name,
    max: scaled(max, scale),
    windowMs,
  })
  return {
    address: limit('address', ADDRESS_REQUESTS_PER_MINUTE, MINUTE_MS),
    requests: limit('requests', CALLER_REQUESTS_PER_MINUTE, MINUTE_MS),
    writes: limit('writes', CALLER_WRITES_PER_MINUTE, MINUTE_MS),
    refreshes: limit('refreshes', REFRESHES_PER_FAMILY_PER_MINUTE, MINUTE_MS),
    registrations: limit('registrations', ADDRESS_REGISTRATIONS_PER_HOUR, HOUR_MS),
  }
}

/** A limit scaled by the deployment's RATE_LIMIT_SCALE: at least 1. */
export function scaled(max: number, scale: number): number {
  return Math.max(1, Math.round(max * scale))
}

/** From this status on a failure is the server's. */
const SERVER_FAILED = 500

interface AuthGuardDeps {
  readonly authenticator: Authenticator
  readonly limits: RequestLimits
  readonly callLimits: CallLimits
  readonly db: Db
  readonly runOnce: RunOnce
  readonly breaker: Breaker
  readonly ledger: Ledger
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

export function createAuthGuard({
  authenticator,
  limits,
  callLimits,
  db,
  runOnce,
  breaker,
  ledger,
  clock,
  onError,
}: AuthGuardDeps): AuthGuard {
  const checkCaller = (actor: Actor, isWrite: boolean): void => {
    limits.consume(callLimits.requests, actor.accountId)
    if (isWrite) limits.consume(callLimits.writes, actor.accountId)
  }
  const countCall: AuthGuard['countCall'] = (actor, { name, isWrite, error }) => {
    if (actor.kind === 'agent')
      ledger.recordCall(actor, { name, isTaskWork: isWrite && isOfTasks(name), error })
  }
  return {
    checkAddressLimit: (request) => limits.consume(callLimits.address, limitedAddress(callerIp(request))),
    async admit(request, isWrite, token = bearerOf(request)) {
      const actor = await authenticator.identify(token, originOf(request))
      try {
        checkCaller(actor, isWrite)
        requireUnpaused(actor)
      } catch (error) {
        countCall(actor, { name: `${request.method} ${request.routeOptions.url ?? ''}`, isWrite, error })
        throw error
      }
      return actor
    },
    checkCaller,
    countCall,
    checkBreaker(actor) {
      const until = actor.kind === 'agent' ? breaker.pausedUntil(actor.accountId) : undefined
      if (until === undefined) return
      throw new AgentBreakerOpen(actor.username, Math.max(1, Math.ceil((until - clock.now()) / 1000)))
    },
    async recordFailure(actor, isWrite, error) {
      const status = statusOf(error)
      if (actor.kind !== 'agent' || !countsAsFailure(status, isWrite)) return
      // the caller gets the original error
      const recorded = breaker.recordFailure(actor.accountId).catch(onError)
      // a server error may be the database's, and the caller shouldn't wait for it twice
      if (status < SERVER_FAILED) await recorded
    },
    db,
    runOnce,
  }
}

/** REST calls of the tasks room, and calls of its MCP tool. */
function isOfTasks(name: string): boolean {
  return /^(\S+ (\/api)?\/tasks|tasks[.])/.test(name)
}

/**
 * The circuit breaker counts an agent's invalid calls and our own failures
 * (docs/rules/agents.md#circuit-breaker).
 */
function countsAsFailure(status: number, isWrite: boolean): boolean {
  return status >= SERVER_FAILED || (isWrite && (status === 400 || status === 422))
}
