/** Notes on tasks (docs/rules/tasks.md#notes). */
import { TASK_NOTES_MAX } from '@flockwork/contract/limits'
import { mayDeleteNote } from '@flockwork/contract/policy/tasks'
import type { NoteType, NoteVisibility, TaskNote } from '@flockwork/contract/tasks'
import type { Actor } from '../../../platform/actor.ts'
import { wireTime } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { Conflict, Forbidden, NotFound } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { orderedId } from '../../../platform/ids.ts'
import { lockSequences } from '../../../platform/outbox.ts'
import { writingOf } from '../../guardrails/index.ts'
import { authorType, deliveryEvent, requireUnpaused } from '../../messages/index.ts'
import { lockAndFind, spaceOfTask } from '../access.ts'
import { vectorOf } from '../reading/words.ts'
import { saveWork } from '../repository.ts'
import type { TaskServices } from '../services.ts'
import { appendTaskChange, readForAll, type Writing } from '../writing/append.ts'
import { markAnswered } from '../writing/delivery-repository.ts'
import * as repository from './note-repository.ts'

export interface NoteQuery {
  readonly limit: number
  /** Notes older than this one. */
  readonly before?: string | undefined
}

/** The notes that the reader may see, newest last. @throws NotFound */
export async function listNotes(
  { db }: Pick<TaskServices, 'db'>,
  reader: Actor,
  taskId: string,
  { limit, before }: NoteQuery,
): Promise<{ notes: TaskNote[]; next_cursor: string | null }> {
  const spaceId = await spaceOfTask(db, reader, taskId)
  const page = { spaceId, taskId, readerId: reader.accountId, before, limit: limit + 1 }
  const rows = await repository.listNotes(db, page)
  const shown = rows.slice(0, limit)
  return {
    notes: shown.map(presentNote).toReversed(),
    next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

interface NewNote {
  readonly taskId: string
  readonly note: string
  readonly type?: NoteType | null | undefined
  readonly visibility?: NoteVisibility | null | undefined
}

/** @throws NotFound, GuardrailViolation, Conflict at `TASK_NOTES_MAX`. */
export async function addNote(
  { db, clock, guard }: TaskServices,
  author: Actor,
  { taskId, note, type, visibility }: NewNote,
  once: Once<TaskNote>,
): Promise<TaskNote> {
  const spaceId = await spaceOfTask(db, author, taskId)
  await guard(note, writingOf(author, 'note', spaceId))
  return once(async (tx) => {
    await requireUnpaused(tx, clock, author)
    await lockAndFind(tx, spaceId, taskId)
    if ((await repository.countNotes(tx, spaceId, taskId)) >= TASK_NOTES_MAX) {
      throw new Conflict(`A task has at most ${TASK_NOTES_MAX} notes`)
    }
    const at = new Date(clock.now())
    const row = {
      id: orderedId(clock.now()),
      author_id: author.accountId,
      note_type: type ?? 'general',
      visibility: visibility ?? 'public',
      note,
      created_at: at,
    }
    await repository.insertNote(tx, { ...row, space_id: spaceId, task_id: taskId })
    await saveWork(tx, spaceId, taskId, author.accountId, at)
    const isShared = row.visibility !== 'private'
    if (isShared) await repository.addWords(tx, spaceId, taskId, vectorOf(spaceId, [note]))
    await appendNoted({ tx, clock }, spaceId, taskId, { by: author.accountId, isShared })
    return presentNote({ ...row, author_kind: author.kind, author_handle: author.username })
  })
}

/** @throws NotFound, Forbidden for another's note. */
export async function deleteNote(
  { db, clock }: Pick<TaskServices, 'db' | 'clock'>,
  actor: Actor,
  { taskId, noteId }: { readonly taskId: string; readonly noteId: string },
  once: Once<void>,
): Promise<void> {
  const spaceId = await spaceOfTask(db, actor, taskId)
  await once(async (tx) => {
    await requireUnpaused(tx, clock, actor)
    await lockAndFind(tx, spaceId, taskId)
    const note = await findVisible(tx, spaceId, taskId, { noteId, readerId: actor.accountId })
    if (!mayDeleteNote({ accountId: actor.accountId }, note)) {
      throw new Forbidden('You can only delete your own notes.')
    }
    await repository.deleteNote(tx, spaceId, taskId, note)
    const isShared = note.visibility !== 'private'
    if (isShared) await reindex(tx, spaceId, taskId)
    await appendNoted({ tx, clock }, spaceId, taskId, { by: null, isShared })
  })
}

/** @throws NotFound, also for another's private note. */
async function findVisible(
  tx: Tx,
  spaceId: string,
  taskId: string,
  { noteId, readerId }: { readonly noteId: string; readonly readerId: string },
): Promise<repository.NoteRow> {
  const note = await repository.findNote(tx, spaceId, taskId, noteId)
  const isHidden = note?.visibility === 'private' && note.author_id !== readerId
  if (note === undefined || isHidden) throw new NotFound('Note not found')
  return note
}

async function reindex(tx: Tx, spaceId: string, taskId: string): Promise<void> {
  const { title, description } = await readForAll(tx, spaceId, taskId)
  const notes = await repository.listSharedNotes(tx, spaceId, taskId)
  await repository.saveWords(tx, spaceId, taskId, vectorOf(spaceId, [title, description, ...notes]))
}

/** A private note has no event; its author's other tabs have to refetch. */
async function appendNoted(
  { tx, clock }: Writing,
  spaceId: string,
  taskId: string,
  { by, isShared }: { readonly by: string | null; readonly isShared: boolean },
): Promise<void> {
  await lockSequences(tx, [spaceId])
  const acts = by === null || !isShared ? [] : [{ taskId, accountId: by, isUnprompted: true }]
  const answered = await markAnswered(tx, spaceId, acts, new Date(clock.now()))
  if (!isShared) return
  const task = await readForAll(tx, spaceId, taskId)
  await appendTaskChange({ tx, clock }, { task, action: 'noted' }, [], answered.map(deliveryEvent))
}

function presentNote(row: repository.NoteRow): TaskNote {
  return {
    id: row.id,
    author_id: row.author_id,
    author_type: authorType(row.author_kind),
    author_name: row.author_handle,
    // the table allows exactly these words
    note_type: row.note_type as NoteType,
    visibility: row.visibility as NoteVisibility,
    note: row.note,
    created_at: wireTime(row.created_at),
  }
}
