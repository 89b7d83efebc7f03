/** The door of the room where people sign in. */
export { Authenticating } from './authenticating.tsx'

/** The login screen, in a chunk of its own: who is signed in never loads it. */
export const loadSignIn = () => import('./sign-in.tsx')
