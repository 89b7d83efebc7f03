/** Leaving a space, being removed from it, and roles in it (docs/rules/spaces.md#members). */
import { whyNotChangeMembers, whyNotLeaveSpace, whyNotStepDown } from '@flockwork/contract/policy/spaces'
import type { Member, SpaceRole } from '@flockwork/contract/spaces'
import type { PersonActor } from '../../platform/actor.ts'
import { audit } from '../../platform/audit.ts'
import { wireTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { Conflict, Forbidden, NotFound } from '../../platform/errors.ts'
import type { Once } from '../../platform/idempotency.ts'
import { appendEventsInSpaces, mergeEvents } from '../../platform/outbox.ts'
import { noSuchSpace, requireMember, roleOf } from './access.ts'
import { closeSpace } from './changing.ts'
import { presentMember } from './members.ts'
import * as memberships from './membership-repository.ts'
import { findMember } from './repository.ts'
import type { SpaceServices } from './service.ts'

const noSuchMember = () => new NotFound('No such member')

/**
 * Removes the caller from a space, with their agents. A space without people is deleted.
 * @throws NotFound, Forbidden for a personal space, Conflict for the last admin while others remain.
 */
export async function leaveSpace(
  services: SpaceServices,
  actor: PersonActor,
  spaceId: string,
  once: Once<void>,
): Promise<void> {
  const { accountId } = actor
  await requireMember(services.db, spaceId, accountId)
  await once(async (tx) => {
    await memberships.lockPerson(tx, accountId)
    const space = await memberships.lockSpace(tx, spaceId)
    const member = await findMember(tx, spaceId, accountId)
    if (space === undefined || member === undefined) throw noSuchSpace()
    const whyNot = whyNotLeaveSpace(space)
    if (whyNot !== null) throw new Forbidden(whyNot)

    const others = await memberships.countOthers(tx, spaceId, accountId)
    requireAdminLeft(roleOf(member.role), others)
    if (others.members === 0) await closeSpace(services, tx, actor, space)
    else await takeOut(services, tx, { actor, spaceId, member: presentMember(member), action: 'left' })
  })
  await announce(services, spaceId, accountId, 'left')
}

interface MemberOf {
  readonly spaceId: string
  readonly personId: string
}

/**
 * Removes another person from a space, with their agents; for oneself it is `leaveSpace`.
 * @throws NotFound, Forbidden unless an admin of the space.
 */
export async function removeMember(
  services: SpaceServices,
  actor: PersonActor,
  { spaceId, personId }: MemberOf,
  once: Once<void>,
): Promise<void> {
  if (personId === actor.accountId) return leaveSpace(services, actor, spaceId, once)
  await requireManager(services, actor, spaceId)
  await once(async (tx) => {
    await memberships.lockPerson(tx, personId)
    const member = await lockedMember(tx, actor, { spaceId, personId })
    await takeOut(services, tx, { actor, spaceId, member: presentMember(member), action: 'removed' })
  })
  await announce(services, spaceId, personId, 'removed')
}

/**
 * Makes a member an admin of the space, or an ordinary member again; also oneself.
 * @throws NotFound, Forbidden unless an admin of the space, Conflict for the last admin while others remain.
 */
export async function changeRole(
  services: SpaceServices,
  actor: PersonActor,
  { spaceId, personId, role }: MemberOf & { readonly role: SpaceRole },
  once: Once<Member>,
): Promise<Member> {
  const { clock } = services
  await requireManager(services, actor, spaceId)
  return once(async (tx) => {
    const row = await lockedMember(tx, actor, { spaceId, personId })
    const before = roleOf(row.role)
    const member = { ...presentMember(row), role }
    if (before === role) return member
    if (role === 'member') requireAdminLeft(before, await memberships.countOthers(tx, spaceId, personId))

    await memberships.setRole(tx, spaceId, personId, role)
    await audit(tx, clock, {
      actorId: actor.accountId,
      action: 'space_role_changed',
      target: { type: 'user', id: personId, name: member.username },
      spaceId,
      before: { role: before },
      after: { role },
    })
    const payload = { action: 'role', member }
    await appendEventsInSpaces(tx, clock, new Map([[spaceId, [{ name: 'space_update', payload }]]]))
    return member
  })
}

async function requireManager(
  { db }: SpaceServices,
  { accountId }: PersonActor,
  spaceId: string,
): Promise<void> {
  const { role } = await requireMember(db, spaceId, accountId)
  const whyNot = whyNotChangeMembers({ role })
  if (whyNot !== null) throw new Forbidden(whyNot)
}

/**
 * Reads the member under the space's lock, and checks that the caller is still an admin.
 * @throws NotFound, Forbidden
 */
async function lockedMember(tx: Tx, { accountId }: PersonActor, { spaceId, personId }: MemberOf) {
  const space = await memberships.lockSpace(tx, spaceId)
  const manager = await findMember(tx, spaceId, accountId)
  if (space === undefined || manager === undefined) throw noSuchSpace()
  const whyNot = whyNotChangeMembers({ role: roleOf(manager.role) })
  if (whyNot !== null) throw new Forbidden(whyNot)
  const member = await findMember(tx, spaceId, personId)
  if (member === undefined) throw noSuchMember()
  return member
}

function requireAdminLeft(role: SpaceRole, others: memberships.Others): void {
  const whyNot = whyNotStepDown(role, others)
  if (whyNot !== null) throw new Conflict(whyNot)
}

interface Departure {
  readonly actor: PersonActor
  readonly spaceId: string
  readonly member: Member
  readonly action: 'left' | 'removed'
}

/** Why a delivery ended whose recipient isn't in its space any more. */
export const LEFT_SPACE = 'No longer in this space'

/** Removes the person and their agents. The last part of a transaction that has locked person and space. */
async function takeOut(
  services: SpaceServices,
  tx: Tx,
  { actor, spaceId, member, action }: Departure,
): Promise<void> {
  const personId = member.user_id
  // also agents that are in another space now: deliveries may be pending here for their return
  const agentIds = await memberships.listAgentIdsOf(tx, personId)
  await memberships.deleteMember(tx, spaceId, personId)
  await memberships.moveToPersonalSpaces(tx, spaceId, [personId])
  const agents = await services.syncAgentMemberships(tx, personId)
  await audit(tx, services.clock, {
    actorId: actor.accountId,
    action: action === 'left' ? 'space_left' : 'member_removed',
    target: { type: 'user', id: personId, name: member.username },
    spaceId,
    before: { role: member.role },
  })
  const own = new Map([[spaceId, [{ name: 'space_update', payload: { action, member } } as const]]])
  await services.cancelDeliveries(tx, {
    recipientIds: [personId, ...agentIds],
    spaceIds: [spaceId],
    why: LEFT_SPACE,
    events: mergeEvents(own, agents),
  })
}

function announce(
  { clock, announceDeparture }: SpaceServices,
  spaceId: string,
  personId: string,
  action: Departure['action'],
): Promise<void> {
  const at = wireTime(new Date(clock.now()))
  return announceDeparture([personId], { space_id: spaceId, at, action })
}
