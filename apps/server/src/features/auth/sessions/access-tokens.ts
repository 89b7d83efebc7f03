/**
 * Access tokens: JWTs signed with EdDSA (docs/rules/accounts.md#access-tokens). The keys can be rotated: a node that
 * meets an unknown key id reads them again, and otherwise when it is told to, or from time to time.
 */
import type { Answer } from '@flockwork/contract/route'
import type { keyRoutes } from '@flockwork/contract/signing-in'
import { SignJWT, decodeProtectedHeader, jwtVerify, type JWK, type JWTPayload } from 'jose'
import type { Clock } from '../../../platform/clock.ts'
import { randomId } from '../../../platform/ids.ts'
import {
  ALGORITHM,
  KEYS_READ_AGAIN_MS,
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
  /** The claims of a token that we signed and that has not ended, else `undefined`. */
  verify(token: string): Promise<Claims | undefined>
  /** The public keys, for whoever verifies our tokens. */
  publicKeys(): Promise<Answer<typeof keyRoutes.keys>>
  /** What a token of another type (`typ`) says that we signed and that has not ended, else `undefined`. */
  verifyAs(type: string, token: string): Promise<JWTPayload | undefined>
  /** The private key that signs now, for a part that signs tokens of its own. */
  signingJwk(): Promise<JWK>
  /** The keys were rotated: they are read again before the next use. */
  forgetKeys(): void
}

interface Deps extends KeyDeps {
  readonly lifetimeSeconds: number
  readonly onError: (error: unknown) => void
}

/** Verifying costs 100 µs of CPU; a verified token is remembered until it ends. */
const REMEMBERED_MAX = 20_000

export async function createAccessTokens(deps: Deps): Promise<AccessTokens> {
  const { clock, lifetimeSeconds, onError } = deps
  await ensureSigningKey(deps)
  let keys = await loadSigningKeys(deps)
  let readAt = clock.now()
  let reading: Promise<void> | undefined
  const remembered = new Map<string, Claims>()

  const readAgain = (): Promise<void> => {
    const read = async () => {
      try {
        keys = await loadSigningKeys(deps)
      } catch (error) {
        // those at hand stay good; the next use but a minute tries again
        onError(error)
      }
      readAt = clock.now()
      reading = undefined
    }
    reading ??= read()
    return reading
  }

  const freshKeys = async (): Promise<SigningKey[]> => {
    if (clock.now() - readAt >= KEYS_READ_AGAIN_MS) await readAgain()
    return keys.filter(({ retiresAt }) => retiresAt === null || retiresAt > clock.now())
  }

  const keyOf = async (kid: string | undefined): Promise<SigningKey | undefined> => {
    const find = async () => (await freshKeys()).find((key) => key.kid === kid)
    const known = await find()
    if (known !== undefined || kid === undefined) return known
    await readAgain()
    return find()
  }

  return {
    lifetimeSeconds,
    async issue(subject) {
      const [key] = await freshKeys()
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
      const known = remembered.get(token)
      if (known !== undefined) {
        if (known.expiresAt > clock.now()) return known
        remembered.delete(token)
        return undefined
      }
      const claims = await verifyWith(token, keyOf, clock)
      if (claims === undefined) return undefined
      if (remembered.size >= REMEMBERED_MAX) remembered.clear()
      remembered.set(token, claims)
      return claims
    },
    async publicKeys() {
      const all = await freshKeys()
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
      const [key] = await freshKeys()
      if (key === undefined) throw new Error('There is no key to sign with')
      return { ...key.privateJwk, kid: key.kid, alg: ALGORITHM, use: 'sig' }
    },
    forgetKeys() {
      readAt = Number.NEGATIVE_INFINITY
    },
  }
}

type FindKey = (kid: string | undefined) => Promise<SigningKey | undefined>

async function verifyWith(token: string, keyOf: FindKey, clock: Clock): Promise<Claims | undefined> {
  const payload = await payloadOf(token, keyOf, clock)
  if (payload === undefined) return undefined
  const { sub, username, org_id: spaceId, sid, exp, aud } = payload
  // one with an audience was made for another purpose
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
    // of another type: not worth verifying
    if (type !== undefined && typ !== type) return undefined
    const key = await keyOf(kid)
    if (key === undefined) return undefined
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: [ALGORITHM],
      currentDate: new Date(clock.now()),
    })
    return payload
  } catch {
    // malformed, forged or ended: the caller gets 401 either way
    return undefined
  }
}
