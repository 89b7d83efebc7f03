/**
 * Reauthentication before what takes over or ends an account (docs/rules/accounts.md#reauthentication): the password,
 * or a sign-in or password within the last 10 minutes.
 */
import { RECENT_SIGN_IN_MS } from '@flockwork/contract/limits'
import type { PersonActor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { ReauthenticationRequired, Unauthorized, invalid } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { findPerson } from '../repository.ts'
import { findSession, markAuthenticated } from '../sessions/repository.ts'
import { watchAttempt } from './attempt-log.ts'
import type { LoginThrottle } from './login-throttle.ts'
import type { Passwords } from './passwords.ts'

export interface PasswordInput {
  readonly password: string | null | undefined
  /** The password's field in the body, for the error. */
  readonly field: string
  readonly ip: string | null
  /** This device signed in to the account before: its attempts count only by address. */
  readonly isKnownDevice: boolean
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly loginThrottle: LoginThrottle
  readonly passwords: Passwords
}

interface Account {
  readonly id: string
  readonly handle: string
  readonly password_hash: string | null
}

/**
 * Proves that the caller is the account's person, not a thief of the session: by the password if one is given,
 * else by a recent sign-in. Every change of the password or e-mail address and the deletion begin with it.
 * @throws Invalid for a wrong password, RateLimited after too many of them, ReauthenticationRequired
 */
export async function reauthenticate(
  deps: Deps,
  actor: PersonActor,
  account: Account,
  input: PasswordInput,
  once: Pick<Once<never>, 'checkRepeat'>,
): Promise<void> {
  const isGiven = input.password !== null && input.password !== undefined
  if (isGiven && account.password_hash !== null) return checkPassword(deps, account, input, once)
  if (!(await isRecent(deps, actor, account)))
    throw new ReauthenticationRequired(account.password_hash !== null)
}

/**
 * Renews the session's proof by the password: for 10 minutes the calls above need no other.
 * @throws Invalid for a wrong password, RateLimited, ReauthenticationRequired for an account without a password
 */
export async function confirmPassword(deps: Deps, actor: PersonActor, input: PasswordInput): Promise<void> {
  const person = await findPerson(deps.db, actor.accountId)
  if (person === undefined) throw new Unauthorized()
  if (person.password_hash === null) throw new ReauthenticationRequired(false)
  await checkPassword(deps, person, input)
  await markAuthenticated(deps.db, actor.sessionId, new Date(deps.clock.now()))
}

async function checkPassword(
  { loginThrottle, passwords }: Deps,
  account: Account,
  { password, field, ip, isKnownDevice }: PasswordInput,
  once?: Pick<Once<never>, 'checkRepeat'>,
): Promise<void> {
  const target = { type: 'user', id: account.id, name: account.handle }
  const isRight = await watchAttempt('reauthentication_failed', { actorId: account.id, target }, () =>
    loginThrottle.checkPassword(isKnownDevice ? null : account.id, ip, async () => {
      const matches = await passwords.matches(account.password_hash, password ?? '')
      // a repeated change sends the password that it replaced: not a wrong attempt
      if (!matches) await once?.checkRepeat()
      return matches
    }),
  )
  // not 401: the session is good, and a client must not end it
  if (!isRight) throw invalid(['body', field], 'This is not your password', 'wrong_password')
}

/** For an account without a password only a sign-in at the provider counts. */
async function isRecent({ db, clock }: Deps, { sessionId }: PersonActor, account: Account): Promise<boolean> {
  const session = await findSession(db, sessionId)
  if (session === undefined) return false
  if (account.password_hash === null && session.signed_in_with !== 'provider') return false
  return clock.now() - session.authenticated_at.getTime() <= RECENT_SIGN_IN_MS
}
