import { deleteAgentsOf } from '../features/agents/index.ts'
import { endGrantsOf } from '../features/oauth/index.ts'
import { leaveAllSpaces } from '../features/spaces/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database.ts'
import { mergeEvents } from '../platform/outbox.ts'
import { cancelDeliveries } from './cancel-deliveries.ts'

/**
 * Ends a person's memberships, grants, agents and pending deliveries, in the transaction that deletes the account
 * (docs/rules/accounts.md#deletion). The last part of it.
 */
export async function onAccountDeleted(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  accountId: string,
): Promise<void> {
  const at = new Date(clock.now())
  const departures = await leaveAllSpaces(tx, accountId, at)
  await endGrantsOf(tx, { ownerId: accountId }, at)
  const { agentIds, left } = await deleteAgentsOf(tx, accountId, at)
  await cancelDeliveries({ clock }, tx, {
    recipientIds: [accountId, ...agentIds],
    why: 'This account was deleted',
    events: mergeEvents(departures, left),
  })
}
