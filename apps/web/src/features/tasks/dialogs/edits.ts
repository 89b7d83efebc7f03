/**
 * A person's edits in a task's sheet, on top of a task that others change at the same time. Only edited fields are
 * the person's; all others follow the task. Pure.
 */
import { asRecord } from '../../../api/api-error.ts'
import { shownAs } from './status-choices.ts'
import { isSame, parseValues, TASK_FIELDS, type TaskField, type TaskValues } from './values.ts'

export interface Edits {
  /** The edited fields. */
  readonly mine: Partial<TaskValues>
  /**
   * The base values: what the task had in these fields when each edit began, or at the person's last choice about it.
   */
  readonly seen: Partial<TaskValues>
}

export const NO_EDITS: Edits = { mine: {}, seen: {} }

/** The key of the unsent edits of a task. */
export function taskDraft(id: string): string {
  return `task:${id}`
}

export function isEdited({ mine }: Edits): boolean {
  return Object.keys(mine).length > 0
}

/** The values that the form shows. */
export function shownValues({ mine }: Edits, task: TaskValues): TaskValues {
  return { ...task, ...mine }
}

export function withEdit<Name extends TaskField>(
  edits: Edits,
  task: TaskValues,
  name: Name,
  value: TaskValues[Name],
): Edits {
  // while typing, a space at the end of a title is a change
  if (JSON.stringify(value) === JSON.stringify(task[name])) return withoutEdit(edits, name)
  const seen = name in edits.mine ? edits.seen : { ...edits.seen, [name]: task[name] }
  return { mine: { ...edits.mine, [name]: value }, seen }
}

/** Takes the task's own value. */
export function withoutEdit({ mine, seen }: Edits, name: TaskField): Edits {
  const { [name]: _mine, ...otherMine } = mine
  const { [name]: _seen, ...otherSeen } = seen
  return { mine: otherMine, seen: otherSeen }
}

/** Keeps the person's value, and makes the task's current one its base. */
export function keepMine(edits: Edits, task: TaskValues, name: TaskField): Edits {
  return { ...edits, seen: { ...edits.seen, [name]: task[name] } }
}

/** The fields to send, in the order of the form. */
export function changedFields({ mine }: Edits, task: TaskValues): TaskField[] {
  return TASK_FIELDS.filter((name) => name in mine && !isReached(mine, task, name))
}

/** The fields that the person and somebody else have changed to different values. */
export function conflictsOf(edits: Edits, task: TaskValues): TaskField[] {
  return changedFields(edits, task).filter((name) => name in edits.seen && !isSameAs(edits.seen, task, name))
}

/** Drops the edits that the task already has. */
export function withoutSaved(edits: Edits, task: TaskValues): Edits {
  return TASK_FIELDS.filter((name) => name in edits.mine && isReached(edits.mine, task, name)).reduce(
    withoutEdit,
    edits,
  )
}

/** Parses stored edits; null if there are none. */
export function parseEdits(stored: unknown): Edits | null {
  const { mine: storedMine, seen } = asRecord(stored) ?? {}
  const mine = parseValues(storedMine)
  return isEdited({ mine, seen: {} }) ? { mine, seen: parseValues(seen) } : null
}

/** Whether the task has the edited value; a chosen status may be stored as another. */
function isReached(mine: Partial<TaskValues>, task: TaskValues, name: TaskField): boolean {
  const isStored = name === 'status' && mine.status !== undefined && shownAs(mine.status) === task.status
  return isStored || isSameAs(mine, task, name)
}

function isSameAs(values: Partial<TaskValues>, task: TaskValues, name: TaskField): boolean {
  const value = values[name]
  return value !== undefined && isSame(name, value, task[name])
}
