import type { Task } from '@flockwork/contract/tasks'
import { STATUS_NAMES } from '@flockwork/contract/tasks/statuses'
import { taskRefWords } from '../../strings/task-refs.ts'

/** Whether the task is an idea awaiting approval (docs/rules/tasks.md#states). */
export function isIdea(task: Pick<Task, 'status' | 'status_extended'>): boolean {
  return task.status_extended === 'idea' && task.status === 'available'
}

/** The label of a task's status. */
export function statusName(task: Pick<Task, 'status' | 'status_extended'>): string {
  return isIdea(task) ? taskRefWords.idea : STATUS_NAMES[task.status]
}

interface TaskHolder {
  readonly handle: string
  readonly type: 'user' | 'agent'
}

/** Who has the task: its claimant, else its assignee. */
export function holderOf({
  claimed_by,
  assigned_agent,
  assigned_user,
}: Pick<Task, 'claimed_by' | 'assigned_agent' | 'assigned_user'>): TaskHolder | null {
  if (claimed_by) return { handle: claimed_by.username, type: claimed_by.type }
  if (assigned_agent) return { handle: assigned_agent.name, type: 'agent' }
  return assigned_user && { handle: assigned_user.username, type: assigned_user.type }
}
