/** Joining a space by an invite, or a public one without (docs/rules/spaces.md#joining). */
import type { Switched } from '@flockwork/contract/spaces'
import type { PersonActor } from '../../platform/actor.ts'
import { retryDeadlocks, type Db, type Tx } from '../../platform/database.ts'
import { NotFound } from '../../platform/errors.ts'
import { appendEventsInSpaces, mergeEvents, type NewEvent } from '../../platform/outbox.ts'
import { sha256 } from '../../platform/secrets.ts'
import { requireActivePerson } from '../auth/index.ts'
import * as invites from './invite-repository.ts'
import { noSuchInvite } from './invites.ts'
import { presentMember } from './members.ts'
import * as repository from './repository.ts'
import type { SpaceServices } from './service.ts'
import { presentSwitch, makeCurrent } from './switching.ts'

/**
 * Joins by a code and makes the space current; a member already gets the same answer.
 * @throws NotFound for a code that admits nobody (invites.ts); RateLimited for guessing.
 */
export async function joinByCode(
  services: SpaceServices,
  actor: PersonActor,
  code: string,
): Promise<Switched> {
  const holder = { accountId: actor.accountId, address: null }
  const spaceId = await services.checkInviteCode(holder, () => useCode(services, actor, code))
  if (spaceId === undefined) throw noSuchInvite()
  return presentSwitch(services, actor, spaceId)
}

/** Resolves with the space, or with nothing for a code that admits nobody. */
function useCode(services: SpaceServices, actor: PersonActor, code: string): Promise<string | undefined> {
  const { db, clock } = services
  return joining(db, async (tx) => {
    await requireActivePerson(tx, actor)
    const invite = await invites.lockInvite(tx, sha256(code), new Date(clock.now()))
    if (invite === undefined) return undefined

    // a member doesn't use the code up
    const isMember = (await repository.findMembership(tx, invite.space_id, actor.accountId)) !== undefined
    if (!isMember) {
      const isUsedUp = invite.max_uses !== null && invite.uses >= invite.max_uses
      if (isUsedUp) return undefined
      await invites.countUse(tx, { id: invite.id, by: actor.accountId, at: new Date(clock.now()) })
    }
    await joinSpace(services, tx, actor, {
      spaceId: invite.space_id,
      isNew: !isMember,
      claims: invite.claims,
    })
    return invite.space_id
  })
}

/**
 * Joins a public space and makes it current; a member already gets the same answer.
 * @throws NotFound for one that isn't public, as for one that doesn't exist.
 */
export async function joinPublicSpace(
  services: SpaceServices,
  actor: PersonActor,
  spaceId: string,
): Promise<Switched> {
  await joining(services.db, async (tx) => {
    await requireActivePerson(tx, actor)
    const isMember = (await repository.findMembership(tx, spaceId, actor.accountId)) !== undefined
    // locked, so that it can't turn private before the commit
    const isOpen = await repository.isPublicForShare(tx, spaceId)
    if (!isOpen) throw new NotFound('No such space')
    await joinSpace(services, tx, actor, { spaceId, isNew: !isMember, claims: null })
  })
  return presentSwitch(services, actor, spaceId)
}

/** Retries deadlocks: a join locks a person and a space, and changes of a space lock them in another order. */
function joining<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retryDeadlocks(() => db.transaction().execute(work))
}

/** Adds the person if necessary and makes the space current. Last in the transaction: it locks sequences. */
async function joinSpace(
  services: SpaceServices,
  tx: Tx,
  { accountId }: PersonActor,
  { spaceId, isNew, claims }: { spaceId: string; isNew: boolean; claims: string | null },
): Promise<void> {
  const { clock } = services
  const at = new Date(clock.now())
  if (isNew) {
    await repository.insertMember(tx, { spaceId, accountId, role: 'member', at })
    await services.onJoined(tx, { spaceId, accountId, claims })
  }
  const moved = await makeCurrent(services, tx, accountId, spaceId)
  const joined = isNew ? await joinedEvents(tx, spaceId, accountId) : []
  await appendEventsInSpaces(tx, clock, mergeEvents(new Map([[spaceId, joined]]), moved))
}

async function joinedEvents(tx: Tx, spaceId: string, accountId: string): Promise<NewEvent[]> {
  const member = await repository.findMember(tx, spaceId, accountId)
  if (member === undefined) throw new Error(`Account ${accountId} joined but is not a member`)
  return [{ name: 'space_update', payload: { action: 'joined', member: presentMember(member) } }]
}
