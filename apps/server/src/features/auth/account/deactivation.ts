/** An administrator deactivates a person, or activates them again (docs/rules/accounts.md#deactivation). */
import type { AccountStatus } from '@flockwork/contract/admin'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { retryDeadlocks } from '../../../platform/database.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import type { StoreKey } from '../../../platform/idempotency.ts'
import type { AccountServices } from './account.ts'
import { setStatus, voidResetLinks } from './account-repository.ts'
import { lockWithAdmins } from './deletion-repository.ts'
import { findPerson } from '../repository.ts'
import { roleOf } from '../roles.ts'

interface Wanted {
  readonly accountId: string
  readonly isActive: boolean
  readonly ip: string
}

/**
 * Ends every session of a person and all that programs were allowed for them, and refuses their agents; activated
 * again, they sign in and allow anew. What is so already changes nothing.
 *
 * @throws NotFound for who is no person; Conflict for oneself, the last administrator, and a deleted account.
 */
export async function setActive(
  services: AccountServices,
  actor: PersonActor,
  { accountId, isActive, ip }: Wanted,
  keep: StoreKey,
): Promise<AccountStatus> {
  const { db, clock, sessions, onAccountDeactivated } = services
  const { person, ended } = await retryDeadlocks(() =>
    db.transaction().execute(async (tx) => {
      await keep(tx)
      const { isLastAdmin } = await lockWithAdmins(tx, accountId)
      const held = await findPerson(tx, accountId)
      if (held === undefined) throw new NotFound('No such user')
      if (held.status === 'deleted') throw new Conflict('This account was deleted')
      const wasActive = held.status === 'active'
      if (wasActive === isActive) return { person: held, ended: [] }
      if (accountId === actor.accountId) throw new Conflict('Nobody can deactivate their own account')
      if (isLastAdmin) throw new Conflict('This is the only administrator of this instance')

      await setStatus(tx, accountId, isActive ? 'active' : 'disabled')
      await audit(tx, clock, {
        actorId: actor.accountId,
        action: 'status_changed',
        target: { type: 'user', id: accountId, name: held.handle },
        before: { is_active: wasActive },
        after: { is_active: isActive },
        ip,
      })
      if (isActive) return { person: held, ended: [] }
      await voidResetLinks(tx, accountId)
      const sessionIds = await sessions.endAllIn(tx, accountId)
      await onAccountDeactivated(tx, accountId)
      return { person: held, ended: sessionIds }
    }),
  )
  await sessions.tellEnded(ended)
  await sessions.invalidateAccount(accountId)
  const { id, handle: username, role } = person
  return { id, username, role: roleOf(role), status: isActive ? 'active' : 'inactive' }
}
