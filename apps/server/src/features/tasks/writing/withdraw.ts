import type { Tx } from '../../../platform/database.ts'
import type { NewEvent } from '../../../platform/outbox.ts'
import { deliveryEvent, endHeld } from '../../messages/index.ts'
import * as repository from './delivery-repository.ts'

/**
 * Withdraws the unread deliveries about a task to one account, or to all. The space's sequence must be locked. Returns
 * the events for the authors, and for the space if one was held.
 */
export async function withdraw(
  tx: Tx,
  of: { readonly spaceId: string; readonly taskId: string; readonly recipientId: string | null },
  because: { readonly why: string; readonly at: Date },
): Promise<NewEvent[]> {
  const withdrawn = await repository.withdraw(tx, of, because)
  const holds = await endHeld(tx, withdrawn)
  return [...withdrawn.map(deliveryEvent), ...(holds.get(of.spaceId) ?? [])]
}
