/**
 * The current call, for code deep below the route that logs about it: its address for the audit log, and lines of
 * the security log. Jobs and commands have none.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { callerIp } from './address.ts'

/** As in an audit entry. */
export interface SecurityEvent {
  readonly event: string
  readonly actorId?: string | null
  readonly target?: { readonly type: string; readonly id: string; readonly name?: string } | undefined
  readonly spaceId?: string | null
  readonly before?: object | undefined
  readonly after?: object | undefined
  readonly ip?: string | null
}

/** A refused attempt, outside of any transaction. */
export type Refusal = Omit<SecurityEvent, 'spaceId' | 'before'>

export interface SecurityLog {
  write(event: SecurityEvent, requestId: string): void
  /** The same, plus an entry in the audit log if it names an account. */
  refused(refusal: Refusal, requestId: string): void
}

/** The API that a call came in by. */
export type CallSource = 'rest' | 'mcp'

interface CallContext {
  readonly requestId: string
  readonly address: string | null
  readonly source: CallSource
  readonly securityLog: SecurityLog
  /** What the current transaction did; written when it commits. */
  uncommitted: SecurityEvent[]
}

const current = new AsyncLocalStorage<CallContext>()

/** Runs every handler, of calls and navigations alike, in the context of its call. */
export function installCallContext(server: FastifyInstance, securityLog: SecurityLog): void {
  server.addHook('preHandler', (request, _reply, done) => {
    const context: CallContext = {
      requestId: request.id,
      address: callerIp(request),
      source: sourceOf(request.routeOptions.url),
      securityLog,
      uncommitted: [],
    }
    current.run(context, done)
  })
}

/** `undefined` outside of a call. */
export function callerAddress(): string | null | undefined {
  return current.getStore()?.address
}

/** `undefined` outside of a call. */
export function callSource(): CallSource | undefined {
  return current.getStore()?.source
}

function sourceOf(path: string | undefined): CallSource {
  return path === '/mcp' || path?.startsWith('/mcp/') === true ? 'mcp' : 'rest'
}

/** Writes a line to the security log; for work inside a transaction, once that commits. */
export function noteSecurity(event: SecurityEvent, { inTransaction }: { inTransaction: boolean }): void {
  const context = current.getStore()
  if (context === undefined) return
  if (inTransaction) context.uncommitted.push(event)
  else write(context, event)
}

/**
 * Writes a refusal to the security log and, if it names an account, to the audit log. Doesn't wait for that: how long
 * a refusal takes must not reveal whether the account exists.
 */
export function noteRefusal(refusal: Refusal): void {
  const context = current.getStore()
  if (context === undefined) return
  const { requestId, address, securityLog } = context
  securityLog.refused({ ip: address, ...refusal }, requestId)
}

/** Called where transactions end. */
export function onTransactionEnd(isCommitted: boolean): void {
  const context = current.getStore()
  if (context === undefined || context.uncommitted.length === 0) return
  const events = context.uncommitted
  context.uncommitted = []
  if (isCommitted) for (const event of events) write(context, event)
}

function write({ requestId, address, securityLog }: CallContext, event: SecurityEvent): void {
  securityLog.write({ ip: address, ...event }, requestId)
}
