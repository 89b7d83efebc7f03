/**
 * The session's data in storage, for the next page and the other tabs (docs/rules/accounts.md#browser-session). After
 * another tab has signed in again, the stored data isn't ours to wipe.
 */
import type { Profile } from '@flockwork/contract/auth'
import type { Keys } from '../../storage/keys.ts'
import { readJson, type SafeStorage } from '../../storage/safe-storage.ts'
import type { SpaceStates } from '../../storage/space-states.ts'
import { asRecord } from '../api-error.ts'
import { readClaims } from './token-claims.ts'
import type { Tokens } from './tokens.ts'

export interface StoredSession {
  save(profile: Profile, spaceId: string | null): void
  /** The last known profile, for use without the server; null when there is no valid one. */
  profile(): Profile | null
  /** Whether a user was signed in when the previous page closed. */
  wasSignedIn(): boolean
  /** Starts a page of this user: allows writes again and migrates data of version 1. */
  admit(userId: string): void
  /** The session ended without a logout: drafts stay for the user's return. */
  clearSession(): void
  /** The user logged out: drafts go too, and this page writes nothing of theirs again. */
  wipe(userId: string): void
  /** Whether the stored data belongs to another session than this tab's. */
  isReplaced(): boolean
  /** The session whose logout hasn't reached the server yet; null for none. */
  pendingLogout(): string | null
  setPendingLogout(session: string): void
  clearPendingLogout(): void
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
    save(profile, spaceId) {
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
      // written by `remember`: the required fields are there, the others are only for display
      const profile = stored as unknown as Profile
      return { ...profile, current_org_id: storage.get(keys.of('currentOrganization')) }
    },
    wasSignedIn: () => storage.get(keys.of('has_session')) !== null,
    admit(userId) {
      keys.allowWrites(userId)
      spaceStates.migrateVersion1(userId)
    },
    clearSession() {
      if (!isReplaced()) keys.wipeSession()
    },
    wipe(userId) {
      if (!isReplaced()) keys.wipeAll(userId)
      else if (storedClaims()?.userId !== userId) keys.wipeTexts(userId)
      spaceStates.forget(userId)
    },
    isReplaced,
    pendingLogout: () => storage.get(keys.of('logout_pending')),
    setPendingLogout(session) {
      if (!isReplaced()) storage.set(keys.of('logout_pending'), session)
    },
    clearPendingLogout: () => storage.remove(keys.of('logout_pending')),
  }
}
