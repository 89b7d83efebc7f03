/**
 * What the browser keeps of the session for the next page and the other tabs, and what it forgets when
 * (docs/rules/accounts.md#browser-session). Another tab may have signed in anew meanwhile: then what is stored is not
 * ours to wipe.
 */
import type { Profile } from '@flockwork/contract/auth'
import type { Keys } from '../../storage/keys.ts'
import { readJson, type SafeStorage } from '../../storage/safe-storage.ts'
import type { SpaceStates } from '../../storage/space-states.ts'
import { asRecord } from '../api-error.ts'
import { readClaims } from './token-claims.ts'
import type { Tokens } from './tokens.ts'

export interface StoredSession {
  remember(profile: Profile, spaceId: string | null): void
  /** The last known profile, for while the server doesn't answer; null when what stands there is none. */
  profile(): Profile | null
  /** Whether somebody was signed in when the page before this one closed. */
  wasSignedIn(): boolean
  /** A page of this user begins: they may write again, and have what version 1 kept. */
  admit(userId: string): void
  /** The session ended by itself: what the user wrote stays for their return. */
  forgetSession(): void
  /** The user logged out: what they wrote goes too, and nothing of it is written again by this page. */
  wipe(userId: string): void
  /** Whether what is stored is another session's than this tab's. */
  isReplaced(): boolean
  /** The session that was logged out while the server didn't hear it; null when it heard all. */
  unheardLogout(): string | null
  noteUnheardLogout(session: string): void
  dropUnheardLogout(): void
}

interface Deps {
  storage: SafeStorage
  keys: Keys
  tokens: Tokens
  spaceStates: SpaceStates
}

export function createStoredSession({ storage, keys, tokens, spaceStates }: Deps): StoredSession {
  function storedClaims() {
    const token = storage.get(keys.of('userToken'))
    return token === null ? null : readClaims(token)
  }

  function isReplaced(): boolean {
    const stored = storedClaims()
    return stored !== null && stored.sessionId !== (tokens.claims()?.sessionId ?? null)
  }

  return {
    remember(profile, spaceId) {
      const isAdmin = profile.role === 'admin'
      const metadata = { ...profile, is_admin: isAdmin, admin: isAdmin }
      storage.set(keys.of('has_session'), 'true')
      storage.set(keys.of('username'), profile.username)
      storage.set(keys.of('userMetadata'), JSON.stringify(metadata))
      if (spaceId === null) storage.remove(keys.of('currentOrganization'))
      else storage.set(keys.of('currentOrganization'), spaceId)
    },
    profile() {
      const stored = asRecord(readJson(storage, keys.of('userMetadata')))
      const isProfile = ['id', 'username', 'role'].every((name) => typeof stored?.[name] === 'string')
      if (!isProfile) return null
      // written by remember: what makes a user is there, the rest is only shown
      const profile = stored as unknown as Profile
      return { ...profile, current_org_id: storage.get(keys.of('currentOrganization')) }
    },
    wasSignedIn: () => storage.get(keys.of('has_session')) !== null,
    admit(userId) {
      keys.admit(userId)
      spaceStates.takeOverVersion1(userId)
    },
    forgetSession() {
      if (!isReplaced()) keys.wipeSession()
    },
    wipe(userId) {
      if (!isReplaced()) keys.wipeAll(userId)
      else if (storedClaims()?.userId !== userId) keys.wipeTexts(userId)
      spaceStates.forget(userId)
    },
    isReplaced,
    unheardLogout: () => storage.get(keys.of('logout_pending')),
    noteUnheardLogout(session) {
      if (!isReplaced()) storage.set(keys.of('logout_pending'), session)
    },
    dropUnheardLogout: () => storage.remove(keys.of('logout_pending')),
  }
}
