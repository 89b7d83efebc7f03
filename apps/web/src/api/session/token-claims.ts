/** The claims of an access token that the web app reads. It trusts none of them: the server checks each call. */
import { asRecord } from '../api-error.ts'

export interface TokenClaims {
  userId: string | null
  username: string | null
  email: string | null
  /** The user's current space when the token was made. */
  spaceId: string | null
  sessionId: string | null
  issuedAtMs: number | null
  expiresAtMs: number
}

/** The claims of a JWT; null when it isn't one or never expires. */
export function readClaims(token: string): TokenClaims | null {
  const claims = asRecord(payloadOf(token))
  const exp = claims?.['exp']
  if (!claims || typeof exp !== 'number') return null
  const iat = claims['iat']
  const named = (name: string) => (typeof claims[name] === 'string' ? claims[name] : null)
  return {
    userId: named('sub'),
    username: named('username'),
    email: named('email'),
    spaceId: named('org_id'),
    sessionId: named('sid'),
    issuedAtMs: typeof iat === 'number' ? iat * 1000 : null,
    expiresAtMs: exp * 1000,
  }
}

function payloadOf(token: string): unknown {
  const part = token.split('.')[1]
  if (part === undefined) return null
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown
  } catch {
    return null
  }
}
