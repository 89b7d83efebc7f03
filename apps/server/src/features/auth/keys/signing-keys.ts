/**
 * The keys that sign access tokens (docs/rules/accounts.md#access-tokens). They are in the database because nodes share
 * no folder. A rotation makes a new one; old ones verify until the last token that they signed has expired.
 */
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK, type JWK_OKP_Public } from 'jose'
import { sql } from 'kysely'
import { ACCESS_TOKEN_PRODUCTION_S } from '@flockwork/contract/limits'
import { audit } from '../../../platform/audit.ts'
import { publishOnCommit } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { orderedId } from '../../../platform/ids.ts'
import { isEncrypted, type Encryption } from '../../../platform/encryption.ts'
import { StartupError } from '../../../platform/startup-error.ts'

export const ALGORITHM = 'EdDSA'
/** A node that missed the message of a rotation reloads the keys within this time. */
export const KEYS_RELOAD_MS = 60_000

/** How long a node that missed the message may go on signing with the old key. */
const LAST_USE_MS = 2 * KEYS_RELOAD_MS
/** The longest lifetime of an access token in any environment. */
const TOKEN_MAX_MS = ACCESS_TOKEN_PRODUCTION_S * 1000

export interface SigningKey {
  readonly kid: string
  readonly publicJwk: JWK_OKP_Public
  readonly privateJwk: JWK
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  /** When it stops verifying, milliseconds since 1970; null for the signing key. */
  readonly retiresAt: number | null
}

export interface KeyDeps {
  readonly db: Db
  readonly clock: Clock
  readonly encryption: Encryption
}

/** Makes the first key of an instance; of two nodes that start at once one makes it. */
export async function ensureSigningKey(deps: KeyDeps): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    const existing = await tx
      .selectFrom('signing_keys')
      .select('kid')
      .where('retired_at', 'is', null)
      .executeTakeFirst()
    if (existing === undefined) await insertKey(deps, tx)
  })
}

/**
 * Makes a new signing key. The old ones verify until everything that they signed, on a node that learns of this late
 * too, has expired. Returns the new key's id and when the old ones retire.
 * @throws StartupError when the stored keys are encrypted and the new one would not be, or the reverse.
 */
export async function rotateSigningKeys(deps: KeyDeps): Promise<{ kid: string; retiresAt: Date }> {
  const { db, clock } = deps
  const retiresAt = new Date(clock.now() + TOKEN_MAX_MS + LAST_USE_MS)
  const kid = await db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    await requireSameEncryption(deps, tx)
    await tx
      .updateTable('signing_keys')
      .set({ retired_at: retiresAt })
      .where('retired_at', 'is', null)
      .execute()
    const made = await insertKey(deps, tx)
    await audit(tx, clock, {
      actorId: null,
      action: 'signing_key_rotated',
      target: { type: 'signing_key', id: made },
    })
    await publishOnCommit(tx, { kind: 'signing_keys_changed' })
    return made
  })
  return { kid, retiresAt }
}

/** The keys that aren't retired, the signing one first. With a SECRET_KEY, keys stored in the clear are encrypted. */
export async function loadSigningKeys({ db, clock, encryption }: KeyDeps): Promise<SigningKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['kid', 'private_jwk', 'public_jwk', 'retired_at'])
    .where((where) =>
      where.or([where('retired_at', 'is', null), where('retired_at', '>', new Date(clock.now()))]),
    )
    .orderBy(sql`retired_at is not null`)
    .orderBy('created_at', 'desc')
    .execute()
  return Promise.all(
    rows.map(async ({ kid, private_jwk, public_jwk, retired_at }) => {
      // written by insertKey, from exportJWK
      const privateJwk = encryption.decrypt(kid, private_jwk) as JWK
      const publicJwk = public_jwk as unknown as JWK_OKP_Public
      if (encryption.isEnabled && !isEncrypted(private_jwk)) await encryptKey(db, encryption, kid, privateJwk)
      const [privateKey, publicKey] = await Promise.all([
        importJWK(privateJwk, ALGORITHM),
        importJWK(publicJwk, ALGORITHM),
      ])
      if (privateKey instanceof Uint8Array || publicKey instanceof Uint8Array) {
        throw new Error(`Signing key ${kid} is not an Ed25519 key`)
      }
      return { kid, publicJwk, privateJwk, privateKey, publicKey, retiresAt: retired_at?.getTime() ?? null }
    }),
  )
}

/** Deletes retired keys: nothing that they signed is valid any more. */
export async function pruneSigningKeys({ db, clock }: Pick<KeyDeps, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('signing_keys').where('retired_at', '<=', new Date(clock.now())).execute()
}

async function lockKeys(tx: Tx): Promise<void> {
  await tx.selectFrom('instance').select('key').where('key', '=', 'cookie').forUpdate().execute()
}

/** The running servers must be able to decrypt the new key as they do the old one. */
async function requireSameEncryption({ encryption }: KeyDeps, tx: Tx): Promise<void> {
  const current = await tx
    .selectFrom('signing_keys')
    .select(['kid', 'private_jwk'])
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (current === undefined) return
  encryption.decrypt(current.kid, current.private_jwk)
  if (encryption.isEnabled && !isEncrypted(current.private_jwk)) {
    throw new StartupError(
      'The keys in the database are not encrypted yet: start the server with SECRET_KEY first.',
    )
  }
}

async function insertKey({ clock, encryption }: KeyDeps, tx: Tx): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true })
  const kid = orderedId(clock.now())
  await tx
    .insertInto('signing_keys')
    .values({
      kid,
      private_jwk: encryption.encrypt(kid, await exportJWK(privateKey)),
      public_jwk: JSON.stringify(await exportJWK(publicKey)),
      created_at: new Date(clock.now()),
    })
    .execute()
  return kid
}

async function encryptKey(db: Db, encryption: Encryption, kid: string, privateJwk: JWK): Promise<void> {
  await db
    .updateTable('signing_keys')
    .set({ private_jwk: encryption.encrypt(kid, privateJwk) })
    .where('kid', '=', kid)
    .execute()
}
