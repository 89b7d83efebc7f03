/** Restores the session at load, by the token or the cookie (docs/rules/accounts.md#browser-session). */
import type { Profile } from '@flockwork/contract/auth'
import type { Keys } from '../../storage/keys.ts'
import type { Client } from '../client.ts'
import type { Logout } from './logout.ts'
import type { SessionStore } from './session-store.ts'
import type { Refresher } from './refresh.ts'
import type { StoredSession } from './stored-session.ts'
import type { Tokens } from './tokens.ts'

/** A token with less life left is refreshed at load. */
const LOAD_MARGIN_MS = 300_000

interface Deps {
  store: SessionStore
  client: Client
  tokens: Tokens
  refresher: Refresher
  keys: Keys
  stored: StoredSession
  serverLogout: Logout
  onError: (error: unknown) => void
}

/** @returns what `Session.restore` promises. */
export function createRestore(deps: Deps): () => Promise<void> {
  const { store, client, tokens, refresher, keys, stored, serverLogout, onError } = deps

  async function restore(): Promise<void> {
    const isMine = store.beginRestoring()
    keys.dropRefreshToken()
    await learnEnvironment()
    if (!isMine()) return
    const pendingLogout = stored.pendingLogout()
    const remaining = tokens.remainingMs()
    if (pendingLogout === null && remaining !== null && remaining > LOAD_MARGIN_MS)
      return restoreFromToken(isMine)

    const result = await refresher.refresh()
    if (!isMine()) return
    if (pendingLogout !== null && !(await serverLogout.isAnotherSession(pendingLogout, result.kind))) {
      stored.clearSession()
      return store.signOut(null)
    }
    if (result.kind === 'refreshed') {
      return result.session ? store.begin(result.session.user) : restoreFromToken(isMine)
    }
    if (result.kind === 'unavailable') return restoreOffline()
    // a token without a cookie is valid until it ends
    if (remaining !== null && remaining > 0) return restoreFromToken(isMine)
    const wasSignedIn = stored.wasSignedIn()
    stored.clearSession()
    store.signOut(wasSignedIn ? 'token_refresh_failed' : null)
  }

  /** The token may become another user's during the call, if a refresh used that user's cookie. */
  async function restoreFromToken(isMine: () => boolean, isSecondTry = false): Promise<void> {
    const userId = tokens.claims()?.userId
    try {
      const profile = await client.auth.me()
      if (!isMine()) return
      if (isTokenOf(profile)) return store.begin(profile)
    } catch {
      // the transport already ends expired sessions; no other failure is a reason to lose this one
      if (!isMine()) return
    }
    if (!isSecondTry && tokens.claims()?.userId !== userId) return restoreFromToken(isMine, true)
    restoreOffline()
  }

  /** Without a response, the last known profile lets the user read cached data and write. */
  function restoreOffline(): void {
    const profile = stored.profile()
    if (profile && isTokenOf(profile)) store.begin(profile)
    else store.signOut(null)
  }

  /** Whether calls are made as this user, or as nobody yet: never show one user while acting as another. */
  function isTokenOf(profile: Profile): boolean {
    return (tokens.claims()?.userId ?? profile.id) === profile.id
  }

  async function learnEnvironment(): Promise<void> {
    if (keys.environment() !== null) return
    try {
      keys.setEnvironment((await client.auth.providers()).environment)
    } catch (error) {
      onError(error)
    }
  }

  return restore
}
