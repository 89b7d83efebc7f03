/** The session for the app shell. */
export { useSession, useSignedIn } from '../api/use-session.ts'
export { afterSignIn } from '../features/spaces/index.ts'
