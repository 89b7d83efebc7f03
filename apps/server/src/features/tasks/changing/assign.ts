/** Assigning a task (docs/rules/tasks.md#deliveries). */
import type { Task } from '@flockwork/contract/tasks'
import { isOpen, type TaskStatus } from '@flockwork/contract/tasks/statuses'
import type { Actor } from '../../../platform/actor.ts'
import { Conflict } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { markClaimed } from '../../messages/index.ts'
import type { TaskFields, TaskRow } from '../repository.ts'
import type { TaskServices } from '../services.ts'
import { assignmentOf } from './assignee.ts'
import { changeTask } from './change.ts'
import { withdraw } from '../writing/withdraw.ts'

interface Assignment {
  readonly id: string
  /** Null to unassign. */
  readonly assigneeId: string | null
  readonly version?: number | null | undefined
}

/**
 * Assigns a task to a member of its space. Another account's claim ends; the previous assignee's unread
 * delivery is withdrawn.
 * @throws NotFound, also for an assignee that isn't in the space; Forbidden; Conflict for an idea, for a closed task,
 * and for one that changed since the caller read it.
 */
export async function assignTask(
  services: TaskServices,
  actor: Actor,
  { assigneeId, ...change }: Assignment,
  once: Once<Task>,
): Promise<Task> {
  return changeTask(services, actor, { ...change, audited: 'task_assigned' }, once, async (tx, row, at) => {
    if (row.assignee_id === assigneeId) return null
    if (row.status_extended === 'idea')
      throw new Conflict('An idea can be assigned once an admin has approved it')
    if (!isOpen(row.status as TaskStatus)) throw new Conflict(`This task is ${row.status}`)
    const { space_id: spaceId, id: taskId, message_id: messageId } = row
    const recipient =
      assigneeId === null ? null : await assignmentOf({ ...services, db: tx }, actor, spaceId, assigneeId)
    const isAddressed = recipient !== null && recipient.mention.id !== actor.accountId
    const keepsClaim = row.claimant_id !== null && (assigneeId === null || row.claimant_id === assigneeId)
    const earlier = row.assignee_id
    return {
      action: 'assigned',
      fields: {
        assignee_id: assigneeId,
        assigned_at: assigneeId === null ? null : at,
        ...claimAfter(row, assigneeId, keepsClaim),
      },
      messages: (changing) => markClaimed(changing, spaceId, [{ messageId, isClaimed: keepsClaim }]),
      deliveries: async (changing) => {
        if (earlier === null) return []
        const why =
          recipient === null
            ? 'The task was unassigned'
            : `The task was assigned to @${recipient.mention.handle}`
        return withdraw(changing, { spaceId, taskId, recipientId: earlier }, { why, at })
      },
      recipient: isAddressed ? recipient : null,
    }
  })
}

function claimAfter(row: TaskRow, assigneeId: string | null, keepsClaim: boolean): TaskFields {
  if (keepsClaim) return {}
  const status = assigneeId === null ? (row.status === 'assigned' ? 'available' : row.status) : 'assigned'
  // a task that is blocked, or in progress without a claim, keeps its status
  const isUntouched = row.claimant_id !== null || row.status === 'available' || row.status === 'assigned'
  return { ...(isUntouched && { status }), claimant_id: null, claimed_at: null, worked_at: null }
}
