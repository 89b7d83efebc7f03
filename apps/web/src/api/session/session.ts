/**
 * Who is signed in to this tab: restored from the cookie at load, begun by signing in, ended by logging out or by the
 * server (docs/rules/accounts.md#browser-session). It asks nothing and shows nothing.
 *
 * The tabs of a browser share one cookie and one storage, and may be hours behind each other's news: whatever waits
 * here asks afterwards whether it is still about the same session.
 */
import type { authRoutes, Profile, Session as SignedInAnswer } from '@flockwork/contract/auth'
import type { Keys } from '../../storage/keys.ts'
import type { SafeStorage } from '../../storage/safe-storage.ts'
import type { SpaceStates } from '../../storage/space-states.ts'
import type { Arguments, Client } from '../client.ts'
import { createGoodbye } from './logout.ts'
import { createHeldSession } from './session-store.ts'
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
  /** At load: takes up the session of the token or the cookie. Never rejects. */
  restore(): Promise<void>
  /** @throws ApiError with the server's words, NetworkError */
  login(body: LoginBody): Promise<Profile>
  /** @throws ApiError with the server's words, NetworkError */
  register(body: RegisterBody): Promise<Profile>
  /**
   * Takes up a token that came in the address; `profile` is the server's answer to it. No cookie renews it, so the
   * session lasts until the token ends (docs/rules/accounts.md#address-tokens).
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
  const goodbye = createGoodbye({ client, tokens, timers, stored, onError })
  const held = createHeldSession({ client, tokens, refresher, stored })
  const restore = createRestore({ held, client, tokens, refresher, keys, stored, goodbye, onError })

  channel.listen((news) => {
    if (news.type === 'logout') hearLogout(news.session)
  })
  tokens.subscribe(() => {
    const state = held.state()
    const claims = tokens.claims()
    if (state.status !== 'signedIn' || claims === null) return
    if (claims.userId !== state.profile.id) {
      // somebody else signed in with this browser's cookie
      void restore()
      return
    }
    const otherSpaceId = claims.spaceId === state.spaceId ? null : claims.spaceId
    if (otherSpaceId !== state.otherSpaceId) held.become({ ...state, otherSpaceId })
  })

  function beginAnew({ access_token, user }: SignedInAnswer): Profile {
    stored.dropUnheardLogout()
    tokens.set(access_token)
    held.begin(user)
    return user
  }

  /** News may be old: a logout of an earlier session is no logout of this one. */
  function hearLogout(ended: string | null): void {
    const state = held.state()
    const mine = tokens.claims()?.sessionId ?? null
    if (state.status !== 'signedIn') {
      // a token that is just being taken up
      if (ended !== null && mine === ended) held.forget('logged_out')
      return
    }
    if (ended !== null && mine !== null && ended !== mine) return
    stored.wipe(state.profile.id)
    held.forget('logged_out')
  }

  async function logout(): Promise<void> {
    const userId = signedInUser()
    if (userId === null) return
    const session = tokens.claims()?.sessionId ?? null
    const isHeard = await goodbye.tellServer()
    stored.wipe(userId)
    if (!isHeard && session !== null) stored.noteUnheardLogout(session)
    channel.tell({ type: 'logout', session })
    // somebody else may have signed in with this browser while the call was on its way
    const now = signedInUser()
    if (now === null || now === userId) held.forget('logged_out')
  }

  function signedInUser(): string | null {
    const state = held.state()
    return state.status === 'signedIn' ? state.profile.id : null
  }

  return {
    state: held.state,
    subscribe: held.subscribe,
    restore,
    login: async (body) => beginAnew(await client.auth.login({ body })),
    register: async (body) => beginAnew(await client.auth.register({ body })),
    takeToken(token, profile) {
      tokens.takeUp(token)
      held.begin(profile)
    },
    logout,
    updateProfile(profile) {
      const state = held.state()
      if (state.status !== 'signedIn' || state.profile.id !== profile.id) return
      // the tab goes on showing its own space, whichever is the current one by now
      const { current_org_id } = state.profile
      stored.remember(profile, current_org_id)
      held.become({ ...state, profile: { ...profile, current_org_id } })
    },
    forgetAccount(userId) {
      const session = tokens.claims()?.sessionId ?? null
      keys.wipeUser(userId)
      stored.wipe(userId)
      channel.tell({ type: 'logout', session })
      held.forget('account_deleted')
    },
    end: held.end,
    enterSpace(newToken, spaceId) {
      const state = held.state()
      if (state.status !== 'signedIn') return
      const profile = { ...state.profile, current_org_id: spaceId }
      stored.remember(profile, spaceId)
      held.become({ ...state, profile, spaceId, otherSpaceId: null })
      if (newToken === null) return
      tokens.set(newToken)
      // storage tells the other tabs too, but not when it is full
      channel.tell({ type: 'token', token: newToken })
    },
    countUnsent() {
      const userId = signedInUser()
      if (userId === null) return 0
      spaceStates.saveOpenFields()
      return spaceStates.countDrafts(userId) + storage.keys(keys.in('pending_v1', userId, '')).length
    },
  }
}
