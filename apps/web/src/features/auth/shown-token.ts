import { readClaims } from '../../api/session/token-claims.ts'

/** What the page /oauth/token shows about a token. */
export interface ShownToken {
  token: string
  /** As the token claims, unverified: nothing here depends on it. */
  username: string
  /** The placeholder for the token in the example commands. */
  start: string
  /** Lifetime of such a token, in milliseconds. */
  lifetimeMs: number
  isExpired: boolean
}

const START_CHARS = 20
const HOUR_MS = 60 * 60 * 1000

/**
 * Reads a token from the URL. Null if it isn't one: its text goes into commands that people paste into a
 * shell, so only the characters of a token may pass.
 */
export function readShownToken(token: string, now: number): ShownToken | null {
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return null
  const claims = readClaims(token)
  if (claims === null || claims.username === null) return null
  const { username, issuedAtMs, expiresAtMs } = claims
  return {
    token,
    username,
    start: token.slice(0, START_CHARS),
    lifetimeMs: issuedAtMs === null ? HOUR_MS : expiresAtMs - issuedAtMs,
    isExpired: expiresAtMs <= now,
  }
}
