/**
 * Access tokens: JWTs signed with EdDSA (docs/rules/accounts.md#access-tokens). After a rotation a node reloads its keys
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
  loadSigningKeys,
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
  /** The claims of a live token of ours, else `undefined`. */
  verify(token: string): Promise<Claims | undefined>
  /** The public keys (RFC 7517), for others who verify our tokens. */
  publicKeys(): Promise<Answer<typeof keyRoutes.keys>>
  /** The payload of a live token of ours of another type (`typ`), else `undefined`. */
  verifyAs(type: string, token: string): Promise<JWTPayload | undefined>
  /** The private signing key, for the OAuth library, which signs tokens itself. */
  signingJwk(): Promise<JWK>
  /** The keys were rotated: reload them before the next use. */
  invalidateKeys(): void
}

interface Deps extends KeyDeps {
  readonly lifetimeSeconds: number
  readonly onError: (error: unknown) => void
}

/** Verifying costs 100 µs of CPU; a verified token is cached until it expires. */
const CACHED_MAX = 20_000

export async function createAccessTokens(deps: Deps): Promise<AccessTokens> {
  const { clock, lifetimeSeconds, onError } = deps
  await ensureSigningKey(deps)
  let keys = await loadSigningKeys(deps)
  let loadedAt = clock.now()
  let loading: Promise<void> | undefined
  const cache = new Map<string, Claims>()

  const reload = (): Promise<void> => {
    const load = async () => {
      try {
        const loaded = await loadSigningKeys(deps)
        const isGone = ({ kid }: SigningKey) => !loaded.some((key) => key.kid === kid)
        // what a key signed that is gone was verified while it was there
        if (keys.some(isGone)) cache.clear()
        keys = loaded
      } catch (error) {
        // the loaded keys stay valid; the next use after a minute tries again
        onError(error)
      }
      loadedAt = clock.now()
      loading = undefined
    }
    loading ??= load()
    return loading
  }

  const currentKeys = async (): Promise<SigningKey[]> => {
    if (clock.now() - loadedAt >= KEYS_RELOAD_MS) await reload()
    return keys.filter(({ retiresAt }) => retiresAt === null || retiresAt > clock.now())
  }

  const keyOf = async (kid: string | undefined): Promise<SigningKey | undefined> => {
    const find = async () => (await currentKeys()).find((key) => key.kid === kid)
    const known = await find()
    if (known !== undefined || kid === undefined) return known
    await reload()
    return find()
  }

  return {
    lifetimeSeconds,
    async issue(subject) {
      const [key] = await currentKeys()
      if (key === undefined) throw new Error('There is no key to sign with')
      const now = Math.floor(clock.now() / 1000)
      return new SignJWT({
        username: subject.username,
        email: subject.email,
        org_id: subject.spaceId,
        sid: subject.sessionId,
      })
        .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'JWT' })
        .setSubject(subject.accountId)
        .setIssuedAt(now)
        .setExpirationTime(now + lifetimeSeconds)
        .setJti(randomId())
        .sign(key.privateKey)
    },
    async verify(token) {
      await currentKeys()
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
      const all = await currentKeys()
      return {
        keys: all.map(({ kid, publicJwk: { kty = 'OKP', crv, x } }) => ({
          kid,
          kty,
          crv,
          x,
          alg: ALGORITHM,
          use: 'sig',
        })),
      }
    },
    verifyAs: (type, token) => payloadOf(token, keyOf, clock, type),
    async signingJwk() {
      const [key] = await currentKeys()
      if (key === undefined) throw new Error('There is no key to sign with')
      return { ...key.privateJwk, kid: key.kid, alg: ALGORITHM, use: 'sig' }
    },
    invalidateKeys() {
      loadedAt = Number.NEGATIVE_INFINITY
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
