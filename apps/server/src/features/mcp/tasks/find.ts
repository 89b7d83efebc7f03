/** Resolves what a call names: tasks, assignees, and values in the vocabulary of any tracker. */
import type { Task, TaskPriority, TaskStatus } from '@flockwork/contract/tasks'
import { readPriority } from '@flockwork/contract/tasks/priorities'
import { TASK_STATUSES, readStatus } from '@flockwork/contract/tasks/statuses'
import type { AgentActor } from '../../../platform/actor.ts'
import { invalid } from '../../../platform/errors.ts'
import { ArgumentNotFound } from '../answers/argument-not-found.ts'
import { findNamedTask } from '../tools/find-task.ts'
import type { TasksArguments } from '../tools/schemas.ts'
import type { ToolServices } from '../tools/tool.ts'
import { nameOf, textOf } from '../tools/values.ts'

/** The task that the call names. @throws Invalid without one, or for an ambiguous name; NotFound. */
export async function findTask(
  services: ToolServices,
  actor: AgentActor,
  { action, task_id: given }: Pick<TasksArguments, 'action' | 'task_id'>,
): Promise<Task> {
  const name = textOf(given)
  if (name === undefined) {
    throw invalid(
      ['task_id'],
      `${action ?? 'get'} needs the name of a task, such as T-12, its id or the id's first 8 digits`,
    )
  }
  return findNamedTask(services, actor, name)
}

/** The account that `assignee` names in a space; null for `none`. @throws Invalid for an unknown name. */
export async function findAssignee(
  services: ToolServices,
  actor: AgentActor,
  spaceId: string,
  given: string,
): Promise<{ readonly id: string; readonly handle: string } | null> {
  const handle = nameOf(given) ?? ''
  if (handle === 'me') return { id: actor.accountId, handle: actor.username }
  if (handle === 'none') return null
  const [found] = (await services.tasks.directory.resolve(spaceId, [handle])).known
  if (found !== undefined) return found.mention
  throw new ArgumentNotFound(
    'assignee',
    `nobody called @${handle} is in this space. Call spaces with action members to see who is`,
  )
}

/** @throws Invalid for a word that isn't a status in any tracker. */
export function statusIn(given: string): TaskStatus {
  const status = readStatus(given)
  if (status !== null) return status
  throw invalid(['status'], `must be one of ${TASK_STATUSES.join(', ')}`)
}

export function statusesIn(given: string | undefined): TaskStatus[] {
  return wordsIn(given).map(statusIn)
}

/** An unknown priority means medium (docs/rules/tasks.md#priority). */
export function prioritiesIn(given: string | undefined): TaskPriority[] {
  return wordsIn(given).map((word) => readPriority(word))
}

function wordsIn(given: string | undefined): string[] {
  return (given ?? '').split(',').flatMap((word) => textOf(word) ?? [])
}

/** The distinct items of a list, whose elements may also be separated by commas. */
export function partsOf(given: readonly string[] | undefined): string[] | undefined {
  return given === undefined
    ? undefined
    : [...new Set(given.flatMap((one) => one.split(',')).flatMap((one) => textOf(one) ?? []))]
}
