/** `/mcp` and `/mcp/agents/{handle}`: who may come in, and the exchange with the protocol's own handler. */
import { setTimeout as delay } from 'node:timers/promises'
import { toNodeHandler, type NodeIncomingMessageLike } from '@modelcontextprotocol/node'
import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, AgentActor } from '../../platform/actor.ts'
import { bearerOf, isOurHost, isOurOrigin, ownAddress } from '../../platform/address.ts'
import { concerns } from '../../platform/access-changes.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import { ApiError, BadOrigin, Forbidden, Unauthorized } from '../../platform/errors.ts'
import { requireScope, type Api } from '../../platform/mount.ts'
import { markVerified, type AgentCredentials } from '../agents/index.ts'
import type { ExchangeWatch } from '../connection/index.ts'
import { PARSE_ERROR, askedIn, cancelledIn, countOthers, isListen, readBody } from './body.ts'
import { requireUnpaused, startCall, type Call } from './call.ts'
import { createListenings } from './resources/listening.ts'
import { createHandler, TOOLS } from './server.ts'
import type { ToolServices } from './tools/tool.ts'

export interface McpWeb extends ToolServices {
  readonly clock: Clock
  readonly bus: Pick<Bus, 'subscribe'>
  readonly credentials: AgentCredentials
  readonly watch: ExchangeWatch
  readonly publicUrl: string | null
  readonly version: string
  readonly onError: (error: unknown) => void
}

const TOOL_NAMES = TOOLS.map(({ name }) => name)

/** How long a stopping server gives its last answers. */
const ANSWERS_AT_STOP_MS = 1000

interface McpParams {
  handle?: string
}

export function mcpApi({ server, authGuard }: Api, web: McpWeb): void {
  const calls = new WeakMap<AuthInfo, Call>()
  const deps = {
    services: {
      ...web,
      admit: (actor: Actor, isWrite: boolean) => authGuard.checkCaller(actor, isWrite),
      noteFailure: (actor: Actor, isWrite: boolean, error: unknown) => {
        if (actor.kind === 'agent') web.watch.onToolFailed(actor, error)
        return authGuard.recordFailure(actor, isWrite, error)
      },
    },
    callOf: (auth: AuthInfo) => calls.get(auth),
    version: web.version,
    onError: web.onError,
  }
  const handler = createHandler(deps)
  const respond = toNodeHandler(handler, { onerror: web.onError })
  const listenings = createListenings(web)
  const listeners = new Set<McpHttpHandler>()
  const verify = createVerifier(web)
  const open = new Set<Call>()
  // who waits with a credential that was taken away is answered at once, on every node
  const unsubscribe = web.bus.subscribe(['account_changed', 'grant_ended', 'reconnected'], (message) => {
    for (const call of open) {
      const { accountId, ownerId, grant } = call.actor
      if (concerns(message, { accountId, ownerId, credentialId: grant?.id ?? null })) {
        endIfRevoked(call, web.onError)
      }
    }
  })

  const answer = async (request: FastifyRequest<{ Params: McpParams }>, reply: FastifyReply) => {
    authGuard.checkAddressLimit(request)
    requireOurAddress(request, web.publicUrl)
    const actor = await principalOf(web, request)
    requireScope(actor, 'mcp')
    requireNamedAgent(request, actor)
    const { body, isReadable } = readBody(request)
    if (!isReadable) return reply.code(400).send(PARSE_ERROR)
    const isTest = web.watch.isTest(request, body)
    for (let count = countOthers(body, TOOL_NAMES); count > 0; count--) authGuard.checkCaller(actor, false)
    for (const requestId of cancelledIn(body)) web.waits.cancel(actor, requestId)

    const recheck = async () => requireUnpaused(await principalOf(web, request))
    const call = startCall(reply.raw, { actor, asked: askedIn(body), recheck })
    const respondTo = isListen(body) ? await listen(call) : respond
    takeOver(request, reply)
    if (!isTest) {
      verify(call)
      void call.answered.then((isWritten) => isWritten && web.watch.onAnswered(actor.accountId, body))
    }
    open.add(call)
    void call.answered.then(() => open.delete(call))
    // the token stays here: the handler's tools know the call by this object alone
    const auth: AuthInfo = { token: '', clientId: actor.accountId, scopes: [] }
    calls.set(auth, call)
    // Node leaves the method open only for answers
    await respondTo(Object.assign(request.raw, { auth }) as NodeIncomingMessageLike, reply.raw, body)
  }

  /** Each listener has events of its own, so that nobody hears of what isn't theirs. */
  const listen = async (call: Call) => {
    const listening = await listenings.open(call)
    const own = createHandler(deps, listening.events)
    listeners.add(own)
    const end = () => void own.close().catch(web.onError)
    listening.onRefused = end
    void call.answered.then(() => {
      listeners.delete(own)
      end()
    })
    return toNodeHandler(own, { onerror: web.onError })
  }

  void server.register(async (room) => {
    for (const url of ['/mcp', '/mcp/agents/:handle']) {
      room.route({ method: ['GET', 'POST', 'DELETE'], url, handler: web.watch.wrap(answer) })
    }
    // a client whose connection just ends would sit out its own time; one that is answered comes back
    room.addHook('preClose', async () => {
      await Promise.all([web.waits.stop(), ...[...listeners].map((listener) => listener.close())])
      await Promise.race([
        Promise.all([...open].map(({ answered }) => answered)),
        delay(ANSWERS_AT_STOP_MS, undefined, { ref: false }),
      ])
    })
    room.addHook('onClose', async () => {
      unsubscribe()
      listenings.stop()
      await handler.close()
    })
  })
}

