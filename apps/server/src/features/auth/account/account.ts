/** A person's own account: name and password (docs/rules/accounts.md#revocation). */
import type { AccountStatus } from '@flockwork/contract/admin/people'
import type { Profile } from '@flockwork/contract/auth'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { Conflict, Forbidden, Unauthorized } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { type Guard, writingOf } from '../../guardrails/index.ts'
import type { LoginThrottle } from '../passwords/login-throttle.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { reauthenticate, type PasswordInput } from '../passwords/reauthenticate.ts'
import { profileOf, requireActivePerson } from '../people.ts'
import { findPerson } from '../repository.ts'
import type { Sessions } from '../sessions/sessions.ts'
import * as repository from './repository.ts'

/** The dependencies of changes to an account. */
export interface AccountDeps {
  readonly db: Db
  readonly clock: Clock
  readonly sessions: Sessions
  readonly loginThrottle: LoginThrottle
  readonly passwords: Passwords
}

export interface StatusChange {
  readonly accountId: string
  readonly isActive: boolean
  /** The administrator's address, for the audit log. */
  readonly ip: string | null
}

export interface AccountServices extends AccountDeps {
  /** Checks a text that others will read. @throws GuardrailViolation */
  readonly guard: Guard
  readonly policy: { readonly passwordLogin: boolean }
  /** The URL of this instance, without a trailing slash. */
  readonly address: () => string
  /** Appends events in the person's spaces. Last in the transaction: it locks the spaces' sequences. */
  readonly onAccountRenamed: (tx: Tx, accountId: string) => Promise<void>
  /**
   * In the transaction of a password reset: revokes programs' access to the person's agents and, unless they are
   * kept, the agents' own tokens.
   */
  readonly revokeAgentAccess: (
    tx: Tx,
    accountId: string,
    keeps: { readonly agentTokens: boolean },
  ) => Promise<void>
  /** Deletes the caller's account, in every room. @throws Invalid, ReauthenticationRequired, Conflict */
  readonly deleteAccount: (actor: PersonActor, input: PasswordInput, once: Once<void>) => Promise<void>
  /** Deactivates a person or activates them again, in every room. @throws NotFound, Conflict */
  readonly setActive: (
    actor: PersonActor,
    change: StatusChange,
    once: Once<AccountStatus>,
  ) => Promise<AccountStatus>
}

/** Sets the person's name; an empty one shows the username instead. @throws Unauthorized, GuardrailViolation */
export async function rename(
  services: AccountServices,
  actor: PersonActor,
  fullName: string | null,
  once: Once<Profile>,
): Promise<Profile> {
  const { sessions, guard, onAccountRenamed } = services
  const name = fullName === '' ? null : fullName
  if (name !== null) await guard(name, writingOf(actor, 'name', null))
  const profile = await once(async (tx) => {
    await requireActivePerson(tx, actor)
    await repository.setName(tx, actor.accountId, { fullName: name, displayName: name ?? actor.username })
    const profile = await profileOf({ db: tx }, actor.accountId)
    await onAccountRenamed(tx, actor.accountId)
    return profile
  })
  await sessions.invalidateAccount(actor.accountId)
  return profile
}

/**
 * Sets a new password; all other sessions end at once, and open reset links become invalid. An account without one
 * gets its first password after a recent sign-in at the provider.
 * @throws Invalid for a wrong password, ReauthenticationRequired, Conflict when it was changed meanwhile.
 */
export async function changePassword(
  services: AccountServices,
  actor: PersonActor,
  { newPassword, ...input }: PasswordInput & { readonly newPassword: string },
  once: Once<void>,
): Promise<void> {
  const { db, clock, sessions, policy } = services
  if (!policy.passwordLogin) throw passwordsAreOff()
  const person = await findPerson(db, actor.accountId)
  if (person === undefined) throw new Unauthorized()
  await reauthenticate(services, actor, person, input, once)

  const hash = await services.passwords.hashNew(
    newPassword,
    { username: person.handle, email: person.email },
    'new_password',
  )
  let ended: readonly string[] = []
  await once(async (tx) => {
    await requireActivePerson(tx, actor)
    const isSet = await repository.replacePassword(tx, person.id, { from: person.password_hash, to: hash })
    if (!isSet) throw new Conflict('The password was changed meanwhile')
    await repository.voidResetLinks(tx, person.id)
    await audit(tx, clock, {
      actorId: person.id,
      action: 'password_changed',
      target: { type: 'user', id: person.id, name: person.handle },
      ip: input.ip,
    })
    ended = await sessions.endAll(tx, person.id, actor.sessionId)
  })
  await sessions.publishEnded(ended)
}

export function passwordsAreOff(): Forbidden {
  return new Forbidden('Local accounts are turned off on this instance')
}
