/**
 * Access tokens: JWTs signed with EdDSA (docs/rules/accounts.md#access-tokens). After a rotation a node reloads the key
 * when the bus says so, when it meets an unknown key id, and once a minute.
 */
import type { Answer } from '@flockwork/contract/route'
import type { keyRoutes } from '@flockwork/contract/signing-in'
import { SignJWT, decodeProtectedHeader, jwtVerify, type JWK, type JWTPayload } from 'jose'
import type { Clock } from '../../../platform/clock.ts'
import { randomId } from '../../../platform/ids.ts'
import {
  ALGORITHM,
  KEYS_RELOAD_MS,
  ensureSigningKey,
  loadSigningKey,
  type KeyDeps,
  type SigningKey,
} from '../keys/signing-keys.ts'

export interface Claims {
  readonly accountId: string
  readonly username: string
  readonly spaceId: string | null
  readonly sessionId: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export interface TokenSubject {
  readonly accountId: string
  readonly username: string
  readonly email: string | null
  readonly spaceId: string | null
  readonly sessionId: string
}

export interface AccessTokens {
  readonly lifetimeSeconds: number
  issue(subject: TokenSubject): Promise<string>
  /** The claims of a valid token of ours, else `undefined`. */
  verify(token: string): Promise<Claims | undefined>
  /** The public keys (RFC 7517), for others who verify our tokens. */
  publicKeys(): Promise<Answer<typeof keyRoutes.keys>>
  /** The payload of a valid token of ours of another type (`typ`), else `undefined`. */
  verifyAs(type: string, token: string): Promise<JWTPayload | undefined>
  /** The private signing key, for the OAuth library, which signs tokens itself. */
  signingJwk(): Promise<JWK>
  /** After a rotation: the new key is loaded before the next use. */
  invalidateKeys(): void
}

interface Deps extends KeyDeps {
  readonly lifetimeSeconds: number
  readonly onError: (error: unknown) => void
}

const STALE = Number.NEGATIVE_INFINITY
/** Verifying costs 100 µs of CPU; a verified token is cached until it expires. */
const CACHED_MAX = 20_000

export async function createAccessTokens(deps: Deps): Promise<AccessTokens> {
  const { clock, lifetimeSeconds, onError } = deps
  await ensureSigningKey(deps)
  let key = await loadSigningKey(deps)
  let loadedAt = clock.now()
  let loading: Promise<void> | undefined
  let invalidations = 0
  const cache = new Map<string, Claims>()

  const reload = (): Promise<void> => {
    const load = async () => {
      const begunAfter = invalidations
      try {
        const loaded = await loadSigningKey(deps)
        // tokens verified with the previous key are no longer valid
        if (loaded.kid !== key.kid) cache.clear()
        key = loaded
        // if it was invalidated meanwhile, it may have been read too early
        if (begunAfter === invalidations) loadedAt = clock.now()
      } catch (error) {
        // keep the loaded key; after a rotation each use retries, otherwise the next one after a minute
        if (begunAfter === invalidations && loadedAt !== STALE) loadedAt = clock.now()
        onError(error)
      }
      loading = undefined
    }
    loading ??= load()
    return loading
  }

  const currentKey = async (): Promise<SigningKey> => {
    while (clock.now() - loadedAt >= KEYS_RELOAD_MS) {
      const begunAfter = invalidations
      await reload()
      if (begunAfter === invalidations) break
    }
    return key
  }

  const keyOf = async (kid: string | undefined): Promise<SigningKey | undefined> => {
    const known = await currentKey()
    if (known.kid === kid || kid === undefined) return known.kid === kid ? known : undefined
    await reload()
    return key.kid === kid ? key : undefined
  }

  return {
    lifetimeSeconds,
    async issue(subject) {
      const { kid, privateKey } = await currentKey()
      const now = Math.floor(clock.now() / 1000)
      return new SignJWT({
        username: subject.username,
        email: subject.email,
        org_id: subject.spaceId,
        sid: subject.sessionId,
      })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .setSubject(subject.accountId)
        .setIssuedAt(now)
        .setExpirationTime(now + lifetimeSeconds)
        .setJti(randomId())
        .sign(privateKey)
    },
    async verify(token) {
      await currentKey()
      const known = cache.get(token)
      if (known !== undefined) {
        if (known.expiresAt > clock.now()) return known
        cache.delete(token)
        return undefined
      }
      const claims = await verifyWith(token, keyOf, clock)
      if (claims === undefined) return undefined
      if (cache.size >= CACHED_MAX) cache.clear()
      cache.set(token, claims)
      return claims
    },
    async publicKeys() {
      const { kid, publicJwk } = await currentKey()
      const { kty = 'OKP', crv, x } = publicJwk
      return { keys: [{ kid, kty, crv, x, alg: ALGORITHM, use: 'sig' }] }
    },
    verifyAs: (type, token) => payloadOf(token, keyOf, clock, type),
    async signingJwk() {
      const { privateJwk, kid } = await currentKey()
      return { ...privateJwk, kid, alg: ALGORITHM, use: 'sig' }
    },
    invalidateKeys() {
      invalidations += 1
      loadedAt = STALE
    },
  }
}

type FindKey = (kid: string | undefined) => Promise<SigningKey | undefined>

async function verifyWith(token: string, keyOf: FindKey, clock: Clock): Promise<Claims | undefined> {
  const payload = await payloadOf(token, keyOf, clock)
  if (payload === undefined) return undefined
  const { sub, username, org_id: spaceId, sid, exp, aud } = payload
  // a token with an audience is for another purpose
  if (sub === undefined || exp === undefined || aud !== undefined || typeof sid !== 'string') return undefined
  return {
    accountId: sub,
    username: String(username),
    spaceId: typeof spaceId === 'string' ? spaceId : null,
    sessionId: sid,
    expiresAt: exp * 1000,
  }
}

async function payloadOf(
  token: string,
  keyOf: FindKey,
  clock: Clock,
  type?: string,
): Promise<JWTPayload | undefined> {
  try {
    const { kid, typ } = decodeProtectedHeader(token)
    if (type !== undefined && typ !== type) return undefined
    const key = await keyOf(kid)
    if (key === undefined) return undefined
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: [ALGORITHM],
      currentDate: new Date(clock.now()),
    })
    return payload
  } catch {
    // malformed, forged or expired
    return undefined
  }
}
