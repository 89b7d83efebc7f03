/** The end of an account in every room, in the transaction that deletes it (docs/rules/accounts.md#deletion). */
import { agentIdsOf, deleteAgentsOf } from '../features/agents/index.ts'
import { cancelDeliveriesTo, spacesWithPendingDeliveries } from '../features/inbox/index.ts'
import { endGrantsOf } from '../features/oauth/index.ts'
import { leaveAllSpaces } from '../features/spaces/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database.ts'
import { lockSequences, mergeEvents, appendEventsInSpaces, type EventsBySpace } from '../platform/outbox.ts'
import { cancelDeliveries } from './cancel-deliveries.ts'

interface Deps {
  readonly clock: Clock
}

/** Ends a person's agents, memberships and pending deliveries, and tells those who stay. */
export async function onAccountDeleted({ clock }: Deps, tx: Tx, accountId: string): Promise<void> {
  const at = new Date(clock.now())
  const departures = await leaveAllSpaces(tx, accountId, at)
  await endGrantsOf(tx, { ownerId: accountId }, at)
  const { agentIds, left } = await deleteAgentsOf(tx, accountId, at)
  const gone = { ids: [accountId, ...agentIds], why: 'This account was deleted' }
  await endDeliveries({ clock }, tx, gone, mergeEvents(departures, left))
}

/** Ends what goes on in the name of a person who is deactivated; their agents stay, and may do nothing. */
export async function onAccountDeactivated({ clock }: Deps, tx: Tx, accountId: string): Promise<void> {
  await endGrantsOf(tx, { ownerId: accountId }, new Date(clock.now()))
  await cancelDeliveries({ clock }, tx, await agentIdsOf(tx, accountId), 'This agent is deactivated')
}

/** A farewell to an agent that left the spaces already. */
export async function onAgentDeleted(
  { clock }: Deps,
  tx: Tx,
  agentId: string,
  left: EventsBySpace,
): Promise<void> {
  await endGrantsOf(tx, { agentIds: [agentId] }, new Date(clock.now()))
  await endDeliveries({ clock }, tx, { ids: [agentId], why: 'This agent was deleted' }, left)
}

/**
 * Ends what is on its way to those who are gone, and tells of it and of their departures. The spaces' sequences
 * are taken last and in one order, as by everything that writes events.
 */
async function endDeliveries(
  { clock }: Deps,
  tx: Tx,
  { ids, why }: { ids: readonly string[]; why: string },
  departures: EventsBySpace,
): Promise<void> {
  const spaceIds = new Set([...departures.keys(), ...(await spacesWithPendingDeliveries(tx, ids))])
  if (spaceIds.size === 0) return
  await lockSequences(tx, [...spaceIds])
  const undelivered = await cancelDeliveriesTo(tx, ids, why, new Date(clock.now()))
  await appendEventsInSpaces(tx, clock, mergeEvents(undelivered, departures))
}
