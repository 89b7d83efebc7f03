import type { Tx } from '../../../platform/database.ts'
import type { NewEvent } from '../../../platform/outbox.ts'
import type { Recipient } from '../addressing/recipients.ts'
import { insertDeliveries } from '../changing/change-repository.ts'
import { deliveryEvent } from '../reading/present.ts'

export interface AddressedTask {
  readonly spaceId: string
  readonly taskId: string
  /** The announcement. */
  readonly messageId: string
  /** The account that assigned or approved the task. */
  readonly authorId: string
  /** The number of the event that carries the delivery. */
  readonly seq: number
  readonly at: Date
  /** The cause of the assignment or approval. */
  readonly cause: { readonly causeId: string | null; readonly chainId: string; readonly hops: number }
}

/** The `delivery` event that shows the new delivery to the account that assigned or approved the task. */
export function addressedEvent(
  { messageId, taskId, authorId, at }: Omit<AddressedTask, 'spaceId' | 'seq' | 'cause'>,
  { deliveryId, mention, reason, state, why }: Recipient,
): NewEvent {
  return deliveryEvent({
    id: deliveryId,
    message_id: messageId,
    task_id: taskId,
    author_id: authorId,
    recipient_id: mention.id,
    recipient_kind: mention.type,
    recipient_handle: mention.handle,
    reason,
    state,
    why,
    at,
  })
}

/** Stores a task's delivery to an account (docs/rules/tasks.md#deliveries). */
export async function addressTask(
  tx: Tx,
  { messageId, ...task }: AddressedTask,
  recipient: Recipient,
): Promise<void> {
  await insertDeliveries(tx, { ...task, id: messageId, rootId: messageId }, [recipient])
}
