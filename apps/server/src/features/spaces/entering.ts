/** Making a space the one that a person is in now, as a member or a new one (docs/rules/spaces.md#current-space). */
import type { Switched } from '@flockwork/contract/spaces'
import type { PersonActor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database.ts'
import { Forbidden } from '../../platform/errors.ts'
import {
  mergeEvents,
  appendEventsInSpaces,
  type NewEvent,
  type EventsBySpace,
} from '../../platform/outbox.ts'
import * as repository from './repository.ts'
import { getSpace, presentMember, type SpaceServices } from './service.ts'

/**
 * Makes a person's own space the current one, in the transaction of their sign-in
 * (docs/rules/accounts.md#after-signing-in). Its last part.
 */
export async function enterPersonalSpace(
  { clock, syncAgentMemberships }: Pick<SpaceServices, 'clock' | 'syncAgentMemberships'>,
  tx: Tx,
  personId: string,
): Promise<void> {
  const spaceId = await repository.findPersonalSpace(tx, personId)
  if (spaceId === undefined) return
  await repository.setCurrentSpace(tx, personId, spaceId)
  await appendEventsInSpaces(tx, clock, await syncAgentMemberships(tx, personId))
}

/** Makes a space the current one. @throws Forbidden when the caller isn't a member, whether it exists or not. */
export async function switchSpace(
  services: SpaceServices,
  actor: PersonActor,
  spaceId: string,
): Promise<Switched> {
  const { db, clock } = services
  await db.transaction().execute(async (tx) => {
    const membership = await repository.findMembership(tx, spaceId, actor.accountId)
    if (membership === undefined) throw new Forbidden('You are not a member of this space')
    await appendEventsInSpaces(tx, clock, await moveTo(services, tx, actor, spaceId))
  })
  return switched(services, actor, spaceId)
}

/**
 * Makes a space the person's current one, inside the transaction that proved the right to. Answers what the spaces
 * are to be told; telling is the caller's, because it must be the transaction's last.
 */
async function moveTo(
  services: SpaceServices,
  tx: Tx,
  actor: PersonActor,
  spaceId: string,
): Promise<EventsBySpace> {
  await repository.setCurrentSpace(tx, actor.accountId, spaceId)
  return services.syncAgentMemberships(tx, actor.accountId)
}

/** Makes a space current of which the person may be a new member. The last part of the transaction. */
export async function enterAsMember(
  services: SpaceServices,
  tx: Tx,
  actor: PersonActor,
  { spaceId, isNew }: { spaceId: string; isNew: boolean },
): Promise<void> {
  const joining = { spaceId, accountId: actor.accountId }
  if (isNew) await addMember(services, tx, joining)
  const moved = await moveTo(services, tx, actor, spaceId)
  const joined = isNew ? await joinedEvents(tx, joining) : []
  await appendEventsInSpaces(tx, services.clock, mergeEvents(new Map([[spaceId, joined]]), moved))
}

/** What switching and joining answer, after their transaction. */
export async function switched(
  services: SpaceServices,
  actor: PersonActor,
  spaceId: string,
): Promise<Switched> {
  await services.invalidateAccount(actor.accountId)
  const [newToken, space, agents] = await Promise.all([
    services.reissue(actor),
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

type Joining = { readonly spaceId: string; readonly accountId: string }

async function addMember(
  { clock }: Pick<SpaceServices, 'clock'>,
  tx: Tx,
  { spaceId, accountId }: Joining,
): Promise<void> {
  await repository.insertMember(tx, { spaceId, accountId, role: 'member', at: new Date(clock.now()) })
}

/** What those in the space are told of who joined. */
async function joinedEvents(tx: Tx, { spaceId, accountId }: Joining): Promise<NewEvent[]> {
  const member = (await repository.listMembers(tx, spaceId)).find((row) => row.user_id === accountId)
  if (member === undefined) throw new Error(`Account ${accountId} joined but is not a member`)
  return [{ name: 'space_update', payload: { action: 'joined', member: presentMember(member) } }]
}
