/** The access token: in memory for calls, in storage for the next page and the other tabs. */
import { ACCESS_TOKEN_OTHER_S, ACCESS_TOKEN_PRODUCTION_S } from '@flockwork/contract/limits'
import type { Keys } from '../../storage/keys.ts'
import type { SafeStorage } from '../../storage/safe-storage.ts'
import { readClaims, type TokenClaims } from './token-claims.ts'

/** A token this close to its end is treated as expired (docs/rules/accounts.md#browser-session). */
const EXPIRED_MARGIN_MS = 60_000
/** The margin of a short-lived token, as a part of its life. */
const EXPIRED_MARGIN_PART = 0.25
/** Allows for the round trip, and for `iat` being in whole seconds. */
const CLOCK_TOLERANCE_MS = 5000
const PRODUCTION = 'production'

export interface Tokens {
  get(): string | null
  claims(): TokenClaims | null
  /** Time until the token ends; 0 or less when it has ended, null without one. */
  remainingMs(): number | null
  /** The part of the token's life that has passed, 0 to 1; null without one. */
  age(): number | null
  isExpired(): boolean
  /** The server's time, by the clock offset measured with the last fresh token. */
  serverNow(): number
  /** Stores a token that was issued just now. */
  set(token: string): void
  /** Stores a token of unknown age, such as another tab's: it ends at its `exp`. */
  adopt(token: string): void
  /** Adopts another tab's stored token for the same session and space if it ends later: its message may be late. */
  adoptStored(): void
  /** Drops it; a token of another sign-in, stored by another tab, stays. */
  clear(): void
  /** Called after every change. */
  subscribe(listener: () => void): () => void
}

interface Deps {
  storage: SafeStorage
  keys: Keys
  now: () => number
}

interface CurrentToken {
  token: string
  claims: TokenClaims
  /** By this device's clock. */
  endsAt: number
}

export function createTokens({ storage, keys, now }: Deps): Tokens {
  const listeners = new Set<() => void>()
  const key = () => keys.of('userToken')
  let current = fromStorage()

  function fromStorage(): CurrentToken | null {
    const token = storage.get(key())
    return token === null ? null : parse(token)
  }

  function parse(token: string): CurrentToken | null {
    const claims = readClaims(token)
    return claims === null ? null : { token, claims, endsAt: claims.expiresAtMs + aheadMs() }
  }

  /** How far this device's clock is ahead of the server's, by the last fresh token of any tab. */
  function aheadMs(): number {
    const ms = Number(storage.get(keys.of('clockAhead')))
    return Number.isFinite(ms) ? ms : 0
  }

  function learnAhead(issuedAtMs: number): void {
    const ms = now() - issuedAtMs
    if (Math.abs(ms) < CLOCK_TOLERANCE_MS) storage.remove(keys.of('clockAhead'))
    else storage.set(keys.of('clockAhead'), String(ms))
  }

  function change(next: CurrentToken | null): void {
    current = next
    for (const listener of listeners) listener()
  }

  const remainingMs = () => (current === null ? null : current.endsAt - now())

  /** For a token without `iat` (docs/rules/accounts.md#browser-session). */
  function assumedLifetimeMs(): number {
    const isProduction = (keys.environment() ?? PRODUCTION) === PRODUCTION
    return (isProduction ? ACCESS_TOKEN_PRODUCTION_S : ACCESS_TOKEN_OTHER_S) * 1000
  }

  function lifetimeMs({ issuedAtMs, expiresAtMs }: TokenClaims): number {
    return issuedAtMs === null ? assumedLifetimeMs() : expiresAtMs - issuedAtMs
  }

  return {
    get: () => current?.token ?? null,
    claims: () => current?.claims ?? null,
    remainingMs,
    age() {
      if (current === null) return null
      const lifetime = lifetimeMs(current.claims)
      return lifetime <= 0 ? 1 : 1 - (current.endsAt - now()) / lifetime
    },
    isExpired() {
      if (current === null) return true
      const margin = Math.min(EXPIRED_MARGIN_MS, lifetimeMs(current.claims) * EXPIRED_MARGIN_PART)
      return current.endsAt - now() <= margin
    },
    serverNow: () => now() - aheadMs(),
    set(token) {
      if (token === current?.token) return
      const claims = readClaims(token)
      // before the token, whose storage event makes the other tabs read both
      if (claims !== null && claims.issuedAtMs !== null) learnAhead(claims.issuedAtMs)
      storage.set(key(), token)
      const next = parse(token)
      if (next === null || next.claims.issuedAtMs === null) return change(next)
      const { issuedAtMs, expiresAtMs } = next.claims
      // a fresh token has its whole life from now on, however wrong this device's clock is
      change({ ...next, endsAt: now() + expiresAtMs - issuedAtMs })
    },
    adopt(token) {
      if (token === current?.token) return
      storage.set(key(), token)
      change(parse(token))
    },
    adoptStored() {
      const stored = fromStorage()
      if (current === null || stored === null || stored.endsAt <= current.endsAt) return
      const idOf = ({ claims: { userId, sessionId, spaceId } }: CurrentToken) =>
        [userId, sessionId, spaceId].join(' ')
      if (idOf(stored) === idOf(current)) change(stored)
    },
    clear() {
      const stored = storage.get(key())
      const sessionOf = (token: string | null) => (token === null ? null : readClaims(token)?.sessionId)
      if (stored === current?.token || current === null || sessionOf(stored) === current.claims.sessionId) {
        storage.remove(key())
      }
      if (current !== null) change(null)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
