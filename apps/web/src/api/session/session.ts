/**
 * The session of this tab: restored from the cookie at load, started by signing in, ended by logging out or by the
 * server (docs/rules/accounts.md#browser-session). Knows nothing of the UI.
 *
 * The tabs of a browser share one cookie and one storage, and may process each other's messages hours late, so every
 * await here checks afterwards that it is still the same session.
 *
 * session-store.ts is the state, restore-session.ts the start of a page, refresh.ts when to refresh the token and
 * exchange.ts how, tokens.ts the access token and its clock, logout.ts the server's side of a logout, stored-session.ts
 * what storage remembers, tab-channel.ts the messages between tabs.
 */
import type { authRoutes, Profile, Session as SignedInAnswer } from '@flockwork/contract/auth'
import type { Keys } from '../../storage/keys.ts'
import type { SafeStorage } from '../../storage/safe-storage.ts'
import type { SpaceStates } from '../../storage/space-states.ts'
import type { Arguments, Client } from '../client.ts'
import { createLogout } from './logout.ts'
import { createSessionStore } from './session-store.ts'
import type { Refresher } from './refresh.ts'
import type { Timers } from '../timers.ts'
import { createRestore } from './restore-session.ts'
import type { SessionState } from './session-state.ts'
import { createStoredSession } from './stored-session.ts'
import type { TabChannel } from './tab-channel.ts'
import type { Tokens } from './tokens.ts'
import type { EndReason } from '../transport.ts'

type LoginBody = NonNullable<Arguments<typeof authRoutes.login>['body']>
type RegisterBody = NonNullable<Arguments<typeof authRoutes.register>['body']>

export interface Session {
  state(): SessionState
  subscribe(listener: () => void): () => void
  /** At load: restores the session of the token or the cookie. Never rejects. */
  restore(): Promise<void>
  /** @throws ApiError with the server's message, NetworkError */
  login(body: LoginBody): Promise<Profile>
  /** @throws ApiError with the server's message, NetworkError */
  register(body: RegisterBody): Promise<Profile>
  /**
   * Signs in with a token from the URL; `profile` is the server's answer to it. No cookie refreshes it, so the session
   * lasts until the token ends (docs/rules/accounts.md#address-tokens).
   */
  adoptToken(token: string, profile: Profile): void
  /**
   * Ends the session and wipes this user's data, unsent texts included: confirm first when there are any. A logout that
   * doesn't reach the server is repeated at the next load, before the cookie may sign anyone in. Never rejects.
   */
  logout(): Promise<void>
  /** Shows and stores a changed profile from the server. */
  updateProfile(profile: Profile): void
  /** The account was deleted: wipes everything of this user in this browser and signs its tabs out. */
  onAccountDeleted(userId: string): void
  /** The server ended the session: drafts and pending sends stay for the same user's return. */
  end(reason: EndReason): void
  /** Switches this tab to a space, with the new token if there is one. */
  enterSpace(newToken: string | null, spaceId: string): void
  /** Drafts and pending sends of this user, over all spaces. */
  countUnsent(): number
}

interface Deps {
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

export function createSession(deps: Deps): Session {
  const { client, tokens, refresher, channel, storage, keys, spaceStates, timers, onError } = deps
  const stored = createStoredSession({ storage, keys, tokens, spaceStates })
  const serverLogout = createLogout({ client, tokens, timers, stored, onError })
  const store = createSessionStore({ client, tokens, refresher, stored })
  const restore = createRestore({ store, client, tokens, refresher, keys, stored, serverLogout, onError })

  channel.subscribe((message) => {
    if (message.type === 'logout') onLogoutMessage(message.session)
  })
  tokens.subscribe(() => {
    const state = store.state()
    const claims = tokens.claims()
    if (state.status !== 'signedIn' || claims === null) return
    if (claims.userId !== state.profile.id) {
      // somebody else signed in with this browser's cookie
      void restore()
      return
    }
    const otherSpaceId = claims.spaceId === state.spaceId ? null : claims.spaceId
    if (otherSpaceId !== state.otherSpaceId) store.update({ ...state, otherSpaceId })
  })

  function startSession({ access_token, user }: SignedInAnswer): Profile {
    stored.clearPendingLogout()
    tokens.set(access_token)
    store.begin(user)
    return user
  }

  /** The message may be old: a logout of an earlier session doesn't end this one. */
  function onLogoutMessage(ended: string | null): void {
    const state = store.state()
    const mine = tokens.claims()?.sessionId ?? null
    if (state.status !== 'signedIn') {
      // a token that is still being restored
      if (ended !== null && mine === ended) store.signOut('logged_out')
      return
    }
    if (ended !== null && mine !== null && ended !== mine) return
    stored.wipe(state.profile.id)
    store.signOut('logged_out')
  }

  async function logout(): Promise<void> {
    const userId = signedInUser()
    if (userId === null) return
    const session = tokens.claims()?.sessionId ?? null
    const didReach = await serverLogout.send()
    stored.wipe(userId)
    if (!didReach && session !== null) stored.setPendingLogout(session)
    channel.send({ type: 'logout', session })
    // another user may have signed in with this browser during the call
    const now = signedInUser()
    if (now === null || now === userId) store.signOut('logged_out')
  }

  function signedInUser(): string | null {
    const state = store.state()
    return state.status === 'signedIn' ? state.profile.id : null
  }

  return {
    state: store.state,
    subscribe: store.subscribe,
    restore,
    login: async (body) => startSession(await client.auth.login({ body })),
    register: async (body) => startSession(await client.auth.register({ body })),
    adoptToken(token, profile) {
      tokens.adopt(token)
      store.begin(profile)
    },
    logout,
    updateProfile(profile) {
      const state = store.state()
      if (state.status !== 'signedIn' || state.profile.id !== profile.id) return
      // the tab stays in its own space, whichever is current by now
      const { current_org_id } = state.profile
      stored.save(profile, current_org_id)
      store.update({ ...state, profile: { ...profile, current_org_id } })
    },
    onAccountDeleted(userId) {
      const session = tokens.claims()?.sessionId ?? null
      keys.wipeUser(userId)
      stored.wipe(userId)
      channel.send({ type: 'logout', session })
      store.signOut('account_deleted')
    },
    end: store.end,
    enterSpace(newToken, spaceId) {
      const state = store.state()
      if (state.status !== 'signedIn') return
      const profile = { ...state.profile, current_org_id: spaceId }
      stored.save(profile, spaceId)
      store.update({ ...state, profile, spaceId, otherSpaceId: null })
      if (newToken === null) return
      tokens.set(newToken)
      // storage notifies the other tabs too, but not when it is full
      channel.send({ type: 'token', token: newToken })
    },
    countUnsent() {
      const userId = signedInUser()
      if (userId === null) return 0
      spaceStates.saveOpenFields()
      return spaceStates.countDrafts(userId) + storage.keys(keys.in('pending_v1', userId, '')).length
    },
  }
}
