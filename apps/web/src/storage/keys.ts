/**
 * The keys of browser storage, and which of them are wiped when (docs/rules/interface.md#storage,
 * docs/rules/accounts.md#logging-out). The refresh token is never stored here: it lives in a cookie that no script can
 * read.
 */
import type { SafeStorage } from './safe-storage.ts'

export type KeyName =
  | 'has_session'
  | 'currentOrganization'
  | 'userToken'
  | 'deviceId'
  | 'username'
  | 'userMetadata'
  | 'lastTab'
  /** Version 1 of the space state: one for all spaces and users. */
  | 'space_state'
  /** Milliseconds that this device's clock is ahead of the server's; absent if about right. */
  | 'clockAhead'
  /** A session whose logout didn't reach the server: its cookie may still be valid. */
  | 'logout_pending'
  | 'termsAccepted'
  /** Whether the welcome dialog may appear; `false` switches it off. */
  | 'welcome_enabled'
  /** The welcome dialog was dismissed on this device (older versions stored it for all users). */
  | 'onboarding_seen_v1'

/** Families of keys, one per user and space or thing; of `feature`, one per flag (feature-flags.ts). */
export type KeyFamily =
  | 'space_state_v2'
  | 'pending_v1'
  | 'mention_notifications'
  | 'help_v2'
  | 'query_cache_v1'
  /** The welcome dialog was dismissed. */
  | 'onboarding_seen_v1'
  | 'chirpy_banner_v2'
  /** The banner of the first visit to Tasks was dismissed. */
  | 'tasks_welcome_v1'
  | 'chirpy_disabled'
  | 'feature'
  /** Whether messages of the personal space go to Chirpy. */
  | 'auto_route'
  /** No confirmation for messages without a mention or topic. */
  | 'send_anyway'
  /** The last answer to the confirmation before sending, per space, with its time. */
  | 'last_answer'
  | 'quick_mentions'
  /** Whether the Spaces page lists only what is active now. */
  | 'spaces_active_now'
  /** New credentials of the user's agents that the user has seen, by their ids. */
  | 'known_credentials'
  /** The height of their notice in pixels, reserved on the next page against a layout shift. */
  | 'notices_height'

/** The server's environment, stored so that the prefix is known before it answers. */
const ENVIRONMENT_KEY = 'ax_environment'
const DEFAULT_ENVIRONMENT = 'production'
const PREFIX = 'ax_'
const REFRESH_TOKEN = '_refreshToken'

const SESSION_KEYS: KeyName[] = [
  'has_session',
  'currentOrganization',
  'userToken',
  'username',
  'userMetadata',
]
/** Drafts and read state of a user; the user's id comes next in the key. */
const TEXTS: KeyFamily[] = ['space_state_v2', 'pending_v1']
/** Fetched data: wiped with the session and the space, evicted when storage is full. */
const CACHES: KeyFamily[] = ['query_cache_v1']
/** Survives a logout: the device's id, and a user's preferences, under the user's id. */
const SURVIVES_LOGOUT = [
  'deviceId',
  'termsAccepted',
  'welcome_enabled',
  'welcome_seen',
  'onboarding_seen_v1',
  'chirpy_banner_v2',
  'tasks_welcome_v1',
  'auto_route',
  'send_anyway',
  'last_answer',
  'quick_mentions',
  'spaces_active_now',
  'mention_notifications',
  'known_credentials',
  'notices_height',
  'feature',
]

export interface Keys {
  /** `ax_{environment}_{name}` */
  of(name: KeyName): string
  /** The key of one member of a family; `parts` from the most general to the most specific. */
  in(family: KeyFamily, ...parts: string[]): string
  environment(): string | null
  /** Stores the environment and moves the keys of another one along. */
  setEnvironment(environment: string): void
  /** Starts a page of this user: lifts the write block of an earlier logout in this page. */
  allowWrites(userId: string): void
  /** Removes the session and fetched data; what the user wrote and read stays for their return. */
  wipeSession(): void
  /** Removes fetched data and blocks further writes of it by this page until `allowWrites`. */
  wipeCaches(): void
  /** Removes what this user wrote and read, and blocks further writes of it by this page until `allowWrites`. */
  wipeTexts(userId: string): void
  /** `wipeCaches`, `wipeTexts`, and all other keys but those that survive a logout and those of other users. */
  wipeAll(userId: string): void
  /** Removes a refresh token that an older version left where scripts can read it. */
  dropRefreshToken(): void
  /** Removes everything under this user's id, preferences included: the account was deleted. */
  wipeUser(userId: string): void
}

export function createKeys(storage: SafeStorage): Keys {
  const environment = () => storage.get(ENVIRONMENT_KEY)
  const prefix = () => `${PREFIX}${environment() ?? DEFAULT_ENVIRONMENT}_`
  const of = (name: KeyName) => prefix() + name
  const textsOf = (userId: string) => TEXTS.map((family) => `${prefix()}${family}:${userId}:`)
  const caches = () => CACHES.map((family) => prefix() + family)

  function removeUnder(start: string): void {
    for (const key of storage.keys(start)) storage.remove(key)
  }

  function wipeCaches(): void {
    for (const start of caches()) {
      storage.blockWrites(start)
      removeUnder(start)
    }
  }

  function wipeTexts(userId: string): void {
    for (const start of textsOf(userId)) {
      storage.blockWrites(start)
      removeUnder(start)
    }
  }

  /** Another user's key survives this user's logout. */
  function isOfAnother(key: string, userId: string): boolean {
    const owner = key.split(':')[1]
    return owner !== undefined && owner !== userId
  }

  return {
    of,
    in: (family, ...parts) => `${prefix()}${[family, ...parts].join(':')}`,
    environment,
    setEnvironment(next) {
      const from = prefix()
      storage.set(ENVIRONMENT_KEY, next)
      const to = prefix()
      if (from === to) return
      for (const key of storage.keys(from)) moveKey(storage, key, to + key.slice(from.length))
    },
    allowWrites(userId) {
      for (const start of [...textsOf(userId), ...caches()]) storage.unblockWrites(start)
    },
    wipeSession() {
      for (const name of SESSION_KEYS) storage.remove(of(name))
      wipeCaches()
    },
    wipeCaches,
    wipeTexts,
    wipeAll(userId) {
      wipeCaches()
      wipeTexts(userId)
      const start = prefix()
      const survives = (key: string) =>
        isOfAnother(key, userId) ||
        SURVIVES_LOGOUT.some((name) => key === start + name || key.startsWith(`${start}${name}:`))
      for (const key of storage.keys(start)) if (!survives(key)) storage.remove(key)
    },
    dropRefreshToken() {
      for (const key of storage.keys(PREFIX)) if (key.endsWith(REFRESH_TOKEN)) storage.remove(key)
    },
    wipeUser(userId) {
      for (const key of storage.keys(prefix())) if (key.split(':').includes(userId)) storage.remove(key)
    },
  }
}

/** Keys that may be evicted when storage is full: their data can be fetched again. */
export function isEvictable(key: string): boolean {
  return key.startsWith(PREFIX) && CACHES.some((family) => key.includes(`_${family}`))
}

/** If the new key is taken or storage is full, the old one stays: nothing is lost. */
function moveKey(storage: SafeStorage, from: string, to: string): void {
  const value = storage.get(from)
  if (value === null || storage.get(to) !== null) return
  if (storage.set(to, value)) storage.remove(from)
}
