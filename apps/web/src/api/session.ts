/**
 * Who is signed in to this tab: restored from the cookie at load, begun by signing in, ended by logging
 * out or by the server (platform, section 4; decisions 1). It asks nothing and shows nothing.
 */
import type { Profile, Session as SignedInAnswer } from '@flockwork/contract/auth'
import type { Keys } from '../storage/keys.ts'
import { readJson, type SafeStorage } from '../storage/safe-storage.ts'
import type { SpaceStates } from '../storage/space-state.ts'
import { ApiError } from './api-error.ts'
import type { Arguments, Client } from './client.ts'
import type { Refresher } from './refresh.ts'
import type { TabChannel } from './tab-channel.ts'
import type { Tokens } from './tokens.ts'
import type { EndReason } from './transport.ts'
import type { authRoutes } from '@flockwork/contract/auth'

/** A token that ends sooner is exchanged at load. */
const LOAD_MARGIN_MS = 300_000

export type SignOutReason = EndReason | 'logged_out'

export type SessionState =
  | { readonly status: 'restoring' }
  | { readonly status: 'signedOut'; readonly reason: SignOutReason | null }
  | SignedIn

export interface SignedIn {
  readonly status: 'signedIn'
  readonly profile: Profile
  /** The space that this tab shows. */
  readonly spaceId: string | null
  /** The space that was made current in another tab or browser, while this tab shows its own. */
  readonly otherSpaceId: string | null
}

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
  /** Ends the session and wipes what is this user's, unsent texts too: ask first when there are any. */
  logout(): Promise<void>
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
  onError: (error: unknown) => void
}

export function createSession(needs: Needs): Session {
  const { client, tokens, refresher, channel, storage, keys, spaceStates, onError } = needs
  const listeners = new Set<() => void>()
  let state: SessionState = { status: 'restoring' }
  let stopRefreshing = () => {}

  function become(next: SessionState): void {
    state = next
    for (const listener of listeners) listener()
  }

  channel.listen((news) => {
    if (news.type === 'logout') forget('logged_out')
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
    stopRefreshing()
    become({ status: 'restoring' })
    await learnEnvironment()
    const remaining = tokens.remainingMs()
    if (remaining !== null && remaining > LOAD_MARGIN_MS) return takeUpToken()

    const result = await refresher.refresh()
    if (result.kind === 'refreshed') return result.session ? begin(result.session.user) : takeUpToken()
    if (result.kind === 'unavailable') return takeUpOffline()
    const wasSignedIn = storage.get(keys.of('has_session')) !== null
    keys.wipeSession()
    forget(wasSignedIn ? 'token_refresh_failed' : null)
  }

  async function takeUpToken(): Promise<void> {
    try {
      begin(await client.auth.me())
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 401
      if (isRefused) forget('token_refresh_failed')
      else takeUpOffline()
    }
  }

  /** Without an answer the last known profile serves: what is cached can be read and texts be written. */
  function takeUpOffline(): void {
    const profile = storedProfile()
    if (profile) begin(profile)
    else forget(null)
  }

  function begin(profile: Profile): void {
    remember(profile, profile.current_org_id)
    stopRefreshing()
    become({ status: 'signedIn', profile, spaceId: profile.current_org_id, otherSpaceId: null })
    stopRefreshing = refresher.start(() => end('token_refresh_failed'))
  }

  function beginAnew({ access_token, user }: SignedInAnswer): Profile {
    tokens.set(access_token)
    begin(user)
    return user
  }

  function remember(profile: Profile, spaceId: string | null): void {
    const isAdmin = profile.role === 'admin'
    storage.set(keys.of('has_session'), 'true')
    storage.set(keys.of('username'), profile.username)
    storage.set(keys.of('userMetadata'), JSON.stringify({ ...profile, is_admin: isAdmin, admin: isAdmin }))
    if (spaceId === null) storage.remove(keys.of('currentOrganization'))
    else storage.set(keys.of('currentOrganization'), spaceId)
  }

  function storedProfile(): Profile | null {
    const stored = readJson(storage, keys.of('userMetadata'))
    const isProfile = typeof stored === 'object' && stored !== null && 'id' in stored && 'username' in stored
    if (!isProfile) return null
    const profile = stored as Profile
    return { ...profile, current_org_id: storage.get(keys.of('currentOrganization')) }
  }

  function end(reason: EndReason): void {
    keys.wipeSession()
    forget(reason)
  }

  function forget(reason: SignOutReason | null): void {
    stopRefreshing()
    stopRefreshing = () => {}
    become({ status: 'signedOut', reason })
    tokens.clear()
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
    async logout() {
      try {
        await client.auth.logout({})
      } catch (error) {
        onError(error)
      }
      keys.wipeAll()
      spaceStates.reload()
      channel.tell({ type: 'logout' })
      forget('logged_out')
    },
    end,
    enterSpace(newToken, spaceId) {
      if (state.status !== 'signedIn') return
      const profile = { ...state.profile, current_org_id: spaceId }
      remember(profile, spaceId)
      become({ ...state, profile, spaceId, otherSpaceId: null })
      if (newToken !== null) tokens.set(newToken)
    },
    countUnsent() {
      if (state.status !== 'signedIn') return 0
      const userId = state.profile.id
      return spaceStates.countDrafts(userId) + storage.keys(keys.in('pending_v1', userId, '')).length
    },
  }
}
