/** The URL that the server last announced at its start, for commands that print links. */
import type { Db } from './database.ts'

const KEY = 'address'

export async function saveInstanceUrl(db: Db, url: string): Promise<void> {
  const value = JSON.stringify(url)
  await db
    .insertInto('instance')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

export async function readInstanceUrl(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('instance').select('value').where('key', '=', KEY).executeTakeFirst()
  return typeof row?.value === 'string' ? row.value : undefined
}
