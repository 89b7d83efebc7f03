/**
 * Who is signed in to this tab: restored from the cookie at load, begun by signing in, ended by logging
 * out or by the server (platform, section 4; decisions 1). It asks nothing and shows nothing.
 *
 * The tabs of a browser share one cookie and one storage, and may be hours behind each other's news: whatever waits
 * here asks afterwards whether it is still about the same session.
 */
import type { Profile, Session as SignedInAnswer } from '@flockwork/contract/auth'
import type { Keys } from '../storage/keys.ts'
import type { SafeStorage } from '../storage/safe-storage.ts'
import type { SpaceStates } from '../storage/space-states.ts'
import { ApiError } from './api-error.ts'
import type { Arguments, Client } from './client.ts'
import { createGoodbye } from './goodbye.ts'
import type { Refresher, Timers } from './refresh.ts'
import type { SessionState, SignOutReason } from './session-state.ts'
import { createStoredSession } from './stored-session.ts'
import type { TabChannel } from './tab-channel.ts'
import type { Tokens } from './tokens.ts'
import type { EndReason } from './transport.ts'
import type { authRoutes } from '@flockwork/contract/auth'

/** A token that ends sooner is exchanged at load. */
const LOAD_MARGIN_MS = 300_000
type LoginBody = NonNullable<Arguments<typeof authRoutes.login>['body']>
type RegisterBody = NonNullable<Arguments<typeof authRoutes.register>['body']>

export interface Session {
  state(): SessionState
  subscribe(listener: () => void): () => void
  /** At load: takes up the session of the token or the cookie. Never rejects. */
  restore(): Promise<void>
  /** @throws ApiError with the server's words, NetworkError */
  login(body: LoginBody): Promise<Profile>
  /** @throws ApiError with the server's words, NetworkError */
  register(body: RegisterBody): Promise<Profile>
  /**
   * Takes up a token that came in the address; `profile` is the server's answer to it. No cookie renews it, so the
   * session lasts until the token ends (decisions 1.5).
   */
  takeToken(token: string, profile: Profile): void
  /**
   * Ends the session and wipes what is this user's, unsent texts too: ask first when there are any. A server that
   * doesn't hear it is told at the next load, before anybody is signed in by the cookie. Never rejects.
   */
  logout(): Promise<void>
  /** Shows and remembers a profile that the server has just answered, as after a change of name. */
  updateProfile(profile: Profile): void
  /** The account is gone: wipes everything of this user in this browser and signs its tabs out. */
  forgetAccount(userId: string): void
  /** The server ended the session: drafts and pending sends stay for the same user's return. */
  end(reason: EndReason): void
  /** Takes the token of a space that was made current; the tab then shows it. */
  enterSpace(newToken: string | null, spaceId: string): void
  /** Drafts and pending sends of this user, over all spaces. */
  countUnsent(): number
}

interface Needs {
  client: Client
  tokens: Tokens
  refresher: Refresher
  channel: TabChannel
  storage: SafeStorage
  keys: Keys
  spaceStates: SpaceStates
  timers: Timers
  onError: (error: unknown) => void
}

