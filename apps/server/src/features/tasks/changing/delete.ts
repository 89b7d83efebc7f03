/** Deleting a task. */
import type { Actor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { lockSequences } from '../../../platform/outbox.ts'
import { closeReport, requireUnpaused, withdrawAnnouncement } from '../../messages/index.ts'
import { lockAndFind, requireRight, spaceToChange } from '../access.ts'
import { presentTask } from '../present.ts'
import { saveTask } from '../repository.ts'
import type { TaskServices } from '../services.ts'
import { appendTaskChange } from '../writing/append.ts'
import { withdraw } from '../writing/withdraw.ts'
import { withoutTexts } from '../writing/stored-events.ts'

/**
 * Deletes a task for everyone; its row is purged after `DELETED_TASK_RETENTION_MS`. The announcement becomes a placeholder,
 * and its thread stays. @throws NotFound, Forbidden
 */
export async function deleteTask(
  { db, clock }: Pick<TaskServices, 'db' | 'clock'>,
  actor: Actor,
  id: string,
  once: Once<void>,
): Promise<void> {
  const spaceId = await spaceToChange(db, actor, id)
  await once(async (tx) => {
    await requireUnpaused(tx, clock, actor)
    const row = await lockAndFind(tx, spaceId, id)
    await requireRight(tx, actor, row, 'You do not have permission to delete this task.')
    const at = new Date(clock.now())
    await audit(tx, clock, {
      actorId: actor.accountId,
      action: 'task_deleted',
      target: { type: 'task', id, name: row.title },
      spaceId,
      before: { status: row.status },
    })
    const messages = await withdrawAnnouncement(tx, spaceId, row.message_id, at)
    const reports = await closeReport({ tx, clock }, actor, { spaceId, messageId: row.message_id }, 'deleted')
    await lockSequences(tx, [spaceId])
    await saveTask(tx, { spaceId, id, at }, { deleted_at: at })
    const withdrawn = await withdraw(
      tx,
      { spaceId, taskId: id, recipientId: null },
      { why: 'The task was deleted', at },
    )
    const task = withoutTexts(presentTask(row))
    await appendTaskChange({ tx, clock }, { task, action: 'deleted' }, messages, [...withdrawn, ...reports])
  })
}
