/** The state of an own message for each of its recipients, as facts and as text. */
import type { Delivery } from '@flockwork/contract/messages'
import { onOneLine } from '../../../platform/one-line.ts'

export type DeliveryFacts = ReturnType<typeof presentDelivery>

export function presentDeliveries(deliveries: readonly Delivery[] = []): DeliveryFacts[] {
  return deliveries.map(presentDelivery)
}

function presentDelivery({ recipient, reason, state, why, at, notice }: Delivery) {
  return { recipient: recipient.handle, reason, state, why, at, ...(notice !== undefined && { notice }) }
}

/** `@bob (mention): seen`. */
export function deliveryLine({ recipient, reason, state, why, notice }: DeliveryFacts): string {
  return `@${recipient} (${reason}): ${notice ?? state}${why === null ? '' : `, ${onOneLine(why)}`}`
}
