/** Approving an idea (docs/rules/tasks.md#rights). */
import type { PersonActor } from '../../../platform/actor.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { withAnswer } from '../../../platform/idempotency.ts'
import type { TaskServices } from '../services.ts'
import { approvalOf } from './assignee.ts'
import { changeTask } from './change.ts'

interface Approval {
  readonly success: boolean
  /** Why it can't be approved. */
  readonly error: string | null
}

/** Makes an idea ready and notifies its author. Safe to repeat. @throws NotFound */
export async function approveIdea(
  services: TaskServices,
  admin: PersonActor,
  id: string,
  once: Once<Approval>,
): Promise<Approval> {
  let error: string | null = null
  const answerOf = (): Approval => ({ success: error === null, error })
  const change = { id, audited: 'task_approved' }
  await changeTask(services, admin, change, withAnswer(once, answerOf), async (tx, row) => {
    error = row.status_extended === null ? 'This task is not an idea' : null
    if (row.status_extended !== 'idea') return null
    const { space_id: spaceId, author_id: authorId } = row
    const recipient =
      authorId === admin.accountId
        ? undefined
        : await approvalOf({ ...services, db: tx }, admin, spaceId, authorId)
    return {
      action: 'approved',
      fields: { status_extended: 'ready' },
      recipient,
    }
  })
  return answerOf()
}
