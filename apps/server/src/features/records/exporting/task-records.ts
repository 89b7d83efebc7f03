/** The tasks of a space as records, each followed by its shared notes. */
import { checklistOf, contextOf } from '../../tasks/index.ts'
import type { DataOf, TextOf } from '../format/kinds.ts'
import type { NewRecord } from '../format/writer.ts'
import { oneOf, textsOf, type Source } from './source.ts'
import * as repository from './space-repository.ts'
import { CURRENT } from './texts.ts'

type TaskRow = Awaited<ReturnType<typeof repository.listTasks>>[number]
type NoteRow = Awaited<ReturnType<typeof repository.listNotes>>[number]

export async function* taskRecords(source: Source, limit: number): AsyncGenerator<readonly NewRecord[]> {
  const { tx, spaceId } = source
  for (let after = -1; ;) {
    const rows = await repository.listTasks(tx, spaceId, { after, limit })
    const last = rows.at(-1)
    if (last === undefined) return
    const ids = rows.map(({ id }) => id)
    const found = await repository.listNotes(tx, spaceId, ids)
    const notes = Map.groupBy(found, ({ task_id }) => task_id)
    const texts = await textsOf(source, [...ids, ...found.map(({ id }) => id)])
    for (const row of rows) {
      yield [
        taskRecord(source, row, texts.get(`${row.id} ${CURRENT}`)),
        ...(notes.get(row.id) ?? []).map((note) =>
          noteRecord(source, note, texts.get(`${note.id} ${CURRENT}`)),
        ),
      ]
    }
    after = last.number
  }
}

function taskRecord(
  { accounts, salting }: Source,
  row: TaskRow,
  known: repository.TextRow | undefined,
): NewRecord {
  const { requirements_clear, success_criteria, effort_estimated } = checklistOf(row)
  const data: Omit<DataOf<'task'>, 'text'> = {
    id: row.id,
    number: row.number,
    author: accounts.id(row.author_id),
    edited_by: accounts.idOrNull(row.edited_by),
    assignee: accounts.idOrNull(row.assignee_id),
    claimant: accounts.idOrNull(row.claimant_id),
    status: oneOf('task', 'status', row.status),
    status_extended: oneOf('task', 'status_extended', row.status_extended),
    priority: oneOf('task', 'priority', row.priority),
    grooming: { requirements_clear, success_criteria, effort_estimated },
    message: row.message_id,
    source_message: row.source_message_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    assigned_at: row.assigned_at?.toISOString() ?? null,
    claimed_at: row.claimed_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    worked_at: row.worked_at?.toISOString() ?? null,
    deadline: row.deadline?.toISOString() ?? null,
    expected_minutes: row.expected_minutes,
    version: row.version,
  }
  const value = textOf(row)
  return {
    kind: 'task',
    data,
    text: salting.saltOf({ kind: 'task', id: row.id, version: CURRENT, value }, known),
  }
}

function textOf(row: TaskRow): TextOf<'task'> {
  const context = contextOf(row)
  return {
    title: row.title,
    description: row.description,
    skills: row.skills,
    context: {
      branch_name: context.branch_name,
      pr_url: context.pr_url,
      files_changed: context.files_changed,
      issues_encountered: context.issues_encountered,
      actual_minutes: context.time_spent.actual_minutes,
      testing_notes: context.testing_notes,
      deliverables: context.deliverables,
    },
  }
}

function noteRecord(
  { accounts, salting }: Source,
  row: NoteRow,
  known: repository.TextRow | undefined,
): NewRecord {
  const { id, note } = row
  return {
    kind: 'note',
    data: {
      id,
      task: row.task_id,
      author: accounts.id(row.author_id),
      type: oneOf('note', 'type', row.note_type),
      visibility: oneOf('note', 'visibility', row.visibility),
      created_at: row.created_at.toISOString(),
    },
    text: salting.saltOf({ kind: 'note', id, version: CURRENT, value: { note } }, known),
  }
}
