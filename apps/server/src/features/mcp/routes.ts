/** `/mcp` and `/mcp/agents/{handle}`: authenticates the caller, and passes the exchange to the protocol's handler. */
import { setTimeout as delay } from 'node:timers/promises'
import { toNodeHandler, type NodeIncomingMessageLike } from '@modelcontextprotocol/node'
import type { AuthInfo, McpHttpHandler, RequestId } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, AgentActor } from '../../platform/actor.ts'
import { bearerOf, ownOrigin, refuseOtherOrigin } from '../../platform/address.ts'
import { ACCOUNT_CHANGES, mayAffect } from '../../platform/access-changes.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import { ApiError, Forbidden, Unauthorized } from '../../platform/errors.ts'
import { hijack } from '../../platform/hijack.ts'
import { requireScope, requireUnpaused, type Api } from '../../platform/mount.ts'
import { markVerified, type AgentCredentials } from '../agents/index.ts'
import type { ExchangeWatch } from '../connection/index.ts'
import { PARSE_ERROR, cancelledIn, countNonToolCalls, isListen, readBody, requestsIn } from './body.ts'
import { credentialOf, startCall, type Call } from './call.ts'
import { createUpdateStreams } from './resources/update-streams.ts'
import { createHandler, TOOLS } from './server.ts'
import type { ToolServices } from './tools/tool.ts'

export interface McpServices extends ToolServices {
  readonly clock: Clock
  readonly bus: Pick<Bus, 'subscribe'>
  readonly credentials: AgentCredentials
  readonly watch: ExchangeWatch
  readonly publicUrl: string | null
  readonly version: string
  readonly onError: (error: unknown) => void
}

const TOOL_NAMES = TOOLS.map(({ name }) => name)

/** How long a stopping server waits until its last answers are written. */
const ANSWERS_AT_STOP_MS = 1000

interface McpParams {
  handle?: string
}

export function mcpApi({ server, authGuard }: Api, services: McpServices): void {
  const calls = new WeakMap<AuthInfo, Call>()
  const deps = {
    services: {
      ...services,
      checkCaller: (actor: Actor, isWrite: boolean) => authGuard.checkCaller(actor, isWrite),
      recordFailure: (actor: Actor, isWrite: boolean, error: unknown) => {
        if (actor.kind === 'agent') services.watch.onToolFailed(actor, error)
        return authGuard.recordFailure(actor, isWrite, error)
      },
      countCall: authGuard.countCall,
    },
    callOf: (auth: AuthInfo) => calls.get(auth),
    version: services.version,
    onError: services.onError,
  }
  const handler = createHandler(deps)
  const respond = toNodeHandler(handler, { onerror: services.onError })
  const updateStreams = createUpdateStreams(services)
  const streamHandlers = new Set<McpHttpHandler>()
  const verify = createVerifier(services)
  const open = new Set<Call>()
  /** These, plus calls whose answers may not have been read yet. */
  const unread = new Set<Call>()
  // a waiting call is answered at once when its credential is revoked on any node
  const unsubscribe = services.bus.subscribe([...ACCOUNT_CHANGES, 'grant_ended'], (message) => {
    const isAffected = mayAffect(message)
    for (const call of open) {
      const { accountId, ownerId, grant } = call.actor
      if (isAffected({ accountId, ownerId, credentialId: grant?.id ?? null })) {
        endIfRevoked(call, services.onError)
      }
    }
  })

  const answer = async (request: FastifyRequest<{ Params: McpParams }>, reply: FastifyReply) => {
    refuseOtherOrigin(request, services.publicUrl)
    const actor = await authenticate(services, request)
    requireScope(actor, 'mcp')
    requireNamedAgent(request, actor)
    const { body, isReadable } = readBody(request)
    if (!isReadable) return reply.code(400).send(PARSE_ERROR)
    const isTest = services.watch.isTest(request, body)
    for (let count = countNonToolCalls(body, TOOL_NAMES); count > 0; count--)
      authGuard.checkCaller(actor, false)
    for (const requestId of cancelledIn(body)) {
      services.waits.cancel(actor, requestId)
      for (const call of unread) if (isRequestOf(call, actor, requestId)) call.cancel()
    }

    // the client disconnected before authentication: nothing would end its wait
    if (reply.raw.destroyed) return hijack(reply)
    const recheck = async () => requireUnpaused(await authenticate(services, request))
    const call = startCall(reply.raw, { actor, requests: requestsIn(body), recheck })
    const respondTo = isListen(body) ? await openStream(call) : respond
    hijack(reply)
    acceptBothForms(request)
    if (!isTest) {
      verify(call)
      void call.answered.then((isWritten) => isWritten && services.watch.onAnswered(actor.accountId, body))
    }
    open.add(call)
    void call.answered.then(() => open.delete(call))
    unread.add(call)
    void call.over.then(() => unread.delete(call))
    // the handler gets no token: its tools look up the call by this object
    const auth: AuthInfo = { token: '', clientId: actor.accountId, scopes: [] }
    calls.set(auth, call)
    // Node types the method as optional, because an answer has none
    await respondTo(Object.assign(request.raw, { auth }) as NodeIncomingMessageLike, reply.raw, body)
  }

  /** Each stream has its own handler: a shared one would send everyone's events to every listener. */
  const openStream = async (call: Call) => {
    const stream = await updateStreams.open(call)
    const streamHandler = createHandler(deps, stream.events)
    streamHandlers.add(streamHandler)
    const end = () => void streamHandler.close().catch(services.onError)
    stream.onRefused = end
    void call.answered.then(() => {
      streamHandlers.delete(streamHandler)
      end()
    })
    return toNodeHandler(streamHandler, { onerror: services.onError })
  }

  void server.register(async (scope) => {
    for (const url of ['/mcp', '/mcp/agents/:handle']) {
      scope.route({
        method: ['GET', 'POST', 'DELETE'],
        url,
        handler: services.watch.wrap(answer),
      })
    }
    // a disconnected client would wait for its timeout; one that gets an answer calls again at once
    scope.addHook('preClose', async () => {
      await Promise.all([
        services.waits.stop(),
        ...[...streamHandlers].map((streamHandler) => streamHandler.close()),
      ])
      await Promise.race([
        Promise.all([...open].map(({ answered }) => answered)),
        delay(ANSWERS_AT_STOP_MS, undefined, { ref: false }),
      ])
    })
    scope.addHook('onClose', async () => {
      unsubscribe()
      updateStreams.stop()
      await handler.close()
    })
  })
}

