import type { Delivery } from '@flockwork/contract/messages'

/** Two deliveries of a message with the same key are the same one, or the later replaced the earlier in an edit. */
export function deliveryKey({ id, task_id: taskId, recipient }: Delivery): string {
  return taskId === null ? recipient.id : id
}
