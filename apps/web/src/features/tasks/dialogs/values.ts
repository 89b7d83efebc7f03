/** The form values of a task's sheet. Pure. */
import type { GroomingChecklist, Task } from '@flockwork/contract/tasks'
import { TASK_PRIORITIES, type TaskPriority } from '@flockwork/contract/tasks/priorities'
import { TASK_STATUSES, type TaskStatus } from '@flockwork/contract/tasks/statuses'
import { asRecord } from '../../../api/api-error.ts'
import { assigneeOf, type Assignee } from '../actions/assignees.ts'
import { toLocalInput } from './deadline.ts'

export interface TaskValues extends GroomingChecklist {
  readonly title: string
  readonly description: string
  readonly priority: TaskPriority
  readonly status: TaskStatus
  readonly assignee: Assignee | null
  /** As typed. */
  readonly expected_minutes: string
  /** As in the browser's field, in the user's time zone; empty for none. */
  readonly deadline: string
  readonly skills: readonly string[]
}

export type TaskField = keyof TaskValues

export const CHECKS = [
  'requirements_clear',
  'success_criteria',
  'effort_estimated',
] as const satisfies readonly TaskField[]

export function valuesOf(task: Task): TaskValues {
  const { title, description, priority, status, expected_minutes, deadline, requirements } = task
  return {
    title,
    description,
    priority,
    status,
    assignee: assigneeOf(task),
    expected_minutes: String(expected_minutes),
    deadline: toLocalInput(deadline),
    skills: requirements.skills,
    ...requirements.grooming_checklist,
  }
}

/** A form's values; each is parsed by the function of its name. */
const READERS: { readonly [Name in TaskField]: (stored: unknown) => TaskValues[Name] | undefined } = {
  title: text,
  description: text,
  expected_minutes: text,
  deadline: text,
  priority: (stored) => TASK_PRIORITIES.find((one) => one === stored),
  status: (stored) => TASK_STATUSES.find((one) => one === stored),
  skills: (stored) =>
    Array.isArray(stored) && stored.every((one) => typeof one === 'string') ? stored : undefined,
  assignee(stored) {
    if (stored === null) return null
    const { id, username, type } = asRecord(stored) ?? {}
    if (typeof id !== 'string' || typeof username !== 'string') return undefined
    return { id, username, type: type === 'agent' ? 'agent' : 'user' }
  },
  requirements_clear: truth,
  success_criteria: truth,
  effort_estimated: truth,
}

export const TASK_FIELDS = Object.keys(READERS) as readonly TaskField[]

/** The valid fields among stored values. */
export function parseValues(stored: unknown): Partial<TaskValues> {
  const known = asRecord(stored) ?? {}
  const read = TASK_FIELDS.map(
    (name) => [name, name in known ? READERS[name](known[name]) : undefined] as const,
  )
  // each was parsed by the function of its name
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

/** Whether the server considers two values of a field equal. */
export function isSame<Name extends TaskField>(
  name: Name,
  a: TaskValues[Name],
  b: TaskValues[Name],
): boolean {
  return comparable(name, a) === comparable(name, b)
}

function comparable(name: TaskField, value: TaskValues[TaskField]): string {
  if (typeof value === 'string') return name === 'status' || name === 'priority' ? value : value.trim()
  if (name === 'assignee') return (value as Assignee | null)?.id ?? ''
  return JSON.stringify(value)
}

function text(stored: unknown): string | undefined {
  return typeof stored === 'string' ? stored : undefined
}

function truth(stored: unknown): boolean | undefined {
  return typeof stored === 'boolean' ? stored : undefined
}
