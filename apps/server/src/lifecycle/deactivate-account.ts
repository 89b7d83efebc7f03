import { agentIdsOf } from '../features/agents/index.ts'
import { endGrantsOf } from '../features/oauth/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database.ts'
import { cancelDeliveries } from './cancel-deliveries.ts'

/**
 * Ends a person's grants and what is pending for their agents, which stay and may do nothing, in the transaction that
 * deactivates the account (docs/rules/accounts.md#deactivation). The last part of it.
 */
export async function onAccountDeactivated(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  accountId: string,
): Promise<void> {
  await endGrantsOf(tx, { ownerId: accountId }, new Date(clock.now()))
  await cancelDeliveries({ clock }, tx, {
    recipientIds: await agentIdsOf(tx, accountId),
    why: 'This agent is deactivated',
  })
}
