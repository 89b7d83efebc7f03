import type { Tx } from '../../platform/database.ts'
import type { NewEvent } from '../../platform/outbox.ts'
import * as repository from './repository.ts'
import { deliveryEvents } from './telling.ts'

/** The spaces whose sequences must be taken before `endDeliveriesTo`. */
export function spacesWithPendingDeliveries(tx: Tx, recipientIds: readonly string[]): Promise<string[]> {
  return repository.spacesAwaiting(tx, recipientIds)
}

/**
 * Nothing more reaches these accounts: what was on its way ends as undeliverable (docs/rules/deliveries.md#paused).
 * Answers what the authors are to be told, by space; telling is the caller's.
 */
export async function cancelDeliveriesTo(
  tx: Tx,
  recipientIds: readonly string[],
  why: string,
  at: Date,
): Promise<ReadonlyMap<string, readonly NewEvent[]>> {
  return deliveryEvents(await repository.markUndeliverable(tx, recipientIds, why, at))
}
