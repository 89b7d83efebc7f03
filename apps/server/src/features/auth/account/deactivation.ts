/** An administrator deactivates a person, or activates them again (docs/rules/accounts.md#deactivation). */
import type { AccountStatus } from '@flockwork/contract/admin'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { retryDeadlocks } from '../../../platform/database.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import type { StoreKey } from '../../../platform/idempotency.ts'
import type { AccountServices } from './account.ts'
import { roleOf } from '../people.ts'
import { findPerson } from '../repository.ts'
import * as repository from './repository.ts'

interface StatusChange {
  readonly accountId: string
  readonly isActive: boolean
  readonly ip: string
}

/**
 * Deactivating ends a person's sessions and grants, and refuses their agents; activated again, they sign in and allow
 * programs anew. Safe to repeat.
 * @throws NotFound for an id that is no person's; Conflict for oneself, the last administrator, and a deleted account.
 */
export async function setActive(
  services: AccountServices,
  actor: PersonActor,
  { accountId, isActive, ip }: StatusChange,
  keep: StoreKey,
): Promise<AccountStatus> {
  const { db, clock, sessions, onAccountDeactivated } = services
  const { person, ended } = await retryDeadlocks(() =>
    db.transaction().execute(async (tx) => {
      await keep(tx)
      const { isLastAdmin } = await repository.lockWithAdmins(tx, accountId)
      const current = await findPerson(tx, accountId)
      if (current === undefined) throw new NotFound('No such user')
      if (current.status === 'deleted') throw new Conflict('This account was deleted')
      const wasActive = current.status === 'active'
      if (wasActive === isActive) return { person: current, ended: [] }
      if (accountId === actor.accountId) throw new Conflict('Nobody can deactivate their own account')
      if (isLastAdmin) throw new Conflict('This is the only administrator of this instance')

      await repository.setStatus(tx, accountId, isActive ? 'active' : 'disabled')
      await audit(tx, clock, {
        actorId: actor.accountId,
        action: 'status_changed',
        target: { type: 'user', id: accountId, name: current.handle },
        before: { is_active: wasActive },
        after: { is_active: isActive },
        ip,
      })
      if (isActive) return { person: current, ended: [] }
      await repository.voidResetLinks(tx, accountId)
      const sessionIds = await sessions.endAllIn(tx, accountId)
      await onAccountDeactivated(tx, accountId)
      return { person: current, ended: sessionIds }
    }),
  )
  await sessions.tellEnded(ended)
  await sessions.invalidateAccount(accountId)
  const { id, handle: username, role } = person
  return { id, username, role: roleOf(role), status: isActive ? 'active' : 'inactive' }
}
