/** A person's account ends: what becomes of the spaces it was in (docs/rules/accounts.md#deletion). */
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { appendEvents, type NewEvent, type EventsBySpace } from '../../platform/outbox.ts'
import * as repository from './departure-repository.ts'
import { listMembers } from './repository.ts'
import { presentMember } from './service.ts'

/**
 * Takes a person out of every space and answers what those who stay are to be told; telling is the caller's,
 * because it must be the transaction's last. Where it was the only admin, the person who joined first becomes
 * one; a space with nobody left, and the person's own, is deleted.
 */
export async function leaveAllSpaces(tx: Tx, accountId: string, at: Date): Promise<EventsBySpace> {
  const told = new Map<string, NewEvent[]>()
  for (const space of await repository.lockSpacesOf(tx, accountId)) {
    if (space.is_personal) {
      await repository.markDeleted(tx, space.id, at)
      continue
    }
    const members = await listMembers(tx, space.id)
    const leaving = members.find(({ user_id }) => user_id === accountId)
    await repository.deleteMember(tx, space.id, accountId)
    const others = members.filter(({ user_id }) => user_id !== accountId)
    if (leaving === undefined || others.length === 0) {
      await repository.markDeleted(tx, space.id, at)
      continue
    }

    const events: NewEvent[] = [
      { name: 'space_update', payload: { action: 'left', member: presentMember(leaving) } },
    ]
    if (!others.some(({ role }) => role === 'admin')) {
      const heir = await repository.promoteFirst(tx, space.id)
      const member = { ...(others.find(({ user_id }) => user_id === heir) ?? leaving), role: 'admin' }
      events.push({ name: 'space_update', payload: { action: 'role', member: presentMember(member) } })
    }
    told.set(space.id, events)
  }
  return told
}

/** Tells everyone who shares a space with the person that its name changed. Last of the transaction. */
export async function appendRenamed({ clock }: { clock: Clock }, tx: Tx, accountId: string): Promise<void> {
  // in the order in which everyone takes the spaces' sequences
  for (const spaceId of await repository.listSpacesInOrder(tx, accountId)) {
    const member = (await listMembers(tx, spaceId)).find(({ user_id }) => user_id === accountId)
    if (member === undefined) continue
    await appendEvents(tx, clock, spaceId, [
      { name: 'space_update', payload: { action: 'updated', member: presentMember(member) } },
    ])
  }
}
