/** The door of the room where people sign in. */
export { Authenticating } from './authenticating.tsx'
export { takePendingSignIn, type PendingSignIn } from './pending-sign-in.ts'
export { PROVIDER_FAILED } from './provider-failed.ts'

/** The login screen, in a chunk of its own: who is signed in never loads it. */
export const loadSignIn = () => import('./sign-in.tsx')

/** The pages outside the shell, each in a chunk of its own. */
export const loadTokenPage = () => import('./token-page.tsx')
export const loadSuccessPage = () => import('./success-page.tsx')
export const loadResetPage = () => import('./reset-page.tsx')
