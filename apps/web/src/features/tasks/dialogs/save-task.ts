/** Sends a person's edits of a task: only these, with one call per part. */
import type { GroomingChecklist, Task } from '@flockwork/contract/tasks'
import { isOpen } from '@flockwork/contract/tasks/statuses'
import type { Client } from '../../../api/client.ts'
import { assignFailure, editFailure, statusFailure } from '../actions/failures.ts'
import type { Attempt } from '../../../api/attempts.ts'
import { ChangedMeanwhile, onFreshVersion } from '../actions/fresh-version.ts'
import { fromLocalInput } from './deadline.ts'
import { changedFields, conflictsOf, type Edits } from './edits.ts'
import { sentFor } from './status-choices.ts'
import { CHECKS, valuesOf, type TaskField, type TaskValues } from './values.ts'

interface Deps {
  readonly api: Client
  readonly attempt: Attempt
  /** Shows the task from a response. */
  readonly replace: (task: Task) => void
}

/** A part that wasn't saved; the parts before it were. */
export class NotSaved extends Error {
  override name = 'NotSaved'
  readonly error: unknown

  constructor(error: unknown, words: string) {
    super(words)
    this.error = error
  }
}

interface Part {
  readonly isChanged: (changed: readonly TaskField[]) => boolean
  readonly send: (task: Task, version: number) => Promise<Task>
  readonly wordsFor: (error: unknown) => string
}

/**
 * Saves `edits` on top of `task`. Concurrent changes by others stay, unless they are of the same fields.
 *
 * @throws ChangedMeanwhile if somebody else changed one of these fields; NotSaved with the message of a refusal
 */
export async function saveTask({ api, attempt, replace }: Deps, task: Task, edits: Edits): Promise<Task> {
  const { mine } = edits
  const params = { id: task.id }

  const fields: Part = {
    isChanged: (changed) => changed.some((name) => name !== 'status' && name !== 'assignee'),
    send(latest, version) {
      const body = { ...bodyOf(mine, changedFields(edits, valuesOf(latest))), version }
      return attempt(['edit', task.id, body], (key) => api.tasks.update({ params, body, key }))
    },
    wordsFor: editFailure,
  }
  const assignee: Part = {
    isChanged: (changed) => changed.includes('assignee'),
    send(_, version) {
      const to = mine.assignee ?? null
      const account = to === null ? {} : to.type === 'agent' ? { agent_id: to.id } : { user_id: to.id }
      const body = { ...account, version }
      return attempt(['assign', task.id, body], (key) => api.tasks.assign({ params, body, key }))
    },
    wordsFor: assignFailure,
  }
  const status: Part = {
    isChanged: (changed) => changed.includes('status'),
    async send(latest, version) {
      const sent = sentFor(mine.status ?? latest.status)
      if (sent === null) return latest
      const body = { ...sent, version }
      return attempt(['status', task.id, body], (key) => api.tasks.setStatus({ params, body, key }))
    },
    wordsFor: statusFailure,
  }

  let latest = task
  // a closed task can't be assigned, and an assignment sets a status
  for (const part of isOpen(task.status) ? [fields, assignee, status] : [fields, status, assignee]) {
    if (!part.isChanged(changedFields(edits, valuesOf(latest)))) continue
    const touches = (fresh: Task) => {
      replace(fresh)
      latest = fresh
      return conflictsOf(edits, valuesOf(fresh)).length > 0
    }
    try {
      latest = await onFreshVersion(api, latest, touches, (version) => part.send(latest, version))
    } catch (error) {
      if (error instanceof ChangedMeanwhile) throw error
      throw new NotSaved(error, part.wordsFor(error))
    }
    replace(latest)
  }
  return latest
}

function bodyOf(mine: Partial<TaskValues>, changed: readonly TaskField[]) {
  const has = (name: TaskField) => changed.includes(name)
  const { title = '', description = '', priority, expected_minutes, deadline = '', skills = [] } = mine
  const checks = CHECKS.filter(has).map((name) => [name, mine[name] === true] as const)
  const checklist: Partial<GroomingChecklist> = Object.fromEntries(checks)
  const requirements = {
    ...(has('skills') && { skills: [...skills] }),
    ...(checks.length > 0 && { grooming_checklist: checklist }),
  }
  return {
    ...(has('title') && { title: title.trim() }),
    ...(has('description') && { description: description.trim() }),
    ...(has('priority') && { priority }),
    ...(has('expected_minutes') && { expected_minutes: Number(expected_minutes) }),
    ...(has('deadline') && { deadline: fromLocalInput(deadline) }),
    ...(Object.keys(requirements).length > 0 && { requirements }),
  }
}
