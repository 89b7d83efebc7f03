/** Taking the session up again at load, by the token or the cookie (docs/rules/accounts.md#browser-session). */
import type { Profile } from '@flockwork/contract/auth'
import type { Keys } from '../../storage/keys.ts'
import type { Client } from '../client.ts'
import type { Goodbye } from './logout.ts'
import type { HeldSession } from './session-store.ts'
import type { Refresher } from './refresh.ts'
import type { StoredSession } from './stored-session.ts'
import type { Tokens } from './tokens.ts'

/** A token that ends sooner is exchanged at load. */
const LOAD_MARGIN_MS = 300_000

interface Deps {
  held: HeldSession
  client: Client
  tokens: Tokens
  refresher: Refresher
  keys: Keys
  stored: StoredSession
  goodbye: Goodbye
  onError: (error: unknown) => void
}

/** @returns what `Session.restore` promises. */
export function createRestore(deps: Deps): () => Promise<void> {
  const { held, client, tokens, refresher, keys, stored, goodbye, onError } = deps

  async function restore(): Promise<void> {
    const isMine = held.beginRestoring()
    keys.dropRefreshToken()
    await learnEnvironment()
    if (!isMine()) return
    const unheardLogout = stored.unheardLogout()
    const remaining = tokens.remainingMs()
    if (unheardLogout === null && remaining !== null && remaining > LOAD_MARGIN_MS) return takeUpToken(isMine)

    const result = await refresher.refresh()
    if (!isMine()) return
    if (unheardLogout !== null && !(await goodbye.isAnotherSession(unheardLogout, result.kind))) {
      stored.forgetSession()
      return held.forget(null)
    }
    if (result.kind === 'refreshed') {
      return result.session ? held.begin(result.session.user) : takeUpToken(isMine)
    }
    if (result.kind === 'unavailable') return takeUpOffline()
    // a token that no cookie renews still serves to its end
    if (remaining !== null && remaining > 0) return takeUpToken(isMine)
    const wasSignedIn = stored.wasSignedIn()
    stored.forgetSession()
    held.forget(wasSignedIn ? 'token_refresh_failed' : null)
  }

  /** While the server is asked, the token may become another user's: the cookie that renewed it was theirs. */
  async function takeUpToken(isMine: () => boolean, isSecondTry = false): Promise<void> {
    const asked = tokens.claims()?.userId
    try {
      const profile = await client.auth.me()
      if (!isMine()) return
      if (isTokenOf(profile)) return held.begin(profile)
    } catch {
      // the transport ended a session that is over; whatever else failed is no reason to lose it
      if (!isMine()) return
    }
    if (!isSecondTry && tokens.claims()?.userId !== asked) return takeUpToken(isMine, true)
    takeUpOffline()
  }

  /** Without an answer the last known profile serves: what is cached can be read and texts be written. */
  function takeUpOffline(): void {
    const profile = stored.profile()
    if (profile && isTokenOf(profile)) held.begin(profile)
    else held.forget(null)
  }

  /** Whether calls go out as this user, or as nobody yet: one must never be shown while another acts. */
  function isTokenOf(profile: Profile): boolean {
    const userId = tokens.claims()?.userId ?? profile.id
    return userId === profile.id
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
