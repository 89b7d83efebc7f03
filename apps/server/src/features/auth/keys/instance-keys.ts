/** The instance's keys, generated once. They are in the database because nodes share no folder. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../../platform/database.ts'
import { isEncrypted, type Encryption } from '../../../platform/encryption.ts'

export interface InstanceKey {
  /** The HMAC-SHA-256 of `text`, in base64url. */
  sign(text: string): string
  verify(text: string, signature: string): boolean
}

/**
 * The key of that name, generated at the first start. With a SECRET_KEY it is stored encrypted; a plain one is
 * encrypted now.
 * @throws StartupError without the SECRET_KEY that it was encrypted with.
 */
export async function loadInstanceKey(db: Db, name: string, encryption: Encryption): Promise<InstanceKey> {
  await db
    .insertInto('instance')
    .values({ key: name, value: encryption.encrypt(name, randomBytes(32).toString('base64url')) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('instance')
    .select('value')
    .where('key', '=', name)
    .executeTakeFirstOrThrow()
  const encoded = encryption.decrypt(name, row.value)
  if (typeof encoded !== 'string') throw new Error(`The instance's key ${name} is not a text`)
  if (encryption.isEnabled && !isEncrypted(row.value)) await encryptInstanceKey(db, encryption, name, encoded)
  const secret = Buffer.from(encoded, 'base64url')

  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  return {
    sign,
    verify: (text, signature) => {
      const expected = Buffer.from(sign(text))
      const given = Buffer.from(signature)
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}

async function encryptInstanceKey(
  db: Db,
  encryption: Encryption,
  name: string,
  encoded: string,
): Promise<void> {
  await db
    .updateTable('instance')
    .set({ value: encryption.encrypt(name, encoded) })
    .where('key', '=', name)
    .execute()
}
