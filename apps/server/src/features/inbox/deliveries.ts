/** Changes of deliveries' states, each in one transaction with the `delivery` events for the authors. */
import { DELIVERY_EXPIRES_MS } from '@flockwork/contract/limits'
import { batchCalls } from '../../platform/batching.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { appendEvents, lockSequences, type NewEvent } from '../../platform/outbox.ts'
import { deliveryEvent } from '../messages/index.ts'
import * as repository from './delivery-repository.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

/** Deliveries that expire in one transaction: few enough that no post waits for it. */
const EXPIRE_BATCH = 500
/** Calls whose deliveries are marked as seen in one transaction. */
const SEEN_BATCH = 100

/**
 * Changes deliveries of these spaces. Their sequences are locked first, in one order, as by a post: it changes deliveries,
 * too.
 */
export async function changeDeliveries(
  { db, clock }: Deps,
  spaceIds: readonly string[],
  change: (tx: Tx) => Promise<repository.ChangedRow[]>,
): Promise<void> {
  if (spaceIds.length === 0) return
  await db.transaction().execute((tx) => changeDeliveriesIn({ clock }, tx, spaceIds, change))
}

async function changeDeliveriesIn(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  spaceIds: readonly string[],
  change: (tx: Tx) => Promise<repository.ChangedRow[]>,
): Promise<void> {
  if (spaceIds.length === 0) return
  await lockSequences(tx, spaceIds)
  const bySpace = deliveryEvents(await change(tx))
  for (const [spaceId, events] of bySpace) await appendEvents(tx, clock, spaceId, events)
}

/** The events for the authors of changed deliveries, by space. */
export function deliveryEvents(rows: readonly repository.ChangedRow[]): Map<string, NewEvent[]> {
  const bySpace = Map.groupBy(rows, (row) => row.space_id)
  return new Map([...bySpace].map(([spaceId, inSpace]) => [spaceId, inSpace.map(deliveryEvent)]))
}

/**
 * Expires what nobody took within 7 days (docs/rules/deliveries.md#expiry), in batches and a space at a time. The next run
 * goes on where one was interrupted.
 */
export async function expireDeliveries({ db, clock }: Deps): Promise<void> {
  const before = new Date(clock.now() - DELIVERY_EXPIRES_MS)
  for (let count = EXPIRE_BATCH; count === EXPIRE_BATCH;) {
    const open = await repository.listOpenBefore(db, before, EXPIRE_BATCH)
    for (const [spaceId, rows] of Map.groupBy(open, (row) => row.space_id)) {
      const ids = rows.map(({ id }) => id)
      await changeDeliveries({ db, clock }, [spaceId], (tx) =>
        repository.markExpired(tx, ids, new Date(clock.now())),
      )
    }
    count = open.length
  }
}

/** The spaces whose sequences must be locked before `cancelDeliveriesTo`. */
export function spacesWithPendingDeliveries(
  tx: Tx,
  { recipientIds, spaceId }: Pick<repository.Cancelled, 'recipientIds' | 'spaceId'>,
): Promise<string[]> {
  return repository.listSpacesWithOpen(tx, recipientIds, spaceId)
}

/**
 * Makes unread deliveries undeliverable (docs/rules/deliveries.md#paused). The caller appends the
 * returned events, by space.
 */
export async function cancelDeliveriesTo(
  tx: Tx,
  cancelled: repository.Cancelled,
): Promise<ReadonlyMap<string, readonly NewEvent[]>> {
  return deliveryEvents(await repository.markUndeliverable(tx, cancelled))
}

/** Marks deliveries of one recipient as seen; resolves after the commit. */
export type MarkSeen = (recipientId: string, ids: readonly string[]) => Promise<void>

/** The same in a transaction of the caller's. Last in it: it locks the spaces' sequences. */
export async function markSeenIn(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  recipientId: string,
  ids: readonly string[],
): Promise<void> {
  const seen = ids.map((id) => ({ recipientId, id }))
  await changeDeliveriesIn({ clock }, tx, await repository.listSpacesWithUnseen(tx, seen), () =>
    repository.markSeen(tx, seen, new Date(clock.now())),
  )
}

/**
 * Marks for many recipients in one transaction: a message can wake hundreds of waits at once, and each mark by itself would
 * lock its space.
 */
export function createMarkSeen(deps: Deps): MarkSeen {
  const mark = batchCalls(SEEN_BATCH, async (all: readonly (readonly repository.Seen[])[]) => {
    await markAllSeen(deps, all.flat())
    return all.map(() => undefined)
  })
  return (recipientId, ids) => mark(ids.map((id) => ({ recipientId, id })))
}

async function markAllSeen({ db, clock }: Deps, seen: readonly repository.Seen[]): Promise<void> {
  const spaceIds = await repository.listSpacesWithUnseen(db, seen)
  await changeDeliveries({ db, clock }, spaceIds, (tx) =>
    repository.markSeen(tx, seen, new Date(clock.now())),
  )
}
