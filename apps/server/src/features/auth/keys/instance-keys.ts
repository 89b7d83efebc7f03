/** Keys of the instance, made once and kept in the database, because several nodes share no folder. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../../platform/database.ts'
import { isEncrypted, type Encryption } from '../../../platform/encryption.ts'

export interface InstanceKey {
  /** The HMAC-SHA-256 of `text`, url-safe. */
  sign(text: string): string
  verify(text: string, signature: string): boolean
}

/** The key of that name, made at the first start; encrypted where there is a SECRET_KEY and it was not yet. */
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
  const kept = encryption.decrypt(name, row.value)
  if (typeof kept !== 'string') throw new Error(`The instance's key ${name} is not a text`)
  if (encryption.isEnabled && !isEncrypted(row.value)) await encryptInstanceKey(db, encryption, name, kept)
  const secret = Buffer.from(kept, 'base64url')

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

async function encryptInstanceKey(db: Db, encryption: Encryption, name: string, kept: string): Promise<void> {
  await db
    .updateTable('instance')
    .set({ value: encryption.encrypt(name, kept) })
    .where('key', '=', name)
    .execute()
}
