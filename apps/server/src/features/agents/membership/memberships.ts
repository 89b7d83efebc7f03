/** Where agents are: their memberships follow from their mode and their owner's spaces. */
import type { NewEvent, EventsBySpace } from '../../../platform/outbox.ts'
import type { Tx } from '../../../platform/database.ts'
import * as repository from '../placement/placement-repository.ts'

/**
 * Puts the owner's agents where their mode says: free ones into every space of the owner, pinned and following ones
 * into that one space; never where the owner is not a member (docs/rules/agents.md#placement). The owner's row must be
 * held, or two changes at once could place them differently.
 *
 * Answers what the spaces are to be told; telling is the caller's, because it must be the transaction's last.
 */
export async function placeAgents(tx: Tx, ownerId: string, at: Date): Promise<EventsBySpace> {
  const left = await repository.leaveSpaces(tx, ownerId)
  const joined = await repository.enterSpaces(tx, ownerId, at)
  await repository.rehome(tx, ownerId)
  const told = new Map<string, NewEvent[]>()
  for (const move of left) tell(told, move, 'left')
  for (const move of joined) tell(told, move, 'joined')
  return told
}

/** Everyone who sees the agent is to know that it changed. */
export async function changedEvents(tx: Tx, agentId: string): Promise<EventsBySpace> {
  const told = new Map<string, NewEvent[]>()
  for (const place of await repository.listPlacesOf(tx, agentId)) tell(told, place, 'updated')
  return told
}

function tell(
  told: Map<string, NewEvent[]>,
  { space_id: spaceId, id, handle }: repository.AgentInSpace,
  action: 'joined' | 'left' | 'updated',
): void {
  const payload = { action, agent: { id, type: 'agent', handle } }
  told.set(spaceId, [...(told.get(spaceId) ?? []), { name: 'space_update', payload }])
}
