/** Which space a call acts in, and whether the caller is a member (docs/rules/spaces.md#current-space). */
import type { SpaceRole, Visibility } from '@flockwork/contract/spaces'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database.ts'
import { NoSuchSpace, SpaceContextChanged } from '../../platform/errors.ts'
import * as repository from './repository.ts'

export const noSuchSpace = () => new NoSuchSpace()

/**
 * The space that a call acts in: the named one, else the current one. Doesn't check membership.
 * @throws SpaceContextChanged when the current space is no longer the token's; NotFound without a current space.
 */
export function spaceOf(actor: Actor, named: string | null | undefined): string {
  if (named !== null && named !== undefined) return named
  if (actor.kind === 'user' && actor.tokenSpaceId !== actor.currentSpaceId) throw new SpaceContextChanged()
  const current = actor.kind === 'user' ? actor.currentSpaceId : actor.homeSpaceId
  if (current === null) throw noSuchSpace()
  return current
}

/** @throws NotFound when the caller isn't a member, as for a space that doesn't exist. */
export async function requireMember(db: Db, spaceId: string, accountId: string): Promise<Membership> {
  const row = await repository.findMembership(db, spaceId, accountId)
  if (row === undefined) throw noSuchSpace()
  return { role: roleOf(row.role), visibility: visibilityOf(row.visibility), is_personal: row.is_personal }
}

interface Membership {
  readonly role: SpaceRole
  /** The space's visibility. */
  readonly visibility: Visibility
  readonly is_personal: boolean
}

export function roleOf(stored: string): SpaceRole {
  return stored === 'admin' ? 'admin' : 'member'
}

export function visibilityOf(stored: string): Visibility {
  return stored === 'public' || stored === 'invite_only' ? stored : 'private'
}

/** The space that a call acts in, with membership checked. @throws as `spaceOf` and `requireMember`. */
export async function enterSpace(db: Db, actor: Actor, named: string | null | undefined): Promise<string> {
  const spaceId = spaceOf(actor, named)
  await requireMember(db, spaceId, actor.accountId)
  return spaceId
}

/** The id of the person's personal space, created at sign-up. @throws NotFound if it was deleted. */
export async function personalSpaceOf(db: Db, personId: string): Promise<string> {
  const spaceId = await repository.findPersonalSpace(db, personId)
  if (spaceId === undefined) throw noSuchSpace()
  return spaceId
}

/** The ids of the account's spaces, in the order of joining. */
export function spaceIdsOf(db: Db, accountId: string): Promise<string[]> {
  return repository.listSpaceIds(db, accountId)
}

/** The slugs of these spaces, by id. */
export function slugsOf(db: Db, spaceIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return repository.listSlugs(db, [...new Set(spaceIds)])
}
