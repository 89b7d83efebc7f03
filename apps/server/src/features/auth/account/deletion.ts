/** The auth room's part of deleting an account (lifecycle/delete-account.ts). */
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/database.ts'
import { Conflict, Unauthorized } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { reauthenticate, type PasswordInput } from '../passwords/reauthenticate.ts'
import { findPerson, hasPasswordForShare } from '../repository.ts'
import type { AccountDeps } from './account.ts'
import * as repository from './repository.ts'

/** The person who reauthenticated for the deletion, and the password hash that was checked. */
export interface ConfirmedPerson {
  readonly id: string
  readonly handle: string
  readonly password_hash: string | null
}

/** @throws Invalid for a wrong password, ReauthenticationRequired, Unauthorized for a deleted account. */
export async function confirmDeletion(
  deps: AccountDeps,
  actor: PersonActor,
  input: PasswordInput,
  once: Once<void>,
): Promise<ConfirmedPerson> {
  const person = await findPerson(deps.db, actor.accountId)
  if (person === undefined) throw new Unauthorized()
  await reauthenticate(deps, actor, person, input, once)
  return person
}

/**
 * Marks the account deleted and removes the personal data; its messages and its handle stay. Returns the sessions that
 * ended, for `publishEnded` after the commit.
 * @throws Conflict for the last administrator and for a password that was changed meanwhile.
 */
export async function anonymiseAccount(
  { clock, sessions }: AccountDeps,
  tx: Tx,
  { id, handle, password_hash }: ConfirmedPerson,
  ip: string | null,
): Promise<string[]> {
  const { isActive, isLastAdmin } = await repository.lockWithAdmins(tx, id)
  if (!isActive) throw new Unauthorized()
  if (!(await hasPasswordForShare(tx, id, password_hash))) {
    throw new Conflict('The password was changed meanwhile')
  }
  if (isLastAdmin) {
    throw new Conflict(
      'You are the only administrator of this instance. Make somebody else an administrator first.',
    )
  }
  const sessionIds = await sessions.endAll(tx, id)
  await repository.anonymisePerson(tx, id)
  await repository.anonymiseSessions(tx, id)
  await repository.voidResetLinks(tx, id)
  const target = { type: 'user', id, name: handle }
  await audit(tx, clock, { actorId: id, action: 'account_deleted', target, ip })
  return sessionIds
}
