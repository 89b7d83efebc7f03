import type { NewEvent } from '../../platform/outbox.ts'
import { presentDelivery } from './present.ts'
import type { DeliveryRow } from './repository.ts'

/** Tells the author alone what became of what they addressed to somebody. */
export function deliveryEvent(row: DeliveryRow & { readonly author_id: string }): NewEvent {
  return {
    name: 'delivery',
    payload: { message_id: row.message_id, delivery: presentDelivery(row) },
    audience: row.author_id,
  }
}
