import { cancelDeliveriesTo, spacesWithPendingDeliveries } from '../features/inbox/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database.ts'
import { appendEventsInSpaces, lockSequences, mergeEvents, type EventsBySpace } from '../platform/outbox.ts'

interface Cancelled {
  readonly recipientIds: readonly string[]
  /** Absent: in every space. */
  readonly spaceIds?: readonly string[] | undefined
  /** Shown to the authors. */
  readonly why: string
  /** Events of the other changes for the recipients. */
  readonly events?: EventsBySpace
}

/**
 * Makes the pending deliveries of these accounts undeliverable and appends the events
 * (docs/rules/deliveries.md#paused). The last part of a transaction: it locks the sequences of all the spaces
 * concerned, in one order, before it changes a delivery.
 */
export async function cancelDeliveries(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  { recipientIds, spaceIds, why, events = new Map() }: Cancelled,
): Promise<void> {
  const pendingIn =
    recipientIds.length === 0 ? [] : await spacesWithPendingDeliveries(tx, { recipientIds, spaceIds })
  const changedIn = new Set([...events.keys(), ...pendingIn])
  if (changedIn.size === 0) return
  await lockSequences(tx, [...changedIn])
  const cancelled = await cancelDeliveriesTo(tx, {
    recipientIds,
    spaceIds,
    why,
    at: new Date(clock.now()),
  })
  await appendEventsInSpaces(tx, clock, mergeEvents(cancelled, events))
}
