/** Signing in at the provider, from the link to the session (docs/rules/accounts.md#provider-accounts). */
import type { Tx } from '../../../platform/database.ts'
import { SetupCodeRequired } from '../../../platform/errors.ts'
import { tokensOf, isFirstRun, type AuthServices, type SignedIn } from '../sign-in/service.ts'
import { isSetupCode } from '../sign-in/setup-code.ts'
import type { Device } from '../sessions/sessions.ts'
import { linkAccount } from './account-linking.ts'
import type { LoginState } from './login-state.ts'
import type { AuthorizationStart, ProviderClient } from './client.ts'
import { ProviderSignInFailed } from './failure.ts'

export interface ProviderServices {
  readonly auth: AuthServices
  readonly client: ProviderClient
  /** People with these e-mail addresses are administrators; in lower case. */
  readonly adminEmails: readonly string[]
  /** Makes the personal space the current one. */
  readonly enterPersonalSpace: (tx: Tx, accountId: string) => Promise<void>
}

/** @throws SetupCodeRequired, before the person is sent to the provider for nothing. */
export async function startSignIn(
  { auth, client }: ProviderServices,
  { redirectUri, setupCode }: { redirectUri: string; setupCode: string | null },
): Promise<AuthorizationStart> {
  const { db, policy } = auth
  if (policy.needsSetupCode && (await isFirstRun(db)) && !(await isSetupCode(db, setupCode))) {
    throw new SetupCodeRequired()
  }
  return client.startAuthorization(redirectUri)
}

export interface Callback {
  readonly code: string | undefined
  /** The provider's error code, instead of an authorization code. */
  readonly error: string | undefined
}

/** @throws ProviderSignInFailed, SetupCodeRequired, RateLimited */
export async function finishSignIn(
  { auth, client, adminEmails, enterPersonalSpace }: ProviderServices,
  loginState: LoginState,
  { callback, device }: { callback: Callback; device: Device },
): Promise<SignedIn> {
  const { code, error } = callback
  if (error !== undefined || code === undefined) throw refusedBy(error)

  const person = await client.identify({ ...loginState, code })
  const { accountId, isSignUp } = await linkAccount({ ...auth, adminEmails, enterPersonalSpace }, person, {
    setupCode: loginState.setupCode,
    entersPersonalSpace: loginState.next === null,
    ip: device.ip,
  })
  // the current space, the role or the address may have changed
  await auth.sessions.invalidateAccount(accountId)
  return tokensOf(auth, await auth.sessions.open(accountId, device, { signedInWith: 'provider', isSignUp }))
}

function refusedBy(error: string | undefined): ProviderSignInFailed {
  const isWord = error !== undefined && /^\w{1,60}$/.test(error)
  return new ProviderSignInFailed(
    error === 'access_denied' ? 'denied' : 'provider_error',
    isWord ? error : 'no code',
  )
}
