/**
 * Runs an import: its dry run, then its messages batch by batch. Each batch is a transaction that also stores the
 * progress, so that a restarted process resumes there; of two workers on one import the slower one gives up.
 */
import { readFile } from 'node:fs/promises'
import { audit } from '../../../platform/audit.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { discardImportSpace, openImportSpace, type SpaceServices } from '../../spaces/index.ts'
import { BadArchive } from '../archives/bounds.ts'
import { checkImport } from '../checking/check.ts'
import type { ImportFiles } from '../files.ts'
import { importPeople, type ImportedPerson } from '../people.ts'
import type { PreparedPlace } from '../preparing/prepared.ts'
import * as repository from '../repository.ts'
import type { ImportServices } from '../service.ts'
import { finishWriting, writeMessages } from '../writer.ts'
import { batchesOf } from './lines.ts'
import { messageToWrite, type Target } from './imported-message.ts'

export interface RunDeps extends Pick<ImportServices, 'clock' | 'announce'> {
  /** Separate connections: imports are background work. */
  readonly db: Db
  readonly files: ImportFiles
  readonly spaces: Pick<
    SpaceServices,
    'clock' | 'guideId' | 'syncAgentMemberships' | 'invalidateAccount' | 'onJoined'
  >
  /** Aborted when the server stops: imports resume at the next start. */
  readonly stopping: AbortSignal
  readonly onError: (error: unknown) => void
}

const LOOK_EVERY_MS = 1000

/** Does the pending work of an import; nothing if it has ended or waits for its owner. */
export async function processImport(deps: RunDeps, id: string): Promise<void> {
  const row = await repository.findImport(deps.db, id)
  if (row === undefined || row.folder !== deps.files.folderId) return
  if (row.state === 'checking') await check(deps, row)
  else if (row.ended_at === null && ['running', 'cancelled', 'failed'].includes(row.state))
    await run(deps, row)
}

const GIVEN_UP = 'It failed again and again. Import the file once more to go on'

/** The same, but a failure is final, and its owner is notified; what was imported stays. */
export async function processImportFinally(deps: RunDeps, id: string): Promise<void> {
  const { db, clock, files, announce, onError, stopping } = deps
  try {
    await processImport(deps, id)
  } catch (error) {
    // it resumes at the next start
    if (stopping.aborted) throw error
    onError(error)
    const row = await db.transaction().execute(async (tx) => {
      const locked = await repository.lockImport(tx, id)
      if (locked === undefined || locked.ended_at !== null) return undefined
      const at = new Date(clock.now())
      const isOver = locked.space_id === null
      const state = locked.state === 'cancelled' ? 'cancelled' : 'failed'
      await repository.saveImport(tx, id, { state, failure: GIVEN_UP, ...(isOver && { ended_at: at }) }, at)
      return locked
    })
    if (row === undefined) return
    if (row.space_id !== null) await finish(deps, row, row.space_id)
    await files.remove(id)
    await announce(row.owner_id)
  }
}

async function check(deps: RunDeps, { id, owner_id: ownerId }: repository.ImportRow): Promise<void> {
  const { db, clock, files } = deps
  const cancelled = new AbortController()
  const look = setInterval(() => {
    void repository.findImport(db, id).then(
      (row) => row?.state === 'checking' || cancelled.abort(new Error('Cancelled')),
      () => {},
    )
  }, LOOK_EVERY_MS)
  try {
    const signal = AbortSignal.any([cancelled.signal, deps.stopping])
    const { source, placeId, report } = await checkImport(files.pathsOf(id), clock.now(), signal)
    await changeIf(deps, id, 'checking', { state: 'ready', source, place_id: placeId, report })
  } catch (error) {
    if (!cancelled.signal.aborted && !(error instanceof BadArchive)) throw error
    const failure = error instanceof BadArchive ? error.message : null
    const ended = { state: 'failed', failure, ended_at: new Date(clock.now()) } as const
    await changeIf(deps, id, 'checking', ended)
    await files.remove(id)
  } finally {
    clearInterval(look)
  }
  await deps.announce(ownerId)
}

/** Changes it, unless its owner cancelled it meanwhile. */
function changeIf(
  { db, clock }: RunDeps,
  id: string,
  state: repository.ImportRow['state'],
  changes: Parameters<typeof repository.saveImport>[2],
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const row = await repository.lockImport(tx, id)
    if (row?.state === state) await repository.saveImport(tx, id, changes, new Date(clock.now()))
  })
}

