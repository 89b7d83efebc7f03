/** Which space a call acts in, and whether the caller may (docs/rules/spaces.md#current-space). */
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database.ts'
import { NotFound, SpaceContextChanged } from '../../platform/errors.ts'
import * as repository from './repository.ts'

const noSuchSpace = () => new NotFound('No such space')

/**
 * The space that a call means: the named one, else the current one. Membership isn't looked at.
 * @throws SpaceContextChanged when the current space is no longer the token's.
 */
export function spaceOf(actor: Actor, named: string | null | undefined): string {
  if (named !== null && named !== undefined) return named
  if (actor.kind === 'user' && actor.tokenSpaceId !== actor.currentSpaceId) throw new SpaceContextChanged()
  const current = actor.kind === 'user' ? actor.currentSpaceId : actor.homeSpaceId
  if (current === null) throw noSuchSpace()
  return current
}

/** @throws NotFound when the caller isn't a member: a foreign space looks like none. */
export async function requireMember(db: Db, spaceId: string, accountId: string) {
  const membership = await repository.findMembership(db, spaceId, accountId)
  if (membership === undefined) throw noSuchSpace()
  return membership
}

/** The space that a call means, with the caller's membership proven. */
export async function enterSpace(db: Db, actor: Actor, named: string | null | undefined): Promise<string> {
  const spaceId = spaceOf(actor, named)
  await requireMember(db, spaceId, actor.accountId)
  return spaceId
}

/** The space that the person got at sign-up. @throws NotFound when it is gone. */
export async function personalSpaceOf(db: Db, personId: string): Promise<string> {
  const spaceId = await repository.findPersonalSpace(db, personId)
  if (spaceId === undefined) throw noSuchSpace()
  return spaceId
}

/** Every space that the account is in, the one it joined first in front. */
export function spacesOf(db: Db, accountId: string): Promise<string[]> {
  return repository.listSpaceIds(db, accountId)
}
