/**
 * The names under which the browser keeps things (platform, section 3; decisions 1.7). The refresh token
 * has no name here: it lives in a cookie that no script can read.
 */
import type { SafeStorage } from './safe-storage.ts'

export type KeyName =
  | 'has_session'
  | 'currentOrganization'
  | 'userToken'
  | 'deviceId'
  | 'username'
  | 'userMetadata'

/** Families of keys, one for each user and space or thing. */
export type KeyFamily = 'space_state_v2' | 'pending_v1'

/** Which server this is, learned from it and remembered, so that the prefix is known before it answers. */
const ENVIRONMENT_KEY = 'ax_environment'
const DEFAULT_ENVIRONMENT = 'production'

const OF_THE_SESSION: KeyName[] = [
  'has_session',
  'currentOrganization',
  'userToken',
  'username',
  'userMetadata',
]
/** What logging out keeps: the device, and a user's small choices, under the user's id. */
const KEPT_AT_LOGOUT = [
  'deviceId',
  'welcome_seen',
  'onboarding_seen_v1',
  'chirpy_banner_v2',
  'auto_route',
  'quick_mentions',
]

export interface Keys {
  /** `ax_{environment}_{name}` */
  of(name: KeyName): string
  /** The key of one member of a family, `parts` from the widest to the narrowest. */
  in(family: KeyFamily, ...parts: string[]): string
  environment(): string | null
  /** Remembers the environment; what was kept under another moves along. */
  setEnvironment(environment: string): void
  /** Forgets who was signed in; drafts, read marks and pending sends stay for the same user's return. */
  wipeSession(): void
  /** Forgets everything but the device and the users' choices. */
  wipeAll(): void
}

export function createKeys(storage: SafeStorage): Keys {
  const environment = () => storage.get(ENVIRONMENT_KEY)
  const prefix = () => `ax_${environment() ?? DEFAULT_ENVIRONMENT}_`
  const of = (name: KeyName) => prefix() + name

  return {
    of,
    in: (family, ...parts) => `${prefix()}${[family, ...parts].join(':')}`,
    environment,
    setEnvironment(next) {
      const from = prefix()
      storage.set(ENVIRONMENT_KEY, next)
      const to = prefix()
      if (from === to) return
      for (const key of storage.keys(from)) {
        const value = storage.get(key)
        if (value !== null) storage.set(to + key.slice(from.length), value)
        storage.remove(key)
      }
    },
    wipeSession() {
      for (const name of OF_THE_SESSION) storage.remove(of(name))
    },
    wipeAll() {
      const start = prefix()
      const isKept = (key: string) =>
        KEPT_AT_LOGOUT.some((name) => key === start + name || key.startsWith(`${start}${name}:`))
      for (const key of storage.keys(start)) if (!isKept(key)) storage.remove(key)
    },
  }
}
