/**
 * The key that signs records of spaces (docs/rules/records.md#checkpoints). It never changes: old records still verify.
 */
import { createPrivateKey, generateKeyPairSync, sign, type JsonWebKey } from 'node:crypto'
import type { Db } from '../../../platform/database.ts'
import { isEncrypted, type Encryption } from '../../../platform/encryption.ts'

const NAME = 'record'

export interface RecordSigningKey {
  /** The 32 bytes of RFC 8032, in base64url. */
  readonly publicKey: string
  /** The Ed25519 signature of the text, in base64url. */
  sign(text: string): string
  /** The secret from which the salts of texts are derived; never part of a record. */
  readonly saltSecret: string
}

/**
 * The instance's key, generated when it is first needed. With a SECRET_KEY it is stored encrypted; a plain one is
 * encrypted now.
 * @throws StartupError without the SECRET_KEY that it was encrypted with.
 */
export async function loadRecordKey(db: Db, encryption: Encryption): Promise<RecordSigningKey> {
  const { privateKey: fresh } = generateKeyPairSync('ed25519')
  await db
    .insertInto('instance')
    .values({ key: NAME, value: encryption.encrypt(NAME, fresh.export({ format: 'jwk' })) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('instance')
    .select('value')
    .where('key', '=', NAME)
    .executeTakeFirstOrThrow()
  // exported above
  const jwk = encryption.decrypt(NAME, row.value) as JsonWebKey
  if (encryption.isEnabled && !isEncrypted(row.value)) {
    await db
      .updateTable('instance')
      .set({ value: encryption.encrypt(NAME, jwk) })
      .where('key', '=', NAME)
      .execute()
  }
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
  return {
    publicKey: jwk.x ?? '',
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
    saltSecret: `flockwork-record salts ${jwk.d ?? ''}`,
  }
}
