/**
 * Proof that whoever holds a session is its person, asked before what can't be undone
 * (docs/rules/accounts.md#reauthentication): the password, or a sign-in at the provider of a moment ago.
 */
import { PROVIDER_SIGN_IN_FRESH_MS } from '@flockwork/contract/limits'
import type { PersonActor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { FreshSignInRequired, invalid } from '../../../platform/errors.ts'
import type { Guessing } from './login-throttle.ts'
import type { Passwords } from './passwords.ts'
import { findSession } from '../sessions/session-repository.ts'

export interface Proof {
  readonly password: string | null | undefined
  /** Where the password stands in the body. */
  readonly field: string
  readonly ip: string
  /** This device signed in to the account before: only its address is held against its guesses. */
  readonly isKnownDevice: boolean
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly loginThrottle: Guessing
  readonly passwords: Passwords
}

/** @throws Invalid for a wrong password, RateLimited after too many of them. */
export async function provePassword(
  { loginThrottle, passwords }: Pick<Deps, 'loginThrottle' | 'passwords'>,
  account: { readonly id: string; readonly password_hash: string | null },
  proof: Proof,
): Promise<void> {
  const { password, field, ip, isKnownDevice } = proof
  if (password === null || password === undefined) {
    throw invalid(['body', field], 'Your password is needed', 'missing')
  }
  const guess = await loginThrottle.password(isKnownDevice ? null : account.id, ip)
  if (!(await passwords.matches(account.password_hash, password))) {
    // not 401: the session is good, and a client must not end it
    throw invalid(['body', field], 'This is not your password', 'wrong_password')
  }
  await guess.wasRight()
}

/** @throws FreshSignInRequired unless this session began at the provider within the last 10 minutes. */
export async function proveFreshSignIn(deps: Deps, actor: PersonActor): Promise<void> {
  if (!(await isFresh(deps, actor))) throw new FreshSignInRequired()
}

/** The password where one is given, else the fresh sign-in. @throws as both. */
export async function proveSelf(
  deps: Deps,
  actor: PersonActor,
  account: { readonly id: string; readonly password_hash: string | null },
  proof: Proof,
): Promise<void> {
  const isGiven = proof.password !== null && proof.password !== undefined
  if (account.password_hash === null) return proveFreshSignIn(deps, actor)
  if (!isGiven && (await isFresh(deps, actor))) return
  await provePassword(deps, account, proof)
}

async function isFresh({ db, clock }: Deps, { sessionId }: PersonActor): Promise<boolean> {
  const session = await findSession(db, sessionId)
  if (session?.signed_in_with !== 'provider') return false
  return clock.now() - session.created_at.getTime() <= PROVIDER_SIGN_IN_FRESH_MS
}
