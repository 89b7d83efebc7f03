/** `GET /api/sse/messages`: the event stream (docs/rules/realtime.md#resuming). */
import type { FastifyRequest } from 'fastify'
import type { Profile } from '@flockwork/contract/auth'
import { STREAM_ADDRESS_MAX_CHARS } from '@flockwork/contract/limits'
import { realtimeRoutes } from '@flockwork/contract/realtime'
import { viewerOf, type Actor, type CallOrigin } from '../../platform/actor.ts'
import { bearerOf, originOf } from '../../platform/address.ts'
import { wireTime } from '../../platform/clock.ts'
import { ApiError, NotFound } from '../../platform/errors.ts'
import { hijack } from '../../platform/hijack.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { requireScope, type Api } from '../../platform/mount.ts'
import { enterSpace, requireMember, spaceIdsOf } from '../spaces/index.ts'
import { frame } from './hub/frame.ts'
import { openEventStream, type EventStream } from './streams/event-stream.ts'
import type { OpenStreams } from './streams/open-streams.ts'
import {
  streamEverySpace,
  streamSpace,
  type StreamSpaces,
  type StreamSpacesDeps,
} from './streams/stream-spaces.ts'

export interface RealtimeWeb extends StreamSpacesDeps {
  readonly streams: OpenStreams
  readonly metrics: Pick<Metrics, 'deliveries' | 'streamsCut'>
  readonly authenticate: (token: string | undefined, from: CallOrigin) => Promise<Actor>
  /** The owner of the credential, as `identity_bootstrap` reports it. */
  readonly identityOf: (actor: Actor) => Promise<Profile>
  readonly onError: (error: unknown) => void
}

interface StreamQuery {
  org_id?: string
  last_event_id?: string
}

/** The maximum of a timer; a stream whose token is valid for longer ends then. */
const TIMER_MAX_MS = 2 ** 31 - 1

export function realtimeApi(api: Api, web: RealtimeWeb): void {
  api.routes.push(realtimeRoutes.stream)
  api.server.get<{ Querystring: StreamQuery }>(
    realtimeRoutes.stream.path,
    { exposeHeadRoute: false, config: { addressMaxChars: STREAM_ADDRESS_MAX_CHARS } },
    async (request, reply) => {
      const actor = await api.authGuard.admit(request, false, tokenOf(request))
      requireScope(actor, realtimeRoutes.stream.scope)

      const named = request.query.org_id
      const isEverySpace = actor.kind === 'agent' && named === undefined
      const spaceIds = isEverySpace
        ? await spaceIdsOf(web.db, actor.accountId)
        : [await enterSpace(web.db, actor, readSpaceId(named))]
      const [spaceId] = spaceIds
      const identity = await web.identityOf(actor)

      const { accountId } = actor
      web.streams.checkStreamLimit(accountId)
      const stream = openEventStream(hijack(reply), () => web.metrics.streamsCut.inc())
      const viewerId = viewerOf(actor)
      const options = { accountId, viewerId, stream, lastEventId: lastEventIdOf(request) }
      const spaces = isEverySpace ? streamEverySpace(web, options) : undefined
      const isStillAllowed = () => checkAccess(web, request, spaces ?? spaceId)
      const ownerId = actor.kind === 'agent' ? actor.ownerId : null
      web.streams.add({ stream, accountId, ownerId, credentialId: credentialOf(actor), isStillAllowed })
      endWithToken(web, stream, actor)

      const now = wireTime(new Date(web.clock.now()))
      stream.write(frame('identity_bootstrap', { user: identity, org_id: spaceId ?? null, server_time: now }))
      const start = async () => {
        // access may have ended before the stream was added
        if (!(await isStillAllowed())) return stream.end()
        if (spaces === undefined && spaceId !== undefined) await streamSpace(web, spaceId, options)
      }
      start().catch((error: unknown) => {
        web.onError(error)
        stream.end()
      })
    },
  )
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** @throws NotFound for a malformed id. */
function readSpaceId(named: string | undefined): string | undefined {
  if (named !== undefined && !UUID.test(named)) throw new NotFound('No such space')
  return named?.toLowerCase()
}

function lastEventIdOf(request: FastifyRequest<{ Querystring: StreamQuery }>): string | undefined {
  const header = request.headers['last-event-id']
  const id: unknown = typeof header === 'string' ? header : request.query.last_event_id
  return typeof id === 'string' && id !== '' ? id : undefined
}

function credentialOf(actor: Actor): string {
  return actor.kind === 'user' ? actor.sessionId : (actor.grant?.id ?? actor.accountId)
}

/** The stream ends with its token; the client reconnects with a new one and its cursor. */
function endWithToken({ clock }: RealtimeWeb, stream: EventStream, actor: Actor): void {
  const expiresAt = actor.kind === 'user' ? actor.expiresAt : actor.grant?.expiresAt
  if (expiresAt === undefined) return
  const timer = setTimeout(() => stream.end(), Math.min(Math.max(0, expiresAt - clock.now()), TIMER_MAX_MS))
  timer.unref()
  stream.onClose(() => clearTimeout(timer))
}

/**
 * Whether the credential still permits the stream: for its one space, or for all spaces of the account, which
 * are updated as well. @throws if that can't be determined now.
 */
async function checkAccess(
  web: RealtimeWeb,
  request: FastifyRequest,
  where: StreamSpaces | string | undefined,
): Promise<boolean> {
  try {
    const actor = await web.authenticate(tokenOf(request), originOf(request))
    if (typeof where === 'string') await requireMember(web.db, where, actor.accountId)
    else await where?.setSpaces(await spaceIdsOf(web.db, actor.accountId))
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false
    // an unreachable database says nothing about access
    throw error
  }
}

/** The token of a stream: from the header, or from the URL for clients that can't set one. */
function tokenOf(request: FastifyRequest): string | undefined {
  const fromHeader = bearerOf(request)
  if (fromHeader !== undefined) return fromHeader
  const { token } = request.query as { token?: unknown }
  return typeof token === 'string' ? token : undefined
}
