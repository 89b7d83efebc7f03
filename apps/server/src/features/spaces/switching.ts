/** A person's current space (docs/rules/spaces.md#current-space). */
import type { Switched } from '@flockwork/contract/spaces'
import type { PersonActor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database.ts'
import { Forbidden } from '../../platform/errors.ts'
import { appendEventsInSpaces, type EventsBySpace } from '../../platform/outbox.ts'
import { lockPerson } from './membership-repository.ts'
import * as repository from './repository.ts'
import { getSpace, type SpaceServices } from './service.ts'

/**
 * Makes a person's personal space current, in the transaction of their sign-in
 * (docs/rules/accounts.md#after-signing-in). Last in it: it locks the spaces' sequences.
 */
export async function enterPersonalSpace(
  services: Pick<SpaceServices, 'clock' | 'syncAgentMemberships'>,
  tx: Tx,
  personId: string,
): Promise<void> {
  const spaceId = await repository.findPersonalSpace(tx, personId)
  if (spaceId === undefined) return
  await appendEventsInSpaces(tx, services.clock, await makeCurrent(services, tx, personId, spaceId))
}

/** Makes a space current. @throws Forbidden if the caller isn't a member, whether it exists or not. */
export async function switchSpace(
  services: SpaceServices,
  actor: PersonActor,
  spaceId: string,
): Promise<Switched> {
  const { db, clock } = services
  await db.transaction().execute(async (tx) => {
    // first: a person who is being removed must not get back into the space
    await lockPerson(tx, actor.accountId)
    const membership = await repository.findMembership(tx, spaceId, actor.accountId)
    if (membership === undefined) throw new Forbidden('You are not a member of this space')
    await appendEventsInSpaces(tx, clock, await makeCurrent(services, tx, actor.accountId, spaceId))
  })
  return presentSwitch(services, actor, spaceId)
}

/**
 * Makes a space current; the transaction has checked the membership. The caller appends the returned events, as the
 * transaction's last step.
 */
export async function makeCurrent(
  { syncAgentMemberships }: Pick<SpaceServices, 'syncAgentMemberships'>,
  tx: Tx,
  personId: string,
  spaceId: string,
): Promise<EventsBySpace> {
  await repository.setCurrentSpace(tx, personId, spaceId)
  return syncAgentMemberships(tx, personId)
}

/** The response to switching and joining, after their transaction. */
export async function presentSwitch(
  services: SpaceServices,
  actor: PersonActor,
  spaceId: string,
): Promise<Switched> {
  await services.invalidateAccount(actor.accountId)
  const [newToken, space, agents] = await Promise.all([
    services.reissueToken(actor),
    getSpace(services, { ...actor, currentSpaceId: spaceId }, spaceId),
    repository.listAgents(services.db, spaceId, actor.accountId),
  ])
  return {
    new_token: newToken,
    org_id: spaceId,
    org_name: space.name,
    organization: space,
    available_agents: agents,
  }
}