export function createSession(needs: Needs): Session {
  const { client, tokens, refresher, channel, storage, keys, spaceStates, timers, onError } = needs
  const stored = createStoredSession({ storage, keys, tokens, spaceStates })
  const goodbye = createGoodbye({ client, tokens, timers, stored, onError })
  const listeners = new Set<() => void>()
  let state: SessionState = { status: 'restoring' }
  let stopRefreshing = () => {}
  /** Counts who comes and goes: a wait that ends in another turn is about somebody who left. */
  let turn = 0

  function become(next: SessionState): void {
    state = next
    for (const listener of listeners) listener()
  }

  channel.listen((news) => {
    if (news.type === 'logout') hearLogout(news.session)
  })
  tokens.subscribe(() => {
    const claims = tokens.claims()
    if (state.status !== 'signedIn' || claims === null) return
    if (claims.userId !== state.profile.id) {
      // somebody else signed in with this browser's cookie
      void restore()
      return
    }
    const otherSpaceId = claims.spaceId === state.spaceId ? null : claims.spaceId
    if (otherSpaceId !== state.otherSpaceId) become({ ...state, otherSpaceId })
  })

  async function restore(): Promise<void> {
    const mine = (turn += 1)
    stopRefreshing()
    become({ status: 'restoring' })
    keys.dropRefreshToken()
    await learnEnvironment()
    if (turn !== mine) return
    const unheardLogout = stored.unheardLogout()
    const remaining = tokens.remainingMs()
    if (unheardLogout === null && remaining !== null && remaining > LOAD_MARGIN_MS) return takeUpToken(mine)

    const result = await refresher.refresh()
    if (turn !== mine) return
    if (unheardLogout !== null && !(await goodbye.isAnotherSession(unheardLogout, result.kind))) {
      stored.forgetSession()
      return forget(null)
    }
    if (result.kind === 'refreshed') {
      return result.session ? begin(result.session.user) : takeUpToken(mine)
    }
    if (result.kind === 'unavailable') return takeUpOffline()
    // a token that no cookie renews still serves to its end
    if (remaining !== null && remaining > 0) return takeUpToken(mine)
    const wasSignedIn = stored.wasSignedIn()
    stored.forgetSession()
    forget(wasSignedIn ? 'token_refresh_failed' : null)
  }

  /** While the server is asked, the token may become another user's: the cookie that renewed it was theirs. */
  async function takeUpToken(mine: number, isSecondTry = false): Promise<void> {
    const asked = tokens.claims()?.userId
    try {
      const profile = await client.auth.me()
      if (turn !== mine) return
      if (isTokenOf(profile)) return begin(profile)
    } catch {
      // the transport ended a session that is over; whatever else failed is no reason to lose it
      if (turn !== mine) return
    }
    if (!isSecondTry && tokens.claims()?.userId !== asked) return takeUpToken(mine, true)
    takeUpOffline()
  }

  /** Without an answer the last known profile serves: what is cached can be read and texts be written. */
  function takeUpOffline(): void {
    const profile = stored.profile()
    if (profile && isTokenOf(profile)) begin(profile)
    else forget(null)
  }

  /** Whether calls go out as this user, or as nobody yet: one must never be shown while another acts. */
  function isTokenOf(profile: Profile): boolean {
    const userId = tokens.claims()?.userId ?? profile.id
    return userId === profile.id
  }

  function begin(profile: Profile): void {
    turn += 1
    stored.admit(profile.id)
    stored.remember(profile, profile.current_org_id)
    stopRefreshing()
    become({ status: 'signedIn', profile, spaceId: profile.current_org_id, otherSpaceId: null })
    stopRefreshing = refresher.start(() => void endWithToken())
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

  function beginAnew({ access_token, user }: SignedInAnswer): Profile {
    stored.dropUnheardLogout()
    tokens.set(access_token)
    begin(user)
    return user
  }

  function end(reason: EndReason): void {
    if (state.status === 'signedOut') return
    stored.forgetSession()
    forget(reason)
  }

  function forget(reason: SignOutReason | null): void {
    turn += 1
    stopRefreshing()
    stopRefreshing = () => {}
    become({ status: 'signedOut', reason })
    tokens.clear()
  }

  /** News may be old: a logout of an earlier session is no logout of this one. */
  function hearLogout(ended: string | null): void {
    if (state.status !== 'signedIn') {
      // a token that is just being taken up
      if (ended !== null && tokens.claims()?.sessionId === ended) forget('logged_out')
      return
    }
    const mine = tokens.claims()?.sessionId ?? null
    if (ended !== null && mine !== null && ended !== mine) return
    stored.wipe(state.profile.id)
    forget('logged_out')
  }

  async function logout(): Promise<void> {
    if (state.status !== 'signedIn') return
    const userId = state.profile.id
    const session = tokens.claims()?.sessionId ?? null
    const isHeard = await goodbye.tellServer()
    stored.wipe(userId)
    if (!isHeard && session !== null) stored.noteUnheardLogout(session)
    channel.tell({ type: 'logout', session })
    // somebody else may have signed in with this browser while the call was on its way
    if (isNobodyElse(userId)) forget('logged_out')
  }

  function isNobodyElse(userId: string): boolean {
    return state.status !== 'signedIn' || state.profile.id === userId
  }

  async function learnEnvironment(): Promise<void> {
    if (keys.environment() !== null) return
    try {
      keys.setEnvironment((await client.auth.providers()).environment)
    } catch (error) {
      onError(error)
    }
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    restore,
    login: async (body) => beginAnew(await client.auth.login({ body })),
    register: async (body) => beginAnew(await client.auth.register({ body })),
    takeToken(token, profile) {
      tokens.takeUp(token)
      begin(profile)
    },
    logout,
    updateProfile(profile) {
      if (state.status !== 'signedIn' || state.profile.id !== profile.id) return
      // the tab goes on showing its own space, whichever is the current one by now
      const { current_org_id } = state.profile
      stored.remember(profile, current_org_id)
      become({ ...state, profile: { ...profile, current_org_id } })
    },
    forgetAccount(userId) {
      const session = tokens.claims()?.sessionId ?? null
      keys.wipeUser(userId)
      stored.wipe(userId)
      channel.tell({ type: 'logout', session })
      forget('account_deleted')
    },
    end,
    enterSpace(newToken, spaceId) {
      if (state.status !== 'signedIn') return
      const profile = { ...state.profile, current_org_id: spaceId }
      stored.remember(profile, spaceId)
      become({ ...state, profile, spaceId, otherSpaceId: null })
      if (newToken === null) return
      tokens.set(newToken)
      // storage tells the other tabs too, but not when it is full
      channel.tell({ type: 'token', token: newToken })
    },
    countUnsent() {
      if (state.status !== 'signedIn') return 0
      const userId = state.profile.id
      spaceStates.saveOpenFields()
      return spaceStates.countDrafts(userId) + storage.keys(keys.in('pending_v1', userId, '')).length
    },
  }
}
