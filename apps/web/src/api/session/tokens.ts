/** Holds the access token: in memory for the calls, in storage for the next page and the other tabs. */
import { ACCESS_TOKEN_OTHER_S, ACCESS_TOKEN_PRODUCTION_S } from '@flockwork/contract/limits'
import type { Keys } from '../../storage/keys.ts'
import type { SafeStorage } from '../../storage/safe-storage.ts'
import { readClaims, type TokenClaims } from './token-claims.ts'

/** A token this close to its end is treated as expired (docs/rules/accounts.md#browser-session). */
const EXPIRED_MARGIN_MS = 60_000
/** Of a token that lives only minutes, the margin is a part: it would count as expired from the start. */
const EXPIRED_MARGIN_PART = 0.25
/** The way to the server and back, and the second that a token's time is rounded down to. */
const CLOCK_TOLERANCE_MS = 5000
const PRODUCTION = 'production'

export interface Tokens {
  get(): string | null
  claims(): TokenClaims | null
  /** Time until the token ends; 0 or less when it has ended, null without one. */
  remainingMs(): number | null
  /** The part of its life the token has behind it, 0 to 1; null without one. */
  age(): number | null
  isExpired(): boolean
  /** The time by the server's clock, as far as the last token just made told how wrong this device's is. */
  serverNow(): number
  /** Takes a token that was just made. */
  set(token: string): void
  /** Takes a token of unknown age, as another tab's: it ends when it says. */
  takeUp(token: string): void
  /** Forgets it; a token of another sign-in, stored by another tab, stays. */
  clear(): void
  /** Called after every change. */
  subscribe(listener: () => void): () => void
}

interface Deps {
  storage: SafeStorage
  keys: Keys
  now: () => number
}

interface Held {
  token: string
  claims: TokenClaims
  /** By this device's clock. */
  endsAt: number
}

export function createTokens({ storage, keys, now }: Deps): Tokens {
  const listeners = new Set<() => void>()
  const key = () => keys.of('userToken')
  let held = fromStorage()

  function fromStorage(): Held | null {
    const token = storage.get(key())
    return token === null ? null : hold(token)
  }

  function hold(token: string): Held | null {
    const claims = readClaims(token)
    return claims === null ? null : { token, claims, endsAt: claims.expiresAtMs + aheadMs() }
  }

  /** How far this device's clock is ahead of the server's, as the last token just made told some tab. */
  function aheadMs(): number {
    const ms = Number(storage.get(keys.of('clockAhead')))
    return Number.isFinite(ms) ? ms : 0
  }

  function learnAhead(issuedAtMs: number): void {
    const ms = now() - issuedAtMs
    if (Math.abs(ms) < CLOCK_TOLERANCE_MS) storage.remove(keys.of('clockAhead'))
    else storage.set(keys.of('clockAhead'), String(ms))
  }

  function become(next: Held | null): void {
    held = next
    for (const listener of listeners) listener()
  }

  const remainingMs = () => (held === null ? null : held.endsAt - now())

  /** Of a token that doesn't say when it was made (docs/rules/accounts.md#browser-session). */
  function assumedLifetimeMs(): number {
    const isProduction = (keys.environment() ?? PRODUCTION) === PRODUCTION
    return (isProduction ? ACCESS_TOKEN_PRODUCTION_S : ACCESS_TOKEN_OTHER_S) * 1000
  }

  function lifetimeMs({ issuedAtMs, expiresAtMs }: TokenClaims): number {
    return issuedAtMs === null ? assumedLifetimeMs() : expiresAtMs - issuedAtMs
  }

  return {
    get: () => held?.token ?? null,
    claims: () => held?.claims ?? null,
    remainingMs,
    age() {
      if (held === null) return null
      const lifetime = lifetimeMs(held.claims)
      return lifetime <= 0 ? 1 : 1 - (held.endsAt - now()) / lifetime
    },
    isExpired() {
      if (held === null) return true
      const margin = Math.min(EXPIRED_MARGIN_MS, lifetimeMs(held.claims) * EXPIRED_MARGIN_PART)
      return held.endsAt - now() <= margin
    },
    serverNow: () => now() - aheadMs(),
    set(token) {
      if (token === held?.token) return
      const claims = readClaims(token)
      // before the token, by which the other tabs hear of both
      if (claims !== null && claims.issuedAtMs !== null) learnAhead(claims.issuedAtMs)
      storage.set(key(), token)
      const next = hold(token)
      if (next === null || next.claims.issuedAtMs === null) return become(next)
      const { issuedAtMs, expiresAtMs } = next.claims
      // a token just made lives its whole life from now on, however wrong this device's clock is
      become({ ...next, endsAt: now() + expiresAtMs - issuedAtMs })
    },
    takeUp(token) {
      if (token === held?.token) return
      storage.set(key(), token)
      become(hold(token))
    },
    clear() {
      const stored = storage.get(key())
      const sessionOf = (token: string | null) => (token === null ? null : readClaims(token)?.sessionId)
      if (stored === held?.token || held === null || sessionOf(stored) === held.claims.sessionId) {
        storage.remove(key())
      }
      if (held !== null) become(null)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
