/** The whole thread of a message (docs/rules/messages.md#threads). */
import type { Actor } from '../../../platform/actor.ts'
import * as repository from '../repository.ts'
import { cursorAt, readCursor } from './cursors.ts'
import { listThread, listThreadEnd } from './page-repository.ts'
import { noSuchMessage, presentFor, readMessage, spaceOfMessage, type ReadDeps } from './read.ts'

/** A page of the thread, oldest first. @throws NotFound, Invalid for a cursor that isn't ours. */
export async function readThread(
  deps: ReadDeps,
  reader: Actor,
  id: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const { db } = deps
  const { spaceId, rootId } = await rootOf(deps, reader, id)
  const after = cursor === undefined ? 0 : readCursor(cursor, 'cursor')
  const replies = await listThread(db, spaceId, rootId, { after, limit: limit + 1 })
  const page = replies.slice(0, limit)
  const last = page.at(-1)
  return {
    root: await readMessage(deps, reader, spaceId, rootId),
    messages: await presentFor(deps, reader, page),
    next_cursor: replies.length > limit && last !== undefined ? cursorAt(last.seq) : null,
  }
}

/** The last replies of the thread of a message, up to the sequence number `upTo`, oldest first. @throws NotFound */
export async function readThreadEnd(
  deps: ReadDeps,
  reader: Actor,
  id: string,
  { limit, upTo }: { limit: number; upTo?: number },
) {
  const { spaceId, rootId } = await rootOf(deps, reader, id)
  const range = { limit: limit + 1, ...(upTo !== undefined && { upTo }) }
  const replies = await listThreadEnd(deps.db, spaceId, rootId, range)
  return {
    rootId,
    messages: await presentFor(deps, reader, replies.slice(-limit)),
    isWhole: replies.length <= limit,
  }
}

async function rootOf(
  { db }: ReadDeps,
  reader: Actor,
  id: string,
): Promise<{ spaceId: string; rootId: string }> {
  const spaceId = await spaceOfMessage(db, reader, id)
  const row = await repository.findMessage(db, spaceId, id)
  if (row === undefined) throw noSuchMessage()
  return { spaceId, rootId: row.thread_root_id ?? row.id }
}
