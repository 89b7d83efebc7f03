/** The fields and unsent drafts of tasks as text, to read and copy. Pure. */
import { PRIORITY_NAMES } from '@flockwork/contract/tasks/priorities'
import { STATUS_NAMES } from '@flockwork/contract/tasks/statuses'
import { taskActions } from '../../../strings/task-actions.ts'
import { taskDialogs as words } from '../../../strings/task-dialogs.ts'
import { taskNotes } from '../../../strings/task-notes.ts'
import { fullTime } from '../../../ui/format-time.ts'
import { messageDraftText } from '../../messages/index.ts'
import { noteDraft, parseNote } from '../notes/note-draft.ts'
import { skillsIn } from './checks.ts'
import { parseEdits, taskDraft } from './edits.ts'
import { EMPTY_TASK, newTaskDraft, parseUnsent } from './new-task-draft.ts'
import { TASK_FIELDS, type TaskField, type TaskValues } from './values.ts'

/** The value of a field as a text. */
export function fieldText(values: Partial<TaskValues>, name: TaskField): string {
  const value = values[name]
  if (typeof value === 'boolean') return value ? words.yes : words.no
  switch (name) {
    case 'priority':
      return values.priority === undefined ? '' : PRIORITY_NAMES[values.priority]
    case 'status':
      return values.status === undefined ? '' : STATUS_NAMES[values.status]
    case 'assignee':
      return values.assignee?.username ?? taskActions.nobody
    case 'skills':
      return (values.skills ?? []).join(', ')
    case 'deadline':
      return values.deadline ? fullTime(new Date(values.deadline)) : ''
    default:
      return typeof value === 'string' ? value : ''
  }
}

/** A stored draft as text, by its key: the fields of a task's form, a note, or else what was typed. */
export function draftText(key: string, stored: string): string {
  if (key.startsWith(noteDraft(''))) return noteText(stored)
  if (key.startsWith(newTaskDraft({}))) return newTaskText(stored)
  if (key.startsWith(taskDraft(''))) return fieldsText(parseEdits(json(stored))?.mine ?? {})
  return messageDraftText(key, stored)
}

function noteText(stored: string): string {
  const note = parseNote(json(stored))
  return note === null ? '' : `${taskNotes.note}: ${note.note}`
}

/** The values that differ from those of an empty dialog. */
function newTaskText(stored: string): string {
  const unsent = parseUnsent(json(stored))
  if (unsent === null) return ''
  const { type: _, skills, ...others } = unsent.values
  const chosen = Object.entries(others).filter(
    ([name, value]) => value !== EMPTY_TASK[name as keyof typeof others],
  )
  return fieldsText({
    ...Object.fromEntries(chosen),
    ...(skills.trim() !== '' && { skills: skillsIn(skills) }),
  })
}

function fieldsText(values: Partial<TaskValues>): string {
  const names = TASK_FIELDS.filter((name) => name in values)
  return names.map((name) => `${words.fields[name]}: ${fieldText(values, name)}`).join('\n\n')
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
