/** Imports the tasks and deliveries of a record. */
import type { Tx } from '../../../platform/database.ts'
import { vectorOf } from '../../tasks/index.ts'
import { CURRENT, ERASED_TEXT } from '../exporting/texts.ts'
import type { DataOf } from '../format/kinds.ts'
import type { RecordAmong, RecordOf } from '../format/lines.ts'
import type { People } from './people.ts'
import { ImportRefused } from './refused.ts'
import * as repository from './space-repository.ts'

const AT_ONCE = 200

interface Into {
  readonly tx: Tx
  readonly spaceId: string
  readonly people: People
}

interface Gathered {
  readonly record: RecordOf<'task'>
  readonly notes: RecordOf<'note'>[]
}

export interface TaskImport {
  add(record: RecordAmong<'task' | 'note'>): Promise<void>
  flush(): Promise<void>
}

/** @param last the number of the space's newest task */
export function createTaskImport({ tx, spaceId, people }: Into, last: number): TaskImport {
  let gathered: Gathered[] = []

  const flush = async () => {
    if (gathered.length === 0) return
    const tasks = gathered
    gathered = []
    const ids = tasks.map(({ record }) => record.data.id)
    const [elsewhere] = await repository.idsElsewhere(tx, 'tasks', spaceId, ids)
    if (elsewhere !== undefined) throw new ImportRefused(`Task ${elsewhere} is in another space here.`)
    const announced = tasks.map(({ record }) => record.data.message)
    const [missing] = await repository.missingMessages(tx, spaceId, announced)
    if (missing !== undefined)
      throw new ImportRefused(`The record has a task of message ${missing}, but not it.`)
    await repository.insertTasks(
      tx,
      spaceId,
      tasks.map((one) => taskRow(one, spaceId, people)),
    )
    const notes = tasks.flatMap((one) => one.notes)
    await repository.insertNotes(
      tx,
      spaceId,
      notes.map((note) => noteRow(note, people)),
    )
    await repository.insertTexts(
      tx,
      spaceId,
      [...tasks.map(({ record }) => record), ...notes].map(({ data, text }) => ({
        id: data.id,
        version: CURRENT,
        hash: data.text,
        salt: text?.salt ?? null,
      })),
    )
  }

  return {
    async add(record) {
      if (record.kind === 'note') {
        gathered.at(-1)?.notes.push(record)
        return
      }
      if (gathered.length >= AT_ONCE) await flush()
      if (record.data.number > last) {
        throw new ImportRefused(`Task ${record.data.id} has a number that its space doesn't have yet.`)
      }
      gathered.push({ record, notes: [] })
    },
    flush,
  }
}

function taskRow(
  { record: { data, text }, notes }: Gathered,
  spaceId: string,
  people: People,
): repository.TaskRow {
  const { title, description, skills, context } = text?.value ?? {
    title: ERASED_TEXT,
    description: '',
    skills: [],
    context: null,
  }
  const { author, assignee, claimant, grooming, message, source_message, text: _hash, ...rest } = data
  const { actual_minutes, ...reported } = context ?? { actual_minutes: null }
  const said = notes.flatMap((note) => (note.text ? [note.text.value.note] : []))
  return {
    ...rest,
    title,
    description,
    author_id: people.id(author),
    edited_by: people.idOrNull(data.edited_by),
    assignee_id: people.idOrNull(assignee),
    claimant_id: people.idOrNull(claimant),
    skills,
    grooming_checklist: grooming,
    context_data: context === null ? {} : { ...reported, time_spent: { actual_minutes } },
    message_id: message,
    source_message_id: source_message,
    notes_count: notes.length,
    words: vectorOf(spaceId, [title, description, ...said]),
  }
}

function noteRow({ data, text }: RecordOf<'note'>, people: People): repository.NoteRow {
  return {
    id: data.id,
    task_id: data.task,
    author_id: people.id(data.author),
    note_type: data.type,
    visibility: data.visibility,
    note: text?.value.note ?? ERASED_TEXT,
    created_at: data.created_at,
  }
}

export interface DeliveryImport {
  add(delivery: DataOf<'delivery'>): Promise<void>
  flush(): Promise<void>
}

export function createDeliveryImport({ tx, spaceId, people }: Into): DeliveryImport {
  let gathered: DataOf<'delivery'>[] = []

  const flush = async () => {
    const rows = gathered.map(({ message, task, author, recipient, root, ...rest }) => ({
      ...rest,
      message_id: message,
      task_id: task,
      author_id: people.id(author),
      recipient_id: people.id(recipient),
      root_id: root,
    }))
    gathered = []
    await repository.insertDeliveries(tx, spaceId, rows)
  }
  return {
    async add(delivery) {
      gathered.push(delivery)
      if (gathered.length >= AT_ONCE) await flush()
    },
    flush,
  }
}
