import type { Tx } from '../../platform/database.ts'
import { placeAgents } from './placement.ts'
import * as repository from './repository.ts'

/**
 * Ends the agents of an owner whose account is deleted: no token works, and they are in no space (decisions
 * 1.6). Their names stay taken. Answers which.
 */
export async function endAgentsOf(tx: Tx, ownerId: string, at: Date): Promise<string[]> {
  const agentIds = await repository.markDeletedOf(tx, ownerId)
  await repository.revokeTokensOf(tx, agentIds, at)
  await placeAgents(tx, ownerId, at)
  return agentIds
}
