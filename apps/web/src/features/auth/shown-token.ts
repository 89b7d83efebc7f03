import { readClaims } from '../../api/session/token-claims.ts'

/** What the page of /oauth/token shows of a token. */
export interface ShownToken {
  token: string
  /** As the token says: nothing here depends on its being true. */
  username: string
  /** Stands for the token in the example commands. */
  start: string
  /** How long such a token works, in milliseconds. */
  lifetimeMs: number
  isExpired: boolean
}

const START_CHARS = 20
const HOUR_MS = 60 * 60 * 1000

/**
 * Reads a token of the address. Null for what is none: its text stands in commands that people paste into a
 * shell, so nothing but the letters of a token may pass.
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
