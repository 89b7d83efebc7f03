/**
 * The keys that sign access tokens (docs/rules/accounts.md#access-tokens). They are in the database because nodes share
 * no folder. There is one at a time; a rotation replaces it, which invalidates whatever it signed.
 */
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK, type JWK_OKP_Public } from 'jose'
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

export interface SigningKey {
  readonly kid: string
  readonly publicJwk: JWK_OKP_Public
  readonly privateJwk: JWK
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}

export interface KeyDeps {
  readonly db: Db
  readonly clock: Clock
  readonly encryption: Encryption
}

/** Generates the instance's first key; of two nodes that start at once one does. */
export async function ensureSigningKey(deps: KeyDeps): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    const existing = await tx.selectFrom('signing_keys').select('kid').executeTakeFirst()
    if (existing === undefined) await insertKey(deps, tx)
  })
}

/**
 * Replaces the key: every issued token becomes invalid at once, on every node, and its holder gets
 * a new one by a refresh. Returns the new key's id.
 * @throws StartupError when the stored key is encrypted and the new one would not be, or vice versa.
 */
export async function rotateSigningKeys(deps: KeyDeps): Promise<{ kid: string }> {
  const { db, clock } = deps
  return db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    await requireSameEncryption(deps, tx)
    await tx.deleteFrom('signing_keys').execute()
    const kid = await insertKey(deps, tx)
    await audit(tx, clock, {
      actorId: null,
      action: 'signing_key_rotated',
      target: { type: 'signing_key', id: kid },
    })
    await publishOnCommit(tx, { kind: 'signing_keys_changed' })
    return { kid }
  })
}

/** The signing key. With a SECRET_KEY, one that is stored in the clear is encrypted. */
export async function loadSigningKey({ db, encryption }: Omit<KeyDeps, 'clock'>): Promise<SigningKey> {
  const { kid, private_jwk, public_jwk } = await db
    .selectFrom('signing_keys')
    .select(['kid', 'private_jwk', 'public_jwk'])
    .executeTakeFirstOrThrow()
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
  return { kid, publicJwk, privateJwk, privateKey, publicKey }
}

async function lockKeys(tx: Tx): Promise<void> {
  await tx.selectFrom('instance').select('key').where('key', '=', 'cookie').forUpdate().execute()
}

/** The running servers must be able to decrypt the new key, as they can the old one. */
async function requireSameEncryption({ encryption }: KeyDeps, tx: Tx): Promise<void> {
  const current = await tx.selectFrom('signing_keys').select(['kid', 'private_jwk']).executeTakeFirst()
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
