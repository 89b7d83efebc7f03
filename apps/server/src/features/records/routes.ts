/** Downloading the record of a space: `/api/organizations/{id}/export`. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordRoutes as routes } from '@flockwork/contract/records'
import { isId } from '@flockwork/contract/common'
import type { PersonActor } from '../../platform/actor.ts'
import { audit } from '../../platform/audit.ts'
import { wireTime, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { NoSuchSpace } from '../../platform/errors.ts'
import { mount, requireAccess, type Api } from '../../platform/mount.ts'
import type { InstanceKey, RecordSigningKey } from '../auth/index.ts'
import type { RecordFile, RecordFiles } from './exporting/files.ts'
import { readRange, serve, type Range } from './exporting/ranges.ts'
import * as repository from './exporting/reader-repository.ts'
import { makeTicket, mayContinue, readTicket, requireExportRight, type Reader } from './exporting/access.ts'
import { fingerprintOf } from './format/signature.ts'

export interface RecordServices {
  readonly db: Db
  readonly clock: Clock
  readonly files: RecordFiles
  readonly key: RecordSigningKey
  readonly ticketKey: InstanceKey
  /** Counts a started export. @throws RateLimited */
  readonly countExport: (accountId: string) => void
}

/** A range request for a growing file waits this long for its completion. */
const WHOLE_WITHIN_MS = 20_000
/** How often a running download re-checks permission. */
const CHECK_EVERY_MS = 1000

export function recordsApi(api: Api, services: RecordServices): void {
  mount(api, routes.link, async ({ actor, params }) => {
    await requireExportRight(services.db, params.id, actor.accountId)
    const { ticket, expiresAt } = makeTicket(services, params.id, actor)
    return {
      url: `/api/organizations/${params.id}/export?ticket=${ticket}`,
      expires_at: wireTime(new Date(expiresAt)),
      key: services.key.publicKey,
      fingerprint: fingerprintOf(services.key.publicKey),
    }
  })

  // not by `mount`: the answer is a file that may still be growing
  api.routes.push(routes.export)
  api.server.get(routes.export.path, { exposeHeadRoute: false }, async (request, reply) => {
    const { id } = request.params as { id: string }
    const spaceId = id.toLowerCase()
    const wanted = wantedPart(services, request, spaceId)
    const reader = await readerOf(api, services, request, { spaceId, isResumed: wanted.file !== undefined })
    if (!isId(spaceId)) throw new NoSuchSpace()
    await requireExportRight(services.db, spaceId, reader.accountId)
    const file = wanted.file ?? (await begin(services, spaceId, reader))
    return send(services, request, reply, { file, reader, range: wanted.range })
  })
  api.server.addHook('preClose', () => services.files.stop())
}

/** The range of a file that the caller has the start of; for another file all of it. */
function wantedPart(
  { files }: RecordServices,
  { headers }: FastifyRequest,
  spaceId: string,
): { range?: Range; file?: RecordFile } {
  const range = readRange(headers.range)
  if (range === undefined) return {}
  const condition = headers['if-range']
  const file = files.find(
    spaceId,
    condition === undefined ? undefined : String(condition).replaceAll('"', ''),
  )
  return file === undefined ? {} : { range, file }
}

async function readerOf(
  api: Api,
  services: RecordServices,
  request: FastifyRequest,
  { spaceId, isResumed }: { readonly spaceId: string; readonly isResumed: boolean },
): Promise<Reader> {
  const { ticket } = request.query as { ticket?: unknown }
  if (typeof ticket === 'string' && request.headers.authorization === undefined) {
    return readTicket(services, spaceId, ticket, isResumed)
  }
  const actor = await api.authGuard.admit(request, false)
  requireAccess(routes.export.access, actor)
  // the route's access admits only people
  return actor as PersonActor
}

async function begin(services: RecordServices, spaceId: string, { accountId }: Reader): Promise<RecordFile> {
  const { db, clock, files, countExport } = services
  const { handle } = await repository.findHandle(db, accountId)
  const file = await files.begin({ spaceId, by: handle }, async () => countExport(accountId))
  const { name } = await repository.findSlug(db, spaceId)
  await db.transaction().execute((tx) =>
    audit(tx, clock, {
      actorId: accountId,
      action: 'space_exported',
      target: { type: 'space', id: spaceId, name },
      spaceId,
    }),
  )
  return file
}

interface Sent {
  readonly file: RecordFile
  readonly reader: Reader
  readonly range: Range | undefined
}

async function send(
  services: RecordServices,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  { file, reader, range }: Sent,
): Promise<FastifyReply> {
  if (range !== undefined) await wholeWithin(file, WHOLE_WITHIN_MS, () => raw.destroyed)
  const { status, from, end, says } = serve(range, file)
  const { slug } = await repository.findSlug(services.db, file.spaceId)
  reply
    .code(status)
    .type('application/x-ndjson; charset=utf-8')
    .header('etag', `"${file.id}"`)
    .header('accept-ranges', 'bytes')
    // ranges of a compressed answer couldn't be joined
    .header('content-encoding', 'identity')
    .header('content-disposition', `attachment; filename="flockwork-${slug}.jsonl"`)
  if (says !== null) reply.header('content-range', says)
  if (status === 416) return reply.send('')
  if (end !== Number.POSITIVE_INFINITY) reply.header('content-length', end - from)
  return reply.send(
    Readable.from(whileAllowed(services, file, reader, file.read(from, end)), { objectMode: false }),
  )
}

/** Most files are complete within seconds: then a range has a definite end, which every client understands. */
async function wholeWithin(file: RecordFile, ms: number, isGone: () => boolean): Promise<void> {
  const until = performance.now() + ms
  const { promise, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), ms)
  try {
    while (!file.isWhole && performance.now() < until && !isGone()) {
      if ((await Promise.race([file.grown(), promise])) === 'late') return
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Fails once the reader loses permission, so that the download is aborted and never looks complete. */
async function* whileAllowed(
  { db, clock }: RecordServices,
  file: RecordFile,
  reader: Reader,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let checkedAt = clock.now()
  for await (const piece of pieces) {
    if (clock.now() - checkedAt >= CHECK_EVERY_MS) {
      if (!(await mayContinue(db, file.spaceId, reader))) throw new DownloadEnded()
      checkedAt = clock.now()
    }
    yield piece
  }
}

class DownloadEnded extends Error {
  override name = 'DownloadEnded'

  constructor() {
    super('The reader may no longer download this record')
  }
}
