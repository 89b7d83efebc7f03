/** Releasing a claimed task. */
import type { Task } from '@flockwork/contract/tasks'
import { isOpen, type TaskStatus } from '@flockwork/contract/tasks/statuses'
import type { Actor } from '../../../platform/actor.ts'
import { Conflict } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { markClaimed } from '../../messages/index.ts'
import { changeTask } from '../changing/change.ts'
import type { TaskFields, TaskRow } from '../repository.ts'
import type { TaskServices } from '../services.ts'

/**
 * Releasing a task that nobody has claimed changes nothing.
 * @throws NotFound, Forbidden, Conflict for a closed task.
 */
export async function releaseTask(
  services: TaskServices,
  actor: Actor,
  id: string,
  once: Once<Task>,
): Promise<Task> {
  const change = { id, audited: 'task_released', refusal: 'Only who has this task can give it back.' }
  return changeTask(services, actor, change, once, async (_, row) => {
    if (row.claimant_id === null) return null
    if (!isOpen(row.status as TaskStatus)) throw new Conflict(`This task is ${row.status}`)
    return {
      action: 'released',
      fields: released(row),
      messages: (tx) => markClaimed(tx, row.space_id, [{ messageId: row.message_id, isClaimed: false }]),
    }
  })
}

/** The task without its claim: assigned to someone else, or available. */
export function released({
  assignee_id,
  claimant_id,
}: Pick<TaskRow, 'assignee_id' | 'claimant_id'>): TaskFields {
  const isAnothers = assignee_id !== null && assignee_id !== claimant_id
  return {
    status: isAnothers ? 'assigned' : 'available',
    claimant_id: null,
    claimed_at: null,
    worked_at: null,
    // a releasing assignee is also unassigned
    ...(!isAnothers && { assignee_id: null, assigned_at: null }),
  }
}
