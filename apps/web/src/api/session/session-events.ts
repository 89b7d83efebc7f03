/** The session's events on the window, by the names that other scripts of the page may rely on. */
import type { Refresher } from './refresh.ts'
import type { Session } from './session.ts'

export const AUTH_LOGOUT = 'auth:logout'
export const TOKEN_REFRESHED = 'token-refreshed'

/**
 * Tells `target` of each end of the session (`detail.reason`) and of each refreshed token, and obeys an `auth:logout`
 * that somebody else dispatches there.
 */
export function joinSessionEvents(
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
    // our own event finds nobody signed in any more
    if (session.state().status === 'signedIn') session.end('token_refresh_failed')
  })
}
