/**
 * The end of an account (docs/rules/accounts.md#deletion). Its messages stay, as "Deleted user", and its handle stays
 * taken; the other personal data is removed, the personal space after 30 days (`lifecycle/purge-spaces.ts`).
 */
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { retryDeadlocks } from '../../../platform/database.ts'
import { Conflict, Unauthorized } from '../../../platform/errors.ts'
import type { StoreKey } from '../../../platform/idempotency.ts'
import type { AccountServices } from './account.ts'
import { reauthenticate, type PasswordInput } from '../passwords/reauthenticate.ts'
import { findPerson, hasPasswordForShare } from '../repository.ts'
import * as repository from './repository.ts'

/**
 * Deletes the caller's account in one transaction.
 * @throws Invalid for a wrong password, FreshSignInRequired, Conflict for the last administrator and for a password
 * that was changed meanwhile.
 */
export async function deleteAccount(
  services: AccountServices,
  actor: PersonActor,
  input: PasswordInput,
  keep: StoreKey,
): Promise<void> {
  const { db, clock, sessions, onAccountDeleted } = services
  const id = actor.accountId
  const person = await findPerson(db, id)
  if (person === undefined) throw new Unauthorized()
  await reauthenticate(services, actor, person, input)

  // switching spaces locks the same rows in another order
  const ended = await retryDeadlocks(() =>
    db.transaction().execute(async (tx) => {
      await keep(tx)
      const { isActive, isLastAdmin } = await repository.lockWithAdmins(tx, id)
      if (!isActive) throw new Unauthorized()
      if (!(await hasPasswordForShare(tx, id, person.password_hash))) {
        throw new Conflict('The password was changed meanwhile')
      }
      if (isLastAdmin) {
        throw new Conflict(
          'You are the only administrator of this instance. Make somebody else an administrator first.',
        )
      }
      const sessionIds = await sessions.endAllIn(tx, id)
      await repository.anonymisePerson(tx, id)
      await repository.anonymiseSessions(tx, id)
      await repository.voidResetLinks(tx, id)
      await audit(tx, clock, {
        actorId: id,
        action: 'account_deleted',
        target: { type: 'user', id, name: person.handle },
        ip: input.ip,
      })
      await onAccountDeleted(tx, id)
      return sessionIds
    }),
  )
  await sessions.tellEnded(ended)
  await sessions.invalidateAccount(id)
}
