/** The end of an account in every room, in the transaction that deletes it (decisions 1.6). */
import { agentsOf, endAgentsOf } from './features/agents/index.ts'
import { endDeliveriesTo, spacesAwaiting } from './features/inbox/index.ts'
import { endGrantsOf } from './features/oauth/index.ts'
import { leaveEverySpace } from './features/spaces/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Tx } from './platform/database.ts'
import { lockHeads, mergedEvents, recordEverywhere, type EventsBySpace } from './platform/outbox.ts'
import { undeliver } from './undelivered.ts'

interface Needs {
  readonly clock: Clock
}

/** Ends a person's agents, memberships and pending deliveries, and tells those who stay. */
export async function farewell({ clock }: Needs, tx: Tx, accountId: string): Promise<void> {
  const at = new Date(clock.now())
  const departures = await leaveEverySpace(tx, accountId, at)
  await endGrantsOf(tx, { ownerId: accountId }, at)
  const { agentIds, left } = await endAgentsOf(tx, accountId, at)
  const gone = { ids: [accountId, ...agentIds], why: 'This account was deleted' }
  await endDeliveries({ clock }, tx, gone, mergedEvents(departures, left))
}

/** Ends what goes on in the name of a person who is deactivated; their agents stay, and may do nothing. */
export async function standDown({ clock }: Needs, tx: Tx, accountId: string): Promise<void> {
  await endGrantsOf(tx, { ownerId: accountId }, new Date(clock.now()))
  await undeliver({ clock }, tx, await agentsOf(tx, accountId), 'This agent is deactivated')
}

/** A farewell to an agent that left the spaces already. */
export async function farewellOfAgent(
  { clock }: Needs,
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
  { clock }: Needs,
  tx: Tx,
  { ids, why }: { ids: readonly string[]; why: string },
  departures: EventsBySpace,
): Promise<void> {
  const spaceIds = new Set([...departures.keys(), ...(await spacesAwaiting(tx, ids))])
  if (spaceIds.size === 0) return
  await lockHeads(tx, [...spaceIds])
  const undelivered = await endDeliveriesTo(tx, ids, why, new Date(clock.now()))
  await recordEverywhere(tx, clock, mergedEvents(undelivered, departures))
}
