/**
 * The setup code (docs/rules/accounts.md#setup-code): if strangers can reach a fresh instance, the first account
 * needs the code that the start printed, so that nobody else takes over the instance.
 */
import type { Db, Tx } from '../../../platform/database.ts'
import { SetupCodeRequired } from '../../../platform/errors.ts'
import { randomSecret, sha256Hex } from '../../../platform/secrets.ts'

const KEY = 'setup_code_hash'
const CODE_BITS = 128

/** Generates a new code that replaces the previous one. Only its hash is stored; the caller prints it. */
export async function createSetupCode(db: Db): Promise<string> {
  const code = randomSecret(CODE_BITS)
  const value = JSON.stringify(sha256Hex(code))
  await db
    .insertInto('instance')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  return code
}

/** Whether `code` is the one printed at the last start; doesn't use it up. */
export async function isSetupCode(db: Db, code: string | null | undefined): Promise<boolean> {
  const row = await db.selectFrom('instance').select('value').where('key', '=', KEY).executeTakeFirst()
  return row !== undefined && code !== null && code !== undefined && row.value === sha256Hex(code)
}

/** Uses the code up. @throws SetupCodeRequired unless it is the one printed at the last start. */
export async function useSetupCode(tx: Tx, code: string | null | undefined): Promise<void> {
  if (!(await isSetupCode(tx, code))) throw new SetupCodeRequired()
  await tx.deleteFrom('instance').where('key', '=', KEY).execute()
}
