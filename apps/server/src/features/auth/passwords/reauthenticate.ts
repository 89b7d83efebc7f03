/**
 * Reauthentication before what can't be undone (docs/rules/accounts.md#reauthentication): the password, or a recent
 * sign-in at the provider.
 */
import { PROVIDER_SIGN_IN_FRESH_MS } from '@flockwork/contract/limits'
import type { PersonActor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { FreshSignInRequired, invalid } from '../../../platform/errors.ts'
import { findSession } from '../sessions/repository.ts'
import type { LoginThrottle } from './login-throttle.ts'
import type { Passwords } from './passwords.ts'

export interface PasswordInput {
  readonly password: string | null | undefined
  /** The password's field in the body, for the error. */
  readonly field: string
  readonly ip: string
  /** This device signed in to the account before: its attempts count by address alone. */
  readonly isKnownDevice: boolean
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly loginThrottle: LoginThrottle
  readonly passwords: Passwords
}

/** @throws Invalid for a missing or wrong password, RateLimited after too many of them. */
export async function checkPassword(
  { loginThrottle, passwords }: Pick<Deps, 'loginThrottle' | 'passwords'>,
  account: { readonly id: string; readonly password_hash: string | null },
  input: PasswordInput,
): Promise<void> {
  const { password, field, ip, isKnownDevice } = input
  if (password === null || password === undefined) {
    throw invalid(['body', field], 'Your password is needed', 'missing')
  }
  const attempt = await loginThrottle.countPassword(isKnownDevice ? null : account.id, ip)
  if (!(await passwords.matches(account.password_hash, password))) {
    // not 401: the session is good, and a client must not end it
    throw invalid(['body', field], 'This is not your password', 'wrong_password')
  }
  await attempt.refund()
}

/** @throws FreshSignInRequired unless this session began at the provider within the last 10 minutes. */
export async function requireFreshSignIn(deps: Deps, actor: PersonActor): Promise<void> {
  if (!(await isFresh(deps, actor))) throw new FreshSignInRequired()
}

/**
 * Proves that the caller is the account's person, not just the holder of a session: by the password where one is given,
 * else by a fresh sign-in. @throws Invalid, RateLimited, FreshSignInRequired
 */
export async function reauthenticate(
  deps: Deps,
  actor: PersonActor,
  account: { readonly id: string; readonly password_hash: string | null },
  input: PasswordInput,
): Promise<void> {
  const hasPassword = input.password !== null && input.password !== undefined
  if (account.password_hash === null) return requireFreshSignIn(deps, actor)
  if (!hasPassword && (await isFresh(deps, actor))) return
  await checkPassword(deps, account, input)
}

async function isFresh({ db, clock }: Deps, { sessionId }: PersonActor): Promise<boolean> {
  const session = await findSession(db, sessionId)
  if (session?.signed_in_with !== 'provider') return false
  return clock.now() - session.created_at.getTime() <= PROVIDER_SIGN_IN_FRESH_MS
}
