/** Who administers the instance (docs/rules/administration.md#roles). */
import type { AccountStatus } from '@flockwork/contract/admin/people'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { publishOnCommit } from '../../../platform/bus.ts'
import { Conflict, Forbidden, NotFound } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { roleOf } from '../people.ts'
import { findPerson } from '../repository.ts'
import type { AccountDeps } from './account.ts'
import * as repository from './repository.ts'

interface RoleChange {
  readonly accountId: string
  readonly role: 'admin' | 'user'
  /** The administrator's address, for the audit log. */
  readonly ip: string | null
}

/**
 * Makes a person an administrator, or a user again. Safe to repeat; takes effect on every node at the commit.
 * @throws NotFound unless the id is a person's; Forbidden for a caller who is no longer an administrator; Conflict for
 * oneself, the last administrator, a deleted account, and for promoting a deactivated one.
 */
export async function setRole(
  { clock, sessions }: Pick<AccountDeps, 'clock' | 'sessions'>,
  actor: PersonActor,
  { accountId, role, ip }: RoleChange,
  once: Once<AccountStatus>,
): Promise<AccountStatus> {
  const status = await once(async (tx) => {
    const { isLastAdmin, isAdmin } = await repository.lockWithAdmins(tx, accountId)
    // another administrator may have demoted the caller meanwhile
    if (!isAdmin(actor.accountId)) throw new Forbidden('Only administrators may do this')
    const person = await findPerson(tx, accountId)
    if (person === undefined) throw new NotFound('No such user')
    if (person.status === 'deleted') throw new Conflict('This account was deleted')

    const { id, handle: username } = person
    const isActive = person.status === 'active'
    const before = roleOf(person.role)
    const answer: AccountStatus = { id, username, role, status: isActive ? 'active' : 'inactive' }
    if (before === role) return answer
    if (accountId === actor.accountId) throw new Conflict('Nobody can remove their own admin role')
    if (isLastAdmin) throw new Conflict('This is the only administrator of this instance')
    if (!isActive && role === 'admin') throw new Conflict('This account is deactivated')

    await repository.setRole(tx, id, role)
    await audit(tx, clock, {
      actorId: actor.accountId,
      action: 'role_changed',
      target: { type: 'user', id, name: username },
      before: { role: before },
      after: { role },
      ip,
    })
    await publishOnCommit(tx, { kind: 'account_changed', accountId: id })
    return answer
  })
  await sessions.invalidateAccount(accountId)
  return status
}
