/** Holds the access token: in memory for the calls, in storage for the next page and the other tabs. */
import type { Keys } from '../storage/keys.ts'
import type { SafeStorage } from '../storage/safe-storage.ts'
import { readClaims, type TokenClaims } from './token-claims.ts'

/** A token this close to its end is treated as expired (platform, section 4). */
const EXPIRED_MARGIN_MS = 60_000

export interface Tokens {
  get(): string | null
  claims(): TokenClaims | null
  /** Time until the token ends; 0 or less when it has ended, null without one. */
  remainingMs(): number | null
  /** The part of its life the token has behind it, 0 to 1; null without one. */
  age(): number | null
  isExpired(): boolean
  set(token: string): void
  clear(): void
  /** Called after every change. */
  subscribe(listener: () => void): () => void
}

interface Needs {
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

export function createTokens({ storage, keys, now }: Needs): Tokens {
  const listeners = new Set<() => void>()
  const key = () => keys.of('userToken')
  let held = fromStorage()

  function fromStorage(): Held | null {
    const token = storage.get(key())
    const claims = token === null ? null : readClaims(token)
    return token === null || claims === null ? null : { token, claims, endsAt: claims.expiresAtMs }
  }

  function become(next: Held | null): void {
    held = next
    for (const listener of listeners) listener()
  }

  const remainingMs = () => (held === null ? null : held.endsAt - now())

  return {
    get: () => held?.token ?? null,
    claims: () => held?.claims ?? null,
    remainingMs,
    age() {
      if (held === null) return null
      const { issuedAtMs, expiresAtMs } = held.claims
      const lifetime = expiresAtMs - (issuedAtMs ?? expiresAtMs)
      return lifetime <= 0 ? 1 : 1 - (held.endsAt - now()) / lifetime
    },
    isExpired() {
      const remaining = remainingMs()
      return remaining === null || remaining <= EXPIRED_MARGIN_MS
    },
    set(token) {
      if (token === held?.token) return
      storage.set(key(), token)
      const claims = readClaims(token)
      if (claims === null) return become(null)
      // a token just made lives its whole life from now on, however wrong this device's clock is
      const lifetime = claims.issuedAtMs === null ? null : claims.expiresAtMs - claims.issuedAtMs
      become({ token, claims, endsAt: lifetime === null ? claims.expiresAtMs : now() + lifetime })
    },
    clear() {
      storage.remove(key())
      if (held !== null) become(null)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
