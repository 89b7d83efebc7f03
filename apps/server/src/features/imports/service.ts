/** Uploading an export, starting and cancelling its import (docs/rules/imports.md#running). */
import type { Import } from '@flockwork/contract/imports'
import { IMPORT_FILE_RETENTION_MS, IMPORT_PART_BYTES } from '@flockwork/contract/limits'
import type { Visibility } from '@flockwork/contract/spaces'
import type { PersonActor } from '../../platform/actor.ts'
import { wireTime, wireTimeOrNull, type Clock } from '../../platform/clock.ts'
import { isUniqueViolation, type Db, type Tx } from '../../platform/database.ts'
import { Conflict, NotFound, Unavailable, invalid } from '../../platform/errors.ts'
import type { Once } from '../../platform/idempotency.ts'
import { orderedId } from '../../platform/ids.ts'
import { executorOf, type Jobs } from '../../platform/jobs.ts'
import { type Guard, writingOf } from '../guardrails/index.ts'
import { requireActivePerson } from '../auth/index.ts'
import { insertImportSpace, requireFreeSlot } from '../spaces/index.ts'
import type { ImportFiles } from './files.ts'
import * as repository from './repository.ts'

export interface ImportServices {
  readonly db: Db
  readonly clock: Clock
  readonly jobs: Jobs
  /** Null if this node has no writable folder. */
  readonly files: ImportFiles | null
  /** Checks a text that others will read. @throws GuardrailViolation */
  readonly guard: Guard
  /** Notifies the person's devices of a change of their import. */
  readonly announce: (accountId: string) => Promise<void>
}

/** The maximum size of a node's open imports. */
const FOLDER_BYTES = 8 * 1024 * 1024 * 1024

export function queueOf(folderId: string): string {
  return `imports-${folderId}`
}

/** Adds the job of an import, for the node with its file. */
export async function addImportJob(
  { jobs }: Pick<ImportServices, 'jobs'>,
  tx: Tx,
  { id, folder }: { readonly id: string; readonly folder: string },
): Promise<void> {
  await jobs.addWithin(executorOf(tx), [{ queue: queueOf(folder), data: { importId: id } }])
}

export async function listImports(services: ImportServices, actor: PersonActor): Promise<Import[]> {
  const rows = await repository.listImports(services.db, actor.accountId)
  return Promise.all(rows.map((row) => present(services, row)))
}

/** @throws NotFound, also for another person's import. */
export async function readImport(services: ImportServices, actor: PersonActor, id: string): Promise<Import> {
  const row = await repository.findImport(services.db, id)
  if (row?.owner_id !== actor.accountId) throw noSuchImport()
  return present(services, row)
}

const noSuchImport = () => new NotFound('No such import')

/**
 * Starts an upload. It replaces one whose import hasn't started.
 * @throws Conflict while another import of the caller is running, or if the disk quota is used up; GuardrailViolation.
 */
export async function createImport(
  services: ImportServices,
  actor: PersonActor,
  input: { readonly file_name: string; readonly file_bytes: number },
  once: Once<{ import: Import }>,
): Promise<{ import: Import }> {
  const { clock, files } = services
  if (files === null) throw new Unavailable()
  await services.guard(input.file_name, writingOf(actor, 'name', null))
  let replaced: string | undefined
  const answer = await once(async (tx) => {
    await requireActivePerson(tx, actor)
    const at = new Date(clock.now())
    const open = await repository.lockOpenOf(tx, actor.accountId)
    if (open?.state === 'running' || open?.state === 'checking') {
      throw new Conflict('Another import of yours is under way: wait for it, or cancel it')
    }
    replaced = open?.id
    if (open !== undefined) await repository.saveImport(tx, open.id, { state: 'cancelled', ended_at: at }, at)
    if ((await repository.bytesIn(tx, files.folderId)) + input.file_bytes > FOLDER_BYTES) {
      throw new Conflict('Too many imports are under way here: try again later')
    }
    const id = orderedId(clock.now())
    await repository.insertImport(tx, {
      id,
      ownerId: actor.accountId,
      folder: files.folderId,
      fileName: input.file_name,
      fileBytes: input.file_bytes,
      at,
    })
    return { import: await readImport({ ...services, db: tx }, actor, id) }
  }).catch((error: unknown) => {
    // a concurrent call of the same person
    throw isUniqueViolation(error, 'imports_open')
      ? new Conflict('Another import of yours has just begun')
      : error
  })
  if (replaced !== undefined) await files.remove(replaced)
  return answer
}

interface Part {
  readonly id: string
  readonly offset: number
  readonly bytes: Buffer
}

/**
 * Accepts a part of the file. A repeated or premature part is ignored: the answer says where to continue.
 * @throws NotFound; Conflict if no part is expected; Unavailable on a node that doesn't have the file.
 */
