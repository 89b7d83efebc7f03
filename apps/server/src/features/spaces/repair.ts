/** Repairs of inconsistencies between spaces and their members (docs/rules/administration.md#health). */
import type { Tx } from '../../platform/database.ts'
import type { EventsBySpace } from '../../platform/outbox.ts'
import { promoteFirstMember, hasAdmin } from './account-deletion-repository.ts'
import { presentMemberOf } from './members.ts'
import { lockPerson, lockSpace } from './membership-repository.ts'
import * as repository from './repository.ts'
import { createPersonalSpace, type SpaceServices } from './service.ts'
import { makeCurrent } from './switching.ts'

type Deps = Pick<SpaceServices, 'clock' | 'guideId' | 'syncAgentMemberships'>

export interface CurrentSpaceRepair {
  /** `entered`: they had a personal space, and it is current again. */
  readonly action: 'created' | 'entered'
  readonly spaceName: string
  /** Append these as the transaction's last step. */
  readonly events: EventsBySpace
}

/**
 * Moves a person who is in no space, or not in their current space, to their personal space, which is created if
 * necessary. Null if nothing was wrong.
 */
export async function repairCurrentSpace(
  services: Deps,
  tx: Tx,
  person: { readonly id: string; readonly handle: string },
): Promise<CurrentSpaceRepair | null> {
  await lockPerson(tx, person.id)
  if (await repository.isInCurrentSpace(tx, person.id)) return null
  const at = new Date(services.clock.now())
  const existing = await repository.findPersonalSpace(tx, person.id)
  if (existing === undefined) await createPersonalSpace(services, tx, person)
  else await repository.insertMember(tx, { spaceId: existing, accountId: person.id, role: 'admin', at })
  const spaceId = existing ?? (await repository.findPersonalSpace(tx, person.id))
  if (spaceId === undefined) throw new Error(`${person.handle} has no personal space`)
  const events = await makeCurrent(services, tx, person.id, spaceId)
  const space = await lockSpace(tx, spaceId)
  return {
    action: existing === undefined ? 'created' : 'entered',
    spaceName: space?.name ?? person.handle,
    events,
  }
}

/** Promotes the longest-standing member of a space without an admin. Null if it has one, or no people. */
export async function repairMissingAdmin(tx: Tx, spaceId: string): Promise<EventsBySpace | null> {
  if ((await lockSpace(tx, spaceId)) === undefined || (await hasAdmin(tx, spaceId))) return null
  const promoted = await promoteFirstMember(tx, spaceId)
  const member = promoted === undefined ? undefined : await presentMemberOf(tx, spaceId, promoted)
  if (member === undefined) return null
  return new Map([[spaceId, [{ name: 'space_update', payload: { action: 'role', member } }]]])
}
