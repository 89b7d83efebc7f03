/**
 * Access tokens: JWTs signed with EdDSA (decisions 1.2). The keys live in the database and can be rotated;
 * a node that meets an unknown key id reads them again.
 */
import {
  SignJWT,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  type CryptoKey,
  type JWK,
} from 'jose'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { orderedId, randomId } from '../../platform/ids.ts'

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
  publicKeys(): Promise<{ keys: JWK[] }>
}

interface Needs {
  readonly db: Db
  readonly clock: Clock
  readonly lifetimeSeconds: number
}

const ALGORITHM = 'EdDSA'
/** Verifying costs 100 µs of CPU; a verified token is remembered until it ends. */
const REMEMBERED_MAX = 20_000

interface Key {
  kid: string
  publicJwk: JWK
  privateKey: CryptoKey
  publicKey: CryptoKey
}

export async function createAccessTokens({ db, clock, lifetimeSeconds }: Needs): Promise<AccessTokens> {
  await ensureKey(db, clock)
  let keys = await loadKeys(db)
  const remembered = new Map<string, Claims>()

  const keyOf = async (kid: string | undefined): Promise<Key | undefined> => {
    const find = () => keys.find((key) => key.kid === kid)
    const known = find()
    if (known !== undefined || kid === undefined) return known
    keys = await loadKeys(db)
    return find()
  }

  return {
    lifetimeSeconds,
    async issue(subject) {
      const key = keys[0]
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
      return { keys: keys.map(({ kid, publicJwk }) => ({ ...publicJwk, kid, alg: ALGORITHM, use: 'sig' })) }
    },
  }
}

async function verifyWith(
  token: string,
  keyOf: (kid: string | undefined) => Promise<Key | undefined>,
  clock: Clock,
): Promise<Claims | undefined> {
  try {
    const key = await keyOf(decodeProtectedHeader(token).kid)
    if (key === undefined) return undefined
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: [ALGORITHM],
      currentDate: new Date(clock.now()),
    })
    const { sub, username, org_id: spaceId, sid, exp } = payload
    if (sub === undefined || exp === undefined || typeof sid !== 'string') return undefined
    return {
      accountId: sub,
      username: String(username),
      spaceId: typeof spaceId === 'string' ? spaceId : null,
      sessionId: sid,
      expiresAt: exp * 1000,
    }
  } catch {
    // malformed, forged or ended: the caller gets 401 either way
    return undefined
  }
}

async function ensureKey(db: Db, clock: Clock): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // two nodes that start at once make one key
    await tx.selectFrom('instance').select('key').where('key', '=', 'cookie').forUpdate().execute()
    const existing = await tx
      .selectFrom('signing_keys')
      .select('kid')
      .where('retired_at', 'is', null)
      .executeTakeFirst()
    if (existing !== undefined) return

    const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true })
    await tx
      .insertInto('signing_keys')
      .values({
        kid: orderedId(clock.now()),
        private_jwk: JSON.stringify(await exportJWK(privateKey)),
        public_jwk: JSON.stringify(await exportJWK(publicKey)),
        created_at: new Date(clock.now()),
      })
      .execute()
  })
}

/** The keys, the one that signs first. */
async function loadKeys(db: Db): Promise<Key[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['kid', 'private_jwk', 'public_jwk'])
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()
  return Promise.all(
    rows.map(async ({ kid, private_jwk, public_jwk }) => {
      // written by ensureKey as what exportJWK gave
      const publicJwk = public_jwk as JWK
      const [privateKey, publicKey] = await Promise.all([
        importJWK(private_jwk as JWK, ALGORITHM),
        importJWK(publicJwk, ALGORITHM),
      ])
      if (privateKey instanceof Uint8Array || publicKey instanceof Uint8Array) {
        throw new Error(`Signing key ${kid} is not an Ed25519 key`)
      }
      return { kid, publicJwk, privateKey, publicKey }
    }),
  )
}
