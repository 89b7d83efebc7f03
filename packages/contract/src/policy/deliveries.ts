/** Unread deliveries, and those without a sign of reading (docs/rules/deliveries.md#states). */
import { DELIVERY_ACKNOWLEDGED_WITHIN_MS } from '../limits.ts'
import type { Delivery, DeliveryState } from '../messages.ts'

/** Neither seen nor answered: what the inbox counts. */
export const UNREAD_STATES = ['stored', 'delivered'] as const satisfies readonly DeliveryState[]

export function isUnread({ state }: Pick<Delivery, 'state'>): boolean {
  return UNREAD_STATES.some((unread) => unread === state)
}

/** The wording on every screen and in every answer. */
export const NO_SIGN_OF_READING = 'handed over, no sign of reading'

/** Whether an unacknowledged delivery of time `at` shows no sign of reading at `now`. */
export function isOverdue(at: string, now: number): boolean {
  return now - Date.parse(at) >= DELIVERY_ACKNOWLEDGED_WITHIN_MS
}

type Judged = Pick<Delivery, 'state' | 'at'> & { readonly recipient: Pick<Delivery['recipient'], 'type'> }

/**
 * Whether it was delivered to an agent that hasn't acknowledged it in time
 * (docs/rules/deliveries.md#no-sign-of-reading).
 *
 * Computed at `now`, in milliseconds since 1970: nothing is written when the time is over. People aren't judged: a
 * person may be away from the browser that has it.
 */
export function hasNoSignOfReading({ recipient, state, at }: Judged, now: number): boolean {
  const isHandedOver = recipient.type === 'agent' && state === 'delivered'
  return isHandedOver && isOverdue(at, now)
}

/** The delivery as its author sees it at `now`. */
export function withNotice<T extends Judged>(delivery: T, now: number): T & Pick<Delivery, 'notice'> {
  return hasNoSignOfReading(delivery, now) ? { ...delivery, notice: NO_SIGN_OF_READING } : delivery
}
