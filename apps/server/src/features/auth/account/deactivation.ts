/** The auth room's part of deactivating an account (lifecycle/deactivate-account.ts). */
import type { AccountStatus } from '@flockwork/contract/admin/people'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/database.ts'
import { Conflict, Forbidden, NotFound } from '../../../platform/errors.ts'
import { roleOf } from '../people.ts'
import { findPerson } from '../repository.ts'
import type { AccountDeps, StatusChange } from './account.ts'
import * as repository from './repository.ts'

interface Changed {
  readonly status: AccountStatus
  /** For `publishEnded`, after the commit. */
  readonly endedSessions: readonly string[]
  readonly isDeactivated: boolean
}

/**
 * Deactivates a person, which ends their sessions and reset links, or activates them again. Safe to repeat.
 * @throws NotFound unless the id is a person's; Forbidden for a caller who is no longer an administrator; Conflict for
 * oneself, the last administrator, and a deleted account.
 */
export async function changeStatus(
  { clock, sessions }: AccountDeps,
  tx: Tx,
  actor: PersonActor,
  { accountId, isActive, ip }: StatusChange,
): Promise<Changed> {
  const { isLastAdmin, isAdmin } = await repository.lockWithAdmins(tx, accountId)
  // another administrator may have deactivated or demoted the caller meanwhile
  if (!isAdmin(actor.accountId)) throw new Forbidden('Only administrators may do this')
  const person = await findPerson(tx, accountId)
  if (person === undefined) throw new NotFound('No such user')
  if (person.status === 'deleted') throw new Conflict('This account was deleted')
  const { id, handle: username, role } = person
  const status: AccountStatus = { id, username, role: roleOf(role), status: isActive ? 'active' : 'inactive' }

  const wasActive = person.status === 'active'
  if (wasActive === isActive) return { status, endedSessions: [], isDeactivated: false }
  if (accountId === actor.accountId) throw new Conflict('Nobody can deactivate their own account')
  if (isLastAdmin) throw new Conflict('This is the only administrator of this instance')

  await repository.setStatus(tx, accountId, isActive ? 'active' : 'disabled')
  await audit(tx, clock, {
    actorId: actor.accountId,
    action: 'status_changed',
    target: { type: 'user', id: accountId, name: username },
    before: { is_active: wasActive },
    after: { is_active: isActive },
    ip,
  })
  if (isActive) return { status, endedSessions: [], isDeactivated: false }
  await repository.voidResetLinks(tx, accountId)
  return { status, endedSessions: await sessions.endAll(tx, accountId), isDeactivated: true }
}
