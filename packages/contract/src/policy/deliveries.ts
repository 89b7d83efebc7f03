/** What is addressed to somebody and still waits for them (docs/rules/deliveries.md#states). */
import type { Delivery, DeliveryState } from '../messages.ts'

/** Neither seen nor answered: what the inbox counts. */
export const UNREAD_STATES = ['stored', 'delivered'] as const satisfies readonly DeliveryState[]

export function isUnread({ state }: Pick<Delivery, 'state'>): boolean {
  return UNREAD_STATES.some((unread) => unread === state)
}