function endIfRevoked(call: Call, onError: (error: unknown) => void): void {
  call.recheck().catch((error: unknown) => {
    if (error instanceof ApiError && error.status < 500) call.revoke()
    else onError(error)
  })
}

/**
 * Guards against pages of other sites and names that were made to point here (docs/rules/requests.md#origin-and-host).
 */
function requireOurAddress({ headers: { host, origin } }: FastifyRequest, publicUrl: string | null): void {
  if (!isOurHost(host, publicUrl)) throw new BadOrigin()
  if (origin !== undefined && !isOurOrigin(origin, host, publicUrl)) throw new BadOrigin()
}

/**
 * Whoever calls, by an agent's own token or by one that a person let a program have.
 * @throws Unauthorized for no token, one that isn't for an agent here, and one that was revoked; AgentDisabled.
 */
async function principalOf(
  { credentials, publicUrl }: McpWeb,
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

/** Where a program learns how to get a token for this very endpoint (RFC 9728). */
function metadataOf(request: FastifyRequest<{ Params: McpParams }>, publicUrl: string | null): string {
  const { handle } = request.params
  const path = handle === undefined ? '/mcp' : `/mcp/agents/${encodeURIComponent(handle)}`
  const address = ownAddress(request, publicUrl) ?? ''
  return `resource_metadata="${address}/.well-known/oauth-protected-resource${path}"`
}

/** The path or a header may name the agent; it must be the token's. */
function requireNamedAgent(
  { params, headers }: FastifyRequest<{ Params: McpParams }>,
  { username }: AgentActor,
): void {
  for (const named of [params.handle, headers['x-agent-name']].flat()) {
    if (named === undefined || named.toLowerCase().replace(/^@/, '') === username) continue
    throw new Forbidden(`This token is the one of @${username}, not of @${named}`)
  }
}

/** From here on the answer is the handler's; the headers of every answer of ours stay on it. */
function takeOver({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  // hand-made calls accept anything, which includes both forms
  const { accept } = raw.headers
  if (accept === undefined || accept.includes('*/*')) {
    raw.headers.accept = 'application/json, text/event-stream'
  }
}

/** The first answer to an agent's own credential earns it "verified" (docs/rules/agents.md#verified). */
function createVerifier({ db, clock, onError }: McpWeb): (call: Call) => void {
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