async function run(deps: RunDeps, row: repository.ImportRow): Promise<void> {
  const { db, files } = deps
  const { id, space_id: spaceId } = row
  if (spaceId === null) throw new Error(`Import ${id} has no space`)
  if (row.state === 'running') {
    // our own file
    const place = JSON.parse(await readFile(files.pathsOf(id).place, 'utf8')) as PreparedPlace
    const people = await db.transaction().execute((tx) => prepareSpace(deps, tx, spaceId, place))
    const isEnd = await writeAll(deps, row, { spaceId, place, people })
    if (!isEnd) return
    const now = await repository.findImport(db, id)
    const wanted = (now?.report as { messages?: number } | null)?.messages
    if (now?.state === 'running' && now.messages_read !== wanted) {
      throw new Error(`Import ${id} has ${now.messages_read} of ${wanted} messages`)
    }
  }
  await finish(deps, row, spaceId)
  await files.remove(id)
  await deps.announce(row.owner_id)
}

async function prepareSpace(
  { clock }: RunDeps,
  tx: Tx,
  spaceId: string,
  place: PreparedPlace,
): Promise<ReadonlyMap<string, ImportedPerson>> {
  const at = new Date(clock.now())
  await repository.ensureChannels(tx, spaceId, place.channels, at)
  return importPeople(tx, { spaceId, source: place.source, at }, place.people)
}

/** False if another worker is further ahead. */
async function writeAll(
  deps: RunDeps,
  { id, position, owner_id: ownerId }: repository.ImportRow,
  target: Target,
) {
  const { db, clock, files, stopping } = deps
  let from = position
  for await (const { messages, end } of batchesOf(files.pathsOf(id).prepared, position)) {
    stopping.throwIfAborted()
    const outcome = await db.transaction().execute(async (tx) => {
      // after a power cut the position is consistent with the messages
      await repository.commitAsynchronously(tx)
      const row = await repository.lockImport(tx, id)
      if (row === undefined || row.position !== from) return 'overtaken'
      if (row.state !== 'running') return 'cancelled'
      if (await repository.hasOwnMessages(tx, target.spaceId)) {
        const failure = 'Somebody wrote in the space meanwhile, so that nothing older can come into it'
        await repository.saveImport(tx, id, { state: 'cancelled', failure }, new Date(clock.now()))
        return 'cancelled'
      }
      const written = await writeMessages(
        tx,
        target.spaceId,
        messages.map((message) => messageToWrite(target, message)),
      )
      const changes = {
        position: end,
        messages_read: row.messages_read + messages.length,
        messages_added: row.messages_added + written.messages,
      }
      await repository.saveImport(tx, id, changes, new Date(clock.now()))
      return 'written'
    })
    if (outcome === 'overtaken') return false
    if (outcome === 'cancelled') return true
    from = end
    await deps.announce(ownerId)
  }
  return true
}

/** Opens the space to its owner; deletes a new space if the import ended before storing anything. */
async function finish(
  deps: RunDeps,
  { id, owner_id: adminId }: Pick<repository.ImportRow, 'id' | 'owner_id'>,
  spaceId: string,
): Promise<void> {
  const { db, clock, spaces } = deps
  await finishWriting(db, spaceId)
  await db.transaction().execute(async (tx) => {
    const row = await repository.lockImport(tx, id)
    if (row === undefined || row.ended_at !== null) return
    const at = new Date(clock.now())
    const state = row.state === 'cancelled' || row.state === 'failed' ? row.state : 'done'
    await repository.saveImport(tx, id, { state, ended_at: at }, at)
    const isAdded = await repository.isMember(tx, spaceId, adminId)
    if (state !== 'done' && row.messages_read === 0 && !isAdded) {
      await discardImportSpace(tx, spaceId, at)
      return
    }
    await audit(tx, clock, {
      actorId: adminId,
      action: 'space_imported',
      target: { type: 'space', id: spaceId },
      spaceId,
      after: { source: row.source, messages: row.messages_added, state },
      ip: null,
    })
    if (isAdded) return
    const visibility =
      row.visibility === 'public' || row.visibility === 'invite_only' ? row.visibility : 'private'
    await openImportSpace(spaces, tx, { spaceId, visibility, adminId })
  })
  await spaces.invalidateAccount(adminId)
  await repository.markRead(db, spaceId)
}
