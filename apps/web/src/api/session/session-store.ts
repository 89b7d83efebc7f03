/** This tab's session state and its transitions (docs/rules/accounts.md#browser-session). */
import type { Profile } from '@flockwork/contract/auth'
import { ApiError } from '../api-error.ts'
import type { Client } from '../client.ts'
import type { Refresher } from './refresh.ts'
import type { SessionState, SignOutReason } from './session-state.ts'
import type { StoredSession } from './stored-session.ts'
import type { Tokens } from './tokens.ts'
import type { EndReason } from '../transport.ts'

export interface SessionStore {
  state(): SessionState
  subscribe(listener: () => void): () => void
  /** A new state of the same session. */
  update(next: SessionState): void
  /**
   * Begins to restore the session.
   * @returns a check for use after each await: false once somebody has signed in or out meanwhile.
   */
  beginRestoring(): () => boolean
  /** Signs a user in and keeps their token fresh. */
  begin(profile: Profile): void
  /** Signs out: drops the token and leaves the user's stored data. */
  signOut(reason: SignOutReason | null): void
  /** The server ended the session. */
  end(reason: EndReason): void
}

interface Deps {
  client: Client
  tokens: Tokens
  refresher: Refresher
  stored: StoredSession
}

export function createSessionStore({ client, tokens, refresher, stored }: Deps): SessionStore {
  const listeners = new Set<() => void>()
  let state: SessionState = { status: 'restoring' }
  let stopRefreshing = () => {}
  /** Counts sign-ins and sign-outs. */
  let epoch = 0

  function update(next: SessionState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function begin(profile: Profile): void {
    epoch += 1
    stored.admit(profile.id)
    stored.save(profile, profile.current_org_id)
    stopRefreshing()
    update({ status: 'signedIn', profile, spaceId: profile.current_org_id, otherSpaceId: null })
    stopRefreshing = refresher.start(() => void endWithToken())
  }

  function signOut(reason: SignOutReason | null): void {
    epoch += 1
    stopRefreshing()
    stopRefreshing = () => {}
    update({ status: 'signedOut', reason })
    tokens.clear()
  }

  function end(reason: EndReason): void {
    if (state.status === 'signedOut') return
    stored.clearSession()
    signOut(reason)
  }

  /** A rejected refresh ends the session only once the token has expired, too: some sessions have no cookie. */
  async function endWithToken(): Promise<void> {
    const token = tokens.get()
    if (!(await isTokenValid()) && tokens.get() === token) end('token_refresh_failed')
  }

  async function isTokenValid(): Promise<boolean> {
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
    update,
    beginRestoring() {
      const started = (epoch += 1)
      stopRefreshing()
      update({ status: 'restoring' })
      return () => epoch === started
    },
    begin,
    signOut,
    end,
  }
}
