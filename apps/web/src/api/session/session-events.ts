/** The session's window events; other scripts of the page may rely on their names. */
import type { Refresher } from './refresh.ts'
import type { Session } from './session.ts'

export const AUTH_LOGOUT = 'auth:logout'
export const TOKEN_REFRESHED = 'token-refreshed'

/**
 * Dispatches each end of the session (`detail.reason`) and each refreshed token on `target`, and ends the session on an
 * `auth:logout` that another script dispatches there.
 */
export function bridgeSessionEvents(
  session: Session,
  refresher: Pick<Refresher, 'onRefreshed'>,
  target: EventTarget,
): void {
  let before = session.state().status
  session.subscribe(() => {
    const state = session.state()
    const isEnd = state.status === 'signedOut' && before !== 'signedOut' && state.reason !== null
    before = state.status
    if (isEnd) target.dispatchEvent(new CustomEvent(AUTH_LOGOUT, { detail: { reason: state.reason } }))
  })
  refresher.onRefreshed(() => target.dispatchEvent(new CustomEvent(TOKEN_REFRESHED)))
  target.addEventListener(AUTH_LOGOUT, () => {
    // our own event: the session has already ended
    if (session.state().status === 'signedIn') session.end('token_refresh_failed')
  })
}
