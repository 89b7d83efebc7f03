import type { Tx } from '../../../platform/database.ts'
import type { EventsBySpace } from '../../../platform/outbox.ts'
import { placeAgents } from '../membership/memberships.ts'
import * as repository from '../repository.ts'
import { revokeTokensOf } from '../tokens/repository.ts'

/**
 * Ends the agents of an owner whose account is deleted: no token works, and they are in no space
 * (docs/rules/accounts.md#deletion). Their names stay taken. Answers which, and what the spaces are to be told.
 */
export async function endAgentsOf(
  tx: Tx,
  ownerId: string,
  at: Date,
): Promise<{ agentIds: string[]; left: EventsBySpace }> {
  const agentIds = await repository.markDeletedOf(tx, ownerId)
  await revokeTokensOf(tx, agentIds, at)
  return { agentIds, left: await placeAgents(tx, ownerId, at) }
}

/** The agents of an owner, wherever they are. */
export function agentsOf(tx: Tx, ownerId: string): Promise<string[]> {
  return repository.listOwned(tx, ownerId)
}
