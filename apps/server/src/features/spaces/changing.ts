/** Changing and deleting a space (docs/rules/spaces.md#changing). */
import { SPACE_SLOTS } from '@flockwork/contract/limits'
import {
  whyNotBecome,
  whyNotChangeSpace,
  whyNotDeleteSpace,
  type SpaceChange,
} from '@flockwork/contract/policy/spaces'
import type { Space, Visibility } from '@flockwork/contract/spaces'
import type { PersonActor } from '../../platform/actor.ts'
import { audit } from '../../platform/audit.ts'
import { wireTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { Conflict, Forbidden, SpaceLimitReached, invalid } from '../../platform/errors.ts'
import type { Once } from '../../platform/idempotency.ts'
import { appendEvents, appendEventsInSpaces, mergeEvents, type EventsBySpace } from '../../platform/outbox.ts'
import { writingOf } from '../guardrails/index.ts'
import { noSuchSpace, requireMember, visibilityOf } from './access.ts'
import { revokeInvitesTo } from './invite-repository.ts'
import * as memberships from './membership-repository.ts'
import * as repository from './repository.ts'
import { saveMembers } from './restoring-repository.ts'
import { getSpace, type SpaceServices } from './service.ts'

/**
 * Changes the given fields; the slug stays, because URLs contain it.
 * @throws NotFound; Forbidden unless an admin of the space; Conflict for turning private while others are in it;
 * SpaceLimitReached where its creator has no slot left for a space of the new visibility; GuardrailViolation.
 */
export async function changeSpace(
  services: SpaceServices,
  actor: PersonActor,
  { spaceId, ...change }: SpaceChange & { readonly spaceId: string },
  once: Once<Space>,
): Promise<Space> {
  const { clock } = services
  const known = await getSpace(services, actor, spaceId)
  await requireRight(services, actor, spaceId, change)
  await services.guard(
    `${change.name ?? ''}\n${change.description ?? ''}`,
    writingOf(actor, 'space', spaceId),
  )
  return once(async (tx) => {
    const { visibility } = change
    // the person is locked before the space, as everywhere, so before we know whether a slot is needed
    if (visibility !== undefined && known.created_by !== null) {
      await memberships.lockPerson(tx, known.created_by)
    }
    if (visibility === 'private') await revokeInvitesTo(tx, spaceId, new Date(clock.now()))
    const space = await memberships.lockSpace(tx, spaceId)
    if (space === undefined) throw noSuchSpace()
    await requireRight({ ...services, db: tx }, actor, spaceId, change)
    if (visibility !== undefined) {
      if (visibility !== space.visibility) await requireSlot(tx, space.created_by, visibility)
      const whyNot = whyNotBecome(visibility, await memberships.countOthers(tx, spaceId, actor.accountId))
      if (whyNot !== null) throw new Conflict(whyNot)
    }

    const before = {
      name: space.name,
      description: space.description,
      visibility: visibilityOf(space.visibility),
      max_hops: space.max_hops,
      max_chain: space.max_chain,
    }
    const after = {
      name: change.name ?? before.name,
      description: change.description === undefined ? before.description : change.description,
      visibility: visibility ?? before.visibility,
      max_hops: change.max_hops === undefined ? before.max_hops : change.max_hops,
      max_chain: change.max_chain === undefined ? before.max_chain : change.max_chain,
    }
    await repository.saveSpace(tx, spaceId, after)
    await audit(tx, clock, {
      actorId: actor.accountId,
      action: 'space_changed',
      target: { type: 'space', id: spaceId, name: after.name },
      spaceId,
      before,
      after,
    })
    const changed = await getSpace({ db: tx, clock }, actor, spaceId)
    await appendEvents(tx, clock, spaceId, [
      { name: 'space_update', payload: { action: 'updated', space: forEveryMember(changed) } },
    ])
    return changed
  })
}

/** Without the fields that differ per member. */
function forEveryMember(space: Space): Space {
  return { ...space, is_member: true, is_current: false, role: null, mine: null }
}

async function requireRight(
  { db }: Pick<SpaceServices, 'db'>,
  { accountId }: PersonActor,
  spaceId: string,
  change: SpaceChange,
): Promise<void> {
  const membership = await requireMember(db, spaceId, accountId)
  const whyNot = whyNotChangeSpace(membership, membership, change)
  if (whyNot !== null) throw new Forbidden(whyNot)
}

/** The slots are the creator's: a change must not bypass the limit on creating spaces. */
async function requireSlot(tx: Tx, creatorId: string | null, visibility: Visibility): Promise<void> {
  if (creatorId === null) return
  const limit = SPACE_SLOTS[visibility]
  const used = await repository.countCreatedForUpdate(tx, creatorId, visibility)
  if (used >= limit && !(await repository.isAdministrator(tx, creatorId))) {
    throw new SpaceLimitReached(visibility, limit)
  }
}

interface Deletion {
  readonly spaceId: string
  /** The space's name, repeated by the caller as a confirmation. */
  readonly name: string
}

/**
 * Deletes a space for everyone, at once; its rows are purged after `DELETED_SPACE_RETENTION_MS`.
 * @throws NotFound; Forbidden unless its creator, and for a personal one; Invalid for another name.
 */
export async function deleteSpace(
  services: SpaceServices,
  actor: PersonActor,
  { spaceId, name }: Deletion,
  once: Once<void>,
): Promise<void> {
  const { db, clock } = services
  const { accountId } = actor
  await requireMember(db, spaceId, accountId)
  let people: readonly string[] = []
  await once(async (tx) => {
    await memberships.lockPeopleOf(tx, spaceId)
    const space = await memberships.lockSpace(tx, spaceId)
    if (space === undefined) throw noSuchSpace()
    await requireMember(tx, spaceId, accountId)
    const whyNot = whyNotDeleteSpace(actor, space)
    if (whyNot !== null) throw new Forbidden(whyNot)
    if (name.trim() !== space.name) throw invalid(['body', 'name'], 'This is not the name of the space')
    people = await closeSpace(services, tx, actor, space)
  })
  await services.announceDeparture(people, {
    space_id: spaceId,
    at: wireTime(new Date(clock.now())),
    action: 'deleted',
  })
}

/**
 * Removes everyone from a space and marks it deleted; returns the people. The last part of a transaction that has
 * locked the space and the people in it.
 */
export async function closeSpace(
  services: SpaceServices,
  tx: Tx,
  actor: PersonActor,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<readonly string[]> {
  const { clock } = services
  const owners = await memberships.listAgentOwners(tx, id)
  const people = await memberships.listPeople(tx, id)
  await saveMembers(tx, id)
  await memberships.deleteMembers(tx, id)
  await memberships.markDeleted(tx, id, new Date(clock.now()))
  await memberships.moveToPersonalSpaces(tx, id, people)
  const moved = await services.syncAgentMemberships(tx, owners)
  await audit(tx, clock, {
    actorId: actor.accountId,
    action: 'space_deleted',
    target: { type: 'space', id, name },
    spaceId: id,
    before: { members: people.length },
  })
  const deleted: EventsBySpace = new Map([[id, [{ name: 'space_update', payload: { action: 'deleted' } }]]])
  await appendEventsInSpaces(tx, clock, mergeEvents(deleted, moved))
  return people
}
