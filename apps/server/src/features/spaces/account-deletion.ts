/** The spaces' part of deleting an account (docs/rules/accounts.md#deletion). */
import { DELETED_SPACE_RETENTION_MS } from '@flockwork/contract/limits'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { EventsBySpace, NewEvent } from '../../platform/outbox.ts'
import * as repository from './account-deletion-repository.ts'
import { deleteUsesBy } from './invite-repository.ts'
import { presentMember } from './members.ts'
import { deleteMember, markDeleted } from './membership-repository.ts'
import { countPeople, findMember } from './repository.ts'
import { deleteFormerMemberships } from './restoring-repository.ts'

/**
 * Removes a person from every space. Where they were the only admin, the longest-standing member becomes one; their
 * personal space, and any space with no person left, is marked deleted. The caller appends the returned events, as the
 * transaction's last step.
 */
export async function leaveAllSpaces(tx: Tx, accountId: string, at: Date): Promise<EventsBySpace> {
  const eventsBySpace = new Map<string, NewEvent[]>()
  await deleteUsesBy(tx, accountId)
  await deleteFormerMemberships(tx, accountId)
  for (const space of await repository.lockSpacesOf(tx, accountId)) {
    if (space.is_personal) {
      await markDeleted(tx, space.id, at)
      continue
    }
    const leaving = await findMember(tx, space.id, accountId)
    await deleteMember(tx, space.id, accountId)
    if (leaving === undefined || (await countPeople(tx, space.id)) === 0) {
      await markDeleted(tx, space.id, at)
      continue
    }

    const events: NewEvent[] = [
      { name: 'space_update', payload: { action: 'left', member: presentMember(leaving) } },
    ]
    if (!(await repository.hasAdmin(tx, space.id))) {
      const promoted = await repository.promoteFirstMember(tx, space.id)
      const member = promoted === undefined ? undefined : await findMember(tx, space.id, promoted)
      if (member !== undefined) {
        events.push({ name: 'space_update', payload: { action: 'role', member: presentMember(member) } })
      }
    }
    eventsBySpace.set(space.id, events)
  }
  return eventsBySpace
}

interface PurgeDeps {
  readonly db: Db
  readonly clock: Clock
}

/** The space that was deleted longest ago and is due to be purged, besides these. */
export function nextSpaceToPurge(
  { db, clock }: PurgeDeps,
  besides: readonly string[],
): Promise<string | undefined> {
  return repository.findSpaceToPurge(db, new Date(clock.now() - DELETED_SPACE_RETENTION_MS), besides)
}

/** Call this once everything in the space is deleted. */
export function markPurged({ db, clock }: PurgeDeps, spaceId: string): Promise<void> {
  return repository.markPurged(db, spaceId, new Date(clock.now()))
}
