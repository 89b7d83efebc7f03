import { sql, type Insertable } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'
import type { TaskNotes } from '../../../platform/schema.ts'
import { WORDS_MAX } from '../reading/words.ts'

export type NoteRow = Awaited<ReturnType<typeof listNotes>>[number]

function selectNotes(db: Db, spaceId: string, taskId: string) {
  return db
    .selectFrom('task_notes')
    .innerJoin('accounts', 'accounts.id', 'task_notes.author_id')
    .select([
      'task_notes.id',
      'task_notes.author_id',
      'task_notes.note_type',
      'task_notes.visibility',
      'task_notes.note',
      'task_notes.created_at',
      'accounts.kind as author_kind',
      'accounts.handle as author_handle',
    ])
    .where('task_notes.space_id', '=', spaceId)
    .where('task_notes.task_id', '=', taskId)
}

interface NotePage {
  readonly spaceId: string
  readonly taskId: string
  /** The reader, who sees their own private notes and everyone's shared ones. */
  readonly readerId: string
  readonly before: string | undefined
  readonly limit: number
}

/** Newest first. */
export function listNotes(db: Db, { spaceId, taskId, readerId, before, limit }: NotePage) {
  return selectNotes(db, spaceId, taskId)
    .where(({ or, eb }) =>
      or([eb('task_notes.visibility', '<>', 'private'), eb('task_notes.author_id', '=', readerId)]),
    )
    .$if(before !== undefined, (query) =>
      query.where('task_notes.nth', '<', sql<number>`(select nth from task_notes where id = ${before})`),
    )
    .orderBy('task_notes.nth', 'desc')
    .limit(limit)
    .execute()
}

export function findNote(db: Db, spaceId: string, taskId: string, id: string): Promise<NoteRow | undefined> {
  return selectNotes(db, spaceId, taskId).where('task_notes.id', '=', id).executeTakeFirst()
}

/** The texts that every member sees. */
export async function listSharedNotes(db: Db, spaceId: string, taskId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('task_notes')
    .select('note')
    .where('space_id', '=', spaceId)
    .where('task_id', '=', taskId)
    .where('visibility', '<>', 'private')
    .orderBy('nth')
    .execute()
  return rows.map(({ note }) => note)
}

export async function countNotes(db: Db, spaceId: string, taskId: string): Promise<number> {
  const { count } = await db
    .selectFrom('task_notes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('space_id', '=', spaceId)
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts the note, and counts it if it is shared. */
export async function insertNote(tx: Tx, note: Insertable<TaskNotes>): Promise<void> {
  await tx.insertInto('task_notes').values(note).execute()
  if (note.visibility !== 'private') await addToCount(tx, note.space_id, note.task_id, 1)
}

export async function deleteNote(tx: Tx, spaceId: string, taskId: string, note: NoteRow): Promise<void> {
  await tx.deleteFrom('task_notes').where('id', '=', note.id).execute()
  if (note.visibility !== 'private') await addToCount(tx, spaceId, taskId, -1)
}

async function addToCount(tx: Tx, spaceId: string, taskId: string, change: number): Promise<void> {
  await tx
    .updateTable('tasks')
    .set(({ eb }) => ({ notes_count: eb('notes_count', '+', change) }))
    .where('space_id', '=', spaceId)
    .where('id', '=', taskId)
    .execute()
}

/** Adds words to the task's index entry, up to its maximum. */
export async function addWords(tx: Tx, spaceId: string, taskId: string, vector: string): Promise<void> {
  await sql`
    update tasks set words = words || ${vector}::tsvector
    where space_id = ${spaceId} and id = ${taskId} and length(words) < ${WORDS_MAX}
  `.execute(tx)
}

export async function saveWords(tx: Tx, spaceId: string, taskId: string, vector: string): Promise<void> {
  await tx
    .updateTable('tasks')
    .set({ words: vector })
    .where('space_id', '=', spaceId)
    .where('id', '=', taskId)
    .execute()
}
