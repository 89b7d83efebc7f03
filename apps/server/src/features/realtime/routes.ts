/** `GET /api/sse/messages`: the event stream (platform, section 7; decisions 5). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Profile } from '@flockwork/contract/auth'
import { realtimeRoutes } from '@flockwork/contract/realtime'
import type { Actor } from '../../platform/actor.ts'
import { wireTime } from '../../platform/clock.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Api } from '../../platform/mount.ts'
import { enterSpace, requireMember, spacesOf } from '../spaces/index.ts'
import { frame } from './frame.ts'
import { manySpaces, oneSpace } from './marking.ts'
import { readPositions } from './positions.ts'
import { startReader, type ReaderNeeds } from './reader.ts'
import { openStream, type Stream } from './stream.ts'
import type { Streams } from './streams.ts'

export interface RealtimeWeb extends ReaderNeeds {
  readonly streams: Streams
  readonly metrics: Pick<Metrics, 'deliveries' | 'streamsCut'>
  readonly authenticate: (request: FastifyRequest) => Promise<Actor>
  /** Who the credential belongs to, as `identity_bootstrap` names them. */
  readonly identityOf: (actor: Actor) => Promise<Profile>
  readonly onError: (error: unknown) => void
}

interface StreamQuery {
  org_id?: string
  last_event_id?: string
}

/** Longest a timer can be set; a token that lives longer is looked at again. */
const TIMER_MAX_MS = 2 ** 31 - 1

export function realtimeApi(api: Api, web: RealtimeWeb): void {
  api.routes.push(realtimeRoutes.stream)
  api.server.get<{ Querystring: StreamQuery }>(realtimeRoutes.stream.path, async (request, reply) => {
    api.gate.admitAddress(request)
    const actor = await web.authenticate(request)
    api.gate.admitCaller(actor, false)

    const named = request.query.org_id
    const isEverySpace = actor.kind === 'agent' && named === undefined
    const spaceIds = isEverySpace
      ? await spacesOf(web.db, actor.accountId)
      : [await enterSpace(web.db, actor, readSpaceId(named))]
    const identity = await web.identityOf(actor)

    const stream = takeOver(web, reply)
    const stillAllowed = () => isStillAllowed(web, request, isEverySpace ? undefined : spaceIds[0])
    web.streams.add({ stream, accountId: actor.accountId, credentialId: credentialOf(actor), stillAllowed })
    endWithToken(web, stream, actor)

    const now = wireTime(new Date(web.clock.now()))
    stream.write(
      frame('identity_bootstrap', { user: identity, org_id: spaceIds[0] ?? null, server_time: now }),
    )
    serve(web, { actor, spaceIds, stream, isEverySpace, resume: resumeIdOf(request) }).catch(
      (error: unknown) => {
        web.onError(error)
        stream.end()
      },
    )
  })
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Something that is no id names no space. */
function readSpaceId(named: string | undefined): string | undefined {
  if (named !== undefined && !UUID.test(named)) throw new NotFound('No such space')
  return named?.toLowerCase()
}

function takeOver({ metrics }: RealtimeWeb, reply: FastifyReply): Stream {
  reply.hijack()
  return openStream(reply.raw, () => metrics.streamsCut.inc())
}

interface Serving {
  readonly actor: Actor
  readonly spaceIds: readonly string[]
  readonly stream: Stream
  readonly isEverySpace: boolean
  readonly resume: string | undefined
}

async function serve(
  web: RealtimeWeb,
  { actor, spaceIds, stream, isEverySpace, resume }: Serving,
): Promise<void> {
  const { accountId } = actor
  const stops: (() => void)[] = []
  stream.onClose(() => stops.forEach((stop) => stop()))

  const isFromStart = resume === '0'
  const positions = resume === undefined ? undefined : readPositions(resume)
  const marking = isEverySpace ? manySpaces(accountId, positions ?? new Map()) : oneSpace(accountId)
  for (const spaceId of spaceIds) {
    const position = isEverySpace ? (isFromStart ? 0 : positions?.get(spaceId)) : numberOf(resume)
    const isUnreadable =
      resume !== undefined && !isFromStart && (isEverySpace ? positions : position) === undefined
    const stop = await startReader(web, {
      spaceId,
      accountId,
      stream,
      marking,
      position,
      isReset: isUnreadable,
    })
    stops.push(stop)
    if (!stream.isOpen) stop()
  }
}

function numberOf(resume: string | undefined): number | undefined {
  return resume !== undefined && /^\d{1,15}$/.test(resume) ? Number(resume) : undefined
}

function resumeIdOf(request: FastifyRequest<{ Querystring: StreamQuery }>): string | undefined {
  const header = request.headers['last-event-id']
  const id = typeof header === 'string' ? header : request.query.last_event_id
  return id === '' ? undefined : id
}

function credentialOf(actor: Actor): string {
  return actor.kind === 'user' ? actor.sessionId : actor.accountId
}

/** The stream ends with its token; the client comes back with a fresh one and its position. */
function endWithToken({ clock }: RealtimeWeb, stream: Stream, actor: Actor): void {
  if (actor.kind !== 'user') return
  const timer = setTimeout(
    () => stream.end(),
    Math.min(Math.max(0, actor.expiresAt - clock.now()), TIMER_MAX_MS),
  )
  timer.unref()
  stream.onClose(() => clearTimeout(timer))
}

async function isStillAllowed(
  web: RealtimeWeb,
  request: FastifyRequest,
  spaceId: string | undefined,
): Promise<boolean> {
  try {
    const actor = await web.authenticate(request)
    if (spaceId !== undefined) await requireMember(web.db, spaceId, actor.accountId)
    return true
  } catch {
    return false
  }
}
