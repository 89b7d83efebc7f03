/** The session at the roof: what the gate and the shell need of it. */
export { useSession, useSignedIn } from '../api/use-session.ts'
export { afterSignIn } from '../features/spaces/index.ts'
