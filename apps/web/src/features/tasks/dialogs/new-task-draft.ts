/** The new-task dialog's values, and what is stored of them until the task is created. Pure. */
import { TASK_EXPECTED_MINUTES } from '@flockwork/contract/limits'
import { asRecord } from '../../../api/api-error.ts'
import type { NewTaskDraft } from '../../task-refs/index.ts'
import { parseValues, type TaskValues } from './values.ts'

export type TaskKind = 'task' | 'idea'

/** The names match the request body, so that a refused field is found. */
export interface NewTaskValues extends Omit<TaskValues, 'skills' | 'status'> {
  readonly type: TaskKind
  /** As typed, comma-separated. */
  readonly skills: string
}

export const EMPTY_TASK: NewTaskValues = {
  title: '',
  description: '',
  type: 'task',
  priority: 'medium',
  assignee: null,
  skills: '',
  expected_minutes: String(TASK_EXPECTED_MINUTES),
  deadline: '',
  requirements_clear: false,
  success_criteria: false,
  effort_estimated: false,
}

/** Each request has a separate draft, so that it doesn't overwrite an unfinished one. */
export function newTaskDraft({ sourceMessageId, title }: NewTaskDraft): string {
  const about = sourceMessageId ?? title
  return about === undefined ? 'task:new' : `task:new:${about}`
}

/** The dialog's initial values. */
export function valuesFor({ title = '', description = '' }: NewTaskDraft): NewTaskValues {
  return { ...EMPTY_TASK, title, description }
}

export interface UnsentTask {
  readonly values: NewTaskValues
  /**
   * A call that may have succeeded although no response came: it is retried with the same key. `of` is its
   * body.
   */
  readonly attempt: { readonly key: string; readonly of: string } | null
}

/** Null without any text. */
export function parseUnsent(stored: unknown): UnsentTask | null {
  const { values: storedValues, attempt } = asRecord(stored) ?? {}
  const known = asRecord(storedValues) ?? {}
  const { skills: _, status: _status, ...others } = parseValues(known)
  const values: NewTaskValues = {
    ...EMPTY_TASK,
    ...others,
    type: known['type'] === 'idea' ? 'idea' : 'task',
    skills: typeof known['skills'] === 'string' ? known['skills'] : '',
  }
  const { key, of } = asRecord(attempt) ?? {}
  const isKey = typeof key === 'string' && typeof of === 'string'
  return isUntouched(values, EMPTY_TASK) ? null : { values, attempt: isKey ? { key, of } : null }
}

/** Whether the initial values are unchanged. */
export function isUntouched(values: NewTaskValues, begin: NewTaskValues): boolean {
  return (
    values.title.trim() === begin.title.trim() &&
    values.description.trim() === begin.description.trim() &&
    values.skills.trim() === begin.skills.trim()
  )
}
