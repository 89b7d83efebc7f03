/** Accounts and sessions: who is a person here, and how they prove it. */
export { insertAccount } from './accounts.ts'
export { createAccessTokens, type AccessTokens } from './access-tokens.ts'
export { createGuessing, forgetOldGuesses } from './guessing.ts'
export { loadInstanceKey } from './instance-keys.ts'
export { authApi } from './routes.ts'
export { isFirstRun, profileOf, reissue, type AuthServices } from './service.ts'
export { createSessions, type Sessions } from './sessions.ts'
export { makeSetupCode } from './setup-code.ts'
