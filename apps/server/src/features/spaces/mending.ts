/** What should not happen to spaces and their members, put right (docs/rules/administration.md#health). */
import type { Tx } from '../../platform/database.ts'
import type { EventsBySpace } from '../../platform/outbox.ts'
import { promoteFirstMember, hasAdmin } from './account-deletion-repository.ts'
import { presentMemberOf } from './members.ts'
import { lockPerson, lockSpace } from './membership-repository.ts'
import * as repository from './repository.ts'
import { createPersonalSpace, type SpaceServices } from './service.ts'
import { makeCurrent } from './switching.ts'

type Deps = Pick<SpaceServices, 'clock' | 'guideId' | 'syncAgentMemberships'>

export interface BroughtHome {
  /** Entered: they had a space of their own, and are in it again. */
  readonly action: 'created' | 'entered'
  readonly spaceName: string
  /** To be appended as the transaction's last step. */
  readonly events: EventsBySpace
}

/**
 * Puts a person who is in no space, or whose current space is not theirs, into their personal space, which is made where
 * there is none. Null for somebody who is where they should be.
 */
export async function bringHome(
  services: Deps,
  tx: Tx,
  person: { readonly id: string; readonly handle: string },
): Promise<BroughtHome | null> {
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

/** Makes the person who joined first an admin of a space that has none. Null where there is one, or nobody. */
export async function giveAdmin(tx: Tx, spaceId: string): Promise<EventsBySpace | null> {
  if ((await lockSpace(tx, spaceId)) === undefined || (await hasAdmin(tx, spaceId))) return null
  const promoted = await promoteFirstMember(tx, spaceId)
  const member = promoted === undefined ? undefined : await presentMemberOf(tx, spaceId, promoted)
  if (member === undefined) return null
  return new Map([[spaceId, [{ name: 'space_update', payload: { action: 'role', member } }]]])
}
