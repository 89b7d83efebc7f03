/** Accounts and sessions: the people of this instance, and how they sign in. */
export type { AccountDeps, AccountServices, StatusChange } from './account/account.ts'
export { changeStatus } from './account/deactivation.ts'
export { anonymiseAccount, confirmDeletion } from './account/deletion.ts'
export { makeAdmin, makeResetLinkFor } from './account/operator.ts'
export { pruneResetLinks } from './account/reset-links.ts'
export { accountApi } from './account/routes.ts'
export { mergeAccountTallies } from './account/tallies.ts'
export { insertAccount } from './accounts.ts'
export { loadInstanceKey, type InstanceKey } from './keys/instance-keys.ts'
export { loadRecordKey, type RecordSigningKey } from './keys/record-key.ts'
export { rotateSigningKeys } from './keys/signing-keys.ts'
export { watchAttempt } from './passwords/attempt-log.ts'
export { pruneLoginAttempts } from './passwords/attempts.ts'
export { createLoginThrottle } from './passwords/login-throttle.ts'
export { createPasswords } from './passwords/passwords.ts'
export type { PasswordInput } from './passwords/reauthenticate.ts'
export {
  isSignedIn,
  profileOf,
  requireActiveOwner,
  requireActivePerson,
  type ActivePerson,
  type CredentialMaker,
} from './people.ts'
export { createProviderClient } from './provider/client.ts'
export { handlesFrom } from './provider/handles.ts'
export { providerApi } from './provider/routes.ts'
export type { ProviderServices } from './provider/sign-in.ts'
export { createAccessTokens, type AccessTokens } from './sessions/access-tokens.ts'
export { createSessions, pruneSessions, type CountIssue, type Sessions } from './sessions/sessions.ts'
export { authApi } from './sign-in/routes.ts'
export { isFirstRun, reissueToken, type AuthServices } from './sign-in/service.ts'
export { createSetupCode } from './sign-in/setup-code.ts'
