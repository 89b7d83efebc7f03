/** People: whether they are active, and their own profile. */
import type { Profile } from '@flockwork/contract/auth'
import type { PersonActor } from '../../platform/actor.ts'
import { wireTime } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { NotFound, Unauthorized } from '../../platform/errors.ts'
import * as repository from './repository.ts'

/** Parses a stored role; an unknown one has no rights. */
export function roleOf(stored: string): Profile['role'] {
  return stored === 'admin' || stored === 'agent_manager' ? stored : 'user'
}

declare const LOCKED: unique symbol
/**
 * A caller whose account and session stay valid until the commit; only `requireActivePerson` makes one. Code that
 * stores a credential requires it, so that none is issued unchecked.
 */
export type ActivePerson = PersonActor & CredentialMaker

/** The person who creates a credential, and its origin. */
export type CredentialMaker = LockedPerson & Pick<PersonActor, 'sessionId' | 'from'>
type LockedPerson = Pick<PersonActor, 'accountId'> & { readonly [LOCKED]: true }

/**
 * Locks the person until the commit, so that nothing new is issued while their account is being deleted or their
 * password reset, or after. Call it first in the transaction.
 * @throws Unauthorized for a deleted or deactivated person, and for a session that was ended meanwhile.
 */
export async function requireActivePerson(tx: Tx, actor: PersonActor): Promise<ActivePerson> {
  await repository.lockPerson(tx, actor.accountId)
  if (!(await repository.isSignedIn(tx, actor))) throw new Unauthorized()
  return actor as ActivePerson
}

/**
 * Like `requireActivePerson`, for a program's call: its grant, which the caller checks next, counts
 * instead of the session in which it was given.
 * @throws Unauthorized for a deleted or deactivated person.
 */
export async function requireActiveOwner(tx: Tx, accountId: string): Promise<LockedPerson> {
  if (!(await repository.isActiveForUpdate(tx, accountId))) throw new Unauthorized()
  return { accountId } as LockedPerson
}

/** Whether the session is live and its person active. */
export function isSignedIn(
  { db }: { readonly db: Db },
  session: { readonly accountId: string; readonly sessionId: string },
): Promise<boolean> {
  return repository.isSignedIn(db, session)
}

/** @throws NotFound unless the id is a person's. */
export async function profileOf({ db }: { readonly db: Db }, accountId: string): Promise<Profile> {
  const row = await repository.findPerson(db, accountId)
  if (row === undefined) throw new NotFound('No such person')
  return presentProfile(row)
}

export function presentProfile(row: repository.PersonRow): Profile {
  return {
    id: row.id,
    email: row.email,
    full_name: row.full_name,
    username: row.handle,
    role: roleOf(row.role),
    email_verified: row.email_verified,
    current_org_id: row.current_space_id,
    created_at: wireTime(row.created_at),
    has_password: row.password_hash !== null,
  }
}
