/** Keys of the instance, made once and kept in the database, because several nodes share no folder. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../platform/database.ts'

export interface InstanceKey {
  /** The HMAC-SHA-256 of `text`, url-safe. */
  sign(text: string): string
  verify(text: string, signature: string): boolean
}

export async function loadInstanceKey(db: Db, name: string): Promise<InstanceKey> {
  await db
    .insertInto('instance')
    .values({ key: name, value: JSON.stringify(randomBytes(32).toString('base64url')) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('instance')
    .select('value')
    .where('key', '=', name)
    .executeTakeFirstOrThrow()
  if (typeof row.value !== 'string') throw new Error(`The instance's key ${name} is not a text`)
  const secret = Buffer.from(row.value, 'base64url')

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
