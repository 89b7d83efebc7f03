/** SQL for the OAuth library's records. */
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'

export interface OauthRecord {
  readonly model: string
  readonly key: string
  /** JSON. */
  readonly payload: string
  readonly grantId: string | null
  readonly userCode: string | null
  readonly expiresAt: Date
}

/** Inserts or replaces a record; a consumed one stays consumed. */
export async function upsertRecord(db: Db, record: OauthRecord): Promise<void> {
  const { payload, grantId, userCode, expiresAt } = record
  const changing = { payload, grant_id: grantId, user_code: userCode, expires_at: expiresAt }
  await db
    .insertInto('oauth_records')
    .values({ model: record.model, key: record.key, ...changing })
    .onConflict((conflict) => conflict.columns(['model', 'key']).doUpdateSet(changing))
    .execute()
}

function selectLive(db: Db, model: string, at: Date) {
  return db
    .selectFrom('oauth_records')
    .select(['key', 'payload', 'consumed_at'])
    .where('model', '=', model)
    .where('expires_at', '>', at)
}

export function findRecord(db: Db, model: string, key: string, at: Date) {
  return selectLive(db, model, at).where('key', '=', key).executeTakeFirst()
}

export function findRecordByUserCode(db: Db, model: string, userCode: string, at: Date) {
  return selectLive(db, model, at).where('user_code', '=', userCode).executeTakeFirst()
}

/** False for a record that was consumed already. */
export async function consumeRecord(db: Db, model: string, key: string, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('oauth_records')
    .set({ consumed_at: at })
    .where('model', '=', model)
    .where('key', '=', key)
    .where('consumed_at', 'is', null)
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteRecord(db: Db, model: string, key: string): Promise<void> {
  await db.deleteFrom('oauth_records').where('model', '=', model).where('key', '=', key).execute()
}

/** Deletes the tokens and codes of these grants, and the library's records of the grants. */
export async function deleteRecordsOf(db: Db, grantIds: readonly string[]): Promise<void> {
  if (grantIds.length === 0) return
  await db
    .deleteFrom('oauth_records')
    .where(({ or, and, eb }) =>
      or([
        eb('grant_id', 'in', [...grantIds]),
        and([eb('model', '=', 'Grant'), eb('key', 'in', [...grantIds])]),
      ]),
    )
    .execute()
}

/** Extends a program's registration at least until `until`. */
export async function extendClient(db: Db, clientId: string, until: Date): Promise<void> {
  await db
    .updateTable('oauth_records')
    .set({ expires_at: sql<Date>`greatest(expires_at, ${until})` })
    .where('model', '=', 'Client')
    .where('key', '=', clientId)
    .execute()
}

export async function deleteExpiredRecords(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('oauth_records').where('expires_at', '<', before).execute()
}
