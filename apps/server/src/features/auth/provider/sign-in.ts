/** Signing in at the provider, from the link to the session (docs/rules/accounts.md#provider-accounts). */
import type { Tx } from '../../../platform/database.ts'
import { SetupCodeRequired } from '../../../platform/errors.ts'
import { signedIn, isFirstRun, type AuthServices, type SignedIn } from '../sign-in/service.ts'
import { isSetupCode } from '../sign-in/setup-code.ts'
import type { Device } from '../sessions/sessions.ts'
import { admit } from './account-linking.ts'
import type { Attempt } from './login-state.ts'
import type { Begun, ProviderClient } from './client.ts'
import { ProviderSignInFailed } from './failure.ts'

export interface ProviderServices {
  readonly auth: AuthServices
  readonly client: ProviderClient
  /** Addresses whose owners are administrators, in lower case. */
  readonly adminEmails: readonly string[]
  /** Makes the personal space the current one. */
  readonly goHome: (tx: Tx, accountId: string) => Promise<void>
}

/** @throws SetupCodeRequired before anybody is sent to the provider for nothing. */
export async function begin(
  { auth, client }: ProviderServices,
  { redirectUri, setupCode }: { redirectUri: string; setupCode: string | null },
): Promise<Begun> {
  const { db, policy } = auth
  if (policy.needsSetupCode && (await isFirstRun(db)) && !(await isSetupCode(db, setupCode))) {
    throw new SetupCodeRequired()
  }
  return client.begin(redirectUri)
}

export interface Callback {
  readonly code: string | undefined
  /** The provider's word for why there is no code. */
  readonly error: string | undefined
}

/** @throws ProviderSignInFailed, and what `admit` throws. */
export async function finish(
  { auth, client, adminEmails, goHome }: ProviderServices,
  attempt: Attempt,
  { callback, device }: { callback: Callback; device: Device },
): Promise<SignedIn> {
  const { code, error } = callback
  if (error !== undefined || code === undefined) throw refusal(error)

  const person = await client.identify({ ...attempt, code })
  const { accountId } = await admit({ ...auth, adminEmails, goHome }, person, {
    setupCode: attempt.setupCode,
    leadsHome: attempt.next === null,
    ip: device.ip,
  })
  // its space, its role or its address may have changed
  await auth.sessions.invalidateAccount(accountId)
  return signedIn(auth, await auth.sessions.open(accountId, device, 'provider'))
}

function refusal(error: string | undefined): ProviderSignInFailed {
  const isWord = error !== undefined && /^\w{1,60}$/.test(error)
  return new ProviderSignInFailed(
    error === 'access_denied' ? 'denied' : 'provider_error',
    isWord ? error : 'no code',
  )
}
