/**
 * The names under which the browser keeps things, and who forgets which of them when (docs/rules/interface.md#storage,
 * docs/rules/accounts.md#logging-out). The refresh token has a name and is never written under it: it lives in a cookie
 * that no script can read.
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
  /** Version 1 of the interface state: one for all spaces and users. */
  | 'space_state'
  /** Milliseconds that this device's clock is ahead of the server's; absent where it is about right. */
  | 'clockAhead'
  /** The session that was logged out while the server didn't answer: its cookie may still live. */
  | 'logout_pending'
  | 'termsAccepted'
  /** Whether the welcome dialog may appear at all: off where it holds `false`. */
  | 'welcome_enabled'
  /** The welcome dialog was dismissed on this device, while it was remembered for all of its users. */
  | 'onboarding_seen_v1'

/** Families of keys, one for each user and space or thing; of `feature`, one for each flag (feature-flags.ts). */
export type KeyFamily =
  | 'space_state_v2'
  | 'pending_v1'
  | 'mention_notifications'
  | 'help_v1'
  | 'query_cache_v1'
  /** The welcome dialog was dismissed. */
  | 'onboarding_seen_v1'
  | 'chirpy_banner_v2'
  | 'chirpy_disabled'
  | 'feature'
  /** Whether messages of the personal space go to Chirpy. */
  | 'auto_route'
  /** Messages without a mention or a topic are not asked about. */
  | 'send_anyway'
  | 'quick_mentions'

/** Which server this is, learned from it and remembered, so that the prefix is known before it answers. */
const ENVIRONMENT_KEY = 'ax_environment'
const DEFAULT_ENVIRONMENT = 'production'
const PREFIX = 'ax_'
const REFRESH_TOKEN = '_refreshToken'

const OF_THE_SESSION: KeyName[] = [
  'has_session',
  'currentOrganization',
  'userToken',
  'username',
  'userMetadata',
]
/** What a user wrote and read, the user's id next in the key. */
const TEXTS: KeyFamily[] = ['space_state_v2', 'pending_v1']
/** What was fetched: it goes with the session and with the space, and gives way when storage is full. */
const CACHES: KeyFamily[] = ['query_cache_v1']
/** What logging out keeps: the device, and a user's small choices, under the user's id. */
const KEPT_AT_LOGOUT = [
  'deviceId',
  'termsAccepted',
  'welcome_enabled',
  'welcome_seen',
  'onboarding_seen_v1',
  'chirpy_banner_v2',
  'auto_route',
  'send_anyway',
  'quick_mentions',
  'mention_notifications',
  'feature',
]

export interface Keys {
  /** `ax_{environment}_{name}` */
  of(name: KeyName): string
  /** The key of one member of a family, `parts` from the widest to the narrowest. */
  in(family: KeyFamily, ...parts: string[]): string
  environment(): string | null
  /** Remembers the environment; what was kept under another moves along. */
  setEnvironment(environment: string): void
  /** A page of this user begins: what an earlier logout in this page sealed is theirs to write again. */
  admit(userId: string): void
  /** Forgets who was signed in and what was fetched; what the user wrote and read stays for their return. */
  wipeSession(): void
  /** Forgets what was fetched; this page keeps nothing more of it until somebody is admitted. */
  wipeCaches(): void
  /** Forgets what this user wrote and read; this page keeps nothing more of it until the user is admitted. */
  wipeTexts(userId: string): void
  /** Forgets everything of this user but the device and the small choices; other users' texts stay for them. */
  wipeAll(userId: string): void
  /** A refresh token that an older program left where scripts can read it. */
  dropRefreshToken(): void
  /** Forgets everything kept under this user's id, the small choices too: the account is gone. */
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
      storage.seal(start)
      removeUnder(start)
    }
  }

  function wipeTexts(userId: string): void {
    for (const start of textsOf(userId)) {
      storage.seal(start)
      removeUnder(start)
    }
  }

  /** Under another user's id: this user's logout is no reason to lose it. */
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
    admit(userId) {
      for (const start of [...textsOf(userId), ...caches()]) storage.unseal(start)
    },
    wipeSession() {
      for (const name of OF_THE_SESSION) storage.remove(of(name))
      wipeCaches()
    },
    wipeCaches,
    wipeTexts,
    wipeAll(userId) {
      wipeCaches()
      wipeTexts(userId)
      const start = prefix()
      const isKept = (key: string) =>
        isOfAnother(key, userId) ||
        KEPT_AT_LOGOUT.some((name) => key === start + name || key.startsWith(`${start}${name}:`))
      for (const key of storage.keys(start)) if (!isKept(key)) storage.remove(key)
    },
    dropRefreshToken() {
      for (const key of storage.keys(PREFIX)) if (key.endsWith(REFRESH_TOKEN)) storage.remove(key)
    },
    wipeUser(userId) {
      for (const key of storage.keys(prefix())) if (key.split(':').includes(userId)) storage.remove(key)
    },
  }
}

/** Keys that may go when storage is full: what is under them can be fetched again. */
export function isSpareKey(key: string): boolean {
  return key.startsWith(PREFIX) && CACHES.some((family) => key.includes(`_${family}`))
}

/** Where the new name is taken already, or nothing fits any more, the old one stays: nothing is lost. */
function moveKey(storage: SafeStorage, from: string, to: string): void {
  const value = storage.get(from)
  if (value === null || storage.get(to) !== null) return
  if (storage.set(to, value)) storage.remove(from)
}
