/** What is addressed to somebody and still waits for them (docs/rules/deliveries.md#states). */
import { DELIVERY_ACKNOWLEDGED_WITHIN_MS } from '../limits.ts'
import type { Delivery, DeliveryState } from '../messages.ts'

/** Neither seen nor answered: what the inbox counts. */
export const UNREAD_STATES = ['stored', 'delivered'] as const satisfies readonly DeliveryState[]

export function isUnread({ state }: Pick<Delivery, 'state'>): boolean {
  return UNREAD_STATES.some((unread) => unread === state)
}

/** How every screen and every answer says it. */
export const NO_SIGN_OF_READING = 'handed over, no sign of reading'

/** Whether what was handed over at `at` and not acknowledged shows no sign of reading at `now`. */
export function isOverdue(at: string, now: number): boolean {
  return now - Date.parse(at) >= DELIVERY_ACKNOWLEDGED_WITHIN_MS
}

type Judged = Pick<Delivery, 'state' | 'at'> & { readonly recipient: Pick<Delivery['recipient'], 'type'> }

/**
 * Whether an agent was given it and hasn't acknowledged it in time (docs/rules/deliveries.md#no-sign-of-reading).
 *
 * A judgement of the reader at `now`, milliseconds since 1970: nothing is written when the time is over. A person whose
 * browser has it may be away from it, and is not judged.
 */
export function hasNoSignOfReading({ recipient, state, at }: Judged, now: number): boolean {
  const isHandedOver = recipient.type === 'agent' && state === 'delivered'
  return isHandedOver && isOverdue(at, now)
}

/** The delivery as its author reads it at `now`. */
export function withNotice<T extends Judged>(delivery: T, now: number): T & Pick<Delivery, 'notice'> {
  return hasNoSignOfReading(delivery, now) ? { ...delivery, notice: NO_SIGN_OF_READING } : delivery
}