function isRequestOf({ actor, requests }: Call, caller: AgentActor, requestId: RequestId): boolean {
  return credentialOf(actor) === credentialOf(caller) && requests.some(({ id }) => id === requestId)
}

function endIfRevoked(call: Call, onError: (error: unknown) => void): void {
  call.recheck().catch((error: unknown) => {
    if (error instanceof ApiError && error.status < 500) call.revoke()
    else onError(error)
  })
}

/**
 * The calling agent, by its own token or by the OAuth token of a program.
 * @throws Unauthorized without a token, for a token that isn't an agent's, and for a revoked one; AgentDisabled.
 */
async function authenticate(
  { credentials, publicUrl }: McpServices,
  request: FastifyRequest<{ Params: McpParams }>,
): Promise<AgentActor> {
  const token = bearerOf(request)
  const where = metadataOf(request, publicUrl)
  if (token === undefined) {
    throw new Unauthorized(
      "Send an agent's token (Authorization: Bearer fw_agt_...), or sign in with OAuth",
      `Bearer ${where}`,
    )
  }
  const actor = await credentials.agentOf(token)
  if (actor !== undefined) return actor
  throw new Unauthorized(
    "This is not the token of an agent, or it was revoked. A person's sign-in does not work here",
    `Bearer error="invalid_token", ${where}`,
  )
}

/** The URL of the metadata that tells a client how to get a token for this endpoint (RFC 9728). */
function metadataOf(request: FastifyRequest<{ Params: McpParams }>, publicUrl: string | null): string {
  const { handle } = request.params
  const path = handle === undefined ? '/mcp' : `/mcp/agents/${encodeURIComponent(handle)}`
  const address = ownOrigin(request, publicUrl) ?? ''
  return `resource_metadata="${address}/.well-known/oauth-protected-resource${path}"`
}

/** The path or a header may name an agent, which must be the token's. @throws Forbidden for another one. */
function requireNamedAgent(
  { params, headers }: FastifyRequest<{ Params: McpParams }>,
  { username }: AgentActor,
): void {
  for (const named of [params.handle, headers['x-agent-name']].flat()) {
    if (named === undefined || named.toLowerCase().replace(/^@/, '') === username) continue
    throw new Forbidden(`This token is the one of @${username}, not of @${named}`)
  }
}

/** The protocol's handler requires both content types in Accept; curl and the like accept anything. */
function acceptBothForms({ raw }: FastifyRequest): void {
  const { accept } = raw.headers
  if (accept === undefined || accept.includes('*/*')) {
    raw.headers.accept = 'application/json, text/event-stream'
  }
}

/** An agent is "verified" by the first answer to its own credential (docs/rules/agents.md#verified). */
function createVerifier({ db, clock, onError }: McpServices): (call: Call) => void {
  const verified = new Set<string>()
  return ({ actor, answered }) => {
    if (verified.has(actor.accountId)) return
    answered
      .then(async (isWritten) => {
        if (!isWritten || verified.has(actor.accountId)) return
        await markVerified({ db, clock }, actor.accountId)
        verified.add(actor.accountId)
      })
      .catch(onError)
  }
}
