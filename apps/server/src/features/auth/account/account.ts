/** One's own account: its name and its password (docs/rules/accounts.md#revocation). */
import type { Profile } from '@flockwork/contract/auth'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { Conflict, Forbidden, Unauthorized } from '../../../platform/errors.ts'
import type { StoreKey } from '../../../platform/idempotency.ts'
import * as accounts from './account-repository.ts'
import type { LoginThrottle } from '../passwords/login-throttle.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { checkPassword, requireFreshSignIn, type PasswordInput } from '../passwords/reauthenticate.ts'
import { findPerson } from '../repository.ts'
import { profileOf } from '../sign-in/service.ts'
import type { Sessions } from '../sessions/sessions.ts'

export interface AccountServices {
  readonly db: Db
  readonly clock: Clock
  readonly sessions: Sessions
  readonly loginThrottle: LoginThrottle
  readonly passwords: Passwords
  readonly policy: { readonly passwordLogin: boolean }
  /** The address at which people reach this instance, without a slash at its end. */
  readonly address: () => string
  /** Tells those who share a space with the person; the last of the transaction, because it takes spaces' sequences. */
  readonly onAccountRenamed: (tx: Tx, accountId: string) => Promise<void>
  /** Ends what the other rooms keep for the person: agents, memberships, deliveries. Last, as above. */
  readonly onAccountDeleted: (tx: Tx, accountId: string) => Promise<void>
  /** Ends what goes on in a person's name while they are deactivated. Last, as above. */
  readonly onAccountDeactivated: (tx: Tx, accountId: string) => Promise<void>
}

/** Sets the person's name; without one the username is shown. */
export async function rename(
  services: AccountServices,
  actor: PersonActor,
  fullName: string | null,
  keep: StoreKey,
): Promise<Profile> {
  const { db, sessions, onAccountRenamed } = services
  const name = fullName === '' ? null : fullName
  await db.transaction().execute(async (tx) => {
    await keep(tx)
    if (!(await accounts.lockActive(tx, actor.accountId))) throw new Unauthorized()
    await accounts.setName(tx, actor.accountId, { fullName: name, displayName: name ?? actor.username })
    await onAccountRenamed(tx, actor.accountId)
  })
  await sessions.invalidateAccount(actor.accountId)
  return profileOf(services, actor.accountId)
}

/**
 * Sets a new password; every other session ends at once, and a reset link that is still open is void. An
 * account without a password takes one soon after a sign-in at the provider.
 * @throws Invalid for a wrong password, FreshSignInRequired, Conflict when it was changed meanwhile.
 */
export async function changePassword(
  services: AccountServices,
  actor: PersonActor,
  { newPassword, ...input }: PasswordInput & { readonly newPassword: string },
  keep: StoreKey,
): Promise<void> {
  const { db, clock, sessions, policy } = services
  if (!policy.passwordLogin) throw passwordsAreOff()
  const person = await findPerson(db, actor.accountId)
  if (person === undefined) throw new Unauthorized()
  if (person.password_hash === null) await requireFreshSignIn(services, actor)
  else await checkPassword(services, person, input)

  const hash = await services.passwords.hash(newPassword)
  const ended = await db.transaction().execute(async (tx) => {
    await keep(tx)
    if (!(await accounts.lockActive(tx, person.id))) throw new Unauthorized()
    const isSet = await accounts.replacePassword(tx, person.id, { from: person.password_hash, to: hash })
    if (!isSet) throw new Conflict('The password was changed meanwhile')
    await accounts.voidResetLinks(tx, person.id)
    await audit(tx, clock, {
      actorId: person.id,
      action: 'password_changed',
      target: { type: 'user', id: person.id, name: person.handle },
      ip: input.ip,
    })
    return sessions.endAllIn(tx, person.id, actor.sessionId)
  })
  await sessions.tellEnded(ended)
}

export function passwordsAreOff(): Forbidden {
  return new Forbidden('Local accounts are turned off on this instance')
}
