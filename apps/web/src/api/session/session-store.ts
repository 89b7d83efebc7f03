/** What this tab holds of a session: its state, and who comes and goes (docs/rules/accounts.md#browser-session). */
import type { Profile } from '@flockwork/contract/auth'
import { ApiError } from '../api-error.ts'
import type { Client } from '../client.ts'
import type { Refresher } from './refresh.ts'
import type { SessionState, SignOutReason } from './session-state.ts'
import type { StoredSession } from './stored-session.ts'
import type { Tokens } from './tokens.ts'
import type { EndReason } from '../transport.ts'

export interface HeldSession {
  state(): SessionState
  subscribe(listener: () => void): () => void
  /** Another state of the same session. */
  become(next: SessionState): void
  /**
   * From now on it is to be found out who is signed in.
   * @returns whether that is still so: a wait that ends after somebody came or went is about somebody else.
   */
  beginRestoring(): () => boolean
  /** Somebody is signed in, and their token kept fresh. */
  begin(profile: Profile): void
  /** Nobody is signed in any more; what is stored of them stays, but the token. */
  forget(reason: SignOutReason | null): void
  /** The server ended the session. */
  end(reason: EndReason): void
}

interface Deps {
  client: Client
  tokens: Tokens
  refresher: Refresher
  stored: StoredSession
}

export function createHeldSession({ client, tokens, refresher, stored }: Deps): HeldSession {
  const listeners = new Set<() => void>()
  let state: SessionState = { status: 'restoring' }
  let stopRefreshing = () => {}
  /** Counts who comes and goes. */
  let turn = 0

  function become(next: SessionState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function begin(profile: Profile): void {
    turn += 1
    stored.admit(profile.id)
    stored.remember(profile, profile.current_org_id)
    stopRefreshing()
    become({ status: 'signedIn', profile, spaceId: profile.current_org_id, otherSpaceId: null })
    stopRefreshing = refresher.start(() => void endWithToken())
  }

  function forget(reason: SignOutReason | null): void {
    turn += 1
    stopRefreshing()
    stopRefreshing = () => {}
    become({ status: 'signedOut', reason })
    tokens.clear()
  }

  function end(reason: EndReason): void {
    if (state.status === 'signedOut') return
    stored.forgetSession()
    forget(reason)
  }

  /** A refused refresh ends the session only when the token is over too: one without a cookie lasts as long as it. */
  async function endWithToken(): Promise<void> {
    const token = tokens.get()
    if (!(await isTokenGood()) && tokens.get() === token) end('token_refresh_failed')
  }

  async function isTokenGood(): Promise<boolean> {
    const remaining = tokens.remainingMs()
    if (remaining === null || remaining <= 0) return false
    try {
      await client.auth.me()
      return true
    } catch (error) {
      return !(error instanceof ApiError && error.status === 401)
    }
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    become,
    beginRestoring() {
      const mine = (turn += 1)
      stopRefreshing()
      become({ status: 'restoring' })
      return () => turn === mine
    },
    begin,
    forget,
    end,
  }
}
