/** Changes of deliveries' states, each in one transaction with the `delivery` events for the authors. */
import { DELIVERY_EXPIRES_MS } from '@flockwork/contract/limits'
import { batchCalls } from '../../platform/batching.ts'
import type { Clock } from '../../platform/clock.ts'
import { retryDeadlocks, type Db, type Tx } from '../../platform/database.ts'
import { collectFailures } from '../../platform/failures.ts'
import {
  appendEvents,
  appendEventsInSpaces,
  lockSequences,
  mergeEvents,
  type EventsBySpace,
  type NewEvent,
} from '../../platform/outbox.ts'
import { deliveryEvent, endHeld } from '../messages/index.ts'
import * as repository from './delivery-repository.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

/** Deliveries that expire in one transaction: few enough not to delay posts. */
const EXPIRE_BATCH = 500
/** Calls whose deliveries are marked in one transaction. */
const MARK_BATCH = 100
/** How often a delivery is repeated because an answer with it was lost. */
const LOST_MOST_TIMES = 5
/** For so long a call that acknowledged a lost answer counts as a mistake: a reset is noticed when data is sent again. */
const LOST_NOTICED_WITHIN_MS = 2 * 60 * 1000

/**
 * Changes deliveries of these spaces. Their sequences are locked first, in a fixed order, like a post does, because it
 * changes deliveries, too.
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

/** The same for deliveries that ended unread, plus the events for everyone about holds that shrank. */
async function endedEvents(tx: Tx, rows: readonly repository.EndedRow[]): Promise<EventsBySpace> {
  return mergeEvents(deliveryEvents(rows), await endHeld(tx, rows))
}

/**
 * Expires deliveries not fetched within 7 days (docs/rules/deliveries.md#expiry), in batches, one space at a time. A run
 * goes on where the previous one was interrupted. @throws an error of the spaces that failed, after the others' expired.
 */
export async function expireDeliveries({ db, clock }: Deps): Promise<void> {
  const before = new Date(clock.now() - DELIVERY_EXPIRES_MS)
  const failures = collectFailures()
  const expireIn = (spaceId: string, ids: readonly string[]) =>
    retryDeadlocks(() =>
      db.transaction().execute(async (tx) => {
        await lockSequences(tx, [spaceId])
        const expired = await repository.markExpired(tx, ids, { before, at: new Date(clock.now()) })
        await appendEventsInSpaces(tx, clock, await endedEvents(tx, expired))
      }),
    )
  for (let count = EXPIRE_BATCH; count === EXPIRE_BATCH;) {
    const open = await repository.listOpenBefore(db, {
      before,
      besides: failures.ids,
      limit: EXPIRE_BATCH,
    })
    for (const [spaceId, rows] of Map.groupBy(open, (row) => row.space_id)) {
      const ids = rows.map(({ id }) => id)
      await failures.attempt(spaceId, () => expireIn(spaceId, ids))
    }
    count = open.length
  }
  failures.report('spaces keep what should have expired')
}

/** The spaces whose sequences must be locked before `cancelDeliveriesTo`. */
export function spacesWithPendingDeliveries(
  tx: Tx,
  { recipientIds, spaceIds }: Pick<repository.Cancelled, 'recipientIds' | 'spaceIds'>,
): Promise<string[]> {
  return repository.listSpacesWithOpen(tx, recipientIds, spaceIds)
}

/**
 * Makes unread deliveries undeliverable (docs/rules/deliveries.md#paused). The caller appends the
 * returned events, by space.
 */
export async function cancelDeliveriesTo(tx: Tx, cancelled: repository.Cancelled): Promise<EventsBySpace> {
  return endedEvents(tx, await repository.markUndeliverable(tx, cancelled))
}

/** Marks deliveries of one recipient as seen. Last in the transaction: it locks the spaces' sequences. */
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

/** Marks deliveries of one recipient as delivered. Last in the transaction: it locks the spaces' sequences. */
export async function markDeliveredIn(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  recipientId: string,
  ids: readonly string[],
): Promise<void> {
  const given = ids.map((id) => ({ recipientId, id }))
  await changeDeliveriesIn({ clock }, tx, await repository.listSpacesWithUnseen(tx, given), () =>
    repository.markGiven(tx, given, new Date(clock.now())),
  )
}

/**
 * Makes deliveries of one recipient undeliverable that it failed to answer. Last in the transaction: it locks the
 * spaces' sequences.
 */
export async function markFailedIn(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  recipientId: string,
  ids: readonly string[],
  why: string,
): Promise<void> {
  const failed = ids.map((id) => ({ recipientId, id }))
  await changeDeliveriesIn({ clock }, tx, await repository.listSpacesWithUnseen(tx, failed), () =>
    repository.markFailed(tx, ids, { why, at: new Date(clock.now()) }),
  )
}

/** Marks deliveries in MCP answers (docs/rules/deliveries.md#handed-over). Each method resolves after the commit. */
export interface Handovers {
  /** These deliveries were sent to the caller. */
  handOver(caller: repository.Caller, ids: readonly string[]): Promise<void>
  /** The caller checked again: it has seen what was sent to it. */
  acknowledge(caller: repository.Caller): Promise<void>
  /** The answer with these deliveries didn't reach the caller. */
  takeBack(caller: repository.Caller, ids: readonly string[]): Promise<void>
}

/**
 * Marks for many callers in one transaction: a message can wake hundreds of waits at once, and each separate mark would
 * lock its space.
 */
export function createHandovers(deps: Deps): Handovers {
  const { db, clock } = deps
  const now = () => new Date(clock.now())

  const handOver = batchCalls(MARK_BATCH, async (all: readonly (readonly repository.HandedOver[])[]) => {
    const handed = all.flat()
    const spaceIds = await repository.listSpacesWithUnseen(db, handed)
    await changeDeliveries(deps, spaceIds, (tx) => repository.markHandedOver(tx, handed, now()))
    return all.map(() => undefined)
  })
  const acknowledge = batchCalls(MARK_BATCH, async (callers: readonly repository.Caller[]) => {
    const given = await repository.listHandedOver(db, callers)
    const spaceIds = [...new Set(given.map(({ spaceId }) => spaceId))]
    await changeDeliveries(deps, spaceIds, async (tx) => {
      // re-read: an answer may have been taken back meanwhile
      const still = (await repository.listHandedOver(tx, callers)).filter((one) =>
        spaceIds.includes(one.spaceId),
      )
      return repository.markSeen(tx, still, now())
    })
    return callers.map(() => undefined)
  })

  return {
    handOver: (caller, ids) => handOver(ids.map((id) => ({ ...caller, id }))),
    acknowledge,
    async takeBack(caller, ids) {
      const handed = ids.map((id) => ({ ...caller, id }))
      await changeDeliveries(deps, await repository.listSpacesWithLost(db, handed), (tx) =>
        repository.markLost(tx, handed, {
          mostTimes: LOST_MOST_TIMES,
          seenSince: new Date(clock.now() - LOST_NOTICED_WITHIN_MS),
          at: now(),
        }),
      )
    },
  }
}