export async function acceptPart(
  services: ImportServices,
  actor: PersonActor,
  { id, offset, bytes }: Part,
): Promise<Import> {
  const { db, clock, files } = services
  await db.transaction().execute(async (tx) => {
    const row = await repository.lockImport(tx, id)
    if (row?.owner_id !== actor.accountId) throw noSuchImport()
    // a repeat of the last part, whose answer was lost
    if (row.state === 'checking' || row.state === 'ready') return
    if (row.state !== 'uploading') throw new Conflict('This import takes no file any more')
    if (files?.folderId !== row.folder) throw new Unavailable()
    if (offset !== row.received_bytes) return
    if (bytes.length === 0) throw invalid(['body'], 'A part has to have something in it')
    const received = offset + bytes.length
    if (bytes.length > IMPORT_PART_BYTES || received > row.file_bytes) {
      throw invalid(['body'], 'This is more than the file was to have')
    }
    await files.writePart(id, offset, bytes)
    const isWhole = received === row.file_bytes
    const changes = { received_bytes: received, ...(isWhole && { state: 'checking' as const }) }
    await repository.saveImport(tx, id, changes, new Date(clock.now()))
    if (isWhole) await addImportJob(services, tx, row)
  })
  return readImport(services, actor, id)
}

export interface StartInput {
  readonly name: string
  readonly description?: string | null | undefined
  readonly visibility: Visibility
  readonly anew?: boolean | null | undefined
}

/**
 * Starts the import after the dry run. Safe to repeat.
 * @throws NotFound; Conflict before the dry run is done; SpaceLimitReached; GuardrailViolation.
 */
export async function startImport(
  services: ImportServices,
  actor: PersonActor,
  { id, ...input }: StartInput & { readonly id: string },
  once: Once<{ import: Import }>,
): Promise<{ import: Import }> {
  const { clock } = services
  await services.guard(`${input.name}\n${input.description ?? ''}`, writingOf(actor, 'space', null))
  return once(async (tx) => {
    await requireActivePerson(tx, actor)
    const row = await repository.lockImport(tx, id)
    if (row?.owner_id !== actor.accountId) throw noSuchImport()
    if (row.state === 'running' || row.state === 'done') {
      return { import: await readImport({ ...services, db: tx }, actor, id) }
    }
    if (row.state !== 'ready') throw new Conflict('This import is not ready to begin')
    const at = new Date(clock.now())
    const earlier = input.anew === true ? undefined : await spaceToContinue(tx, row)
    if (earlier === undefined) await requireFreeSlot(tx, actor, input.visibility)
    const spaceId =
      earlier?.id ??
      (await insertImportSpace({ clock }, tx, {
        name: input.name,
        description: input.description ?? null,
        channels: [],
        createdBy: actor.accountId,
      }))
    await repository.saveImport(
      tx,
      id,
      { state: 'running', space_id: spaceId, visibility: input.visibility },
      at,
    )
    await addImportJob(services, tx, row)
    return { import: await readImport({ ...services, db: tx }, actor, id) }
  })
}

/** The space of an earlier import of the same workspace, if nothing else was posted there. */
async function spaceToContinue(
  db: Db,
  row: { readonly owner_id: string; readonly source: string | null; readonly place_id: string | null },
): Promise<{ id: string; name: string } | undefined> {
  const { owner_id: ownerId, source, place_id: placeId } = row
  if (source === null || placeId === null) return undefined
  const space = await repository.findEarlierSpace(db, { ownerId, source, placeId })
  return space === undefined || (await repository.hasOwnMessages(db, space.id)) ? undefined : space
}

/**
 * Cancels an import. What was imported stays, and its space is opened. Safe to repeat.
 * @throws NotFound
 */
export async function cancelImport(
  services: ImportServices,
  actor: PersonActor,
  id: string,
  once: Once<{ import: Import }>,
): Promise<{ import: Import }> {
  const { clock, files } = services
  let isIdle = false
  const answer = await once(async (tx) => {
    const row = await repository.lockImport(tx, id)
    if (row?.owner_id !== actor.accountId) throw noSuchImport()
    const at = new Date(clock.now())
    isIdle = row.state === 'uploading' || row.state === 'ready' || row.state === 'checking'
    // the worker ends a running import
    if (isIdle) await repository.saveImport(tx, id, { state: 'cancelled', ended_at: at }, at)
    else if (row.state === 'running') {
      await repository.saveImport(tx, id, { state: 'cancelled' }, at)
      await addImportJob(services, tx, row)
    }
    return { import: await readImport({ ...services, db: tx }, actor, id) }
  })
  if (isIdle) await files?.remove(id)
  return answer
}

/** Cancels stale imports, and removes the files of ended ones. */
export async function sweepImports({ db, clock, files }: ImportServices): Promise<void> {
  const now = clock.now()
  await repository.cancelStale(db, new Date(now - IMPORT_FILE_RETENTION_MS), new Date(now))
  if (files === null) return
  const ids = await files.list()
  const needing = await repository.needingFiles(db, ids)
  for (const id of ids) if (!needing.has(id)) await files.remove(id)
}

async function present({ db }: ImportServices, row: repository.ImportRow): Promise<Import> {
  const earlier = row.state === 'ready' ? await spaceToContinue(db, row) : undefined
  const own = row.live_space_id === null || row.space_name === null ? null : row
  return {
    id: row.id,
    state: row.state as Import['state'],
    file_name: row.file_name,
    file_bytes: row.file_bytes,
    received_bytes: row.received_bytes,
    // stored in the contract's shape
    report: row.report as unknown as Import['report'],
    failure: row.failure,
    messages_read: row.messages_read,
    messages_added: row.messages_added,
    space:
      own?.live_space_id != null && own.space_name !== null
        ? { id: own.live_space_id, name: own.space_name, is_open: row.is_open === true || row.is_open === 1 }
        : earlier === undefined
          ? null
          : { ...earlier, is_open: true },
    created_at: wireTime(row.created_at),
    ended_at: wireTimeOrNull(row.ended_at),
  }
}
