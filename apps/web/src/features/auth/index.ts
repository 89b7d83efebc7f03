/** The door of the sign-in room. */
export { Authenticating } from './authenticating.tsx'
export { takePendingSignIn, type PendingSignIn } from './pending-sign-in.ts'
export { PROVIDER_FAILED } from './provider-failed.ts'

/** The login screen, as a separate chunk that signed-in users never load. */
export const loadSignIn = () => import('./sign-in.tsx')

/** The pages outside the shell, each a separate chunk. */
export const loadTokenPage = () => import('./token-page.tsx')
export const loadSuccessPage = () => import('./success-page.tsx')
export const loadResetPage = () => import('./reset-page.tsx')
