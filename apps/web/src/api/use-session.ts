import { useSyncExternalStore } from 'react'
import { useServices } from './services.ts'
import type { SessionState, SignedIn } from './session/session-state.ts'
import type { Session } from './session/session.ts'

export interface UseSession {
  state: SessionState
  login: Session['login']
  register: Session['register']
  logout: Session['logout']
  restore: Session['restore']
  /** For "Discard {n} drafts?" before logging out: drafts and pending sends. */
  countUnsent: Session['countUnsent']
}

/** The session of this tab and what can be done with it. */
export function useSession(): UseSession {
  const { session } = useServices()
  const state = useSyncExternalStore(session.subscribe, session.state)
  const { login, register, logout, restore, countUnsent } = session
  return { state, login, register, logout, restore, countUnsent }
}

/**
 * The signed-in session, for parts behind the session gate.
 *
 * @throws where nobody is signed in: such a part is not on screen then.
 */
export function useSignedIn(): SignedIn {
  const { session } = useServices()
  const state = useSyncExternalStore(session.subscribe, session.state)
  if (state.status !== 'signedIn') throw new Error('Nobody is signed in')
  return state
}
